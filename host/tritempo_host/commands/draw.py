"""`tritempo draw`: a draw by itself, without a tournament. From the same seed anybody gets the same."""

import json
import re
import secrets
import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tritempo_host.draws import SYSTEMS, CannotDrawError, Drawn, Entrant, Field, Met, played
from tritempo_host.draws import draw as drawn_by
from tritempo_host.draws.model import Pair, System
from tritempo_host.draws.spoken import card, explain, refused
from tritempo_host.problem import Problem
from tritempo_host.spoken import reason
from tritempo_host.text import clean, folded
from tritempo_host.words import LANGUAGES, language, speak

BY_RESULTS = ("romania", "swiss", "ebre")  # from the second round on they need the standings
LONGEST = 28  # characters of a name in a table
MOST = 10_000  # entrants
WORDS = {"yes": True, "true": True, "no": False, "false": False}


@click.command()
@click.option("--system", type=click.Choice(list(SYSTEMS)), default="molinenc", help="How to draw.")
@click.option("--teams", "--players", "count", metavar="N", type=click.IntRange(1, MOST), help="How many take part.")
@click.option("--names", "file", metavar="FILE", type=click.Path(path_type=Path), help="Their names, one a line.")
@click.option("--round", "rounds", metavar="TEXT", default="1", help="Which round: 3; or several: 1-5.")
@click.option("--seed", metavar="TEXT", help="The published seed; else one is made by chance.")
@click.option("--ranking", metavar="TEXT", help="Standings before the last of these rounds, by number: 3,7,1.")
@click.option("--set", "sets", metavar="KEY=VALUE", multiple=True, help="A setting of the draw: see docs/draws.md.")
@click.option("--trumps", is_flag=True, help="Deal the trump cards too, from the same seed.")
@click.option("--explain", "explained", is_flag=True, help="Show how the draw came about, step by step.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="All of it as JSON.")
def draw(
    system: str,
    count: int | None,
    file: Path | None,
    rounds: str,
    seed: str | None,
    ranking: str | None,
    sets: tuple[str, ...],
    trumps: bool,
    explained: bool,
    lang: str | None,
    as_json: bool,
) -> None:
    """Draw rounds without a tournament: who meets whom, at which table, in which order.

    From the same seed anybody gets the same draw, so publish the seed before. The rounds before the one that is asked
    for are drawn too, since it depends on them.
    """
    lang = language(lang)
    say = speak("draws", lang)
    names = _names(file, count, say)
    first, last = _rounds(rounds, say)
    settings = _settings(SYSTEMS[system], sets, trumps, say)
    order = _ranking(ranking, len(names), say)
    seed = seed if seed is not None else secrets.token_hex(4)
    if system in BY_RESULTS and (last > 2 or (last == 2 and not order)):
        raise Problem(say("needs_results", system=say(f"system_{system}"), round=last))

    def name_of(number: int) -> str:
        return names[number - 1]

    try:
        drawn = _drawn(system, len(names), last, seed, order, settings)
    except CannotDrawError as error:
        raise Problem(refused(error, name_of, lang, commands=True)) from error
    shown = drawn[first - 1 :]
    if as_json:
        data = {"system": system, "seed": drawn[0].seed, "rounds": [_data(each, names, lang) for each in shown]}
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    console = Console(highlight=False)
    for each in shown:
        console.print(Text(say("title", round=each.round, system=say(f"system_{system}")), style="bold"))
        console.print(_shown(each, names, lang))
        _notes(each, names, say)
        if explained:
            click.echo(f"\n{say('explained')}")
            for n, line in enumerate(explain(each.explain, name_of, lang), 1):
                click.echo(folded(line, f"{n:3}. "))
        click.echo()
    click.echo(say("seed", seed=clean(drawn[0].seed, 200)))
    again = ["tritempo", "draw", "--system", system, "--teams", str(len(names)), "--round", rounds]
    again += ["--seed", drawn[0].seed, *(["--ranking", ranking] if ranking else [])]
    again += [each for key in sets for each in ("--set", key)] + (["--trumps"] if trumps else [])
    click.echo(say("again", command=clean(shlex.join(again), 1000)))


def _drawn(
    system: str, count: int, last: int, seed: str, ranking: Sequence[int], settings: dict[str, Any]
) -> list[Drawn]:
    """Rounds 1 to `last`; the ranking is that before the last one."""
    entrants = tuple(map(Entrant, range(1, count + 1)))
    met: tuple[Met, ...] = ()
    drawn: list[Drawn] = []
    for number in range(1, last + 1):
        field = Field(entrants, met, tuple(ranking) if number == last else ())
        drawn.append(drawn_by(system, field, number, seed, settings))
        met += played(drawn[-1])
    return drawn


# What was typed


def _names(file: Path | None, count: int | None, say: Callable[..., str]) -> list[str]:
    if file is None:
        if count is None:
            raise Problem(say("how_many"))
        return [str(number) for number in range(1, count + 1)]
    shown = clean(str(file), 400)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Problem(say("names_read", file=shown, why=reason(error))) from None
    except UnicodeDecodeError:
        raise Problem(say("names_read", file=shown, why=say("not_text"))) from None
    names = [name for line in text.splitlines() if (name := clean(line, LONGEST))]
    if not names or len(names) > MOST or count not in (None, len(names)):
        raise Problem(say("names_count", file=shown, found=len(names), teams=count or f"1-{MOST}"))
    return names


def _rounds(text: str, say: Callable[..., str]) -> tuple[int, int]:
    """`3`, `1-5` or `1..5`."""
    found = re.fullmatch(r"([1-9]\d{0,2})(?:(?:-|\.\.)([1-9]\d{0,2}))?", text.strip(), re.ASCII)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if first > last:
        raise Problem(say("rounds_form", text=clean(text)))
    return first, last


def _ranking(text: str | None, count: int, say: Callable[..., str]) -> tuple[int, ...]:
    if text is None:
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise Problem(say("ranking_form", text=clean(text)))
    order = tuple(map(int, parts))
    if sorted(order) != list(range(1, count + 1)):
        raise Problem(say("ranking_who", text=clean(text), most=count))
    return order


def _settings(system: System, sets: Iterable[str], trumps: bool, say: Callable[..., str]) -> dict[str, Any]:
    """Settings as values; which choices there are, the draw itself says."""
    known = {each.key: each for each in system.settings}
    if trumps and "trumps" not in known:
        raise Problem(say("no_trumps", system=say(f"system_{system.id}")))
    settings: dict[str, Any] = {"trumps": True} if trumps else {}
    for each in sets:
        key, equals, text = (part.strip() for part in each.partition("="))
        if not equals or key not in known:
            raise Problem(say("set_form", text=clean(each), known=", ".join(known)))
        truth = any(isinstance(choice, bool) for choice in known[key].choices)
        settings[key] = WORDS.get(text.lower(), text) if truth else text
    return settings


# What is shown


def _shown(drawn: Drawn, names: Sequence[str], lang: str) -> Table:
    say = speak("draws", lang)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0))
    boards = any(each.board for each in drawn.tables)
    if boards:
        table.add_column(say("head_match"), justify="right")
    table.add_column(say("head_table"), justify="right")
    if boards:
        table.add_column("")
    table.add_column(say("head_order"), overflow="fold")
    last = 0
    for each in drawn.tables:
        cards = drawn.trumps.get(each.number, {})
        seats = [
            names[entrant - 1] + (f" [{card(cards[seat], lang)}]" if seat in cards else "")
            for seat, entrant in enumerate(each.order, 1)
        ]
        row = [Text(str(each.number)), Text(" · ".join(seats))]
        if boards:
            row = [Text(str(each.match) if each.match != last else ""), row[0], Text(each.board or ""), row[1]]
        table.add_row(*row)
        last = each.match
    return table


