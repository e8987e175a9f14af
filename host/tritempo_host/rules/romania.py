"""Romania: tournaments of free games, two at a table, a coefficient for each game (RO, "Turneele de partide libere").

The coefficients are in `romania_coefficients`, the clock's part in `romania_clock`, warnings, challenges and the number
of rounds in `romania_sanctions`. Here is the rule set made of them.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tritempo_host.rules import romania_coefficients as coefficients
from tritempo_host.rules.positions import positions, ranked
from tritempo_host.rules.racks import check, closed, each_his_own, out_by
from tritempo_host.rules.romania_coefficients import LEVEL
from tritempo_host.rules.romania_sanctions import eliminated, rounds
from tritempo_host.rules.ruleset import Asked, GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing

ENDS = (
    "out",
    "pas_pas",
    "flag",
    "both_flags",
    "abandon",
    "three_wrong",
    "interrupted",
    "agreed",
    "no_show",
    "bye",
    "late_sheet",
    "eliminated",
)
LEVEL_ENDS = ("both_flags", "agreed", "late_sheet", "bye")  # 1.000 each, whatever the scores

ASKED = {
    "out": Asked(may=("racks", "by", "adjust")),
    "pas_pas": Asked(may=("racks", "adjust")),
    "three_wrong": Asked(must=("by",), may=("racks", "adjust")),
    **dict.fromkeys(("flag", "abandon"), Asked(must=("by", "full_turns"), may=("adjust",))),
    "eliminated": Asked(must=("by",), may=("full_turns", "adjust"), points=False),
    "interrupted": Asked(may=("adjust",)),
    "no_show": Asked(must=("absent",), points=False),
    **dict.fromkeys(("both_flags", "agreed", "late_sheet"), Asked(points=False)),
}

# docs/rules-romania.md says what each choice does; numbers in brackets are those of the list of ambiguities.
SETTINGS = (
    Setting("clock_short", ("leave", "add"), "RO, UTILIZAREA CEASURILOR [20]"),
    Setting("clock_half", ("down", "up"), "RO, UTILIZAREA CEASURILOR [20]"),
    Setting("challenge_mixed", ("charged", "free"), "RO, CONTESTAŢIA [21]"),
    Setting("abandon_ahead", ("formula", "floor"), "RO, ABANDON [22]"),
    Setting("abandon_level", ("as_behind", "formula"), "RO, ABANDON [22]"),
    Setting("interrupted_low", ("clamp", "as_normal"), "RO, ÎNTRERUPERE [23]"),
    Setting("interrupted_half", ("loser", "up"), "RO, ÎNTRERUPERE [23]"),
    Setting("first_free", ("any", "technical"), "RO, SANCŢIUNI [24]"),
    Setting("three_wrong_in", ("turns", "plays"), "RO, 3 DEPUNERI CONSECUTIVE GREŞITE"),
    Setting("out_racks", ("gained", "own"), 'RO, Calculul coeficienţilor: "regulamentul Partidei de Scrabble liber"'),
)


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game's coefficients, as `points`. Raises ValueError(code) for a sheet that cannot be.

    Beside those of `rules.racks.check`: "by_unknown" (who gave up, fell, or played three wrong words), "absent_unknown"
    (a no-show of nobody), "full_turns_unknown" (they decide when somebody gave up).
    """
    check(sheet, (1, 1) if sheet.end == "bye" else (2, 2), ENDS)
    chosen = ROMANIA.chosen(settings)
    final = final_scores(sheet, out_racks=chosen["out_racks"])
    points = _points(sheet, final, chosen)
    # an interrupted game can be so close that both get 0.500
    places = positions(final if sheet.end == "interrupted" else points)
    return GameScore(final, places, (0,) * len(final), points)


def final_scores(sheet: Sheet, *, out_racks: str = "gained") -> tuple[int, ...]:
    """The scores of which the coefficients are made: with challenges, and with the racks where the end counts them.

    Who went out with the bag empty gains the other's rack, which the other loses (RO leaves that to the rules of the
    game; "own": he only loses it). PAS-PAS: both lose their own. Three wrong plays: only the offender does. Every other
    end leaves the racks alone. A sheet without racks has final scores already.
    """
    scores = sheet.scores
    if sheet.racks and sheet.end == "out" and out_racks == "gained":
        by = out_by(sheet)
        scores = each_his_own(scores, sheet.racks) if by is None else closed(scores, sheet.racks, by)
    elif sheet.racks and sheet.end in ("out", "pas_pas"):
        scores = each_his_own(scores, sheet.racks)
    elif sheet.racks and sheet.end == "three_wrong":
        scores = tuple(each - (sheet.racks[seat] if seat == sheet.by else 0) for seat, each in enumerate(scores))
    return tuple(each + more for each, more in zip(scores, sheet.adjust or (0,) * len(scores), strict=True))


