"""`tritempo demo`: the whole way from a button to a report, in less than a minute."""

import shlex
import time
from pathlib import Path

import click

from tritempo_host.virtual import check_supported
from tritempo_host.virtual.options import program
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=Path("tritempo-demo"),
    show_default=True,
    help="Each run makes a new folder in it, demo-1, demo-2, …, and touches nothing else.",
)
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of all of it; else the system's.")
def demo(folder: Path, lang: str | None) -> None:
    """Play a MàTaM game on a virtual clock, pull its plug, fetch the log, audit it and write the report."""
    lang = language(lang)
    check_supported()
    from tritempo_host.demo.run import Demo, fresh_folder
    from tritempo_host.demo.screen import Screen

    start = time.monotonic()
    screen = Screen(speak("demo", lang))
    run = Demo(fresh_folder(folder, lang), lang, screen)
    try:
        run.play()
        run.fetch()
        report = run.show()
    finally:
        run.close()
    screen.end(report.resolve(), round(time.monotonic() - start), shlex.join([program(), "play"]))
