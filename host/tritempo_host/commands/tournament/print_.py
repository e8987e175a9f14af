"""`tritempo tournament print PAPER`: cards, sheets and posters for the hall, as PDF."""

import sys
from pathlib import Path

import click

from tritempo_host.commands.tournament._desk import Desk, desk, with_language, with_store, with_tournament
from tritempo_host.commands.tournament._files import create

PAPERS = ("cards", "trumps", "sheets", "pairings", "results", "standings", "checkin")
# Of which papers an option is.
OF = {
    "round": ("cards", "trumps", "sheets", "pairings", "results", "standings"),
    "tables": ("cards", "sheets"),
    "small": ("cards", "sheets"),
    "large": ("pairings", "results", "standings"),
    "by-name": ("pairings", "results"),
}


@click.command("print")
@click.argument("paper", metavar="|".join(PAPERS), type=click.Choice(PAPERS))
@click.option("-o", "--output", "output", metavar="FILE", required=True, help="Where to; - is standard output.")
@click.option("--round", "round_number", type=click.IntRange(1), metavar="N", help="The round; else the last drawn.")
@click.option("--table", "tables", type=click.IntRange(1), multiple=True, metavar="N", help="Only this table's.")
@click.option("--small", is_flag=True, help="With cards, sheets: half as large, twice as many on a page.")
@click.option("--large", is_flag=True, help="With pairings, results, standings: on A3.")
@click.option("--by-name", is_flag=True, help="With pairings, results: everybody in the order of the alphabet.")
@with_tournament
@with_store
@with_language
def print_(
    paper: str,
    output: str,
    round_number: int | None,
    tables: tuple[int, ...],
    small: bool,
    large: bool,
    by_name: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
) -> None:
    """Make a paper for the hall, as a PDF of A4, in the language of --lang:

    \b
    cards      a card for each table: its number, who plays, who starts
    trumps     the trumps that were dealt, a slip a player
    sheets     a score sheet for each game
    pairings   a poster of who plays where
    results    a poster of what came out, for all to check
    standings  a poster of the standings
    checkin    the list of all who should be there

    Nothing is written over.
    """
    with desk(named, where, lang) as at:
        given = {"round": round_number, "tables": tables, "small": small, "large": large, "by-name": by_name}
        for key, papers in OF.items():
            if given[key] and paper not in papers:
                option = f"--{'table' if key == 'tables' else key}"
                raise click.UsageError(at.say("option_of", option=option, forms=", ".join(papers)))
        data = _paper(at, paper, round_number, tables or None, small, large, by_name)
        if output == "-":
            sys.stdout.buffer.write(data)
            return
        create(Path(output), data, at.lang)
        click.echo(at.say("exported", file=output))


def _paper(
    at: Desk, paper: str, number: int | None, tables: tuple[int, ...] | None, small: bool, large: bool, by_name: bool
) -> bytes:
    # They need typst, which commands that print nothing should not have to load.
    from tritempo_host.export import prints

    tournament, lang = at.tournament, at.lang
    if paper == "checkin":
        return prints.checkin_list(tournament, lang)
    poster = "a3" if large else "a4"
    if paper == "standings":
        return prints.standings_poster(tournament, lang, None if number is None else at.round(number), poster)
    number = at.round(number)
    if paper == "cards":
        return prints.table_cards(tournament, number, lang, tables, "a6" if small else "a5")
    if paper == "sheets":
        return prints.score_sheets(tournament, number, lang, tables, "a5" if small else "a4")
    if paper == "trumps":
        return prints.trump_slips(tournament, number, lang)
    if paper == "results":
        return prints.results_poster(tournament, number, lang, "name" if by_name else "table", poster)
    return prints.pairings(tournament, number, lang, "name" if by_name else "table", poster)
