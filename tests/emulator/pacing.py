"""Keeps the PIO in step with time while the CPU sleeps or stands.

rp2040py gives a state machine one instruction at most for each instruction of the CPU, or for each jump of a sleeping
CPU to the next alarm, and drops what it is behind. A machine that samples pins once a millisecond would so lose nearly
all samples of a sleeping program. On the chip a state machine runs from the system clock, whatever the CPU does
(RP2040 datasheet, 3.2 and 3.5.5, "Clock Dividers"). So an alarm stands at the instant at which the next instruction is
due: the jump ends there, and the machine gets it in time.

A machine that steps very often would make the emulation slow. It is kept in step for a while after an input has
changed, and then left alone while the CPU sleeps: a program that does something while its inputs stand still is not
modelled if it is so fast.
"""

from typing import Any

NEVER_FP = 1 << 60
FRACTION = 256  # the emulator counts PIO time in 1/256 of a system clock
CYCLE_NS = 8.0
NOBODY_NS = 1_000_000.0  # between two looks whether a machine has been started
OFTEN_NS = 100_000.0  # a machine that steps more often than this is left alone
WATCHED_NS = 2_000_000.0  # after an input has changed


class Pacing:
    """At an instant that is due the machine has not had its instruction yet; what is due next is known only after it.

    So each look is followed by another a moment later; but a machine that keeps a steady beat is believed, which saves
    the second look, and half of the cost.
    """

    def __init__(self, mcu: Any, clock: Any) -> None:
        self._mcu = mcu
        self._clock = clock
        self._carry = 0.0
        self._last_fp = 0  # when the last instruction was due
        self._step_fp = self._beat_fp = 0  # from the one before it; and what is believed of the next
        self._now_due = clock.create_alarm(self._at_due)
        self._just_after = clock.create_alarm(self._after_due)
        self._just_after.schedule(0)
        self._watched_ns = 0.0

    def input_changed(self) -> None:
        self._watched_ns = self._clock.nanos + WATCHED_NS
        self._just_after.schedule(CYCLE_NS)

    def _due(self) -> tuple[int, int] | None:
        """When the next instruction of any machine is due, in PIO time, and how far off that is; None: none runs."""
        running = [pio for pio in self._mcu.pio if not pio.stopped and pio.next_due_fp < NEVER_FP]
        if not running:
            return None
        first = min(running, key=lambda pio: pio.next_due_fp - pio.cycle_fp)
        return first.next_due_fp, first.next_due_fp - first.cycle_fp

    def _ns(self, span_fp: int) -> float:
        return max(CYCLE_NS, span_fp / FRACTION * 1e9 / self._mcu.clk_sys)

    def _at_due(self) -> None:
        due = self._due()
        often = self._ns(self._beat_fp) < OFTEN_NS and self._clock.nanos > self._watched_ns
        if due is not None and self._beat_fp and not often and due[0] == self._last_fp + self._beat_fp:
            self._last_fp = due[0]
            self._now_due.schedule(self._ns(self._beat_fp))
        else:
            self._beat_fp = 0
            self._just_after.schedule(CYCLE_NS)

    def _after_due(self) -> None:
        due = self._due()
        if due is None:
            self._beat_fp = 0
            self._just_after.schedule(NOBODY_NS)
            return
        due_fp, wait_fp = due
        # One step as long as the one before it: a beat.
        step_fp = due_fp - self._last_fp
        self._beat_fp = step_fp if step_fp == self._step_fp else 0
        self._step_fp = step_fp
        self._last_fp = due_fp - self._beat_fp
        wait_ns = self._ns(wait_fp)
        if wait_ns < OFTEN_NS and self._clock.nanos > self._watched_ns:
            self._beat_fp = 0
            self._just_after.schedule(NOBODY_NS)
        else:
            self._now_due.schedule(wait_ns)

    def step(self, most_ns: float) -> None:
        """One jump of a standing CPU: to the next instruction of a machine, at most so far."""
        due = self._due()
        span_ns = most_ns if due is None else min(most_ns, self._ns(due[1]))
        before = self._clock.nanos
        self._clock.tick(span_ns)
        self._carry += (self._clock.nanos - before) * self._mcu.clk_sys / 1e9
        cycles = int(self._carry)
        self._carry -= cycles
        for pio in self._mcu.pio:
            if not pio.stopped:
                pio.advance(cycles)
