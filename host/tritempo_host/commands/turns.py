"""`tritempo turns`: every turn of every log in the store, for statistics."""

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tritempo_host.export.table import to_json
from tritempo_host.export.turns import Timed, turn_table
from tritempo_host.files import create
from tritempo_host.problem import Problem
from tritempo_host.spoken import reason
from tritempo_host.store import Store, examine, list_logs, open_store
from tritempo_host.summary import summarise
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to; - is standard output.")
@click.option("--device", metavar="CLOCK", help="Only logs of clocks with this in their id.")
@click.option("--round", "round_number", type=int, metavar="N", help="Only logs of this round.")
@click.option("--excel", is_flag=True, help="CSV as spreadsheets in Catalan and Romanian open it.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of CSV.")
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
def turns(
    output: str,
    device: str | None,
    round_number: int | None,
    excel: bool,
    as_json: bool,
    where: str | None,
    lang: str | None,
) -> None:
    """Write all turns of all logs in the store into a table, for statistics: CSV, one line a turn.

    Times are in milliseconds; docs/exports.md explains each column. Logs that cannot be read are left out. Nothing is
    written over.
    """
    lang = language(lang)
    say = speak("export", lang)
    with open_store(where, lang, create=False) as store:
        logs = _logs(store, device, round_number, say("turns_reading"))
    made = turn_table(logs)
    data = to_json(made.objects()).encode() if as_json else made.csv(excel)
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    shown = clean(output, 400)
    try:
        create(Path(output), data)
    except FileExistsError:
        raise Problem(say("there", file=shown)) from None
    except OSError as error:
        raise Problem(say("cannot_write", file=shown, why=reason(error))) from None
    click.echo(say("turns_written", file=shown, turns=len(made.rows), logs=len(logs)), err=True)


def _logs(store: Store, device: str | None, round_number: int | None, label: str) -> list[Timed]:
    """The logs with their summaries, in the order in which they came."""
    listed = list_logs(store, device, round_number)
    every = store.logs()
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(compact=True))
    made = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        for log in bar.track(listed, description=label):
            found = examine(store.record(log.stored, every))
            if found.header is not None and found.game is not None:
                made.append(Timed(log.name, summarise(found.header, found.lines, found.game)))
    return made
