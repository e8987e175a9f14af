"""The timeline of a game: what went on from when to when. The inputs that stand are played again, and watched.

`Game.history` holds exactly those inputs, so that what was undone leaves no mark on it.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from tritempo.codes import ADJUST, END, RESUME, T_SEAT, TRUMP, VERDICT
from tritempo.game import Game
from tritempo_host.summary.model import Given, Pause, Segment, Trump

KINDS = {"running": "turn", "paused": "pause", "gap": "gap", "ended": "ended"}


@dataclass
class Timeline:
    """What the watching found. `segments` begin with turn 1 and are without a hole; `turn_ends` is by turn number."""

    segments: list[Segment] = field(default_factory=list)
    turn_ends: dict[int, int] = field(default_factory=dict)
    pauses: list[Pause] = field(default_factory=list)
    trumps: list[Trump] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    records: list[tuple[int, str, tuple[Any, ...]]] = field(default_factory=list)


def trace(game: Game) -> Timeline:
    """The timeline of `game` until its `now`, or until it ended."""
    watch = _Watch(Game(game.control, game.holders))
    for i in range(game.history.count):
        watch.play(*game.history.row(i))
    watch.finish(game.now)
    return watch.timeline


class _Watch:
    """Plays a fresh game and notes each change of its state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.timeline = Timeline()
        self.open: Segment | None = None  # what goes on now; its end is not known yet

    def play(self, t: int, code: int, a: int, b: int) -> None:
        game = self.game
        t = game.pass_until(t)
        self._look(None)
        cards, points, times = len(game.trumps), list(game.points), self._times()
        game.replay(t, code, a, b)
        came = {RESUME: "resumed", END: "ended", VERDICT: "valid" if a & 1 else "invalid"}.get(code)
        pauses = len(self.timeline.pauses)
        self._look(came)
        if code == VERDICT and pauses and self.timeline.pauses[-1].came in ("valid", "invalid"):
            self._verdict(a >> 1, b, points)
        if code == TRUMP and len(game.trumps) > cards:
            self._card(t)
        if code == ADJUST and self._times()[a - 1] != times[a - 1]:
            self.timeline.given.append(Given(t, a, self._times()[a - 1] - times[a - 1]))

    def finish(self, now: int) -> None:
        self.game.advance(now)
        self._look(None)
        self._close(now)
        self._cut(now if self.game.end_ms is None else self.game.end_ms)
        self.timeline.records = self.game.take_records()

    def _look(self, came: str | None) -> None:
        """Notes that the state has changed, if it has; `came` says what the input made of a pause."""
        game = self.game
        if game.ended_turns.count > len(self.timeline.turn_ends):
            self.timeline.turn_ends[game.ended_turns.count] = game.state_ms
        now = self._segment()
        if now is None or _same(now, self.open):
            self.open = now
            return
        self._close(now.start_ms, came)
        self.open = now
        if now.kind == "pause":
            number = len(self.timeline.pauses) + 1
            under = str(game.under)
            pause = Pause(number, now.start_ms, now.start_ms, now.reason, now.turn, now.seat, under, "open")
            self.timeline.pauses.append(pause)

    def _segment(self) -> Segment | None:
        game = self.game
        if game.state == "ready" or not game.turn:
            return None
        seat = game.seat or game.ended_turns.cell(game.ended_turns.count - 1, T_SEAT)
        return Segment(KINDS[game.state], game.state_ms, game.state_ms, game.turn, seat, game.hand, game.reason)

    def _close(self, t: int, came: str | None = None) -> None:
        if self.open is None:
            return
        segment = replace(self.open, end_ms=max(t, self.open.start_ms))
        if segment.length_ms:
            self.timeline.segments.append(segment)
        if segment.kind == "pause":
            # A pause that neither an input nor the end of the log closed was ended by the limit of the round.
            came = came or ("ended" if self.game.state == "ended" else "open")
            pause = self.timeline.pauses[-1]
            self.timeline.pauses[-1] = replace(pause, end_ms=segment.end_ms, reason=segment.reason, came=came)
        self.open = None

    def _cut(self, t: int) -> None:
        """What came after `t` is no part of the game: it ended there, however late that was found (a `stop` limit)."""
        segments = self.timeline.segments
        while segments and segments[-1].end_ms > t:
            last = segments.pop()
            if last.start_ms < t:
                segments.append(replace(last, end_ms=t))

    def _times(self) -> list[int]:
        """What an adjustment may change, by seat: its bank, or for the seat on turn what that turn is allowed."""
        game = self.game
        times = list(game.banks) if game.banks else [0] * game.control.seats
        if game.seat is not None:
            times[game.seat - 1] = game.allowance
        return times

    def _card(self, t: int) -> None:
        """Notes the last card with the turn in which it was played: `tornar` and `salva` have begun another since."""
        seat, kind = self.game.trumps[-1]
        self.timeline.trumps.append(Trump(t, seat, kind, self.game.turn - (kind in ("tornar", "salva"))))

    def _verdict(self, seat: int, words: int, before: list[int]) -> None:
        charges = [now - was for now, was in zip(self.game.points, before, strict=True)]
        points = min(charges)
        challenger = charges.index(points) + 1 if points else seat or None
        self.timeline.pauses[-1] = replace(
            self.timeline.pauses[-1], challenger=challenger, words=None if words < 0 else words, points=points
        )


def _same(one: Segment, other: Segment | None) -> bool:
    """Whether this still goes on; only the reason of a pause may have changed."""
    return other is not None and (one.kind, one.turn, one.start_ms) == (other.kind, other.turn, other.start_ms)
