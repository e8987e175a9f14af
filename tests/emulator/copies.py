"""How late a light is wherever a press falls: at many instants a button is pressed in a copy of the process.

The emulation itself goes on without any of the presses, so a hundred of them take no longer than a second of a game.
"""

import os
import random
import statistics

from emulator.pico import Pico

WITHIN_MS = 60.0
LOOK_MS = 5.0
BUDGET_MS = 5.0


class PressedCopies:
    """From `start` to `stop` presses of a seat whose turn runs, `every_ms` (from, to) apart, at random.

    `waits`: ms from each press to the light of the next seat.
    """

    def __init__(self, pico: Pico, every_ms: tuple[float, float], seed: int, button: str = "A") -> None:
        self.waits: list[float] = []
        self._pico = pico
        self._every_ms = every_ms
        self._random = random.Random(seed)
        self._button = button
        self._goes_on = self._is_copy = False

    def start(self) -> None:
        self._goes_on = True
        self._in_a_moment()

    def stop(self) -> None:
        self._goes_on = False
        while self._is_copy:  # until it has reported
            self._pico.run_ms(LOOK_MS)

    def _in_a_moment(self) -> None:
        self._pico.chip.at(self._random.uniform(*self._every_ms), self._ring)

    def _ring(self) -> None:
        if not self._goes_on:
            return
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            self._goes_on, self._is_copy = False, True
            self._press(writing)
            return  # and the emulation of the copy goes on
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        os.waitpid(pid, 0)
        self.waits.append(float(told))  # ValueError: the copy has ended without a word
        self._in_a_moment()

    def _press(self, writing: int) -> None:
        pico, pressed = self._pico, self._pico.now_ms
        dark = [light for light in pico.lights.values() if not light.level()]

        def look() -> None:
            rises = [rise for light in dark if (rise := light.first_rise(pressed)) is not None]
            if not rises and pico.now_ms < pressed + WITHIN_MS:
                pico.chip.at(LOOK_MS, look)
                return
            os.write(writing, repr(min(rises, default=pressed + WITHIN_MS) - pressed).encode())
            os._exit(0)

        pico.edge(self._button, True)
        pico.chip.at(LOOK_MS, look)

    def told(self) -> str:
        late = sum(wait > BUDGET_MS for wait in self.waits)
        middle, most = statistics.median(self.waits), max(self.waits)
        return f"{middle:.1f} ms (most {most:.1f}), {late} of {len(self.waits)} over {BUDGET_MS:.0f}"
