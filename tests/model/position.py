"""A game at one moment, and what time itself does to it: turns run, banks empty, records are made.

Times are milliseconds on the game's axis.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Turn:
    """One turn, from its beginning. `armed`: the warning thresholds that it can still give."""

    n: int
    hand: int
    seat: int
    kind: str
    start_ms: int
    allowance_ms: int
    used_ms: int = 0
    overrun_ms: int = 0
    mark: str | None = None
    closed_by: int | None = None
    flagged: bool = False
    armed: set = field(default_factory=set)


class Position:
    """A game of `seats` seats under a whole control (a dict with every field of the rules page)."""

    def __init__(self, control, seats, holders):
        self.control = control
        self.seats = seats
        self.holders = holders
        self.now = 0
        self.state = "ready"
        self.reason = None
        self.under = None  # what a pause stands over: "running", "gap" or "ended"
        self.turn: Any = None  # the Turn running or paused
        self.ended_turns = []
        self.base_turns = 0
        self.gap_since: Any = None
        self.bank: Any = self._first_banks()
        self.round_from: Any = None
        self.ended_at = None
        self.stopped = False  # ended by a `stop`
        self.limit_at = None
        self.final_hand = None
        self.records = []  # what time itself has recorded: (time, word, arguments)
        self.fell, self.trumps = [], []
        self.challenge_points = [0] * seats

    def _first_banks(self):
        given = self.control["bank_ms"]
        banks = list(given) if isinstance(given, list | tuple) else [given] * self.seats
        return banks if any(banks) else None

    # What is left, and when the next thing happens by itself

    def left_ms(self) -> Any:
        """Time left of the turn running or paused; None where nothing is counted down."""
        if self.turn is None:
            return None
        if self.bank:
            return self.bank[self.turn.seat - 1]
        if self.control["turn_ms"]:
            return self.turn.allowance_ms - self.turn.used_ms
        return None

    def _free_ms(self):
        """What is left of this turn's simple delay."""
        delay = self.control["delay_ms"] if self.control["delay_kind"] == "simple" else 0
        return max(0, delay - self.turn.used_ms)

    def limit_time(self) -> Any:
        """When the round limit is due; None if there is none, or it has come."""
        if not self.control["round_ms"] or self.round_from is None or self.limit_at is not None:
            return None
        return self.round_from + self.control["round_ms"]

    def coming_events(self):
        """What time itself will record if nobody touches the clock: a list of (time, order, what, threshold)."""
        events = []
        if self.state == "running" and self.left_ms() is not None:
            left, start = self.left_ms(), self.now + self._free_ms()
            if not self._zero_is_spent():
                events.append((start + left, 0, "flag", 0))
            events += [(start + left - threshold, 1, "warn", threshold) for threshold in self.turn.armed]
        over = self.state == "ended" or (self.state == "paused" and self.under == "ended")
        if self.limit_time() is not None and not over:
            events.append((self.limit_time(), 2, "limit", 0))
        return events

    def _zero_is_spent(self):
        return self.turn.seat in self.fell if self.bank else self.turn.flagged

    # Time passes

    def pass_time(self, until, including):
        """Let time pass until `until`: what falls on that very millisecond happens only if `including`."""
        while True:
            when, _order, what, threshold = min(self.coming_events(), default=(until + 1, 0, "", 0))
            if when > until or (when == until and not including):
                break
            self._run_to(when)
            if what == "flag":
                self._zero()
            elif what == "warn":
                self.records.append((self.now, "warn", (self.turn.seat, threshold)))
                self.turn.armed.discard(threshold)
            else:
                self._limit(self.now)
        self._run_to(until)

    def _run_to(self, t):
        ms = t - self.now
        if self.state == "running":
            charged = max(0, ms - self._free_ms())
            self.turn.used_ms += ms
            if self.bank:
                self.bank[self.turn.seat - 1] -= charged
            self._count_overrun()
        self.now = t

    def _count_overrun(self):
        turn = self.turn
        if self.bank:
            # How far below where the bank already was: below zero, or zero.
            turn.overrun_ms = max(0, min(0, turn.allowance_ms) - self.bank[turn.seat - 1])
        elif self.control["turn_ms"]:
            turn.overrun_ms = max(0, turn.used_ms - turn.allowance_ms)

    def _zero(self):
        self.records.append((self.now, "flag", (self.turn.seat,)))
        self.turn.flagged = True
        if self.bank:
            self.fell.append(self.turn.seat)

    def _limit(self, when):
        """The round limit, at its own millisecond `when` (earlier than now only after a going-out play was refused)."""
        self.limit_at = when
        self.records.append((when, "limit", ()))
        if self.control["at_round_limit"] == "stop":
            if self.turn:
                self._end_turn("unfinished")
            self._end("round_limit", when)
            self.stopped = True
        elif self.control["at_round_limit"] == "hand_plus_one":
            if self.turn:
                self.final_hand = self.turn.hand + 1
            elif self.state == "ready":
                self.final_hand = 1
            else:
                first_of_a_hand = self.base_turns % self.seats == 0
                self.final_hand = self._next_hand() + (0 if first_of_a_hand else 1)

    # Turns begin and end

    def last_turn(self) -> Any:
        """The turn that ended last, or None."""
        return self.ended_turns[-1] if self.ended_turns else None

    def _next_hand(self):
        return 1 + self.base_turns // self.seats

    def next_seat(self):
        """The seat of the base turn that begins next."""
        return 1 + self.base_turns % self.seats

    def _begin_turn(self, kind):
        last = self.last_turn()
        if kind == "base":
            seat, hand = self.next_seat(), self._next_hand()
            self.base_turns += 1
        else:
            seat, hand = last.seat, last.hand
        if self.bank:
            allowance = self.bank[seat - 1]
        else:
            allowance = self.control["retry_ms"] if kind == "retry" else self.control["turn_ms"]
        self.turn = Turn(len(self.ended_turns) + 1, hand, seat, kind, self.now, allowance)
        self.state = "running"
        self.gap_since = None
        left = self.left_ms()
        if left is not None:
            self.turn.armed = {threshold for threshold in self.control["warn_ms"] if left > threshold}

    def _end_turn(self, mark=None, closed_by=None):
        turn = self.turn
        turn.mark, turn.closed_by = mark, closed_by
        if self.bank and mark != "unfinished" and self.bank[turn.seat - 1] >= 0:
            back = min(turn.used_ms, self.control["delay_ms"]) if self.control["delay_kind"] == "bronstein" else 0
            self.bank[turn.seat - 1] += self.control["increment_ms"] + back
        self.ended_turns.append(turn)
        self.turn = None

    def _gap(self):
        self.state, self.reason, self.under = "gap", None, None
        self.gap_since = self.now

    def _end(self, reason, when):
        if reason == "round_limit":
            self.records.append((when, "end", (reason,)))
        self.state, self.reason, self.under = "ended", reason, None
        self.ended_at = when

    def _all_played(self):
        return self.final_hand is not None and self.base_turns >= self.final_hand * self.seats
