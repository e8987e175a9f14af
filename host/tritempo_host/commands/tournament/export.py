"""`tritempo tournament export FORM`: a tournament for other programs, for spreadsheets, and as a web site."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import Desk, desk, with_language, with_store, with_tournament
from tritempo_host.commands.tournament._files import create, create_all
from tritempo_host.export.pairs import to_tou, to_tsh
from tritempo_host.export.site import write_site
from tritempo_host.export.table import to_json
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.export.turns import Timed, turn_table
from tritempo_host.export.whole import Whole, csv_files, whole_json
from tritempo_host.problem import Problem
from tritempo_host.store.played import matching_of, timed_games
from tritempo_host.summary import Summary
from tritempo_host.tournament.matching import Place

FORMS = ("csv", "json", "turns", "tsh", "tou", "site")
# Of which forms an option is.
OF = {"excel": ("csv", "turns"), "ascii_": ("tsh", "tou"), "encoding": ("tsh",)}


@click.command()
@click.argument("form", metavar="|".join(FORMS), type=click.Choice(FORMS))
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    required=True,
    help="Where to: a file, or for csv and site a folder; - is standard output.",
)
@click.option("--excel", is_flag=True, help="With csv, turns: as Excel in Catalan and Romanian reads it.")
@click.option("--ascii", "ascii_", is_flag=True, help="With tsh, tou: letters without accents.")
@click.option("--encoding", type=click.Choice(["latin-1", "utf-8"]), help="With tsh: how letters are written.")
@with_tournament
@with_store
@with_language
def export(
    form: str,
    output: str,
    excel: bool,
    ascii_: bool,
    encoding: str | None,
    named: str | None,
    where: str | None,
    lang: str | None,
) -> None:
    """Write the tournament out, as one of:

    \b
    csv    all tables, one file each, into a folder
    json   all of it, in one file that can be read again
    turns  each turn of each game that a clock has timed, for statistics
    tsh    two-player events for tsh
    tou    two-player events for the ratings
    site   a web site of plain files, in Catalan, Romanian and English

    Nothing is written over, but for a site that is brought up to date.
    """
    with desk(named, where, lang) as at:
        given = {"excel": excel, "ascii_": ascii_, "encoding": encoding}
        for key, forms in OF.items():
            if given[key] and form not in forms:
                raise click.UsageError(at.say("option_of", option=f"--{key.rstrip('_')}", forms=", ".join(forms)))
        if output == "-" and form in ("csv", "site"):
            raise click.UsageError(at.say("output_folder", form=form))
        try:
            _export(at, form, output, excel, ascii_, encoding or "latin-1")
        except CannotHoldError as error:
            raise Problem(error.spoken(at.lang)) from error


def _export(at: Desk, form: str, output: str, excel: bool, ascii_: bool, encoding: str) -> None:
    if form == "site":
        folder = Path(output)
        written = write_site(at.tournament, folder, _summaries(at), at.lang, at.listed.slug)
        click.echo(at.say("site_written" if written else "site_same", folder=folder, count=len(written)))
        click.echo(at.say("site_begin", file=folder / "index.html"))
    elif form == "csv":
        _folder(at, Path(output), csv_files(_whole(at), excel))
    elif form == "json":
        _file(at, output, whole_json(_whole(at)).encode())
    elif form == "turns":
        logs = [Timed(log, summary, place) for place, (log, summary) in _logs(at).items()]
        made = turn_table(logs, at.tournament)
        _file(at, output, to_json(made.objects()).encode() if output.endswith(".json") else made.csv(excel))
    elif form == "tsh":
        _file(at, output, to_tsh(at.tournament, ascii_, encoding))
    else:
        _file(at, output, to_tou(at.tournament, ascii_))


def _whole(at: Desk) -> Whole:
    return Whole(at.tournament, at.entries, matching_of(at.store, at.entries, at.tournament))


def _logs(at: Desk) -> dict[Place, tuple[str, Summary]]:
    return timed_games(at.store, matching_of(at.store, at.entries, at.tournament))


def _summaries(at: Desk) -> dict[Place, Summary]:
    return {place: summary for place, (_, summary) in _logs(at).items()}


def _file(at: Desk, output: str, data: bytes) -> None:
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    create(Path(output), data, at.lang)
    click.echo(at.say("exported", file=output))


def _folder(at: Desk, folder: Path, files: Mapping[str, bytes]) -> None:
    create_all(folder, files, at.lang)
    click.echo(at.say("exported_folder", folder=folder, count=len(files)))
