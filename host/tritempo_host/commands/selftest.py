"""`tritempo selftest`: walks the builder of a clock through all of its parts, and keeps the result."""

import sys
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import click
from rich.console import Console

from tritempo_host.deploy import reach
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.link import find
from tritempo_host.problem import Problem, tell
from tritempo_host.selftest import run
from tritempo_host.selftest.bench import Bench
from tritempo_host.selftest.hands import hands_on
from tritempo_host.selftest.keep import default_folder, keep
from tritempo_host.selftest.record import Finding, Record, Status, remark
from tritempo_host.selftest.screen import Screen
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, language, speak

FAILED = 1
INTERRUPTED = 130


@click.command()
@click.option("--port", metavar="PORT", help="The clock; needed where more than one is plugged in.")
@click.option("--only", multiple=True, type=click.Choice(run.NAMES), help="Test this only (can be repeated).")
@click.option("--skip-questions", is_flag=True, help="Ask nobody: only what the clock can tell by itself.")
@click.option("--seconds", type=click.IntRange(1, 600), default=30, show_default=True, help="Measure time so long.")
@click.option("-o", "--output", metavar="FOLDER", help="Where the result is kept; else with the store.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
def selftest(
    port: str | None, only: tuple[str, ...], skip_questions: bool, seconds: int, output: str | None, lang: str | None
) -> None:
    """Test a finished clock, part by part: memory, buttons, lights, display, buzzer, clock module, time.

    It asks you to press and to look, and keeps the result as a page to print and a JSON file. Not during a game; the
    clock starts anew at the end. Exit code 1 if anything failed.
    """
    lang = language(lang)
    port = port or _only_clock(lang)
    console = Console(highlight=False)
    screen = Screen(lang, console, not skip_questions)
    came_from = reach.identity(port)
    record = Record(port, datetime.now().astimezone(), {}, only, not skip_questions)
    try:
        with ExitStack() as stack:
            with screen.waiting("opening", port=clean(port, 200)):
                hands, hello = stack.enter_context(hands_on(port))
            found = hands.do("board()")
            record.hello = {"device": found["id"], **hello, "machine": found["chip"]}
            record.hello["micropython"] = found["micropython"]
            screen.head(record)
            bench = Bench(hands, screen, hands.do("options()"))
            run.test(bench, record, only, seconds, screen.see)
        if not record.stopped:
            _restart(record, port, came_from, screen)
    except KeyboardInterrupt:
        if not record.findings:
            raise  # nothing has been measured: this is a stop like that of any other command
        record.stopped = "interrupted"
    record.ended = datetime.now().astimezone()
    kept = _keep(record, Path(output) if output else default_folder(), lang) if record.findings else []
    screen.foot(record, kept)
    if record.stopped == "interrupted":
        sys.exit(INTERRUPTED)
    if not record.passed:
        sys.exit(FAILED)


def _only_clock(lang: str) -> str:
    """The port of the one board that is plugged in. Raises Problem if it is not one."""
    say = speak("link", lang)
    found = find.boards()
    if not found:
        raise Problem(say("none_found"))
    if len(found) > 1:
        raise Problem(say("which_clock", ports=", ".join(found)))
    return found[0]


def _restart(record: Record, port: str, came_from: str | None, screen: Screen) -> None:
    """The clock starts anew after the test: it should answer again."""
    screen.tell("step_restart")
    try:
        reach.wait_for_clock(port, came_from)
        found = Finding("restart", "", Status.PASS, (remark("restart_good"),))
    except DeployProblem:
        found = Finding("restart", "", Status.FAIL, (remark("restart_silent"),))
    record.findings.append(found)
    screen.see(found)


def _keep(record: Record, folder: Path, lang: str) -> list[str]:
    try:
        return [clean(str(path), 400) for path in keep(record, folder, lang)]
    except OSError as error:
        tell(speak("selftest", lang)("not_kept", folder=clean(str(folder), 400), why=error.strerror or error))
        sys.exit(FAILED)
