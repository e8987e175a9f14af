"""One game on the clock: the state machine. Integers in, integers out; no hardware, no wall clock.

The story. A game begins in `ready`: the racks are being filled and nobody's time runs (MG 6). The first press
begins turn 1. From then on one seat's time runs until somebody presses: the turn ends at the millisecond of the
press, and the next begins at that same millisecond, so that the turns of a game add up to its length (`direct`), or
after a second press (`two_step`: writing down and refilling lie in the `gap`). An arbiter's pause stops everything
but the round clock. A refused play ends in a gap, too: the tiles are taken back, and a trump may save it. The game
ends when a player goes out, by agreement, or when the round is over and the last hand has been played (MG 31).

Every input carries the time of its button's edge. Two rules order everything:

1. What time does by itself (a flag, a warning, the round's limit) happens at exactly its own millisecond.
2. At the same millisecond inputs come first, in order; then flag, warning and limit.

The transition table. A state can only change as this says; what is not in it is ignored, counted and logged.

    state    input                  next
    -------  ---------------------  --------------------------------------------------------------
    setup    new                    ready
    ready    seat                   running: turn 1, seat 1
    ready    end                    ended: only abandon, aborted and interrupted
    ready    (limit)                ended: `stop`
    running  seat                   running, gap, ended: direct, two_step, last turn of the final hand
    running  trump tornar           running: the same seat again
    running  pause, power           paused
    running  end                    ended
    running  (limit)                ended: `stop`
    gap      seat                   running, ended: the final hand has been played
    gap      trump tornar           running: the same seat again
    gap      trump salva            running: the same seat again
    gap      pause, power           paused
    gap      end                    ended
    gap      (limit)                ended: `stop`
    paused   resume                 running, gap, ended: what it was
    paused   verdict valid          running, gap, ended: what it was
    paused   verdict invalid        running, gap, ended: what it was under `previous`, else a gap; a
                                    `stop` limit may have passed while a going-out play was challenged
    paused   end                    ended
    paused   undo                   paused, ready, ended: ended if a `stop` limit has passed
    paused   (limit)                ended: `stop`
    ended    pause challenge        paused: only after `out`
    ended    undo                   paused, ready, ended: ended if a `stop` limit has passed
    ended    new                    ready

A `Game` is one game, so `new` makes another `Game`, and nothing of the old one goes on. All times are whole
milliseconds on the game's own axis, which begins at 0 in `ready` and never wraps.

Documents are cited as MG, MM, CSM, TE and RO, with their articles: see docs/glossary.md.
"""

from tritempo import inputs, undo
from tritempo.codes import (
    AGAIN,
    BASE,
    ENDS,
    ENDS_IN_READY,
    PLAY,
    REASONS,
    REFUSED,
    RETRY,
    T_MARK,
    T_SEAT,
    UNFINISHED,
)
from tritempo.control import TRUMPS
from tritempo.course import Course
from tritempo.trumps import refused_card


