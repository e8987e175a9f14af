"""`tritempo export LOG -o FILE`: takes a log out of the store, byte for byte."""

import sys
from contextlib import suppress
from pathlib import Path

import click

from tritempo_host.problem import Problem, tell
from tritempo_host.spoken import reason
from tritempo_host.store import open_store
from tritempo_host.words import LANGUAGES, language, speak


@click.command()
@click.argument("log")
@click.option("-o", "--output", "output", metavar="FILE", required=True, help="Where to; - is standard output.")
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
def export(log: str, output: str, where: str | None, lang: str | None) -> None:
    """Write a LOG of the store into a FILE, as the clock gave it: for `tritempo verify`, or for somebody else.

    Nothing is written over.
    """
    lang = language(lang)
    say = speak("store", lang)
    with open_store(where, lang, create=False) as store:
        record = store.find_log(log)
    name, size = record.stored.name, len(record.data)
    if output == "-":
        sys.stdout.buffer.write(record.data)
    else:
        _write(Path(output), record.data, say)
        click.echo(say("export_written", file=output, name=name, size=size))
    if not record.stored.complete:
        tell(say("export_part", name=name, size=size, clock_size=record.stored.clock_size))


def _write(file: Path, data: bytes, say) -> None:
    """A new file, whole or not at all. Raises Problem."""
    try:
        with file.open("xb") as out:
            try:
                out.write(data)
                out.flush()
            except OSError:
                with suppress(OSError):
                    file.unlink()
                raise
    except FileExistsError:
        raise Problem(say("export_there", file=file)) from None
    except OSError as error:
        raise Problem(say("export_cannot_write", file=file, why=reason(error))) from None
