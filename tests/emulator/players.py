"""Players at the emulated clock, by pin levels alone; what they see is compared with the mirror's as they go."""

from emulator.mirror import LATE_MS, Mirror
from emulator.pico import TAP_MS, Pico
from emulator.table import mirrored
from tritempo.display import lights

STILL_MS = 40
WHOLE_WITHIN_MS = 400
LIGHT_TOLERANCE = 12  # of 255


class Players:
    """`pico`: a clock that is up, in set-up. Its time is that of the chip."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.mirror: Mirror
        self.mirror, self._ahead_ms = mirrored(pico)
        self.checks = 0

    def clock_ms(self) -> int:
        """The clock's own time."""
        return int(self.pico.now_ms - self._ahead_ms)

    def press(self, button: str, for_ms: float = TAP_MS, then_ms: float = 700) -> None:
        """A press, with all its time and the time after it."""
        now = self.clock_ms()
        self.mirror.told(now, button, True)
        self.mirror.told(now + int(for_ms), button, False)
        self.pico.press(button, for_ms=for_ms)
        self.pico.run_ms(for_ms + then_ms)

    def wait(self, ms: float) -> None:
        self.pico.run_ms(ms)

    def look(self) -> None:
        """The display shows what it should, and so do the lights. Raises AssertionError with what is different."""
        self._wait_for_whole_picture()
        self.mirror.follow(self.clock_ms() - LATE_MS)
        wanted: list[list[int]] = [[] for _ in self.pico.lights]
        state = self.mirror.t
        self._collect(wanted)
        self.mirror.check(self.pico.picture(), self.clock_ms())
        while self.mirror.t < self.clock_ms():
            self.mirror.follow(min(self.clock_ms(), self.mirror.t + 10))
            self._collect(wanted)
        for levels, (seat, light) in zip(wanted, self.pico.lights.items(), strict=True):
            seen = light.level()
            low, high = min(levels) - LIGHT_TOLERANCE, max(levels) + LIGHT_TOLERANCE
            assert low <= seen <= high, f"light {seat}: {seen}, not {low} to {high}, at {state} ms"
        self.checks += 1

    def _wait_for_whole_picture(self) -> None:
        """It is sent in slices: one that has stood still for a while is not in the middle of them."""
        still_since, shown = self.pico.now_ms, self.pico.picture()
        end = self.pico.now_ms + WHOLE_WITHIN_MS
        while self.pico.now_ms < min(end, still_since + STILL_MS):
            self.pico.run_ms(5)
            if self.pico.picture() != shown:
                still_since, shown = self.pico.now_ms, self.pico.picture()

    def _collect(self, wanted: list[list[int]]) -> None:
        """What each light's share of time should be at the mirror's instant."""
        levels = lights.levels(self.mirror.view(), self.mirror.t)
        for i, row in enumerate(wanted):
            level = levels[i] if i < len(levels) else 0
            row.append(level * level // 255)  # an eye sees half the light as three quarters

    def begin(self) -> None:
        """From set-up to a MàTaM game of three that runs: the first control, three seats, and the first press."""
        self.press("B")
        self.press("B")
        self.press("A")
