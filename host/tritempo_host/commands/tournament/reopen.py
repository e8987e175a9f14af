"""`tritempo tournament reopen ROUND`: opens a closed round again."""

import click

from tritempo_host.commands.tournament._desk import desk, with_why, writing, written_json
from tritempo_host.problem import Problem
from tritempo_host.tournament import Draft


@click.command()
@click.argument("number", metavar="ROUND", type=click.IntRange(1))
@with_why("Why it is opened again.")
@writing
def reopen(
    number: int,
    why: str | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Open a closed ROUND again, for a correction. Say --why."""
    with desk(named, where, lang, who) as at:
        at.round(number)
        if why is None:
            raise Problem(at.say("why_reopen", round=number))
        entries = at.write(Draft("reopen", {"round": number}, why)).entries
        if as_json:
            written_json(at.listed, entries)
            return
        click.echo(at.say("reopened", round=number))
