"""`tritempo serve`: the organiser's desk, in a browser."""

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
    "--http-port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="The port of the pages; 0: any.",
)
@click.option("--name", "names", metavar="NAME", multiple=True, help="A name under which others reach this computer.")
@click.option("--port", "clocks", metavar="PORT", multiple=True, help="Only this clock: a device, PTY or pyserial URL.")
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
    who: str | None,
    browser: bool,
    lang: str | None,
) -> None:
    """Open the organiser's desk in a browser: teams, draws, clocks, results, standings, live.

    Only this computer can see it, unless you say --lan: then others enter with a link or a PIN that the desk makes for
    them. Ctrl-C ends it; what was confirmed is on the disk.
    """
    # these take half a second to load: not for `--help`
    from tritempo_host.desk.config import Config
    from tritempo_host.desk.server import serve as run

    lang = language(lang)
    say = speak("serve", lang)
    host = host or ("0.0.0.0" if lan else "127.0.0.1")
    config = Config(where, host, http_port, lang, clocks, host not in LOCAL, names, writer(who))

    def tell(links: list[str]) -> None:
        click.echo(say("open_at"))
        for link in links:
            click.echo(f"  {link}")
        click.echo(say("for_others" if config.open_to_all else "only_here"))
        click.echo(say("how_to_end"))

    run(config, tell, browser)
