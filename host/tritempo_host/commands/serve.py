"""`tritempo serve`: the organiser's desk, in a browser."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import writer
from tritempo_host.words import LANGUAGES, language, speak

PORT = 8300
LOCAL = ("127.0.0.1", "::1", "localhost")


@click.command()
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--lan", is_flag=True, help="Let others in the same network in, each with a code or a PIN.")
@click.option("--host", metavar="ADDRESS", help="Listen on this address of the computer only.")
@click.option(
    "--http-port", type=click.IntRange(0, 65535), default=PORT, metavar="N", help="The port of the pages; 0: any."
)
@click.option("--name", "names", metavar="NAME", multiple=True, help="A name under which others reach this computer.")
@click.option("--port", "clocks", metavar="PORT", multiple=True, help="Only this clock: a device, PTY or pyserial URL.")
@click.option("--demo", is_flag=True, help="Open it on a made-up day that is half played, with three virtual clocks.")
@click.option(
    "--copies",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Put a second copy here after each round: on a stick. It holds the clocks' keys.",
)
@click.option("--who", metavar="NAME", help="Who writes, for the history; else the computer's user.")
@click.option("--browser/--no-browser", default=True, help="Open the desk in the browser.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
def serve(
    where: str | None,
    lan: bool,
    host: str | None,
    http_port: int,
    names: tuple[str, ...],
    clocks: tuple[str, ...],
    demo: bool,
    copies: Path | None,
    who: str | None,
    browser: bool,
    lang: str | None,
) -> None:
    """Open the organiser's desk in a browser: teams, draws, clocks, results, standings, live.

    Only this computer can see it, unless you say --lan: then others enter with a link or a PIN that the desk makes for
    them. Ctrl-C ends it; what was confirmed is on the disk.
    """
    lang = language(lang)
    if demo and (where or clocks):
        raise click.UsageError(speak("serve", lang)("demo_alone"))
    with _half_day(lang) if demo else _given(where, clocks) as (store, ports):
        # these take half a second to load: not for `--help`
        from tritempo_host.desk.config import Config
        from tritempo_host.desk.server import serve as run

        host = host or ("0.0.0.0" if lan else LOCAL[0])
        config = Config(store, host, http_port, lang, ports, host not in LOCAL, names, writer(who), copies=copies)
        run(config, lambda links: _tell(links, config.open_to_all, _of_copies(copies, store, lang), lang), browser)


@contextmanager
def _given(where: str | None, clocks: tuple[str, ...]) -> Iterator[tuple[str | Path | None, tuple[str, ...]]]:
    yield where, clocks


@contextmanager
def _half_day(lang: str) -> Iterator[tuple[str | Path | None, tuple[str, ...]]]:
    """The store and the clocks of a new demo, which run as long as the desk is open."""
    from tritempo_host.virtual import check_supported

    check_supported()
    from tritempo_host.demo.half import HalfDay
    from tritempo_host.demo.run import fresh_folder

    say = speak("serve", lang)
    folder = fresh_folder(Path("tritempo-demo"), lang)
    click.echo(say("demo_making", folder=folder))
    with closing(HalfDay(folder, lang)) as day:
        day.prepare()
        yield day.store, day.ports


def _of_copies(copies: Path | None, store: str | Path | None, lang: str) -> list[str]:
    """What is said of the second copies: where they go, and what is amiss with that place now."""
    if copies is None:
        return []
    from tritempo_host.store import open_store
    from tritempo_host.store.backup import beside, is_there

    say = speak("serve", lang)
    told = [say("copies", folder=copies)]
    with suppress(OSError), open_store(store, lang) as opened:
        if copies.stat().st_dev == beside(opened).stat().st_dev:
            told.append(say("copies_beside"))
    return told if is_there(copies) else [*told, say("copies_away")]


def _tell(links: list[str], open_to_all: bool, of_copies: list[str], lang: str) -> None:
    say = speak("serve", lang)
    click.echo(say("open_at"))
    for link in links:
        click.echo(f"  {link}")
    click.echo(say("for_others" if open_to_all else "only_here"))
    for line in of_copies:
        click.echo(line)
    click.echo(say("how_to_end"))
