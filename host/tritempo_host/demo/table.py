"""A table of the demo: a virtual clock in stepped time, and the fingers on its buttons."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tritempo_host.demo.story import ROUND_S
from tritempo_host.link.client import Clock
from tritempo_host.problem import Problem
from tritempo_host.virtual.clock import VirtualClock

SETTLE_MS = 200  # after a press, for the clock to show what it did


class Table:
    """`flash`: the clock's image. `tell(ms since turn 1, key, **values)` hears what happens; `wrong(state)` makes the
    problem of a clock that does not come back paused."""

    def __init__(self, flash: Path, lang: str, tell: Callable[..., object], wrong: Callable[[str], Problem]) -> None:
        self._flash = flash
        self._lang = lang
        self._told = tell
        self._wrong = wrong
        self._offset_ms = 0  # of the story's time from the clock's, which begins anew at each boot
        self._began_ms: int | None = None  # turn 1, from which the report counts
        self._clock = self._boot()

    def _boot(self) -> VirtualClock:
        return VirtualClock(flash=self._flash, stepped=True, lang=self._lang)

    @property
    def port(self) -> str:
        return self._clock.port

    def frame(self) -> bytes:
        """What the clock shows."""
        return self._clock.frame()

    def close(self) -> None:
        self._clock.close()

    def play(self, story: Iterable[tuple[float, object]]) -> None:
        """All steps of a story, or those up to the end of the game. The clock has its fixture already."""
        t = self._clock.now_ms
        limit_told = False
        for seconds, step in story:
            if isinstance(step, str) and step.startswith("#"):
                self._tell(t + round(seconds * 1000), step[1:])
                continue
            t = self._take(step, t + round(seconds * 1000))
            if self._began_ms is None:
                self._began_ms = t
            limit_ms = self._began_ms + ROUND_S * 1000
            if t >= limit_ms and not limit_told:
                limit_told = True
                self._tell(limit_ms, "limit")
            if limit_told and self.ended():
                self._tell(t, "over")
                return

    def ended(self) -> bool:
        with Clock(self.port) as clock:
            return clock.hello()["state"] == "ended"

    def _take(self, step: object, t: int) -> int:
        """Takes one step at the story's time `t` (ms); returns the time when it is done."""
        if isinstance(step, tuple):
            _, button, held_ms = step
            self._clock.hold(button, held_ms, at=t - self._offset_ms)
            t += held_ms
        elif step == "plug":
            self._pull_the_plug(t)
            return t
        else:
            self._clock.press(str(step), at=t - self._offset_ms)
        self._clock.run_until(t - self._offset_ms + SETTLE_MS)
        return t

    def _pull_the_plug(self, t: int) -> None:
        self._clock.run_until(t - self._offset_ms)
        self._clock.kill()
        self._tell(t, "plug")
        self._clock = self._boot()
        self._offset_ms = t - self._clock.now_ms
        with Clock(self.port) as clock:
            live = clock.live()
        if (live["state"], live["reason"]) != ("paused", "power"):
            raise self._wrong(live["state"])
        self._tell(t, "back", seconds=live["used_ms"] // 1000, port=self.port)

    def _tell(self, t: int, key: str, **values: object) -> None:
        """Told with the time that the report shows: since turn 1 began."""
        self._told(t - (self._began_ms or 0), key, **values)
