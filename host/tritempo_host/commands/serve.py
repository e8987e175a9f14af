"""`tritempo serve`: the organiser's desk, in a browser."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
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
        config = Config(store, host, http_port, lang, ports, host not in LOCAL, names, writer(who))
        run(config, lambda links: _tell(links, config.open_to_all, lang), browser)


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


def _tell(links: list[str], open_to_all: bool, lang: str) -> None:
    say = speak("serve", lang)
    click.echo(say("open_at"))
    for link in links:
        click.echo(f"  {link}")
    click.echo(say("for_others" if open_to_all else "only_here"))
    click.echo(say("how_to_end"))
