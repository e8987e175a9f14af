"""CUSCA: a league of games for three or four, whose value is points times players, averaged over a player's games.

The formula and the least number of games are those of the league of the Club Scrabble Manacor; what else is ours is
told in docs/rules.md.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tritempo_host.rules.positions import ranked
from tritempo_host.rules.racks import after_racks, check, places
from tritempo_host.rules.ruleset import Asked, GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing

SIZES = (3, 4)
COLUMNS = ("regular", "average")


EACH = ("scrabbles", "adjust", "absent")  # that a sheet may have, however the game ended
ASKED = {
    "out": Asked(may=("racks", "by", *EACH)),
    **dict.fromkeys(("passes", "zeros", "blocked"), Asked(may=("racks", *EACH))),
    **dict.fromkeys(("limit", "interrupted"), Asked(may=EACH)),
}


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game: `points` are the final score times those who played it. Raises ValueError(code) (`rules.racks.check`)."""
    check(sheet, SIZES, CUSCA.ends)
    final = after_racks(sheet, ("limit", "interrupted"))
    players = len(final) - len(set(sheet.absent))
    points = tuple(Fraction(0 if seat in sheet.absent else each * players) for seat, each in enumerate(final))
    return GameScore(final, places(final, sheet.absent), (0,) * len(final), points)


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """By the exact average of points times players; equal averages share the rank.

    Those with fewer than `least_games` games (at least one) come behind the regular players, ordered in the same way.
    """
    least = max(1, CUSCA.chosen(settings)["least_games"])
    total = dict.fromkeys(entrants, Fraction(0))
    games = dict.fromkeys(entrants, 0)
    scrabbles = dict.fromkeys(entrants, 0)
    for game in played:
        for seat, entrant in enumerate(game.entrants):
            if seat in game.sheet.absent:
                continue
            total[entrant] += game.score.points[seat]
            games[entrant] += 1
            scrabbles[entrant] += game.sheet.scrabbles[seat] if game.sheet.scrabbles else 0
    lines = {
        each: {
            "regular": int(games[each] >= least),
            "average": (total[each] / games[each] if games[each] else Fraction(0)) - deductions.get(each, 0),
            "played": games[each],
            "scrabbles": scrabbles[each],
        }
        for each in entrants
    }
    return ranked(lines, COLUMNS)


CUSCA = RuleSet(
    id="cusca",
    name={"ca": "Lliga CUSCA", "ro": "Liga CUSCA", "en": "CUSCA league"},
    source="CUSCA",
    version="1",
    sizes=SIZES,
    boards=(),
    control="manresa-torn",
    ends=("out", "passes", "zeros", "blocked", "limit", "interrupted"),
    asked=ASKED,
    columns=COLUMNS,
    facts=("played", "scrabbles"),
    digits={"average": 2},
    draws=("ebre", "threes"),
    score=score,
    standings=standings,
    settings=(Setting("least_games", tuple(range(31)), "CUSCA (Manacor)"),),
)
