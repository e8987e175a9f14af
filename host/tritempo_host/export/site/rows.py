"""The rows of a team's and of a player's page, their way through the rounds; and of a round by name."""

from collections.abc import Sequence
from typing import NamedTuple

from tritempo_host.export.site.facts import Number
from tritempo_host.export.site.voice import Voice
from tritempo_host.rules.ruleset import Standing
from tritempo_host.tournament.state import Game, Round


class TeamRound(NamedTuple):
    """`line`: what the match brought; `rank`: in the standings after the round; `why`: there was no match."""

    round: int
    opponents: list[int]
    line: Standing | None
    rank: int | None
    why: str


class PlayerGame(NamedTuple):
    """`opponents`: with their final scores. What is not known, or does not apply, is None."""

    round: int
    table: int | None = None
    opponents: Sequence[tuple[int, int | None]] = ()
    order: int | None = None
    final: int | None = None
    place: int | None = None
    bonus: int | None = None
    points: Number | None = None
    scrabbles: int | None = None
    why: str = ""
    note: str = ""


class Seated(NamedTuple):
    """Where a player sits in a round; `why`: in what words, if nowhere."""

    player: int
    game: Game | None
    why: str = ""


def seats_of(v: Voice, round_: Round) -> list[Seated]:
    """Who plays where, and who does not, in the order of the alphabet."""
    found = {number: Seated(number, game) for game in round_.games.values() for number in game.players}
    out = {each: v.bye(round_.number, each) for each in round_.bye}
    out |= {each: v.say("absent") for each in v.absent(round_.number)}
    for entrant, why in out.items():
        people = [each.number for each in v.f.t.team_players(entrant)] if v.f.t.by_teams else [entrant]
        found |= {number: Seated(number, None, why) for number in people if number not in found}
    return [found[number] for number in v.listed(found, players=True)]


def rounds_of(v: Voice, team: int) -> list[TeamRound]:
    """A team's way through the rounds."""
    ranks = dict(v.f.ranks(team))
    rows = []
    for round_ in v.f.rounds:
        match = next((match for match in round_.matches if team in match), ())
        why = _why_not(v, round_, team)
        if match or why:
            others = [each for each in match if each != team]
            line = v.f.brought.get((round_.number, team))
            rows.append(TeamRound(round_.number, others, line, ranks.get(round_.number), why))
    return rows


def games_of(v: Voice, player: int) -> list[PlayerGame]:
    """A player's games, and the rounds without one that have a reason."""
    rows = []
    entrant = v.f.t.entrant_of(player)
    mine = {game.round: game for game in v.f.games_of(player)}
    for round_ in v.f.rounds:
        game = mine.get(round_.number)
        if game is not None:
            rows.append(_game_of(v, player, game))
        elif why := _why_not(v, round_, entrant):
            line = None if v.f.t.by_teams else v.f.brought.get((round_.number, entrant))
            value = line.values[v.f.rules.columns[0]] if line else None
            rows.append(PlayerGame(round_.number, why=why, points=None if isinstance(value, tuple) else value))
    return rows


def _game_of(v: Voice, player: int, game: Game) -> PlayerGame:
    seat, score = game.players.index(player), v.f.score(game)
    others = [
        (other, score.final[place] if score else None) for place, other in enumerate(game.players) if other != player
    ]
    if score is None or game.sheet is None:
        return PlayerGame(game.round, game.table, others, seat + 1)
    return PlayerGame(
        game.round,
        game.table,
        others,
        seat + 1,
        score.final[seat],
        score.places[seat],
        score.bonus[seat],
        score.points[seat],
        game.sheet.scrabbles[seat] if game.sheet.scrabbles else None,
        note=v.reckoning(game, seat),
    )


def _why_not(v: Voice, round_: Round, entrant: int) -> str:
    """Why an entrant has no game in a round, if there is a reason."""
    if entrant in round_.bye:
        return v.say("bye")
    if (entrant, round_.number) in v.f.t.absences:
        return v.say("absent")
    return ""
