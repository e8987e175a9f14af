"""`tritempo status`: the game at each clock, as it stands."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click
from rich.console import Console

from tritempo_host.link import find
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import LinkProblem
from tritempo_host.link.tables import live_table
from tritempo_host.problem import tell
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("--port", "given", metavar="PORT", multiple=True, help="Ask this clock only (can be repeated).")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="Everything that the clocks say, as JSON; times in milliseconds.")
def status(given: tuple[str, ...], lang: str | None, as_json: bool) -> None:
    """Show the game at each clock that is plugged in, as it stands at this moment.

    Exit code 1 if a clock did not answer, or none was found.
    """
    lang = language(lang)
    names = list(dict.fromkeys(given)) or find.boards()
    with ThreadPoolExecutor(max(1, len(names))) as pool:
        answers = list(pool.map(lambda port: _ask(port, lang), names))
    rows = [answer for answer in answers if not answer["problem"]]
    if as_json:
        click.echo(json.dumps(answers, ensure_ascii=False, indent=2))
    else:
        if rows:
            Console(highlight=False).print(live_table(rows, lang))
        for answer in answers:
            if answer["problem"]:
                tell(answer["problem"])
    if not names:
        tell(speak("link", lang)("none_found"))
    if not names or len(rows) < len(answers):
        sys.exit(1)


def _ask(port: str, lang: str) -> dict[str, Any]:
    """What a clock says, or under `problem` why it did not."""
    try:
        with Clock(port) as clock:
            said = {"hello": clock.who, "live": clock.live(), "status": clock.status()}
            return {"port": port, **said, "problem": None}
    except LinkProblem as problem:
        return {"port": port, "hello": None, "live": None, "status": None, "problem": problem.say(lang)}
