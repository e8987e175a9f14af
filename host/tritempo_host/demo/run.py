"""Plays the demo's story on a virtual clock, pulls its plug, and hands the log to the tools an organiser has."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tritempo_host.demo.story import FIXTURE, story
from tritempo_host.link.client import Clock
from tritempo_host.picture import braille
from tritempo_host.problem import Problem
from tritempo_host.virtual.clock import VirtualClock

OURS = ("clock.img", "tritempo.db", "tritempo.db-wal", "tritempo.db-shm", "report.html")
SETTLE_MS = 200  # after a press, for the clock to show what it did
SLOWEST_S = 60  # of a command


class Demo:
    """One run. `folder` is where the clock's flash, the store and the report go; `tell` shows a line to the person."""

    def __init__(self, folder: Path, tell: Callable[[str], None]):
        self.folder = folder
        self._tell = tell
        self._offset_ms = 0  # of the story's time from the clock's, which begins anew at each boot
        folder.mkdir(parents=True, exist_ok=True)
        for name in OURS:
            (folder / name).unlink(missing_ok=True)
        self._clock = self._boot()

    def _boot(self) -> VirtualClock:
        return VirtualClock(flash=self.folder / "clock.img", stepped=True)

    @property
    def port(self) -> str:
        return self._clock.port

    def close(self) -> None:
        self._clock.close()

    def play(self) -> None:
        """The whole game, from the fixture that the host sends to the end by the round's limit."""
        self._tell(f"A virtual clock runs on {self.port}: the firmware's own main.py, under MicroPython.")
        with Clock(self.port) as clock:
            clock.set_time()
            clock.send_fixture(
                FIXTURE["control"],
                FIXTURE["seats"],
                names=FIXTURE["names"],
                round_number=FIXTURE["round"],
                table=FIXTURE["table"],
            )
        t = self._clock.now_ms
        for seconds, step in story():
            t += round(seconds * 1000)
            t = self._take(step, t)
            if isinstance(step, str) and not step.startswith("#") and self._ended():
                self._say(t, "the last hand has been played: the game is over. The clock shows:")
                self._tell("\n".join(braille(self._clock.frame())))
                return

    def _take(self, step: object, t: int) -> int:
        """Takes one step at the story's time `t` (ms); returns the time when it is done."""
        if isinstance(step, tuple):
            _, button, held_ms = step
            self._clock.hold(button, held_ms, at=t - self._offset_ms)
            t += held_ms
        elif step == "plug":
            self._pull_the_plug(t)
            return t
        elif str(step).startswith("#"):
            self._say(t, str(step)[1:])
            return t
        else:
            self._clock.press(str(step), at=t - self._offset_ms)
        self._clock.run_until(t - self._offset_ms + SETTLE_MS)
        return t

    def _pull_the_plug(self, t: int) -> None:
        self._clock.run_until(t - self._offset_ms)
        self._clock.kill()
        self._clock = self._boot()
        self._offset_ms = t - self._clock.now_ms
        with Clock(self.port) as clock:
            live = clock.live()
        if (live["state"], live["reason"]) != ("paused", "power"):
            raise Problem(f"the clock did not come back paused for the power: it says {live['state']}. This is a bug.")
        self._say(t, f"power again: the game is back, paused, with {live['used_ms'] / 1000:.0f} s of the turn used")

    def _ended(self) -> bool:
        with Clock(self.port) as clock:
            return clock.hello()["state"] == "ended"

    def _say(self, t: int, text: str) -> None:
        minutes, seconds = divmod(t // 1000, 60)
        self._tell(f"  {minutes:3d}:{seconds:02d}  {text}")

    # What an organiser does then, by the commands that an organiser has.

    def fetch(self, lang: str | None) -> None:
        self._command(lang, "sync", "--port", self.port, "--store", str(self.folder / "tritempo.db"))

    def show(self, lang: str | None) -> Path:
        """Shows the game and writes the report; returns its path."""
        log = self._log()
        store = str(self.folder / "tritempo.db")
        report = self.folder / "report.html"
        self._command(lang, "show", log, "--store", store)
        self._command(lang, "report", log, "--store", store, "-o", str(report))
        return report

    def _log(self) -> str:
        with Clock(self.port) as clock:
            return clock.logs()[-1]["game"]

    def _command(self, lang: str | None, *words: str) -> None:
        options = ["--lang", lang] if lang else []
        self._tell(f"\n$ tritempo {' '.join(words)}")
        done = subprocess.run([sys.executable, "-m", "tritempo_host", *words, *options], timeout=SLOWEST_S, check=False)
        if done.returncode:
            raise Problem(f"`tritempo {words[0]}` ended with {done.returncode}. What it said is above.")
