"""Power cuts at flash operations: what is on the flash then, and what the clock had promised until then."""

import random
from dataclasses import dataclass

from emulator.flash import Operation
from emulator.pico import Pico

QUIET_MS = 60.0  # operations further apart are of two writes


@dataclass(frozen=True)
class Cut:
    """`flash`: as the cut leaves it. `promised`: the flash before this write began, all of which must come back."""

    operation: Operation
    part: float  # of the operation that was done
    flash: bytes
    promised: bytes
    at_ms: float

    def __str__(self) -> str:
        what = "erase" if self.operation.data is None else "program"
        return f"operation {self.operation.number} ({what} {self.operation.offset:#x}), {self.part:.0%} done"


class Cutter:
    """Follows the flash operations of a clock and keeps some of them as cuts: each before it, or in the middle.

    Keeps `share` of them, of which half are torn; the choice is that of the seed.
    """

    def __init__(self, pico: Pico, share: float, seed: int) -> None:
        self._pico = pico
        self._share = share
        self._random = random.Random(seed)
        self._last_ms = -QUIET_MS
        self._promised = b""
        self.seen = 0
        self.cuts: list[Cut] = []
        pico.flash.before = self._before

    def stop(self) -> None:
        self._pico.flash.before = lambda operation: None

    def _before(self, operation: Operation) -> None:
        self.seen += 1
        if operation.at_ms - self._last_ms > QUIET_MS:
            self._promised = bytes(self._pico.flash.image())
        self._last_ms = operation.at_ms + (45 if operation.data is None else 1)
        if self._random.random() > self._share:
            return
        part = self._random.choice((0.0, self._random.random()))
        image = self._pico.flash.image()
        flash = bytes(operation.apply(image, part) if part else image)
        self.cuts.append(Cut(operation, part, flash, self._promised, operation.at_ms))
