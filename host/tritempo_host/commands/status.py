"""`tritempo status`: the game at each clock, as it stands."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click
from rich.console import Console

from tritempo_host.link import find
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import LinkProblem
from tritempo_host.link.tables import live_table
from tritempo_host.problem import Problem
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("--port", "given", metavar="PORT", multiple=True, help="Ask this clock only (can be repeated).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="Everything that the clocks say, as JSON; times in milliseconds.")
def status(given: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Show the game at each clock that is plugged in, as it stands at this moment."""
    lang = language(lang)
    names = list(dict.fromkeys(given)) or find.boards()
    if not names:
        raise Problem(speak("link", lang)("none_found"))
    with ThreadPoolExecutor(len(names)) as pool:
        answers = list(pool.map(_ask, names))
    rows = [answer for answer in answers if isinstance(answer, dict)]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    elif rows:
        Console(highlight=False).print(live_table(rows, lang))
    problems = [answer for answer in answers if isinstance(answer, LinkProblem)]
    if problems:
        raise Problem("\n".join(problem.say(lang) for problem in problems))


def _ask(port: str) -> dict[str, Any] | LinkProblem:
    try:
        with Clock(port) as clock:
            return {"port": port, "hello": clock.who, "live": clock.live(), "status": clock.status()}
    except LinkProblem as problem:
        return problem
