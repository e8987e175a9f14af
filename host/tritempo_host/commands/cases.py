"""`tritempo cases`: runs reference cases against the rule sets, the draws and the formats."""

import json
from pathlib import Path
from typing import Any

import click

from tritempo_host.cases.reading import UnreadableError, read
from tritempo_host.cases.run import Outcome, plain, run_all
from tritempo_host.problem import Problem
from tritempo_host.rules import RULESETS
from tritempo_host.spoken import reason
from tritempo_host.text import clean
from tritempo_host.tournament.options import OURS, as_typed, known, typed
from tritempo_host.words import LANGUAGES, catalogue, language, speak


class NoCases(Problem):
    """A file that cannot be read as cases."""

    exit_code = 2


@click.command()
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--set", "sets", metavar="RULES.SETTING=VALUE", multiple=True, help="Another reading than the default.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="Every case with what came out, as JSON.")
def cases(files: tuple[Path, ...], sets: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Run files of reference cases (docs/rules.md) and print `N passed, N failed`.

    Exit code 1 if any failed, 2 if a file cannot be read.
    """
    lang = language(lang)
    settings = _settings(sets, lang)
    try:
        # All are read first: a file that cannot be must not hide what came of those before it.
        found = [(file, read(file)) for file in files]
    except UnreadableError as error:
        why = {"why": reason(error.__cause__)} if isinstance(error.__cause__, OSError) else {}
        values = {key: clean(str(value), 200) for key, value in (error.values | why).items()}
        raise NoCases(speak("cases", lang)(error.code, **values)) from error
    outcomes = [(file, outcome) for file, each in found for outcome in run_all(each, settings)]
    failed = [(file, outcome) for file, outcome in outcomes if not outcome.passed]
    if as_json:
        click.echo(json.dumps(_as_dict(outcomes, lang), ensure_ascii=False, indent=2))
    else:
        for file, outcome in failed:
            click.echo("\n".join(_lines(file, outcome, lang)))
        # The same in every language: programs read it.
        click.echo(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise SystemExit(1)


def _settings(sets: tuple[str, ...], lang: str) -> dict[str, dict[str, Any]]:
    say = speak("cases", lang)
    chosen: dict[str, dict[str, Any]] = {}
    for given in sets:
        path, equals, value = given.partition("=")
        name, dot, key = path.partition(".")
        if not equals or not dot:
            raise click.UsageError(say("set_form", given=given))
        if name not in RULESETS:
            raise click.UsageError(say("set_rules", given=given, name=name, known=", ".join(RULESETS)))
        settings = {option: choices for option, choices in known(name).items() if option not in OURS}
        if key not in settings:
            raise click.UsageError(say("set_setting", given=given, name=name, known=", ".join(settings)))
        choices = settings[key] or ()
        try:
            choice = typed(key, value, choices)
        except ValueError:
            shown = ", ".join(map(as_typed, choices))
            raise click.UsageError(say("set_choice", given=given, name=path, known=shown)) from None
        chosen.setdefault(name, {})[key] = choice
    return chosen


def _lines(file: Path, outcome: Outcome, lang: str) -> list[str]:
    say = speak("cases", lang)
    head = ", ".join(part for part in (outcome.system, outcome.rule) if part)
    lines = [clean(f"{file.name}: {outcome.id}" + (f" ({head})" if head else ""), 200)]
    if outcome.expected:
        lines.append(f"    {say('expected')}: {_written(outcome.expected)}")
        lines.append(f"    {say('got')}: {_problem(outcome, lang) or _got(outcome, lang)}")
    else:
        lines.append(f"    {_problem(outcome, lang)}")
    if outcome.reading:
        lines.append(f"    {say('other_reading', reading=clean(outcome.reading, 200))}")
    return lines


def _problem(outcome: Outcome, lang: str) -> str | None:
    """Why there is nothing to compare, in one sentence; None if there is."""
    if outcome.problem is None:
        return None
    code, values = outcome.problem
    scoring = f"sheet_{values.get('why')}"
    if scoring in catalogue("scoring"):
        values = {"why": speak("scoring", lang)(scoring)}
    shown = {key: clean(str(value), 200) for key, value in values.items()}
    return speak("cases", lang)(code, **shown)


def _got(outcome: Outcome, lang: str) -> str:
    return _written(outcome.got) if outcome.got else speak("cases", lang)("no_answer")


def _written(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def _as_dict(outcomes: list[tuple[Path, Outcome]], lang: str) -> dict[str, Any]:
    passed = sum(outcome.passed for _, outcome in outcomes)
    return {
        "passed": passed,
        "failed": len(outcomes) - passed,
        "cases": [
            {
                "file": str(file),
                "id": each.id,
                "system": each.system,
                "passed": each.passed,
                "expected": plain(each.expected),
                "got": plain(each.got),
                "problem": _problem(each, lang),
            }
            for file, each in outcomes
        ],
    }
