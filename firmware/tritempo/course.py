"""The course of a game: its turns, their times and banks, and what time does by itself. The base of `Game`.

All times are whole milliseconds on the game's own axis. game.py has the story.
"""

from tritempo.codes import (
    BASE,
    FLAG,
    KINDS,
    LIMIT,
    MARKS,
    RETRY,
    ROUND_END,
    T_HAND,
    T_SEAT,
    UNFINISHED,
    WARN,
    WORDS,
)
from tritempo.rows import Rows


class Course:
    """A game as it stands: what its inputs have made of it so far, and what comes by itself as time passes."""

    def __init__(self, control, holders=None, times=True):
        """`times`: those of the turns that have ended are kept, for `turns`. A Pico's game asks for none of them."""
        self.control = control
        # Asked at each input: a step less for each of them.
        self.warn_ms = control.warn_ms
        self.free_ms = control.free_ms
        self.is_timed = bool(control.has_bank or control.turn_ms)
        self.holders = dict(holders or {})
        self.ended_turns = Rows("BBH")  # seat, mark, hand
        self._times = Rows("BBqqq")  # the same turns' kind, who closed them, start, used, allowance
        self._keeps_times = times
        self.history = Rows("qBbi")  # the inputs that count, for undo: time, code, two numbers
        self.records = Rows("qBBB")  # what time did by itself: time, word, seat, which warning
        self.taken = 0  # how many of the records the caller has had
        self.ignored = 0
        self.begin()

    def begin(self):
        """Sets the beginning of the game: also where an undo replays it from."""
        control = self.control
        self.now = 0
        self.state = "ready"
        self.state_ms = 0  # when this state began
        self.reason = None
        self.under = None  # what a pause goes back to: "running", "gap" or "ended"
        self.turn = 0  # the number of the turn that runs or ended last
        self.base_begun = 0  # base turns begun
        self.seat = None  # of the turn that runs, or that a pause holds
        self.kind = BASE
        self.hand = None
        self.start_ms = 0
        self.allowance = 0
        self.flagged = False  # this turn's zero has been recorded
        self.armed = [False] * len(control.warn_ms)
        self.used = 0  # up to `since`, or all of it while paused
        self.since = 0
        self.gap_ms = 0  # when the gap began
        self.banks = list(control.bank_ms) if control.has_bank else None
        self.used_totals = [0] * control.seats  # by the turns that have ended
        self.overrun_totals = [0] * control.seats
        self.fell = []  # seats whose bank reached zero, in order
        self.trumps = []  # (seat, kind) played, in order
        self.points = [0] * control.seats  # for challenges under `previous` (RO)
        self.round_ms = None  # when the round clock began
        self.limit_at = None
        self.final_hand = None
        self.end_ms = None
        self.stopped = False  # ended by a `stop` limit
        for table in (self.ended_turns, self._times, self.history, self.records):
            table.cut(0)

    def enter(self, state, t, reason=None, under=None):
        self.state = state
        self.state_ms = t
        self.reason = reason
        self.under = under

    def pause(self, t, reason):
        """Everything stands still but the round clock."""
        if self.state == "running":
            self.used += t - self.since
        self.enter("paused", t, reason, self.state)

    def open_gap(self, t):
        self.gap_ms = t
        self.enter("gap", t)

    def next_seat(self):
        """The seat whose base turn comes next."""
        return self.base_begun % self.control.seats + 1

    def go_on(self, t):
        """The next base turn begins, or the final hand has been played and the game ends (MG 31)."""
        if self.final_hand is not None and self.base_begun >= self.final_hand * self.control.seats:
            self.end(t, "round_limit")
            self.record(t, ROUND_END)
        else:
            self.begin_turn(t, BASE)

    def begin_turn(self, t, kind):
        control = self.control
        if kind == BASE:
            self.seat = self.next_seat()
            self.hand = 1 + self.base_begun // control.seats
            self.base_begun += 1
        else:
            last = self.ended_turns.count - 1
            self.seat = self.ended_turns.cell(last, T_SEAT)
            self.hand = self.ended_turns.cell(last, T_HAND)
        self.turn += 1
        self.kind = kind
        self.start_ms = self.since = t
        self.used = 0
        self.flagged = False
        self.allowance = self.banks[self.seat - 1] if self.banks else control.turn_ms
        if kind == RETRY:
            self.allowance = control.retry_ms
        self.armed = armed = []  # a comprehension would be one call more
        for threshold in self.warn_ms:
            armed.append(self.allowance > threshold)
        self.enter("running", t)

    def end_turn(self, t, mark, closed_by):
        """The turn that runs, or that a pause holds, has ended. The caller says what state comes next."""
        if self.state == "running":
            self.used += t - self.since
        self.used_totals[self.seat - 1] += self.used
        self.overrun_totals[self.seat - 1] += self.overrun_of(self.used, self.allowance)
        self.ended_turns.add(self.seat, mark, self.hand)
        if self._keeps_times:
            self._times.add(self.kind, closed_by, self.start_ms, self.used, self.allowance)
        if self.banks:
            left = self.allowance - self.charged(self.used)
            if left >= 0 and mark != UNFINISHED:
                left += self.control.increment_ms + min(self.used, self.control.back_ms)
            self.banks[self.seat - 1] = left
        self.seat = self.hand = None

    def end(self, t, reason):
        self.end_ms = t
        self.enter("ended", t, reason)

    def charged(self, used_ms):
        """How much of a turn's time is charged: all but a simple delay."""
        return max(0, used_ms - self.control.free_ms)

    def used_ms(self, t):
        """Time used at `t` by the turn that runs or that a pause holds."""
        return self.used + t - self.since if self.state == "running" else self.used

    def left_ms(self, t):
        """Time left at `t` for that turn: of its allowance or, in bank controls, of its seat's bank."""
        return self.allowance - self.charged(self.used_ms(t))

    def overrun_of(self, used_ms, allowance_ms):
        """How far a turn went beyond its allowance, or took a bank below where it already was, or below zero."""
        if self.banks:
            return max(0, self.charged(used_ms) - max(0, allowance_ms))
        return max(0, used_ms - allowance_ms) if self.control.turn_ms else 0

    def turns(self):
        """The ended turns, in order, as dicts with the keys of a scenario's `turns`. Not where no times are kept."""
        for i in range(self.ended_turns.count):
            seat, mark, hand = self.ended_turns.row(i)
            kind, closed_by, start_ms, used_ms, allowance_ms = self._times.row(i)
            yield {
                "n": i + 1,
                "hand": hand,
                "seat": seat,
                "kind": KINDS[kind],
                "start_ms": start_ms,
                "used_ms": used_ms,
                "allowance_ms": allowance_ms,
                "overrun_ms": self.overrun_of(used_ms, allowance_ms),
                "mark": MARKS[mark],
                "closed_by": closed_by or None,
            }

    def pass_until(self, t, quiet=False):
        """All that time does before `t` (not at it: inputs come first). Returns `t`, never earlier than `now`.

        `quiet`: it does nothing. Who knows that from `next_deadline` saves a Pico 0.3 ms.
        """
        t = max(t, self.now)
        if not quiet:
            self.run(t - 1)
        self.now = t
        return t

    def advance(self, t):
        """Time passes until `t`, included. Call it only when every input up to `t` has been given."""
        if t >= self.now:
            self.run(t)
            self.now = t

    def next_deadline(self):
        """When time next does something by itself, or None: so that a caller may sleep until then."""
        due = self._due()
        return due and due[0]

    def take_records(self):
        """The automatic records since the last call: a list of (t, word, args), in order.

        After an undo: those of the corrected course of the game that differ from what was given before.
        """
        new = []
        if not self.has_records():
            return new
        for i in range(self.taken, self.records.count):
            t, word, seat, which = self.records.row(i)
            new.append((t, WORDS[word], self._record_args(word, seat, which)))
        self.taken = self.records.count
        return new

    def has_records(self):
        """Whether there are any since the last call of `take_records`."""
        return self.taken != self.records.count

    def run(self, t):
        due = self._due()
        while due is not None and due[0] <= t:
            at, word, seat, which = due
            if word == FLAG:
                self.flagged = True
                if self.banks:
                    self.fell.append(seat)
            elif word == WARN:
                self.armed[which] = False
            self.record(at, word, seat, which)
            if word == LIMIT:
                self._limit(at)
            due = self._due()

    def record(self, t, word, seat=0, which=0):
        i = self.records.count
        if i < self.taken and self.records.row(i) != (t, word, seat, which):
            self.taken = i  # an undo has changed the course of the game from here on
        self.records.add(t, word, seat, which)

    def _record_args(self, word, seat, which):
        if word == FLAG:
            return (seat,)
        if word == WARN:
            return seat, self.control.warn_ms[which]
        return ("round_limit",) if word == ROUND_END else ()

    def _due(self):
        """What time does first: (t, word, seat, which warning), or None. Flag before warning before limit."""
        first = None
        if self.is_timed and self.state == "running":
            # The time left is L once `allowance - L` has been charged; what a pause held back comes at the resume.
            since = self.since
            used_up = since - self.used + self.free_ms + self.allowance
            if not self.flagged and not (self.banks and (self.seat in self.fell or self.allowance < 0)):
                first = (max(since, used_up), FLAG, self.seat, 0)
            for i in range(len(self.armed)):
                if self.armed[i]:
                    at = max(since, used_up - self.warn_ms[i])
                    if first is None or at < first[0]:
                        first = (at, WARN, self.seat, i)
        if self.round_ms is not None and self.limit_at is None and self.state != "ended" and self.under != "ended":
            at = self.round_ms + self.control.round_ms
            if first is None or at < first[0]:
                first = (at, LIMIT, 0, 0)
        return first

    def _limit(self, t):
        """The round is over (MG 31, TE)."""
        self.limit_at = t
        seats = self.control.seats
        if self.control.at_round_limit == "hand_plus_one":
            if self.seat is not None:
                self.final_hand = self.hand + 1
            else:
                # Between turns, the hand of the turn to come; a hand that is complete is not counted twice.
                complete = self.base_begun % seats == 0
                self.final_hand = 1 + self.base_begun // seats + (0 if complete else 1)
        elif self.control.at_round_limit == "stop":
            if self.seat is not None:
                self.end_turn(t, UNFINISHED, 0)
            self.stopped = True
            self.end(t, "round_limit")
            self.record(t, ROUND_END)

    def arm_above(self, t):
        """Time was given or taken: warnings are armed for what is now above them, and not for what was jumped over."""
        left = self.left_ms(t)
        for i in range(len(self.armed)):
            threshold = self.control.warn_ms[i]
            if left > threshold:
                self.armed[i] = True
            elif left < threshold:
                self.armed[i] = False
