"""`tritempo tournament import FILE`: teams and players from a spreadsheet's CSV file."""

from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import desk, writing, written_json
from tritempo_host.commands.tournament._files import contents, wrong_lines
from tritempo_host.tournament.importing import read_people
from tritempo_host.tournament.spreadsheet import WrongLines

KINDS = ("team", "player")


@click.command("import")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@writing
def import_(
    file: Path,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Take teams and players from a FILE: CSV, as a spreadsheet writes it (- is standard input).

    A line is a player: name, and as far as there is one team, club, rating, licence, board. Or a line is a team, with a
    column for each board. All of the file is taken, or, if a line is wrong, nothing: then every such line is named.
    """
    with desk(named, where, lang, who) as at:
        try:
            found = read_people(contents(file, at.lang), at.tournament)
        except WrongLines as wrong:
            raise wrong_lines(file, wrong, at.lang) from wrong
        entries = at.write(*found.drafts).entries
        teams, players = (sum(each.kind == kind and bool(each.body.get("add")) for each in entries) for kind in KINDS)
        ignored = [*found.left_out, *found.ignored]
        if as_json:
            written_json(at.listed, entries, teams=teams, players=players, ignored=ignored)
            return
        key = "imported_teams" if at.tournament.by_teams else "imported_players"
        click.echo(at.say(key, teams=teams, players=players, file=file))
        if ignored:
            click.echo(at.say("ignored", headings=", ".join(ignored)))
