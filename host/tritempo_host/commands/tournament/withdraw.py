"""`tritempo tournament withdraw ENTRANT`: who leaves the tournament, or comes back."""

import click

from tritempo_host.commands.tournament._desk import desk, with_why, writing, written_json
from tritempo_host.tournament import Draft


@click.command()
@click.argument("entrant", metavar="ENTRANT", type=click.IntRange(1))
@click.option("--from", "start", type=click.IntRange(1), metavar="N", help="From this round on; else from the next.")
@click.option("--back", is_flag=True, help="Comes back.")
@with_why("Why, for the history.")
@writing
def withdraw(
    entrant: int,
    start: int | None,
    back: bool,
    why: str | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Take an entrant out of the rounds to come, or, with --back, in again. Results that there are stay."""
    with desk(named, where, lang, who) as at:
        name = at.entrant(entrant)
        body = {"entrant": entrant} | ({"from": start} if start is not None else {})
        entries = at.write(Draft("back" if back else "withdraw", body, why)).entries
        if as_json:
            written_json(at.listed, entries)
            return
        click.echo(at.say("back_kept" if back else "withdraw_kept", name=name, round=entries[-1].body["from"]))
