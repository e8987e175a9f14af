"""What lights and buzzer do, read from the edges on their pins."""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emulator.chip import Chip

KEPT = 20_000  # edges
# The lowest tone is 175 Hz: an edge that comes later than this begins another tone.
TONE_GAP_MS = 8.0


class Edges:
    """The latest edges of a pin: (ms, high), oldest first."""

    def __init__(self, chip: "Chip", gpio: int) -> None:
        self._chip = chip
        self._gpio = gpio
        self.edges: deque[tuple[float, bool]] = deque(maxlen=KEPT)
        chip.watch(gpio, lambda high: self.edges.append((chip.now_ms, high)))

    @property
    def high(self) -> bool:
        return self._chip.is_high(self._gpio)

    def first_rise(self, after_ms: float) -> float | None:
        """When the pin first went high after that instant."""
        return next((ms for ms, high in self.edges if high and ms >= after_ms), None)

    def forget(self) -> None:
        self.edges.clear()


class Light(Edges):
    """A seat's light on PWM."""

    def level(self, over_ms: float = 20.0) -> int:
        """Its brightness over the last milliseconds, 0 to 255."""
        now = self._chip.now_ms
        high, end, lit_ms = self.high, now, 0.0
        for ms, _ in reversed(self.edges):
            start = max(ms, now - over_ms)
            lit_ms += (end - start) if high else 0.0
            high, end = not high, start
            if ms <= now - over_ms:
                break
        else:
            lit_ms += (end - (now - over_ms)) if high else 0.0
        return round(255 * lit_ms / over_ms)


@dataclass(frozen=True)
class Tone:
    at_ms: float
    hz: float
    ms: float


class Buzzer(Edges):
    """The passive buzzer on PWM."""

    def tones(self, since_ms: float = 0.0) -> list[Tone]:
        """What was heard, one tone after the other; rises of equal distance are one tone."""
        rises = [ms for ms, high in self.edges if high and ms >= since_ms]
        tones: list[Tone] = []
        run: list[float] = rises[:1]
        for before, ms in pairwise(rises):
            period = ms - before
            same = len(run) < 2 or abs(period - (run[1] - run[0])) < 0.05 * (run[1] - run[0])
            if period > TONE_GAP_MS or not same:
                tones += self._tone(run)
                run = [ms] if period > TONE_GAP_MS else [before, ms]
            else:
                run.append(ms)
        return tones + self._tone(run)

    @staticmethod
    def _tone(run: list[float]) -> list[Tone]:
        if len(run) < 3:
            return []
        period = (run[-1] - run[0]) / (len(run) - 1)
        return [Tone(run[0], 1000 / period, run[-1] - run[0] + period)]