def _notes(drawn: Drawn, names: Sequence[str], say: Callable[..., str]) -> None:
    def pairs(found: Iterable[Pair]) -> str:
        return ", ".join(f"{names[first - 1]} – {names[other - 1]}" for first, other in found)

    if drawn.bye:
        click.echo(say("out", names=", ".join(names[each - 1] for each in drawn.bye)))
    if drawn.repeats:
        click.echo(say("repeats", pairs=pairs(drawn.repeats)))
    if drawn.forced:
        click.echo(say("forced", pairs=pairs(drawn.forced)))


def _data(drawn: Drawn, names: Sequence[str], lang: str) -> dict[str, Any]:
    said = explain(drawn.explain, lambda number: names[number - 1], lang)
    return {
        "round": drawn.round,
        "matches": drawn.matches,
        "tables": [
            {
                "table": each.number,
                "match": each.match,
                "board": each.board,
                "order": [{"number": entrant, "name": names[entrant - 1]} for entrant in each.order],
                "trumps": drawn.trumps.get(each.number, {}),
            }
            for each in drawn.tables
        ],
        "bye": drawn.bye,
        "repeats": drawn.repeats,
        "forced": drawn.forced,
        "explain": [
            {"code": step.code, "values": step.values, "text": text}
            for step, text in zip(drawn.explain, said, strict=True)
        ],
    }
