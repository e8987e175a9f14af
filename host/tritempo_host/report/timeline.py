"""Lays the game out as a drawing: staves of equal time, on each a lane for every seat. The template draws it.

A game is laid out at two scales, a wide one for paper and screens and a narrow one for phones. A unit is about a
CSS pixel.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tritempo_host.summary.model import Segment, Summary

MINUTE = 60_000
# Lengths a stave may have; a game that needs longer ones doubles the last.
STAVES = tuple(minutes * MINUTE for minutes in (*range(1, 11), *range(12, 21, 2), *range(25, 61, 5)))
TICKS = tuple(seconds * 1000 for seconds in (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600))

HANDS_HEIGHT, BADGES_HEIGHT, LANE_HEIGHT, AXIS_HEIGHT = 15, 15, 33, 18
BADGE_WIDTH, SIGN_WIDTH = 14, 11
MARGIN = 15  # at the right: half of the last time on the axis
LETTER_WIDTH = 5.2  # of the small words beside a card, a pause and the end, on the wide side
LIMIT_WIDTH = 50  # of the limit's line with its word


@dataclass(frozen=True, slots=True)
class Scale:
    """How wide a drawing is, and how much it should hold."""

    name: str
    width: int
    gutter: int
    staves: int  # at most, unless the game is longer than any stave we have
    shortest_ms: int  # a stave shows at least so much, or the whole game
    label_gap: int  # between the times on the axis
    name_length: int  # characters of a name that the gutter has room for

    @property
    def lane_width(self) -> int:
        return self.width - self.gutter - MARGIN


WIDE = Scale("wide", 760, 88, staves=5, shortest_ms=10 * MINUTE, label_gap=60, name_length=12)
NARROW = Scale("narrow", 350, 62, staves=14, shortest_ms=4 * MINUTE, label_gap=44, name_length=8)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of time on a stave: a turn's piece, a pause, a hand."""

    x: float
    width: float
    segment: Segment
    first: bool  # the thing begins here, not on the stave before
    last: bool


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol whose middle is at `x`: in the lane of a seat, or above all lanes (`seat` None)."""

    x: float
    what: str  # pass, exchange, lost, refused, unfinished, flag, trump, or the number of a pause
    seat: int | None = None
    turn: int | None = None
    card: str = ""
    left: float = 0.0  # room for a name on either side, up to the next symbol of its row: of cards and pauses
    right: float = 0.0

    def side(self, name: str) -> str:
        """Where a name has room beside the symbol: `start` (to the right of it), `end`, or nowhere: ``."""
        needed = room_for(name)
        return "start" if needed <= self.right else "end" if needed <= self.left else ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The band of a hand: from the start of its first turn to the start of the next hand's."""

    x: float
    width: float
    n: int
    final: bool
    labelled: bool


