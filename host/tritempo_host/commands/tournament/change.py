"""`tritempo tournament change [ROUND]`: changes a drawn round by hand, as little as has to be, with a reason."""

from datetime import UTC, datetime

import click

from tritempo_host.commands.tournament._desk import Desk, Numbers, desk, show, with_why, with_yes, writing, written_json
from tritempo_host.commands.tournament._round import explained, round_table
from tritempo_host.problem import Problem
from tritempo_host.text import folded
from tritempo_host.tournament.changing import LOOKED_AT, Change, changed, drafts
from tritempo_host.tournament.changing_told import warnings
from tritempo_host.tournament.drawing_up import remarks
from tritempo_host.tournament.entry import changes
from tritempo_host.tournament.refused import Question
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.writing import written


@click.command()
@click.argument("number", metavar="[ROUND]", required=False, type=click.IntRange(1))
@click.option("--swap", type=Numbers(), metavar="N,N", help="These two entrants change places.")
@click.option(
    "--late",
    type=click.IntRange(1),
    metavar="N",
    help="This entrant has no table yet: with --table comes to it, else plays with who sits out.",
)
@click.option("--table", type=click.IntRange(1), metavar="N", help="With --late: the table.")
@click.option("--tables", type=Numbers(), metavar="N,N", help="What is played at these two tables changes places.")
@click.option("--dry-run", is_flag=True, help="Only show it; write nothing down.")
@with_why("Why it is changed; everybody can read it.")
@with_yes
@writing
def change(
    number: int | None,
    swap: tuple[int, ...] | None,
    late: int | None,
    table: int | None,
    tables: tuple[int, ...] | None,
    dry_run: bool,
    why: str | None,
    yes: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Change a drawn ROUND by hand, else the last, as little as has to be; while it has no result.

    Two entrants change places, also with who sits out or instead of who is not there; or who comes late gets a table.
    Teams change whole. Say --why: it is read on the page of the round.
    """
    with desk(named, where, lang, who) as at:
        number = at.round(number)
        asked = _asked(at, swap, late, table, tables)
        reason = why or (LOOKED_AT if dry_run else "")
        body = changed(at.tournament, number, asked, reason)
        new = drafts(at.tournament, body, reason)
        _, after = written(at.entries, new, at.who, datetime.now(UTC))
        before = at.tournament
        if not as_json:
            show(round_table(after, after.rounds[number], at.lang))
            out = [each for each in remarks(after, body) if each.code == "draw_bye"]
            for each in (*out, *warnings(before, body)):
                show(folded(said(each, at.lang)))
        if not dry_run:
            at.ask(said(Question("change_ask", {"round": number}), at.lang), yes)
        entries = () if dry_run else at.write(*new).entries
        if as_json:
            written_json(at.listed, entries, draw=body, remarks=[each.code for each in warnings(before, body)])
            return
        if dry_run:
            click.echo(at.say("drawn_dry"))
            return
        for line in explained({"explain": changes(body)[-1:]}, after, at.lang):
            show(folded(line))


def _asked(
    at: Desk,
    swap: tuple[int, ...] | None,
    late: int | None,
    table: int | None,
    tables: tuple[int, ...] | None,
) -> Change:
    """The one change that was asked for. Raises Problem for none, several, or not two numbers."""
    if sum(each is not None for each in (swap, late, tables)) != 1 or (table is not None and late is None):
        raise Problem(at.say("change_one"))
    if late is not None:
        return Change("join", late) if table is None else Change("into", late, table)
    two = swap or tables or ()
    if len(two) != 2:
        raise Problem(at.say("change_two"))
    return Change("swap" if swap else "tables", *two)
