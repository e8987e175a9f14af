"""`tritempo demo`: a morning of MàTaM, from the list of the teams to the web site, in about a minute."""

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
    """Hold a morning of MàTaM: nine teams, draws, a match on three virtual clocks, results, standings, web site.

    The plug of one clock is pulled, its log is fetched and audited. Nothing of it leaves this computer.
    """
    lang = language(lang)
    check_supported()
    from tritempo_host.demo.run import Demo, fresh_folder
    from tritempo_host.demo.screen import Screen

    start = time.monotonic()
    screen = Screen(speak("demo", lang))
    run = Demo(fresh_folder(folder, lang), lang, screen)
    try:
        site = run.run()
    finally:
        run.close()
    play, desk = (shlex.join([program(), *words]) for words in (("play",), ("serve", "--store", str(run.store))))
    screen.end(site.resolve(), run.folder.resolve(), round(time.monotonic() - start), play, desk)
