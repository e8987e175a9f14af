"""Keeps the PIO in step with time while the CPU sleeps or stands.

rp2040py gives a state machine one instruction at most for each instruction of the CPU, or for each jump of a sleeping
CPU to the next alarm, and drops what it is behind. A machine that samples pins once a millisecond would so lose nearly
all samples of a sleeping program. On the chip a state machine runs from the system clock, whatever the CPU does
(RP2040 datasheet, 3.2 and 3.5.5, "Clock Dividers"). So an alarm stands at the instant at which the next instruction is
due: the jump ends there, and the machine gets it in time.
"""

from typing import Any

NEVER_FP = 1 << 60
FRACTION = 256  # the emulator counts PIO time in 1/256 of a system clock


class Pacing:
    def __init__(self, mcu: Any, clock: Any) -> None:
        self._mcu = mcu
        self._clock = clock
        self._carry = 0.0
        self._due = clock.create_alarm(self._look_again)
        self._after = clock.create_alarm(self._schedule)
        self._after.schedule(0)

    def _next_ns(self) -> float | None:
        """Until the next instruction of any machine, or None if none runs."""
        due_fp = min(
            (pio.next_due_fp - pio.cycle_fp for pio in self._mcu.pio if not pio.stopped and pio.next_due_fp < NEVER_FP),
            default=None,
        )
        return None if due_fp is None else max(0.0, due_fp / FRACTION * 1e9 / self._mcu.clk_sys)

    def _schedule(self) -> None:
        # The blocks may be a jump behind the clock here, so this can be early by a jump; then it looks again.
        wait_ns = self._next_ns()
        if wait_ns is None:
            self._after.schedule(1_000_000)
        else:
            self._due.schedule(max(wait_ns, 8.0))

    def _look_again(self) -> None:
        # The machine gets its instruction only after this jump; what is due then can be seen a moment later.
        self._after.schedule(8.0)

    def step(self, most_ns: float) -> None:
        """One jump of a standing CPU: to the next instruction of a machine, at most so far."""
        wait_ns = self._next_ns()
        span_ns = most_ns if wait_ns is None else min(most_ns, max(wait_ns, 8.0))
        before = self._clock.nanos
        self._clock.tick(span_ns)
        self._carry += (self._clock.nanos - before) * self._mcu.clk_sys / 1e9
        cycles = int(self._carry)
        self._carry -= cycles
        for pio in self._mcu.pio:
            if not pio.stopped:
                pio.advance(cycles)
