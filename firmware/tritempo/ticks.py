"""The one place that widens a counter that wraps, and that notices when the counter jumps.

Plain subtraction is wrong the moment a counter wraps (CircuitPython #3410), and a counter that jumps must neither
freeze the clock (MicroPython #4795) nor charge a seat for time that nobody sat through. Pure: readings go in.
"""

# Two readings further apart than this are a jump: the host slept, or the process was stopped. The clock reads its
# counter every few milliseconds, so nothing true comes near. Below half of the Pico's 2**30 us, so it holds there too.
JUMP_US = 300_000_000


class Widener:
    """Adds up the steps between readings of a counter that wraps at `period_us`: the sum never falls, never wraps.

    `period_us`: a power of two.

    A step back, or one of more than `JUMP_US` forward, is left out of the sum and counted in `jumped_us` instead.

    The sum is kept as milliseconds and a rest: in microseconds it is an object on a Pico's heap after 18 minutes, and
    each reading would make another.
    """

    def __init__(self, first_us, period_us):
        # Not the period itself: on a Pico that is one more than the largest small integer, and each sum with it slow.
        self._mask = period_us - 1
        self._half = period_us >> 1
        self._last = first_us & self._mask
        self.total_ms = 0  # whole ones
        self._rest_us = 0  # 0 to 999
        self.jumped_us = 0

    @property
    def total_us(self):
        return self.total_ms * 1000 + self._rest_us

    def widen(self, reading_us):
        """The sum in us at a new reading of the counter."""
        self.widen_ms(reading_us)
        return self.total_us

    def widen_ms(self, reading_us):
        """The same in whole ms: takes no memory for 12 days."""
        # As `_difference`: this is asked in each turn of the loop, and a press waits for it.
        step = (reading_us - self._last) & self._mask
        if step >= self._half:
            step -= self._mask
            step -= 1
        self._last = reading_us & self._mask
        if 0 <= step <= JUMP_US:
            rest_us = self._rest_us + step
            self.total_ms += rest_us // 1000
            self._rest_us = rest_us % 1000
        else:
            self.jumped_us += step
        return self.total_ms

    def at(self, reading_us):
        """The sum in us at a reading taken a little before or after the last one that was widened."""
        return self.total_ms * 1000 + self._rest_us + self._difference(reading_us)

    def _difference(self, reading_us):
        step = (reading_us - self._last) & self._mask
        if step >= self._half:
            step -= self._mask
            step -= 1
        return step
