"""`tritempo sync`: all new logs of all clocks into the store."""

import json
import sys
from functools import partial

import click
from rich.console import Console

from tritempo_host.link import Clock, find
from tritempo_host.problem import tell as tell_problem
from tritempo_host.store import open_store
from tritempo_host.sync import Sync
from tritempo_host.sync.screen import Bars, as_json, tell
from tritempo_host.words import LANGUAGES, language, speak

INTERRUPTED = 130  # what shells expect after a Ctrl-C


@click.command()
@click.option("--port", "given", metavar="PORT", multiple=True, help="Only this clock: a device, PTY or pyserial URL.")
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--accept-keys", is_flag=True, help="The keys of these clocks are right, even if they changed.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
@click.option("--json", "machine", is_flag=True, help="What came of it, as JSON.")
def sync(given: tuple[str, ...], where: str | None, accept_keys: bool, lang: str | None, machine: bool) -> None:
    """Fetch all new logs from the clocks that are plugged in (or --port, can be repeated), all at once.

    What had come when it was interrupted is kept, and the next run goes on from there. A clock may delete a log only
    after it is on disk here. Exit code 1 if a clock could not be read to the end, or none was found.
    """
    lang = language(lang)
    ports = find.different(given) or find.boards()
    if not ports:
        if machine:
            click.echo(json.dumps({"store": None, "unread": 0, "clocks": []}))
        tell_problem(speak("link", lang)("none_found"))
        sys.exit(1)
    with open_store(where, lang, late=True) as store:
        with Bars(Console(stderr=True), ports, lang) as bars:
            visits = Sync(store, bars, accept_keys).run({port: partial(Clock, port) for port in ports})
        if machine:
            click.echo(json.dumps(as_json(visits, store, lang), ensure_ascii=False, indent=2))
        else:
            console = Console(highlight=False)
            for part in tell(visits, store, lang):
                console.print(part, soft_wrap=isinstance(part, str))
    if any(visit.stopped for visit in visits):
        sys.exit(INTERRUPTED)
    if not all(visit.ok for visit in visits):
        sys.exit(1)
