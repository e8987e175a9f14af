"""`tritempo tournament add NAME`: one team or player more, or a change to one."""

from fractions import Fraction
from typing import Any

import click

from tritempo_host.commands.tournament._desk import Desk, Points, desk, writing, written_json
from tritempo_host.problem import Problem
from tritempo_host.rules.exact import fraction
from tritempo_host.text import clean
from tritempo_host.tournament import Draft


@click.command()
@click.argument("name", required=False)
@click.option(
    "--player", "players", multiple=True, metavar="NAME[=RATING]", help="A player of the new team; give each."
)
@click.option("--to-team", "team", type=click.IntRange(1), metavar="N", help="NAME is a player of this team.")
@click.option("--change", type=click.IntRange(1), metavar="N", help="Change this entrant instead of adding one.")
@click.option("--change-player", type=click.IntRange(1), metavar="N", help="Change this player of a team.")
@click.option("--club", metavar="NAME", help="The club.")
@click.option("--rating", type=Points(), metavar="N", help="The rating.")
@click.option("--licence", metavar="TEXT", help="The licence, or another number of the player's.")
@click.option("--board", metavar="B|G|P", help="The place in the team, if the team has chosen it.")
@click.option(
    "--from", "start", type=click.IntRange(1), metavar="N", help="Plays from this round on; else from the next."
)
@writing
def add(
    name: str | None,
    players: tuple[str, ...],
    team: int | None,
    change: int | None,
    change_player: int | None,
    club: str | None,
    rating: Fraction | None,
    licence: str | None,
    board: str | None,
    start: int | None,
    named: str | None,
    where: str | None,
    lang: str | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Add an entrant called NAME: a team with its players, or a player, as the rules have it; or change one.

    Late entries play from the next round that is drawn.
    """
    with desk(named, where, lang, who) as at:
        body: dict[str, Any] = {
            "name": name,
            "club": club,
            "rating": None if rating is None else str(rating),
            "licence": licence,
            "board": board.upper() if board else None,
            "from": start,
        }
        body = {key: value for key, value in body.items() if value is not None}
        if not body or (name is None and change is None and change_player is None):
            raise click.UsageError(at.say("add_what"))
        if change_player is not None or change is not None:
            drafts = [_changed(at, body, change, change_player)]
        elif at.tournament.by_teams and team is None:
            drafts = _team(at, body, players)
        else:
            if players:
                raise click.UsageError(at.say("add_players"))
            drafts = [Draft("player", body | ({"team": team} if team is not None else {}))]
        entries = at.write(*drafts).entries
        if as_json:
            written_json(at.listed, entries)
            return
        for each in entries:
            number = each.body[each.kind]
            known = at.tournament.teams if each.kind == "team" else at.tournament.players
            click.echo(at.say("added" if each.body.get("add") else "changed", number=number, name=known[number].name))


def _changed(at: Desk, body: dict[str, Any], entrant: int | None, player: int | None) -> Draft:
    kind = "player" if player is not None or not at.tournament.by_teams else "team"
    number = player if player is not None else entrant
    there = at.tournament.teams if kind == "team" else at.tournament.players
    if number not in there:
        raise Problem(at.say("unknown_entrant", entrant=number, command="tritempo tournament show --entrants"))
    return Draft(kind, body | {kind: number})


def _team(at: Desk, body: dict[str, Any], players: tuple[str, ...]) -> list[Draft]:
    """The team, and its players, who get its number: the next that was never given."""
    number = at.tournament.teams_ever + 1
    drafts = [Draft("team", {key: body[key] for key in ("name", "club", "from") if key in body})]
    for each in players:
        name, equals, rating = each.rpartition("=")
        person: dict[str, Any] = {"name": name if equals else each, "team": number}
        if equals:
            try:
                person["rating"] = str(fraction(rating))
            except ValueError:
                raise Problem(at.say("not_points", value=clean(rating))) from None
        drafts.append(Draft("player", person))
    return drafts
