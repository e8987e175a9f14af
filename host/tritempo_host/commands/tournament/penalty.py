"""`tritempo tournament penalty ENTRANT`: a warning, or points off."""

from fractions import Fraction
from typing import Any

import click

from tritempo_host.commands.tournament._desk import Points, desk, with_why, writing, written_json
from tritempo_host.problem import Problem
from tritempo_host.tournament import Draft
from tritempo_host.tournament.standings import PENALTIES


@click.command()
@click.argument("entrant", metavar="ENTRANT", type=click.IntRange(1))
@click.option(
    "--kind",
    type=click.Choice(PENALTIES),
    required=True,
    help="A warning, a penalty of the rules' own worth, or --points.",
)
@click.option("--points", type=Points(), help="How many points come off.")
@click.option("--player", is_flag=True, help="ENTRANT is the number of a player in a team.")
@click.option("--round", "round_number", type=click.IntRange(1), metavar="N", help="In which round.")
@with_why("What for; it is needed.")
@writing
def penalty(
    entrant: int,
    kind: str,
    points: Fraction | None,
    player: bool,
    round_number: int | None,
    why: str | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Give the entrant of this number a warning, or take points off. They come off after the last round."""
    with desk(named, where, lang, who) as at:
        if why is None:
            raise Problem(at.say("why_penalty"))
        if (points is None) == (kind == "points"):
            raise click.UsageError(at.say("penalty_points"))
        if player:
            if entrant not in at.tournament.players:
                raise Problem(at.say("unknown_entrant", entrant=entrant, command="tritempo tournament show --entrants"))
            name = at.tournament.players[entrant].name
        else:
            name = at.entrant(entrant)
        if round_number is not None:
            at.round(round_number)
        body: dict[str, Any] = {"player" if player else "entrant": entrant, "kind": kind}
        if points is not None:
            body["points"] = str(points)
        if round_number is not None:
            body["round"] = round_number
        entries = at.write(Draft("penalty", body, why)).entries
        if as_json:
            written_json(at.listed, entries)
            return
        click.echo(at.say("penalty_kept", name=name, kind=at.say(f"kind_{kind}"), entry=entries[-1].number))
