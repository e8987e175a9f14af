"""A tournament day in one boot: games and breaks, with free memory and drift as they go.

    python -m emulator.hours 10             until ten emulated hours are over, or Ctrl-C
    TRITEMPO_MINUTES=30 …                   or so many real minutes

Each game is of the round's full length, as in a real round: passes and exchanges marked, cards, challenges, overtime.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from emulator import firmware, image
from emulator.pico import Pico
from emulator.table import last_log, up
from tritempo.control import preset

HOUR_MS = 3_600_000.0
REPORT_MS = HOUR_MS / 2
SEED = 10


@dataclass
class Day:
    """What came of it. `free`: bytes, at the end of each game; `least`: of all reports."""

    hours: float = 0.0
    games: int = 0
    presses: int = 0
    drift_ms: float = 0.0  # the worst of any game's log against the pins, over its whole length
    free: list[int] = field(default_factory=list)
    least: int = 1 << 20
    troubles: list[str] = field(default_factory=list)


class Tournament:
    """`round_ms`: length of a round; a game ends by itself some turns after it. `break_ms`: from one to the next."""

    def __init__(self, round_ms: int = 3_600_000, break_ms: float = 1_500_000, say: Callable[[str], object] = print):
        self._round_ms, self._break_ms, self._say = round_ms, break_ms, say
        self._random = random.Random(SEED)
        self.pico = up(Pico(firmware.deployed()))
        self.day = Day()
        self._start_ms = self.pico.now_ms
        self._next_ms = self._start_ms + REPORT_MS

    def play(self, hours: float, stop: Callable[[], object] = lambda: False) -> Day:
        """Game after game, until the time is over or `stop()` is true. What is under way then is not finished."""
        self._stop = lambda: stop() or self.pico.now_ms >= self._start_ms + hours * HOUR_MS
        while not self._stop():
            self._game()
            self._wait(self._break_ms)
        self._report()
        return self.day

    def _game(self) -> None:
        names = ["Anna Puig", "Bernat Gascó", "Mariàngela Vilà"]
        with self.pico.link() as clock:
            clock.send_fixture(dict(preset("matam"), round_ms=self._round_ms), 3, names=names, round_number=1, table=5)
        self._wait(1000)
        first = len(self.pico.edges)
        self._press("A")
        while not self._stop() and not self._has_ended():
            self._wait(self._random.uniform(0.005, 1.1) * 1000 * min(110, self._round_ms / 8000))
            self._something()
            self._press(self._random.choice("ABC"), for_ms=self._random.choice((60, 60, 60, 1700, 2600)))
        self._count(first)
        self.day.free.append(self._report())

    def _something(self) -> None:
        """What players do in a turn beside playing."""
        what = self._random.random()
        if what < 0.07:
            self._tap("TRUMP", self._random.choice("AB"))
        elif what < 0.14:
            self._tap("PAUSE", "A", self._random.choice("AB"), "A")  # a challenge, one way or the other
            self._wait(700)
            if self._state() == "paused":
                self._tap("PAUSE")

    def _press(self, button: str, for_ms: float = 60) -> None:
        self.pico.press(button, for_ms=for_ms)
        self.day.presses += 1
        self._wait(for_ms + 700)

    def _tap(self, *buttons: str) -> None:
        for button in buttons:
            self._press(button)

    def _wait(self, ms: float) -> None:
        end = self.pico.now_ms + ms
        while self.pico.now_ms < end and not self._stop():
            self.pico.run_ms(min(10_000, end - self.pico.now_ms))
        if self.pico.now_ms >= self._next_ms:
            self._next_ms += REPORT_MS
            self._report()

    def _has_ended(self) -> bool:
        return self._state() == "ended"

    def _state(self) -> str:
        with self.pico.link() as clock:
            return clock.who["state"]

    def _report(self) -> int:
        """Says how it stands, and returns the bytes of memory that are free."""
        with self.pico.link() as clock:
            status = clock.status()
        free: int = status["mem_free"]
        self.day.least = min(self.day.least, free)
        self.day.hours = (self.pico.now_ms - self._start_ms) / HOUR_MS
        if status["trouble"] or status["lost"] or self.pico.chip.resets:
            self.day.troubles.append(f"{self.day.hours:.2f} h: {status}, {self.pico.chip.resets} resets")
        self._say(
            f"{self.day.hours:5.2f} h  {self.day.games} games  {status['state']:8}{free / 1024:6.1f} KB free"
            f"  drift {self.day.drift_ms:+.2f} ms  {self.pico.flash.erases} erases"
        )
        return free

    def _count(self, first: int) -> None:
        """The game's log against the pins: for its last press the one that is nearest, for others are seconds off."""
        self.day.games += 1
        lines = [line for line in last_log(self.pico.flash.image()).lines if line.word == "seat" and not line.ignored]
        downs = [ms for ms, _, down in self.pico.edges[first:] if down]
        apart = min((lines[-1].t - lines[0].t - (ms - downs[0]) for ms in downs), key=abs)
        self.day.drift_ms = max(self.day.drift_ms, apart, key=abs)


def main() -> None:
    if why := image.why_not():
        sys.exit(why)
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    end_s = time.monotonic() + 60 * float(os.environ.get("TRITEMPO_MINUTES", "100000"))
    stopped: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: stopped.append(number))
    start_s = time.monotonic()
    tournament = Tournament(say=lambda line: print(line, flush=True))
    day = tournament.play(hours, lambda: stopped or time.monotonic() > end_s)
    print(
        f"{day.hours:.2f} emulated hours of {hours:g}, {day.games} games, {day.presses} presses, in"
        f" {(time.monotonic() - start_s) / 60:.0f} minutes. Free memory {day.least / 1024:.1f} KB at least;"
        f" drift {day.drift_ms:+.2f} ms at most. {len(day.troubles)} troubles."
    )
    sys.exit("\n".join(day.troubles) or 0)


if __name__ == "__main__":
    main()
