"""Plays the demo's story on a virtual clock, pulls its plug, and hands the log to the tools an organiser has."""

import shlex
import subprocess
import sys
from pathlib import Path

from tritempo_host.demo.screen import Screen
from tritempo_host.demo.story import FIXTURE, ROUND_S, story
from tritempo_host.link.client import Clock
from tritempo_host.problem import Problem
from tritempo_host.spoken import reason
from tritempo_host.virtual.clock import VirtualClock
from tritempo_host.virtual.options import program
from tritempo_host.words import speak

SETTLE_MS = 200  # after a press, for the clock to show what it did
SLOWEST_S = 60  # of a command


def fresh_folder(parent: Path, lang: str) -> Path:
    """A new folder demo-1, demo-2, … in `parent`: what is there already, and whose it is, is not the demo's business.

    Two demos at once get two folders. Raises Problem where none can be made.
    """
    try:
        parent.mkdir(parents=True, exist_ok=True)
        number = 1
        while True:
            folder = parent / f"demo-{number}"
            try:
                folder.mkdir()
                return folder
            except FileExistsError:
                number += 1
    except OSError as error:
        raise Problem(speak("demo", lang)("no_folder", folder=parent, why=reason(error))) from error


class Demo:
    """One run. `folder`, a new one, gets the clock's flash, the store and the report; all of it speaks `lang`."""

    def __init__(self, folder: Path, lang: str, screen: Screen) -> None:
        self.folder = folder
        self.store = folder / "tritempo.db"
        self._lang = lang
        self._say = speak("demo", lang)
        self._screen = screen
        self._offset_ms = 0  # of the story's time from the clock's, which begins anew at each boot
        self._began_ms: int | None = None  # turn 1, from which the report counts
        self._clock = self._boot()

    def _boot(self) -> VirtualClock:
        return VirtualClock(flash=self.folder / "clock.img", stepped=True, lang=self._lang)

    @property
    def port(self) -> str:
        return self._clock.port

    def close(self) -> None:
        self._clock.close()

    def play(self) -> None:
        """The whole game, from the fixture that the host sends to the end by the round's limit."""
        self._screen.chapter("title")
        self._screen.line("setting", port=self.port)
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
        limit_told = False
        for seconds, step in story():
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
            if limit_told and self._ended():
                self._tell(t, "over")
                self._screen.display(self._clock.frame())
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
            raise Problem(self._say("not_paused", state=live["state"]))
        self._tell(t, "back", seconds=live["used_ms"] // 1000, port=self.port)

    def _ended(self) -> bool:
        with Clock(self.port) as clock:
            return clock.hello()["state"] == "ended"

    def _tell(self, t: int, key: str, **values: object) -> None:
        """Told with the time that the report shows: since turn 1 began."""
        self._screen.event(t - (self._began_ms or 0), key, **values)

    # What an organiser does then, by the commands that an organiser has.

    def fetch(self) -> None:
        self._screen.chapter("fetched")
        self._command("sync", "--port", self.port, "--store", str(self.store))

    def show(self) -> Path:
        """Shows the game and writes the report; returns its path."""
        log = self._log()
        report = self.folder / "report.html"
        self._screen.chapter("shown")
        self._command("show", log, "--store", str(self.store))
        self._screen.chapter("page")
        self._command("report", log, "--store", str(self.store), "-o", str(report))
        return report

    def _log(self) -> str:
        with Clock(self.port) as clock:
            return clock.logs()[-1]["game"]

    def _command(self, *words: str) -> None:
        self._screen.command(shlex.join([program(), *words]))
        command = [sys.executable, "-m", "tritempo_host", *words, "--lang", self._lang]
        done = subprocess.run(command, timeout=SLOWEST_S, check=False)
        if done.returncode:
            raise Problem(self._say("command_failed", name=words[0], code=done.returncode))
