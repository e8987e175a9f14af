"""Lays out the drawing that compares players' time.

For each a line from the shortest turn to the longest, the half of the turns in the middle as a box, the average, that
of each round, and the turns that went beyond their time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tritempo_host.export.site.facts import Times

ROW, TOP, BOTTOM = 25, 20, 20
MARGIN = 18  # at the right: half of the last time on the axis
MOST = 120  # players; beyond that the table alone says it
STEPS_MS = tuple(seconds * 1000 for seconds in (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600))
LEVELS = (0, -6.5, 6.5)  # where rounds stand that would lie on one another


@dataclass(frozen=True, slots=True)
class Scale:
    """`gutter`: room for a name, of at most `name_length` characters. `numbered`: rounds have their numbers."""

    name: str
    width: int
    gutter: int
    name_length: int
    label_gap: int  # between the times on the axis
    numbered: bool

    @property
    def round_radius(self) -> float:
        return 5.2 if self.numbered else 2.6


WIDE = Scale("wide", 760, 150, 24, 70, True)
NARROW = Scale("narrow", 350, 100, 13, 50, False)


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line at the height `y`; `rounds`: (x, y, round) of each round's average; `over`: x of turns beyond
    their time."""

    player: int
    y: float
    shortest: float
    longest: float
    first: float  # the box: from here
    last: float  # to here
    average: float
    rounds: tuple[tuple[float, float, int], ...]
    over: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    scale: Scale
    height: int
    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, int], ...]  # x, time
    limit: float | None  # x of the time that a turn has, where it is the same in all games

    @property
    def right(self) -> int:
        return self.scale.width - MARGIN

    @property
    def bottom(self) -> int:
        return self.height - BOTTOM


def lay_out(times: Sequence[Times], limit_ms: int | None, scale: Scale) -> Spread | None:
    """The drawing of these players, in their order; None where nobody has a turn, or there are too many.

    `limit_ms`: the time that a turn has, if it is the same in all games.
    """
    shown = [each for each in times if each.turns_ms]
    if not shown or len(times) > MOST:
        return None
    most = max(each.longest_ms for each in shown)
    wide = scale.width - scale.gutter - MARGIN
    step = next((step for step in STEPS_MS if step * wide >= scale.label_gap * max(most, 1)), STEPS_MS[-1])
    end = max(1, -(-most // step)) * step

    def x(ms: float) -> float:
        return round(scale.gutter + ms * wide / end, 1)

    rows = tuple(_row(each, TOP + ROW * n + ROW / 2, x, 2 * scale.round_radius) for n, each in enumerate(shown))
    return Spread(
        scale,
        TOP + ROW * len(rows) + BOTTOM,
        rows,
        tuple((x(ms), ms) for ms in range(0, end + 1, step)),
        x(limit_ms) if limit_ms and limit_ms <= end else None,
    )


def _row(times: Times, y: float, x: Callable[[float], float], near: float) -> Row:
    turns = times.turns_ms
    return Row(
        times.player,
        y,
        x(turns[0]),
        x(turns[-1]),
        x(times.half[0]),
        x(times.half[1]),
        x(times.average_ms),
        _apart([(x(average), number) for number, average in times.rounds], y, near),
        tuple(x(ms) for ms in times.over_ms),
    )


def _apart(rounds: Sequence[tuple[float, int]], y: float, near: float) -> tuple[tuple[float, float, int], ...]:
    """Rounds that lie near one another stand above and below; a fourth lies on the first."""
    placed: list[tuple[float, float, int]] = []
    for x, number in sorted(rounds):
        taken = [level for before, level, _ in placed if x - before < near]
        free = [y + level for level in LEVELS if y + level not in taken]
        placed.append((x, free[0] if free else y, number))
    return tuple(placed)
