"""Who plays at which board, in the words of a page."""

from collections.abc import Iterable
from dataclasses import dataclass

from tritempo_host.tournament import Player, Refused, Tournament
from tritempo_host.tournament.drawing import boards_by, lineup
from tritempo_host.tournament.spoken import said


@dataclass(frozen=True, slots=True)
class Lineup:
    """`boards`: (board, player) in the order of the boards; without boards if `problem` says why they are not filled.
    `why`: see `boards_by`."""

    boards: tuple[tuple[str, Player], ...]
    why: str
    problem: str = ""


def lineups(tournament: Tournament, lang: str, teams: Iterable[int] | None = None) -> dict[int, Lineup]:
    """By team."""
    return {each: _lineup(tournament, each, lang) for each in (tournament.teams if teams is None else teams)}


def _lineup(tournament: Tournament, team: int, lang: str) -> Lineup:
    why = boards_by(tournament, team)
    try:
        return Lineup(tuple(lineup(tournament, team).items()), why)
    except Refused as refused:
        players = tournament.team_players(team)
        return Lineup(tuple((each.board or "", each) for each in players), why, said(refused, lang))
