"""`tritempo deploy`: the firmware onto a clock, or onto a Pico with MicroPython."""

import json
import sys
from typing import Any

import click
from rich.console import Console

from tritempo_host.deploy import screen
from tritempo_host.deploy.board import DISPLAYS
from tritempo_host.deploy.build import Build, build
from tritempo_host.deploy.install import at_prompt
from tritempo_host.deploy.install import deploy as install
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.deploy.reach import hello_of, identity, wait_for_clock
from tritempo_host.link import find
from tritempo_host.link.problems import LinkProblem, Refused
from tritempo_host.problem import Problem, tell
from tritempo_host.words import LANGUAGES, language, speak

PLAYING = "playing"

seats_option = click.option(
    "--seats", type=click.Choice(["3", "4"]), help="How many seat buttons the clock has; else as before, or 3."
)
display_option = click.option(
    "--display", type=click.Choice(DISPLAYS), help="The clock's display; else as before, or ssd1306."
)


def chosen(seats: str | None, display: str | None) -> dict[str, Any]:
    """The clock's options that were given, as /board.json has them."""
    options = {"seats": seats and int(seats), "display": display}
    return {name: value for name, value in options.items() if value is not None}


@click.command()
@click.option(
    "--port", "given", metavar="PORT", multiple=True, help="Only this one: a device or PTY (can be repeated)."
)
@click.option("--all", "every", is_flag=True, help="All Picos that are plugged in, one after the other.")
@click.option("--check", is_flag=True, help="Say what is on it; change nothing.")
@seats_option
@display_option
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "as_json", is_flag=True, help="What came of it, as JSON.")
def deploy(
    given: tuple[str, ...],
    every: bool,
    check: bool,
    seats: str | None,
    display: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Put the firmware onto a clock, or onto a Pico that has MicroPython (1.24 to 1.28) and is to become one.

    Logs, key and settings stay. A clock on which a game is played refuses. Whenever it is interrupted (Ctrl-C, the
    cable, the power), the clock starts with its old firmware or the new one. Exit code 1 if anything was not done.
    """
    lang = language(lang)
    ports = list(dict.fromkeys(given)) or _plugged_in(every, lang)
    made = build()
    results = [_one(port, made, check, chosen(seats, display), bool(given), lang) for port in ports]
    if as_json:
        click.echo(json.dumps([result["json"] for result in results], ensure_ascii=False, indent=2))
    else:
        for result in results:
            for line in result["lines"]:
                click.echo(line)
            if result["json"]["problem"]:
                tell(result["json"]["problem"])
    if any(result["json"]["problem"] for result in results):
        sys.exit(1)


def _plugged_in(every: bool, lang: str) -> list[str]:
    """The Pico that is plugged in; with `every`, all. Raises Problem if there is none, or it is not clear which."""
    ports = find.boards()
    if not ports:
        raise Problem(speak("deploy", lang)("none_found"))
    if len(ports) > 1 and not every:
        raise Problem(speak("deploy", lang)("which", ports=", ".join(ports)))
    return ports


def _one(port: str, made: Build, check: bool, options: dict[str, Any], named: bool, lang: str) -> dict[str, Any]:
    """{"lines": what to say, "json": what came of it}."""
    try:
        return _check(port, made, lang) if check else put(port, made, options, named, lang)
    except Problem as problem:
        why = problem.say(lang) if isinstance(problem, LinkProblem | DeployProblem) else problem.message
        return {"lines": [], "json": {"port": port, "problem": why}}


def put(port: str, made: Build, options: dict[str, Any], named: bool, lang: str) -> dict[str, Any]:
    """Deploys to a port, with a bar. `named`: a person chose this board. Raises Problem."""
    with screen.Bar(Console(stderr=True), port, lang) as bar:
        outcome = install(port, made, bar, options, replace=named)
    return {"lines": screen.told(outcome, lang), "json": screen.outcome_as_json(outcome)}


def _check(port: str, made: Build, lang: str) -> dict[str, Any]:
    with screen.Bar(Console(stderr=True), port, lang) as bar:
        came_from = identity(port)
        try:
            with at_prompt(port, bar, virtual=False) as (_, board, hello):
                pass
        except Refused as problem:
            hello = hello_of(port) if problem.reason == PLAYING else None
            if hello is None:
                raise
            said = {"port": port, "problem": None, "playing": True, "ours": made.id}
            said |= {"version": hello.get("firmware"), "build": hello.get("build")}
            return {"lines": screen.playing(port, hello, made, lang), "json": said}
        if hello:
            wait_for_clock(port, came_from)  # it was at play before, and should be again
    return {
        "lines": screen.found(port, board, hello, made, lang),
        "json": screen.found_as_json(port, board, hello, made),
    }
