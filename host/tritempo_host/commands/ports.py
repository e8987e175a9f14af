"""`tritempo ports`: which clocks are plugged in."""

import json
import sys

import click
from rich.console import Console

from tritempo_host.link import find
from tritempo_host.link.problems import NotAClock
from tritempo_host.link.tables import ports_table
from tritempo_host.problem import tell
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("--port", "given", metavar="PORT", multiple=True, help="Ask this port only (can be repeated).")
@click.option("--all", "every", is_flag=True, help="Ask every serial port, not only Picos: each gets a short hello.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def ports(given: tuple[str, ...], every: bool, lang: str | None, as_json: bool) -> None:
    """Find the clocks that are plugged in, and say how they are.

    Exit code 1 if at a port that was asked there is no clock (with --all that is what one expects).
    """
    lang = language(lang)
    names = list(dict.fromkeys(given)) or [each.port for each in find.candidates() if every or each.board]
    found = find.look(names)
    # With --all, a port where nobody answers is what one expects of a mouse or a modem.
    failed = [each for each in found if each.problem and not (every and isinstance(each.problem, NotAClock))]
    if as_json:
        listed = [
            {"port": each.port, "hello": each.hello, "problem": each.problem.say(lang) if each.problem else None}
            for each in found
        ]
        click.echo(json.dumps(listed, ensure_ascii=False, indent=2))
    else:
        if any(each.hello for each in found):
            Console(highlight=False).print(ports_table(found, lang))
        for each in failed:
            if each.problem:
                tell(each.problem.say(lang))
        if not any(each.hello for each in found) and not given:
            click.echo(speak("link", lang)("none_found_all" if every else "none_found"))
    if failed:
        sys.exit(1)
