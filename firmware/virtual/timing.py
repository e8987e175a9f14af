"""The virtual board's two kinds of time, in whole ms from the start of the process.

`LiveTime` is the host's monotonic clock times a speed. `SteppedTime` moves only inside `rest`, and only as far as the
panel has allowed: an hour of play takes seconds, and a test that says "until 60000" gets the same run each time.
"""

import time

from tritempo.ticks import Widener

# The unix port's ticks_us is the host's CLOCK_MONOTONIC in us, so the panel can stamp an edge with that same clock.
# Kept to 60 bits: sums of two stay small integers.
PERIOD_US = 1 << 60
MAX_APART_US = 60_000_000


class LiveTime:
    """Runs by itself. `thousandths` is the speed: 1000 is real time, 60000 a minute each second."""

    def __init__(self, thousandths, read=time.ticks_us):  # pyright: ignore[reportAttributeAccessIssue]
        self._read = read
        self._widener = Widener(read(), PERIOD_US)
        self._thousandths = thousandths
        self._from_us = 0
        self._from_ms = 0

    def now_ms(self):
        return self._ms(self._widener.widen(self._read()))

    def stamp_ms(self, reading_us):
        """The ms at which the host's clock shows `reading_us`, a little before or after now.

        A reading far from ours means that the two ends do not read the same clock: then it is now.
        """
        now_us = self._widener.widen(self._read())
        stamp_us = self._widener.at(reading_us)
        return self._ms(stamp_us if abs(now_us - stamp_us) < MAX_APART_US else now_us)

    def set_speed(self, thousandths):
        self._from_ms = self.now_ms()
        self._from_us = self._widener.total_us
        self._thousandths = thousandths

    def real_us(self, ms):
        """How long `ms` of this time take on the host, in us."""
        return ms * 1_000_000 // self._thousandths

    def jump(self, ms):
        """Makes the time source jump, as a fault: what it shows moves by `ms` at once, for good."""
        read = self._read
        self._read = lambda: read() + ms * 1000

    def take_jump_ms(self):
        """By how much the time source has jumped since this was last asked; the jump is not part of `now_ms`."""
        jumped, self._widener.jumped_us = self._widener.jumped_us, 0
        return jumped // 1000

    def _ms(self, total_us):
        return self._from_ms + (total_us - self._from_us) * self._thousandths // 1_000_000


class SteppedTime:
    """Stands still but for `step_to`, which the board calls while the app rests."""

    def __init__(self):
        self._now = 0
        self._jumped = 0
        self.allowed_ms = 0

    def now_ms(self):
        return self._now

    def step_to(self, t_ms):
        """Moves on to `t_ms`, or as far as it is allowed."""
        self._now = max(self._now, min(t_ms, self.allowed_ms))

    def jump(self, ms):
        self._jumped += ms

    def take_jump_ms(self):
        jumped, self._jumped = self._jumped, 0
        return jumped
