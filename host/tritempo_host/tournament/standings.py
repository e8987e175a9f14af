"""The order of entrants, computed from the results whenever it is asked for and stored nowhere."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tritempo_host.rules.romania_sanctions import deduction
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


# What can be given to an entrant or a player: warnings and a penalty, which count as RO says, and points by number.
PENALTIES = ("technical", "disciplinary", "penalty", "points")


def deductions(tournament: Tournament) -> dict[int, Fraction]:
    """Points that come off after the last game, by entrant; only those who have any.

    Warnings and penalties (technical, disciplinary, penalty) count as RO says, what has `points` of its own: these.
    """
    out: dict[int, Fraction] = defaultdict(Fraction)
    counted: dict[int, Counter[str]] = defaultdict(Counter)
    for each in tournament.penalties:
        if each.points:
            out[each.entrant] += each.points
        else:
            counted[each.entrant][each.kind] += 1
    first_free = tournament.settings.get("first_free", "any")
    for entrant, kinds in counted.items():
        out[entrant] += deduction(kinds["technical"], kinds["disciplinary"], kinds["penalty"], first_free=first_free)
    return {entrant: points for entrant, points in out.items() if points}


def standings(tournament: Tournament, after_round: int | None = None, final: bool | None = None) -> list[Standing]:
    """The standings of entrants, best first: after all results, or as they were after a round.

    `final`: whether deductions come off; if not said, once all rounds are closed (RO: after the last game).
    """
    if final is None:
        final = tournament.finished and after_round in (None, max(tournament.rounds))
    games = played(tournament, after_round)
    off = deductions(tournament) if final else {}
    return tournament.ruleset.standings(entrants(tournament, games), games, off, tournament.rule_settings)


def entrants(tournament: Tournament, games: Sequence[Played]) -> list[int]:
    """Who stands in the standings: all, but those who left before they had played."""
    have = {entrant for game in games for entrant in game.entrants}
    last = max(tournament.rounds, default=1)
    return [each for each in sorted(tournament.entrants) if each in have or not tournament.is_gone(each, last)]


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
