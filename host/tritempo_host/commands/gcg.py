"""`tritempo gcg annotate`: a clock's times as notes in a GCG file."""

import sys
from pathlib import Path

import click

from tritempo_host.export.annotate import annotate as put_in
from tritempo_host.export.annotate import without_notes
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.files import create, replace
from tritempo_host.problem import Problem, tell
from tritempo_host.report.source import Key, open_case
from tritempo_host.spoken import reason
from tritempo_host.text import clean
from tritempo_host.words import LANGUAGES, language, speak


@click.group()
def gcg() -> None:
    """GCG, the files in which games of two players are written down."""


@gcg.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--log", required=True, metavar="LOG", help="The game's log: of the store, or a file.")
@click.option("-o", "--output", required=True, metavar="FILE", help="Where to; - is standard output.")
@click.option("--store", "where", help="Where the store is: a file, or a database's URL.")
@click.option("--key", type=Key(), help="For a file: its clock's key, else the one that the store knows.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else that of the locale.")
def annotate(file: Path, log: str, output: str, where: str | None, key: bytes | None, lang: str | None) -> None:
    """Put the times of a LOG into a GCG file that exists: a note after each turn.

    File and log must be of one game, turn by turn; where they differ it says from where, and writes nothing. Only our
    own notes are ever changed, so the output may be the FILE itself; no other file is written over.
    """
    lang = language(lang)
    say = speak("export", lang)
    data = _read(file, lang)
    case = open_case(log, where, key, lang)
    try:
        made = put_in(data, case.summary)
    except CannotHoldError as error:
        raise Problem(f"{clean(str(file), 400)}: {error.spoken(lang)}") from None
    if case.level != "good":
        tell(say("gcg_verdict", verdict=case.verdict))
    for doubt in made.doubts:
        tell(doubt.spoken(lang))
    if output == "-":
        sys.stdout.buffer.write(made.data)
        return
    _write(Path(output), made.data, lang)
    click.echo(say("gcg_written", file=clean(output, 400), notes=made.notes), err=True)


def _read(file: Path, lang: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Problem(speak("export", lang)("gcg_unreadable", file=clean(str(file), 400), why=reason(error))) from None


def _write(file: Path, data: bytes, lang: str) -> None:
    """A new file, or one in the place of the same game without our notes, or with older ones. Raises Problem."""
    say, shown = speak("export", lang), clean(str(file), 400)
    try:
        if not file.exists():
            create(file, data)
        elif file.is_file() and without_notes(file.read_bytes()) == without_notes(data):
            replace(file, data)
        else:
            raise Problem(say("there", file=shown))
    except FileExistsError:
        raise Problem(say("there", file=shown)) from None
    except OSError as error:
        raise Problem(say("cannot_write", file=shown, why=reason(error))) from None
