"""One game at one moment: inputs and the passing of time, applied one after the other.

Plain on purpose. A `World` knows nothing of undo and nothing of the past: `ClockModel` builds a new one from the list
of inputs for every question.
"""

from model.position import Position

END_REASONS = ["out", "passes", "no_score", "blocked", "flag", "abandon", "draw", "interrupted", "aborted"]
READY_END_REASONS = ["abandon", "aborted", "interrupted"]
MARKS = ["pass", "exchange", "lost", None]


class World(Position):
    """A game of `seats` seats under a whole control, and every input that can come to it."""

    def apply(self, kind, args):
        """One input, now. None if it had its effect, or why it was ignored."""
        return getattr(self, "_on_" + kind)(*args)

    def _on_seat(self, button):
        if self.state == "ready":
            if self.round_from is None:
                self.round_from = self.now
            self._begin_turn("base")
        elif self.state == "running":
            mine = button == self.turn.seat
            if {"any": False, "mover": not mine, "opponents": mine}[self.control["press"]]:
                return "press"
            if self.now - self.turn.start_ms < self.control["dead_ms"]:
                return "dead_time"
            self._end_turn(closed_by=button)
            if self.control["handover"] == "two_step":
                self._gap()
            else:
                self._go_on()
        elif self.state == "gap":
            if self.now - self.gap_since < self.control["dead_ms"]:
                return "dead_time"
            self._go_on()
        else:
            return "state"
        return None

    def _go_on(self):
        if self._all_played():
            self._end("round_limit", self.now)
        else:
            self._begin_turn("base")

    def _on_pause(self, reason=None):
        if self.state in ("running", "gap"):
            self._pause(reason if reason in self.control["pauses"] else None)
            return None
        if self.state == "ended" and self.reason == "out" and reason == "challenge":
            if reason not in self.control["pauses"]:
                return "reason"
            self._pause(reason)
            return None
        return "state"

    def _on_pause_of_undone_end(self):
        """Not an input: what undo leaves in the place of an end that it takes back."""
        if self.state in ("running", "gap"):
            self._pause("arbiter")

    def _pause(self, reason):
        self.under, self.state, self.reason = self.state, "paused", reason

    def _on_reason(self, reason=None):
        if self.state != "paused":
            return "state"
        if reason not in self.control["pauses"]:
            return "reason"
        self.reason = reason
        return None

    def _on_resume(self):
        if self.state != "paused":
            return "state"
        if self.under == "ended":
            self._end("out", self.ended_at)
        else:
            self.state, self.reason, self.under = self.under, None, None
        return None

    def _on_verdict(self, result, seat=None, words=None):
        if self.state != "paused" or self.reason != "challenge":
            return "state"
        if result not in ("valid", "invalid"):
            return "verdict"
        previous = self.control["challenge"] == "previous"
        last = self.last_turn()
        challenged = self.turn if self.turn and not previous else last
        if challenged is None or challenged.mark is not None:
            return "mark"
        if previous:
            if words is None:
                words = 1 if result == "valid" else 0
            challenger = seat or (self.turn.seat if self.turn else self.next_seat())
            self.challenge_points[challenger - 1] -= 10 * words
        if result == "valid":
            return self._on_resume()
        return self._refuse(challenged, previous)

    def _refuse(self, challenged, previous):
        over = self.under == "ended"
        if challenged is self.turn:
            self._end_turn("refused")
        else:
            challenged.mark = "refused"
        if previous and not over:
            return self._on_resume()
        self._gap()
        if over:
            self.ended_at = None
            if self.limit_time() is not None and self.limit_time() < self.now:
                self._limit(self.limit_time())
        return None

    def _on_trump(self, kind):
        last = self.last_turn()
        in_time = {
            "prorroga": self.state == "running" and (self.left_ms() or 0) > 0,
            "tornar": self.state == "running" or (self.state == "gap" and last.mark is None),
            "salva": self.state == "gap" and last.mark == "refused",
        }.get(kind, self.state == "running")
        if kind not in self.control["trumps"] or not in_time:
            return "trump"
        seat = self.turn.seat if self.turn else last.seat
        spent = kind in [used for _, used in self.trumps] or seat in [who for who, _ in self.trumps]
        if spent or self.holders.get(kind, seat) != seat:
            return "trump"
        if seat in self.holders.values() and self.holders.get(kind) != seat:
            return "held"
        self.trumps.append([seat, kind])
        if kind == "prorroga":
            self._change_allowance(self.control["prorroga_ms"])
        elif kind == "tornar":
            if self.turn:
                self._end_turn()
            self._begin_turn("again")
        elif kind == "salva":
            self._begin_turn("retry")
        return None

    def _on_mark(self, mark, n=None):
        if self.state == "ready" or not self.ended_turns:
            return "state"
        n = len(self.ended_turns) if n is None else n
        if mark not in MARKS or not 1 <= n <= len(self.ended_turns):
            return "mark"
        turn = self.ended_turns[n - 1]
        if turn.mark in ("refused", "unfinished"):
            return "mark"
        turn.mark = mark
        return None

    def _on_adjust(self, seat, ms):
        if not (self.state == "paused" or (self.state == "ready" and self.bank)):
            return "state"
        mine = self.turn is not None and self.turn.seat == seat
        if not self.bank and not (mine and self.control["turn_ms"]):
            return "seat"
        left = self.bank[seat - 1] if self.bank else self.left_ms()
        if ms < 0:
            ms = -min(-ms, max(0, left))
        if self.bank:
            self.bank[seat - 1] += ms
        if mine:
            self._change_allowance(ms)
        return None

    def _change_allowance(self, ms):
        """The turn's allowance changes by `ms` (a bank has been changed already); warnings are armed or jumped over."""
        self.turn.allowance_ms += ms
        self._count_overrun()
        left = self.left_ms()
        for threshold in self.control["warn_ms"]:
            if ms > 0 and left > threshold:
                self.turn.armed.add(threshold)
            elif left < threshold:
                self.turn.armed.discard(threshold)

    def _on_end(self, reason, seat=None):
        allowed = READY_END_REASONS if self.state == "ready" else END_REASONS
        if self.state == "ended" or reason not in allowed:
            return "state"
        if self.turn:
            self._end_turn(None if reason == "out" else "unfinished")
        self._end(reason, self.now)
        return None

    def _on_round_start(self):
        if self.state != "ready" or not self.control["round_ms"] or self.round_from is not None:
            return "state"
        self.round_from = self.now
        return None

    def _on_power(self):
        if self.state in ("running", "gap"):
            self._pause("power")
