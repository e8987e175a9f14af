"""Club Scrabble Manresa: two players or more; a chess clock costs points, a turn clock only signals (CSM)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tritempo_host.rules.ending import first_run
from tritempo_host.rules.racks import after_racks, check, overtime_points, places
from tritempo_host.rules.ruleset import Asked, GameScore, Played, RuleSet, Setting, Settings, Sheet, Standing
from tritempo_host.rules.tally import summed, wins

SIZES = (2, 4)
COLUMNS = ("wins", "sum")


ASKED = {
    "out": Asked(may=("racks", "by", "overtime_ms", "adjust", "absent")),
    "zeros": Asked(may=("racks", "overtime_ms", "adjust", "absent")),
    "abandon": Asked(must=("by",), may=("racks", "overtime_ms", "adjust", "absent")),
    "interrupted": Asked(may=("overtime_ms", "adjust", "absent")),
    "no_show": Asked(must=("absent",), points=False),
}


def penalty(over_ms: int) -> int:
    """Points off for so much time beyond the bank: 10 a minute or fraction, without a limit (CSM b)."""
    return overtime_points(over_ms)


def score(sheet: Sheet, settings: Settings) -> GameScore:
    """A game: racks, then time. Raises ValueError(code) for a sheet that cannot be (`rules.racks.check`).

    Who never came or gave up is behind the others and wins nothing. Sitting out counts as a win without points, unless
    the setting `bye` says "nothing".
    """
    if sheet.end == "bye":
        check(sheet, (1, 1), MANRESA.ends)
        return GameScore((0,), (1,), (0,), (Fraction(MANRESA.chosen(settings)["bye"] == "win"),))
    check(sheet, SIZES, MANRESA.ends)
    lost = quitters(sheet)
    final = after_racks(sheet, ("interrupted",))
    over = sheet.overtime_ms or (0,) * len(final)
    final = tuple(points - penalty(ms) for points, ms in zip(final, over, strict=True))
    ranks = places(final, lost)
    return GameScore(final, ranks, (0,) * len(final), wins(ranks, lost))


def over(turns: Sequence[str], players: int, lost_turn: str = "counts") -> int | None:
    """After which turn the game is over because all have lost three turns running, by passing or by refused plays; or
    None (CSM, Final de la partida b). An exchange is no lost turn. `lost_turn`: a turn lost on time counts, or is
    kept "apart" like an exchange (CSM does not know it). Letters: `rules.ending`.
    """
    return first_run(turns, 3 * players, "PIT" if lost_turn == "counts" else "PI")


def quitters(sheet: Sheet) -> tuple[int, ...]:
    """The seats that never came, and the one that gave up. Raises ValueError("by_unknown") if nobody is named."""
    if sheet.end == "abandon":
        if sheet.by is None:
            raise ValueError("by_unknown")
        return (*sheet.absent, sheet.by)
    if sheet.end == "no_show" and not sheet.absent:
        raise ValueError("absent_unknown")
    return sheet.absent


def standings(
    entrants: Sequence[int], played: Sequence[Played], deductions: Mapping[int, Fraction], settings: Settings
) -> list[Standing]:
    """A club evening: by games won, then by the sum of the final scores. (CSM gives no standings: this is ours.)"""

    def worth(game: Played, seat: int) -> dict[str, int | Fraction]:
        return {"wins": game.score.points[seat], "sum": game.score.final[seat]}

    return summed(entrants, played, COLUMNS, worth, deductions)


MANRESA = RuleSet(
    id="manresa",
    name={"ca": "Manresa", "ro": "Manresa", "en": "Manresa"},
    source="CSM",
    version="1",
    sizes=SIZES,
    boards=(),
    control="manresa-escacs",
    ends=("out", "zeros", "abandon", "interrupted", "no_show", "bye"),
    asked=ASKED,
    columns=COLUMNS,
    facts=("played",),
    draws=("swiss", "round_robin", "threes"),
    articles={"out": "CSM", "zeros": "CSM", "overtime": "CSM b"},
    score=score,
    standings=standings,
    settings=(
        Setting("lost_turn", ("counts", "apart"), "CSM §Final de la partida b"),
        Setting("bye", ("win", "nothing"), "-"),
    ),
)
