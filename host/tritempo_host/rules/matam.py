"""MàTaM: three players at a table, teams of three, and trèvols for a match (MG, MM)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tritempo_host.rules.positions import positions, ranked, shared
from tritempo_host.rules.racks import after_racks, check, places
from tritempo_host.rules.ruleset import GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing

PLAYERS = 3
BONUS = (33, 21, 9)  # MM, Enfrontaments: added to the final score of the first, second and third
TREVOLS = (5, 3, 1)  # MM, Enfrontaments: for the first, second and third team of a match
BOARDS = ("B", "G", "P")
ENDS = ("out", "passes", "zeros", "blocked", "limit", "interrupted")
UNCOUNTED = ("limit", "interrupted")  # MG 31: the game is not closed, so no rack counts
COLUMNS = ("trevols", "points", "scrabbles")


def bonus(ranks: Sequence[int]) -> tuple[int, ...]:
    """What the places of a game add: 33, 21, 9; those who tie share (27 27 9, 33 15 15, 21 21 21). The sum is 63."""
    return tuple(int(each) for each in shared(BONUS, ranks))


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game at one table. Raises ValueError(code) for a sheet that cannot be (`rules.racks.check`)."""
    check(sheet, (PLAYERS, PLAYERS), ENDS)
    final = after_racks(sheet, UNCOUNTED)
    ranks = places(final, sheet.absent)
    return GameScore(final, ranks, bonus(ranks), (Fraction(0),) * PLAYERS)


@dataclass(frozen=True, slots=True)
class Match:
    """A match of three teams, one item a team. `raw`: final scores; `totals`: with the bonuses, which decide."""

    raw: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    trevols: tuple[int, ...]


def match(games: Sequence[GameScore]) -> Match:
    """The result of the games of a match, whose items are the teams, in the same order in each (MM, Enfrontaments)."""
    raw = tuple(sum(scores) for scores in zip(*(game.final for game in games), strict=True))
    totals = tuple(
        sum(scores) for scores in zip(*(map(sum, zip(g.final, g.bonus, strict=True)) for g in games), strict=True)
    )
    ranks = positions(totals)
    return Match(raw, totals, ranks, tuple(int(each) for each in shared(TREVOLS, ranks)))


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """By trèvols, then points, then scrabbles (MM, Sistema de competició); who is equal in all shares the rank.

    Trèvols come from matches whose three games are all in. `points_with` (default bonus): whether the points that part
    are those with the 33/21/9 or those of the games alone.
    """
    with_bonus = MATAM.chosen(settings)["points_with"] == "bonus"
    lines = {each: {"trevols": Fraction(0), "points": 0, "scrabbles": 0, "played": 0} for each in entrants}
    matches: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for game in played:
        matches[game.round, game.match].append(game)
        for seat, team in enumerate(game.entrants):
            line = lines[team]
            line["points"] += game.score.final[seat] + (game.score.bonus[seat] if with_bonus else 0)
            line["scrabbles"] += game.sheet.scrabbles[seat] if game.sheet.scrabbles else 0
    for games in matches.values():
        teams = sorted(games[0].entrants)
        if len(games) == len(BOARDS):
            for team, won in zip(teams, match([_by_team(game, teams) for game in games]).trevols, strict=True):
                lines[team]["trevols"] += won
                lines[team]["played"] += 1
    for team, points in deductions.items():
        lines[team]["trevols"] -= points
    return ranked(lines, COLUMNS)


def _by_team(game: Played, teams: Sequence[int]) -> GameScore:
    """The game's score with its items in the order of the teams."""
    seats = [game.entrants.index(team) for team in teams]
    of = game.score
    return GameScore(
        tuple(of.final[s] for s in seats), tuple(of.places[s] for s in seats), tuple(of.bonus[s] for s in seats), ()
    )


MATAM = RuleSet(
    id="matam",
    name={"ca": "MàTaM", "ro": "MàTaM", "en": "MàTaM"},
    source="MG, MM",
    version="3",
    sizes=(PLAYERS, PLAYERS),
    boards=BOARDS,
    control="matam",
    ends=ENDS,
    columns=COLUMNS,
    facts=("played",),
    draws=("molinenc",),
    score=score,
    standings=standings,
    settings=(
        Setting("points_with", ("bonus", "game"), "MM §Sistema de competició"),
        Setting("rating_order", ("descending", "ascending"), "MM §Enfrontaments"),
        Setting("limit_in_gap", ("hand_over", "new_hand"), "MG 31"),
        Setting("lost_turn", ("zero", "pass"), "MG 24.2, 30"),
    ),
)
