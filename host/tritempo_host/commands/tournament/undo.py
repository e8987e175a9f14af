"""`tritempo tournament undo [ENTRY]`: takes back what was written down, after showing it."""

import click

from tritempo_host.commands.tournament._desk import Desk, desk, with_why, with_yes, writing, written_json
from tritempo_host.problem import Problem
from tritempo_host.tournament import Draft, Entry
from tritempo_host.tournament.entry import last_that_counts
from tritempo_host.tournament.history import told


@click.command()
@click.argument("number", metavar="[ENTRY]", required=False, type=click.IntRange(1))
@with_why("Why, for the history.")
@with_yes
@writing
def undo(
    number: int | None,
    why: str | None,
    yes: bool,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Take back an ENTRY, else the last; `tritempo tournament show --entries` has their numbers.

    It shows what it will take back, and asks. Undo of an undo brings it back. What others build on is refused.
    """
    with desk(named, where, lang, who) as at:
        entry = _entry(at, number)
        when = f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}"
        what = told(entry, at.tournament, at.lang)
        at.ask(at.say("undo_ask", entry=entry.number, what=what, who=entry.who, at=when), yes)
        entries = at.write(Draft("undo", {"entry": entry.number}, why)).entries
        if as_json:
            written_json(at.listed, entries)
            return
        click.echo(at.say("undo_done", entry=entry.number, what=what))


def _entry(at: Desk, number: int | None) -> Entry:
    """The entry of this number; else the last that counts and that is not an undo itself."""
    if number is not None:
        if number > len(at.entries):
            raise Problem(at.say("unknown_entry", entry=number, last=len(at.entries)))
        return at.entries[number - 1]
    last = last_that_counts(at.entries)
    if last is None:
        raise Problem(at.say("nothing_to_undo"))
    return last