@dataclass(frozen=True, slots=True)
class Stave:
    """One row of the drawing, from `start_ms` to `end_ms` of the game's axis."""

    start_ms: int
    end_ms: int
    hands: tuple[Hand, ...]
    boxes: tuple[Box, ...]
    pauses: tuple[Box, ...]
    signs: tuple[Sign, ...]
    badges: tuple[Sign, ...]
    ticks: tuple[tuple[float, int, bool], ...]  # x, time since the start, labelled
    limit_x: float | None
    end_x: float
    end_room: float  # to the right of the end


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole drawing."""

    scale: Scale
    staves: tuple[Stave, ...]
    widest: dict[int, Box]  # by turn: the one of its boxes that has the most room for a word


def room_for(name: str) -> float:
    """How wide a small word is, at most."""
    return LETTER_WIDTH * len(name) + 2


def stave_length(length_ms: int, scale: Scale) -> int:
    """The shortest stave that shows enough, and with which a game of this length does not need too many."""
    enough = max(-(-length_ms // scale.staves), min(length_ms, scale.shortest_ms))
    for length in STAVES:
        if length >= enough:
            return length
    length = STAVES[-1]
    while length < enough:
        length *= 2
    return length


def tick_length(stave_ms: int, lane_width: int, gap: float) -> int:
    """The shortest step of time whose marks stand at least `gap` apart."""
    for tick in TICKS:
        if tick * lane_width >= gap * stave_ms:
            return tick
    return stave_ms


def lay_out(summary: Summary, scale: Scale) -> Timeline:
    """The drawing of a game; one stave, empty, for a game that has not begun."""
    length = stave_length(summary.length_ms, scale)
    count = max(1, -(-summary.length_ms // length))
    staves = tuple(_stave(summary, scale, summary.start_ms + i * length, length) for i in range(count))
    widest: dict[int, Box] = {}
    for stave in staves:
        for box in stave.boxes:
            turn = box.segment.turn or 0
            if box.segment.kind == "turn" and (turn not in widest or box.width > widest[turn].width):
                widest[turn] = box
    return Timeline(scale, staves, widest)


def _stave(summary: Summary, scale: Scale, start: int, length: int) -> Stave:
    end = start + length
    last = end >= summary.end_ms

    def x(t: int) -> float:
        return round(scale.gutter + (t - start) * scale.lane_width / length, 2)

    def here(t: int) -> bool:
        return start <= t < end or (last and t == end)

    def box(segment: Segment) -> Box:
        left, right = max(segment.start_ms, start), min(segment.end_ms, end)
        return Box(x(left), round(x(right) - x(left), 2), segment, segment.start_ms >= start, segment.end_ms <= end)

    seen = [segment for segment in summary.segments if segment.start_ms < end and segment.end_ms > start]
    limit_x = x(summary.limit_at) if summary.limit_at is not None and here(summary.limit_at) else None
    end_x = x(min(summary.end_ms, end))
    return Stave(
        start,
        end,
        tuple(_hands(summary, start, end, x)),
        tuple(box(segment) for segment in seen if segment.kind in ("turn", "over")),
        tuple(box(segment) for segment in seen if segment.kind == "pause"),
        _with_room(
            _apart((replace(sign, x=x(t)) for t, sign in _signs(summary) if here(t)), SIGN_WIDTH, scale.width), scale
        ),
        _badges(summary, scale, limit_x, x, here),
        tuple(_ticks(summary, scale, start, length, x)),
        limit_x,
        end_x,
        round(scale.width - end_x - 6, 2),
    )


def _signs(summary: Summary) -> list[tuple[int, Sign]]:
    """The symbols in the lanes with their times, in order; they have no place on a stave yet."""
    signs = [
        (turn.end_ms, Sign(0, turn.mark, turn.seat, turn.n))
        for turn in summary.turns
        if turn.mark not in (None, "running")
    ]
    signs += [(m.t, Sign(0, "flag", m.seat, m.turn)) for m in summary.moments if m.what == "flag"]
    signs += [(card.t, Sign(0, "trump", card.seat, card.turn, card.kind)) for card in summary.trumps]
    return sorted(signs, key=lambda sign: sign[0])


def _apart(signs: Iterable[Sign], size: int, width: int) -> tuple[Sign, ...]:
    """Symbols of the same row moved to the right where they would lie on one another; flags have a row of their own."""
    placed: list[Sign] = []
    free: dict[tuple[int | None, bool], float] = {}
    for sign in signs:
        row = (sign.seat, sign.what == "flag")
        at = sign.x if row[1] else min(max(sign.x, free.get(row, 0.0)), width - size / 2)
        placed.append(replace(sign, x=round(at, 2)))
        free[row] = at + size
    return tuple(placed)


def _with_room(signs: tuple[Sign, ...], scale: Scale) -> tuple[Sign, ...]:
    """The symbols of cards with the room that they have beside them."""
    made = []
    for sign in signs:
        if sign.what == "trump":
            row = [other.x for other in signs if other.seat == sign.seat and other.what != "flag"]
            before = max((at + SIGN_WIDTH / 2 for at in row if at < sign.x), default=scale.gutter)
            after = min((at - SIGN_WIDTH / 2 for at in row if at > sign.x), default=scale.width)
            half = SIGN_WIDTH / 2 + 1.5
            sign = replace(sign, left=sign.x - half - before, right=after - sign.x - half)
        made.append(sign)
    return tuple(made)


def _badges(
    summary: Summary, scale: Scale, limit_x: float | None, x: Callable[[int], float], here: Callable[[int], bool]
) -> tuple[Sign, ...]:
    """The numbers of the pauses, with the room for a word to the right of each, up to the next or to the limit."""
    placed = _apart(
        (Sign(x(p.start_ms), str(p.n)) for p in summary.pauses if here(p.start_ms)), BADGE_WIDTH, scale.width
    )
    half = BADGE_WIDTH / 2
    stops = [*(badge.x - half for badge in placed), scale.width]
    if limit_x is not None:
        right = scale.gutter + scale.lane_width
        stops.append(limit_x if limit_x < right - LIMIT_WIDTH else limit_x - LIMIT_WIDTH)
    made = []
    for badge in placed:
        ahead = min((stop for stop in stops if stop > badge.x - half), default=scale.width)
        covered = limit_x is not None and limit_x - half < badge.x < limit_x + LIMIT_WIDTH
        made.append(replace(badge, right=0.0 if covered else round(ahead - badge.x - half - 1, 2)))
    return tuple(made)


def _hands(summary: Summary, start: int, end: int, x: Callable[[int], float]) -> Iterator[Hand]:
    begins: dict[int, int] = {}
    for turn in summary.turns:
        begins.setdefault(turn.hand, turn.start_ms)
    edges = [*begins.items(), (0, summary.end_ms)]
    for (n, begin), (_, stop) in pairwise(edges):
        left, right = max(begin, start), min(stop, end)
        if left < right:
            width = round(x(right) - x(left), 2)
            yield Hand(x(left), width, n, n == summary.final_hand, width >= 8 + 6 * len(str(n)))


def _ticks(
    summary: Summary, scale: Scale, start: int, length: int, x: Callable[[int], float]
) -> Iterator[tuple[float, int, bool]]:
    step = tick_length(length, scale.lane_width, 12)
    labelled = tick_length(length, scale.lane_width, scale.label_gap)
    since = start - summary.start_ms
    # Up to the first label after the end: beyond it there was no game.
    last = min(since + length, -(-summary.length_ms // labelled) * labelled)
    for tick in range(-(-since // step) * step, last + 1, step):
        yield x(summary.start_ms + tick), tick, tick % labelled == 0
