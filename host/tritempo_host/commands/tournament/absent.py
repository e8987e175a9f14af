"""`tritempo tournament absent ENTRANT…`: who will not play in a round."""

import click

from tritempo_host.commands.tournament._desk import desk, writing, written_json
from tritempo_host.tournament import Draft


@click.command()
@click.argument("entrants", metavar="ENTRANT…", nargs=-1, required=True, type=click.IntRange(1))
@click.option("--round", "round_number", type=click.IntRange(1), metavar="N", help="The round; else the next one.")
@writing
def absent(
    entrants: tuple[int, ...],
    round_number: int | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Leave entrants out of the draw of one round; in the one after it they are there again."""
    with desk(named, where, lang, who) as at:
        number = round_number or at.tournament.next_round
        names = ", ".join(at.entrant(each) for each in entrants)
        entries = at.write(*(Draft("absent", {"entrant": each, "round": number}) for each in entrants)).entries
        if as_json:
            written_json(at.listed, entries)
            return
        click.echo(at.say("absent_kept", names=names, round=number))
        if number in at.tournament.rounds:
            click.echo(at.say("absent_drawn", round=number))
