"""From the sheet to the final scores: the tiles left on the racks, points for time, and what a sheet must have."""

from collections.abc import Collection, Sequence

from tritempo_host.rules.positions import positions
from tritempo_host.rules.ruleset import Sheet


def closed(scores: Sequence[int], racks: Sequence[int], by: int) -> tuple[int, ...]:
    """Somebody went out: each other loses the value of his rack, and `by` gains them all (MG 24.1, CSM a, TE)."""
    gained = sum(racks) - racks[by]
    return tuple(
        score + gained if seat == by else score - rack
        for seat, (score, rack) in enumerate(zip(scores, racks, strict=True))
    )


def each_his_own(scores: Sequence[int], racks: Sequence[int]) -> tuple[int, ...]:
    """Nobody went out: each loses the value of his own rack (MG 24.2, 24.3, 24.4; CSM b; TE)."""
    return tuple(score - rack for score, rack in zip(scores, racks, strict=True))


def after_racks(sheet: Sheet, uncounted: Collection[str] = ()) -> tuple[int, ...]:
    """The scores with the racks counted as the end asks, and what arbiters and challenges added.

    `uncounted`: ends after which no rack counts (MG 31). A sheet without racks has final scores already.
    """
    scores = sheet.scores
    if sheet.racks and sheet.end not in uncounted:
        by = out_by(sheet)
        scores = each_his_own(scores, sheet.racks) if by is None else closed(scores, sheet.racks, by)
    return tuple(score + more for score, more in zip(scores, sheet.adjust or (0,) * len(scores), strict=True))


def out_by(sheet: Sheet) -> int | None:
    """The seat that went out; None if nobody did. Where the sheet does not say so, it is the one with an empty rack."""
    if sheet.end != "out":
        return None
    if sheet.by is not None:
        return sheet.by
    empty = [seat for seat, rack in enumerate(sheet.racks) if rack == 0]
    if len(empty) != 1:
        raise ValueError("out_by_unknown")
    return empty[0]


def check(sheet: Sheet, sizes: tuple[int, int], ends: Collection[str]) -> None:
    """Raises ValueError(code) for a sheet that cannot be: its words are `sheet_CODE` of words/scoring.toml."""
    seats = len(sheet.scores)
    if not sizes[0] <= seats <= sizes[1]:
        raise ValueError("seats")
    if sheet.end not in ends:
        raise ValueError("end")
    if any(row and len(row) != seats for row in (sheet.racks, sheet.overtime_ms, sheet.adjust, sheet.scrabbles)):
        raise ValueError("lengths")
    if any(value < 0 for row in (sheet.racks, sheet.overtime_ms, sheet.scrabbles) for value in row):
        raise ValueError("negative")
    if any(not 0 <= seat < seats for seat in (*sheet.absent, *(() if sheet.by is None else (sheet.by,)))):
        raise ValueError("seat")
    if sheet.racks and (by := out_by(sheet)) is not None and sheet.racks[by]:
        raise ValueError("out_with_tiles")


def places(final: Sequence[int], absent: Collection[int] = ()) -> tuple[int, ...]:
    """The place of each seat by its final score; who never came is behind all who did."""
    return positions([(seat not in absent, score) for seat, score in enumerate(final)])


def minutes_begun(over_ms: int) -> int:
    """How many minutes over time were begun: none for 0, one from 1 ms to 60,000 ms (CSM b)."""
    return -(-max(0, over_ms) // 60_000)


def overtime_points(over_ms: int) -> int:
    """What time beyond the bank costs: 10 points a minute begun (CSM, Control del temps b; WESPA)."""
    return 10 * minutes_begun(over_ms)
