"""The order of entrants, computed from the results whenever it is asked for and stored nowhere."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tritempo_host.rules.ruleset import Played, Sheet, Standing
from tritempo_host.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """A player's line in an event of teams. `rank`: by points, then scrabbles; shared where both are level.

    `points`: final scores with their bonuses; `final`: without.
    """

    rank: int
    player: int
    games: int
    points: Fraction
    final: int
    scrabbles: int
    firsts: int


def played(tournament: Tournament, after_round: int | None = None) -> list[Played]:
    """The games that count, up to a round, by round and table. A match of teams counts once all its tables are in; a
    bye counts from its draw on. Raises ValueError(code) for a sheet that the rule set refuses."""
    rules, settings = tournament.ruleset, tournament.rule_settings
    out = []
    for number, round_ in sorted(tournament.rounds.items()):
        if after_round is not None and number > after_round:
            break
        waiting = {game.match for game in round_.missing}
        for table, game in sorted(round_.games.items()):
            if game.sheet is not None and game.match not in waiting:
                score = rules.score(game.sheet, settings)
                out.append(Played(number, game.match, table, game.players, game.entrants, game.sheet, score))
        if "bye" in rules.ends:
            last = max((game.match for game in round_.games.values()), default=0)
            for n, entrant in enumerate(round_.bye, 1):
                sheet = Sheet((0,), "bye")
                out.append(Played(number, last + n, 0, (entrant,), (entrant,), sheet, rules.score(sheet, settings)))
    return out


def deductions(tournament: Tournament) -> dict[int, Fraction]:
    """Points that come off at the end, by entrant; only those who have any."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    for each in tournament.penalties:
        out[each.entrant] += each.points
    return {entrant: points for entrant, points in out.items() if points}


def standings(tournament: Tournament, after_round: int | None = None) -> list[Standing]:
    """The standings of entrants, best first: after all results, or as they were after a round."""
    games = played(tournament, after_round)
    return tournament.ruleset.standings(
        sorted(tournament.entrants), games, deductions(tournament), tournament.rule_settings
    )


def player_standings(tournament: Tournament, after_round: int | None = None) -> list[PlayerStanding]:
    """The players' own order in an event of teams: all who have played, best first."""
    rows: dict[int, list[Fraction | int]] = defaultdict(lambda: [0, Fraction(0), 0, 0, 0])
    for game in played(tournament, after_round):
        for seat, player in enumerate(game.players):
            row = rows[player]
            row[0] += 1
            row[1] += game.score.final[seat] + game.score.bonus[seat]
            row[2] += game.score.final[seat]
            row[3] += game.sheet.scrabbles[seat] if game.sheet.scrabbles else 0
            row[4] += game.score.places[seat] == 1
    order = sorted(rows, key=lambda player: (-rows[player][1], -rows[player][3], tournament.players[player].name))
    out: list[PlayerStanding] = []
    for n, player in enumerate(order, 1):
        games, points, final, scrabbles, firsts = rows[player]
        above = out[-1] if out else None
        level = above is not None and (above.points, above.scrabbles) == (points, scrabbles)
        rank = above.rank if above and level else n
        out.append(PlayerStanding(rank, player, int(games), Fraction(points), int(final), int(scrabbles), int(firsts)))
    return out