def _points(sheet: Sheet, final: Sequence[int], chosen: Settings) -> tuple[Fraction, ...]:
    if sheet.end in LEVEL_ENDS:
        return (LEVEL,) * len(final)
    if sheet.end == "no_show":
        absent = sheet.absent or (() if sheet.by is None else (sheet.by,))
        if not absent:
            raise ValueError("absent_unknown")
        return coefficients.no_show(absent)
    if sheet.end == "interrupted":
        return coefficients.interrupted(*final, low=chosen["interrupted_low"], half=chosen["interrupted_half"])
    if sheet.end in ("out", "pas_pas"):
        return coefficients.normal(*final)
    if sheet.by is None:
        raise ValueError("by_unknown")
    loser = sheet.by
    if sheet.end == "three_wrong":
        other, own = coefficients.three_wrong(final[1 - loser], final[loser])
    else:
        other, own = coefficients.abandon(
            final[1 - loser],
            final[loser],
            _full_turns(sheet),
            ahead=chosen["abandon_ahead"],
            level=chosen["abandon_level"],
        )
    return (own, other) if loser == 0 else (other, own)


def _full_turns(sheet: Sheet) -> int:
    """Of a game given up. An eliminated player's game of which there is nothing on the sheet was not begun."""
    if sheet.full_turns is not None:
        if sheet.full_turns < 0:
            raise ValueError("negative")
        return sheet.full_turns
    if sheet.end == "eliminated" and not any(sheet.scores):
        return 0
    raise ValueError("full_turns_unknown")


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """By the sum of the coefficients less deductions, then by the best single coefficient, the next best, and so on.

    `deductions`: empty until the last game has been played; they come off then (RO, SANCŢIUNI). A round in which a
    player had no game counts 0.000 among his coefficients.
    """
    got: dict[int, list[Fraction]] = {each: [] for each in entrants}
    for game in played:
        for entrant, points in zip(game.entrants, game.score.points, strict=True):
            got[entrant].append(points)
    most = max(map(len, got.values()), default=0)
    lines = {}
    for entrant, each in got.items():
        taken = deductions.get(entrant, Fraction(0))
        best = (*sorted(each, reverse=True), *[Fraction(0)] * (most - len(each)))
        best = tuple(sorted(best, reverse=True))
        total = sum(each, Fraction(0))
        lines[entrant] = {
            "total": total - taken,
            "coefficients": best,
            "sum": total,
            "deduction": taken,
            "played": len(each),
        }
    return ranked(lines, ROMANIA.columns)


ROMANIA = RuleSet(
    id="romania",
    name={"ca": "Romania", "ro": "România", "en": "Romania"},
    source="RO",
    version="Scrabble de la A la Jocher",
    sizes=(2, 2),
    boards=(),
    control="romania",
    ends=ENDS,
    asked=ASKED,
    columns=("total", "coefficients"),
    draws=("romania",),
    drawn_by=("total",),  # Întocmirea clasamentelor: the best coefficients part only the final standings
    alphabet="ro",
    articles={
        "pas_pas": "RO, PAS-PAS",
        "three_wrong": "RO, 3 DEPUNERI CONSECUTIVE GREŞITE",
        "flag": "RO, DEPĂŞIREA TIMPULUI DE GÂNDIRE",
        "both_flags": "RO, UTILIZAREA CEASURILOR",
        "abandon": "RO, ABANDON",
        "interrupted": "RO, ÎNTRERUPERE",
        "challenges": "RO, CONTESTAŢIA",
        "full_turns": "RO, ABANDON",
    },
    score=score,
    standings=standings,
    rounds=rounds,
    eliminated=eliminated,
    late_meets_bye=False,  # RO, Înscrieri: who is new must not be paired with who sits out
    settings=SETTINGS,
    facts=("sum", "deduction", "played"),
    digits=dict.fromkeys(("total", "coefficients", "sum", "deduction", "points"), 3),
)
