"""WESPA: two players, 10 points a minute of overtime, standings by wins and spread."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tritempo_host.rules.manresa import quitters
from tritempo_host.rules.racks import after_racks, check, out_by, overtime_points, places
from tritempo_host.rules.ruleset import Asked, GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing
from tritempo_host.rules.tally import summed, wins

SIZES = (2, 2)
LONGEST_OVER_MS = 600_000  # with the setting `overtime_limit` whoever needs more has lost
COLUMNS = ("wins", "spread")


ASKED = {
    "out": Asked(may=("racks", "by", "overtime_ms", "adjust", "absent")),
    **dict.fromkeys(("zeros", "interrupted"), Asked(may=("racks", "overtime_ms", "adjust", "absent"))),
    "abandon": Asked(must=("by",), may=("racks", "overtime_ms", "adjust", "absent")),
    "no_show": Asked(must=("absent",), points=False),
}


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game: 1 for the winner, ½ each for a draw. Raises ValueError(code) for a sheet that cannot be.

    A bye is a win with `bye_spread` points. Who does not come or leaves forfeits the game: it is lost by
    `forfeit_spread` at least.
    """
    chosen = WESPA.chosen(settings)
    if sheet.end == "bye":
        check(sheet, (1, 1), WESPA.ends)
        return GameScore((chosen["bye_spread"],), (1,), (0,), (Fraction(1),))
    check(sheet, SIZES, WESPA.ends)
    over = sheet.overtime_ms or (0, 0)
    lost = quitters(sheet)
    if chosen["overtime_limit"] == "ten_minutes":
        lost += tuple(seat for seat, ms in enumerate(over) if ms > LONGEST_OVER_MS and seat not in lost)
    counted = _doubled(sheet) if chosen["racks"] == "double" else after_racks(sheet)
    final = tuple(points - overtime_points(ms) for points, ms in zip(counted, over, strict=True))
    if lost:
        final = _forfeited(final, lost, chosen["forfeit_spread"])
    ranks = places(final, lost)
    return GameScore(final, ranks, (0, 0), wins(ranks, lost))


def _forfeited(final: tuple[int, ...], lost: Collection[int], spread: int) -> tuple[int, ...]:
    """The scores, if who is left leads by the spread at least; else the spread to nothing, and 0-0 if nobody is."""
    if len(lost) == 1 and final[1 - (loser := min(lost))] - final[loser] >= spread:
        return final
    return tuple(0 if seat in lost else spread for seat in range(2))


def _doubled(sheet: Sheet) -> tuple[int, ...]:
    """Who goes out gains twice the opponent's rack, who keeps his score: the same spread, other sums."""
    by = out_by(sheet) if sheet.racks else None
    if by is None:
        return after_racks(sheet)
    gained = tuple(2 * sheet.racks[1 - by] if seat == by else 0 for seat in range(2))
    bare = after_racks(replace(sheet, racks=()))
    return tuple(points + more for points, more in zip(bare, gained, strict=True))


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """By wins (a draw is half a one), then by spread: own points less the opponents'."""

    def worth(game: Played, seat: int) -> dict[str, int | Fraction]:
        own = game.score.final[seat]
        return {"wins": game.score.points[seat], "spread": 2 * own - sum(game.score.final)}

    return summed(entrants, played, COLUMNS, worth, deductions)


WESPA = RuleSet(
    id="wespa",
    name={"ca": "WESPA", "ro": "WESPA", "en": "WESPA"},
    source="WESPA",
    version="3",
    sizes=SIZES,
    boards=(),
    control="wespa",
    ends=("out", "zeros", "interrupted", "abandon", "no_show", "bye"),
    asked=ASKED,
    columns=COLUMNS,
    facts=("played",),
    draws=("swiss", "round_robin"),
    articles={"overtime": "WESPA", "challenges": "WESPA"},
    score=score,
    standings=standings,
    settings=(
        Setting("overtime_limit", ("none", "ten_minutes"), "WESPA"),
        Setting("racks", ("double", "both"), "WESPA"),
        Setting("forfeit_spread", (100, 75, 50), "WESPA 2.3.6"),
        Setting("bye_spread", (50, 0, 100), "-"),
    ),
)