class Game(Course):
    """A game under a `Control`. `holders` says who is known to hold which trump: {"prorroga": 2}; `times`: see Course.

    Public: `input`, `advance`, `next_deadline`, `take_records`, `turns`, and the attributes set in `begin`.
    tritempo.view shows what a game means to people.
    """

    def input(self, t, kind, *args):
        """One input, at the time `t` of its edge. None if it counted, else a word: why it was ignored.

        Kinds and arguments as in docs/journal.md. Never raises, whatever a finger or a cable sends.
        """
        return self.act(self.pass_until(t), kind, args)

    def act(self, t, kind, args):
        """The same where time has passed until `t`, as `pass_until` gives it."""
        if kind == "undo":
            why = undo.undo(self, t) if not args else "args"
        else:
            packed = inputs.pack(self, kind, args)
            why = "args" if packed is None else packed if isinstance(packed, str) else self.replay(t, *packed)
        if why:
            self.ignored += 1
        return why

    def replay(self, t, code, a, b):
        """An input in the history's form: applies it and keeps it. None, or why it has no effect."""
        why = self._HANDLERS[code](self, t, a, b)
        if why is None:
            self.history.add(t, code, a, b)
        return why

    # Each handler changes the game and returns None, or changes nothing and returns why it was ignored.

    def _on_seat(self, t, seat, _):
        control = self.control
        if self.state == "ready":
            if control.round_ms and self.round_ms is None:
                self.round_ms = t
            self.begin_turn(t, BASE)
        elif self.state == "running":
            if control.press != "any" and (control.press == "mover") != (seat == self.seat):
                return "press"
            if t - self.start_ms < control.dead_ms:
                return "dead_time"
            self.end_turn(t, PLAY, seat)
            if control.handover == "two_step":
                self.open_gap(t)
            else:
                self.go_on(t)
        elif self.state == "gap":
            if t - self.gap_ms < control.dead_ms:
                return "dead_time"
            self.go_on(t)
        else:
            return "state"

    def _on_pause(self, t, reason, _):
        if self.state not in ("running", "gap") and not (self.state == "ended" and self.reason == "out"):
            return "state"
        self.pause(t, None if reason < 0 else REASONS[reason])

    def _on_reason(self, t, reason, _):
        if self.state != "paused":
            return "state"
        self.reason = REASONS[reason]

    def _on_resume(self, t, _, __):
        if self.state != "paused":
            return "state"
        self.since = t
        self.enter(self.under, t, "out" if self.under == "ended" else None)

    def _on_verdict(self, t, seat_valid, words):
        if self.state != "paused" or self.reason != "challenge":
            return "state"
        valid = seat_valid & 1
        current = self.control.challenge == "current"
        running = self.under == "running"
        last = self.ended_turns.count - 1
        if not (current and running) and (last < 0 or self.ended_turns.cell(last, T_MARK) != PLAY):
            return "mark"
        if not current:
            # RO: each valid word that was challenged costs the challenger 10 points.
            challenger = seat_valid >> 1 or (self.seat if running else self.next_seat())
            self.points[challenger - 1] -= 10 * (words if words >= 0 else valid)
        if valid:
            return self._on_resume(t, 0, 0)
        if running and current:
            self.end_turn(t, REFUSED, 0)
            self.open_gap(t)
            return None
        self.ended_turns.put(last, T_MARK, REFUSED)
        if self.under == "ended":
            # The going-out play is refused: the game goes on, and a limit that has passed counts at its own time.
            self.end_ms = None
            self.open_gap(t)
            self.run(t - 1)
            return None
        if current:
            self.open_gap(t)
            return None
        return self._on_resume(t, 0, 0)

    def _on_trump(self, t, index, _):
        trump = TRUMPS[index]
        running = self.state == "running"
        last = self.ended_turns.count - 1
        in_gap = self.state == "gap" and trump in ("tornar", "salva")
        if not ((running and trump != "salva") or in_gap):
            return "state"
        if in_gap and self.ended_turns.cell(last, T_MARK) != (REFUSED if trump == "salva" else PLAY):
            return "mark"
        seat = self.seat if running else self.ended_turns.cell(last, T_SEAT)
        why = refused_card(self.control.trumps, self.trumps, self.holders, seat, trump)
        if why is not None:
            return why
        if trump == "prorroga":
            if self.left_ms(t) <= 0:
                return "time"
            self.allowance += self.control.prorroga_ms
            self.arm_above(t)
        self.trumps.append((seat, trump))
        if trump == "tornar":
            if running:
                self.end_turn(t, PLAY, 0)
            self.begin_turn(t, AGAIN)
        elif trump == "salva":
            self.begin_turn(t, RETRY)

    def _on_mark(self, t, mark, number):
        if self.state == "ready" or number > self.ended_turns.count:
            return "mark"
        if self.ended_turns.cell(number - 1, T_MARK) in (REFUSED, UNFINISHED):
            return "mark"
        self.ended_turns.put(number - 1, T_MARK, mark)

    def _on_adjust(self, t, seat, ms):
        if self.state != "paused" and not (self.state == "ready" and self.banks):
            return "state"
        on_turn = self.state == "paused" and self.under == "running" and seat == self.seat
        if on_turn and (self.control.turn_ms or self.banks):
            self.allowance += _given(ms, self.left_ms(t))
            self.arm_above(t)
        elif self.banks:
            self.banks[seat - 1] += _given(ms, self.banks[seat - 1])
        else:
            return "adjust"

    def _on_end(self, t, reason, _):
        word = ENDS[reason]
        if self.state not in ("running", "gap", "paused") and not (self.state == "ready" and word in ENDS_IN_READY):
            return "state"
        if self.seat is not None:
            self.end_turn(t, PLAY if word == "out" else UNFINISHED, 0)
        self.end(t, word)

    def _on_round_start(self, t, _, __):
        if self.state != "ready" or not self.control.round_ms or self.round_ms is not None:
            return "state"
        self.round_ms = t

    def _on_power(self, t, _, __):
        if self.state in ("running", "gap"):
            self.pause(t, "power")

    # In the order of the codes.
    _HANDLERS = (
        _on_seat,
        _on_pause,
        _on_reason,
        _on_resume,
        _on_verdict,
        _on_trump,
        _on_mark,
        _on_adjust,
        _on_end,
        _on_round_start,
        _on_power,
    )


def _given(ms, left):
    """What an arbiter's adjustment comes to: taking stops at zero left, giving does not."""
    return ms if ms >= 0 else max(ms, -max(0, left))
