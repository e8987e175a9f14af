"""MàTaM: three players at a table, teams of three, and trèvols for a match (MG, MM)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tritempo_host.rules.positions import positions, ranked, shared
from tritempo_host.rules.racks import after_racks, check, places
from tritempo_host.rules.ruleset import Asked, GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing

PLAYERS = 3
BONUS = (33, 21, 9)  # MM, Enfrontaments: added to the final score of the first, second and third
TREVOLS = (5, 3, 1)  # MM, Enfrontaments: for the first, second and third team of a match
BOARDS = ("B", "G", "P")
ENDS = ("out", "passes", "zeros", "blocked", "limit", "interrupted")
UNCOUNTED = ("limit", "interrupted")  # MG 31: the game is not closed, so no rack counts
COLUMNS = ("trevols", "points", "scrabbles")


EACH = ("scrabbles", "adjust", "absent")  # that a sheet may have, however the game ended
ASKED = {
    "out": Asked(may=("racks", "by", *EACH)),
    **dict.fromkeys(("passes", "zeros", "blocked"), Asked(may=("racks", *EACH))),
    **dict.fromkeys(UNCOUNTED, Asked(may=EACH)),
}


def bonus(ranks: Sequence[int]) -> tuple[int, ...]:
    """What the places of a game add: 33, 21, 9; those who tie share (27 27 9, 33 15 15, 21 21 21). The sum is 63."""
    return tuple(int(each) for each in shared(BONUS, ranks))


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game at one table. Raises ValueError(code) for a sheet that cannot be (`rules.racks.check`)."""
    check(sheet, (PLAYERS, PLAYERS), ENDS)
    final = after_racks(sheet, UNCOUNTED)
    ranks = places(final, sheet.absent)
    return GameScore(final, ranks, bonus(ranks), (Fraction(0),) * PLAYERS)


def trevols(ranks: Sequence[int]) -> tuple[int, ...]:
    """What the places of a match win: 5, 3, 1; those who tie share (4 4 1, 5 2 2, 3 3 3). The sum is 9."""
    return tuple(int(each) for each in shared(TREVOLS, ranks))


def match(games: Sequence[Played], settings: Settings) -> dict[int, dict[str, int | Fraction]]:
    """A match by team: `game` points, `total` with the bonuses, which decides (MM, Enfrontaments), `place`, `trevols`.

    Trèvols are won when all three games are in; before that they are 0 and the place is for now.
    """
    lines: dict[int, dict[str, int | Fraction]] = {
        team: {"game": 0, "total": 0} for game in games for team in game.entrants
    }
    for game in games:
        for team, final, more in zip(game.entrants, game.score.final, game.score.bonus, strict=True):
            lines[team]["game"] += final
            lines[team]["total"] += final + more
    ranks = positions([line["total"] for line in lines.values()])
    complete = len(games) == len(BOARDS) and len(lines) == PLAYERS
    for line, place, won in zip(lines.values(), ranks, trevols(ranks) if complete else ranks, strict=True):
        line |= {"place": place, "trevols": won if complete else 0}
    return lines


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """By trèvols, then points, then scrabbles (MM, Sistema de competició); who is equal in all shares the rank.

    Trèvols come from matches whose three games are all in. `points_with` (default bonus): whether the points that part
    are those with the 33/21/9 or those of the games alone.
    """
    points = "total" if MATAM.chosen(settings)["points_with"] == "bonus" else "game"
    lines: dict[int, dict[str, Any]] = {
        each: {"trevols": Fraction(0), "points": 0, "scrabbles": 0, "matches": 0} for each in entrants
    }
    matches: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for game in played:
        matches[game.round, game.match].append(game)
        for team, scrabbles in zip(game.entrants, game.sheet.scrabbles, strict=bool(game.sheet.scrabbles)):
            lines[team]["scrabbles"] += scrabbles
    for games in matches.values():
        for team, result in match(games, settings).items():
            lines[team]["points"] += result[points]
            lines[team]["trevols"] += result["trevols"]
            lines[team]["matches"] += len(games) == len(BOARDS)
    for team, off in deductions.items():
        lines[team]["trevols"] -= off
    return ranked(lines, COLUMNS)


def rounds(teams: int) -> int:
    """MM §Sistema de competició: 5 for 9, 12 and 15 teams; of others it says nothing (0)."""
    return 5 if teams in (9, 12, 15) else 0


MATAM = RuleSet(
    id="matam",
    name={"ca": "MàTaM", "ro": "MàTaM", "en": "MàTaM"},
    source="MG, MM",
    version="3",
    sizes=(PLAYERS, PLAYERS),
    boards=BOARDS,
    control="matam",
    ends=ENDS,
    asked=ASKED,
    columns=COLUMNS,
    facts=("matches",),
    draws=("molinenc",),
    articles={
        "out": "MG 24.1",
        "passes": "MG 24.2",
        "zeros": "MG 24.3",
        "blocked": "MG 24.4",
        "limit": "MG 31",
        "lost_turns": "MG 30",
    },
    score=score,
    standings=standings,
    match=match,
    rounds=rounds,
    settings=(
        Setting("points_with", ("bonus", "game"), "MM §Sistema de competició"),
        Setting("rating_order", ("descending", "ascending"), "MM §Enfrontaments"),
        Setting("limit_in_gap", ("hand_over", "new_hand"), "MG 31"),
        Setting("out_after_limit", ("closes", "limit"), "MG 24.1, 31"),
        Setting("lost_turn", ("zero", "pass"), "MG 24.2, 30"),
    ),
)
