"""Half a day of MàTaM, to open the desk on: the first round is over, and the second is being played on three clocks.

The clocks are virtual ones and go on in real time, so that there is something to watch.
"""

import contextlib
import io
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tritempo_host.demo.run import SEED, Demo
from tritempo_host.demo.screen import Screen
from tritempo_host.demo.story import ordinary
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft
from tritempo_host.virtual.clock import VirtualClock
from tritempo_host.words import speak

PLAYED_MIN = 34  # of the second round's hour
QUICK = 300.0  # times real time, until then
SOONER = (5, 8)  # tables whose results are in already
LOOK_S = 0.01


class HalfDay:
    """`folder`, a new one, gets the clocks' flashes and the store; all in `lang`."""

    def __init__(self, folder: Path, lang: str) -> None:
        self._lang = lang
        self._demo = Demo(folder, lang, Screen(speak("demo", lang)))
        self._clocks: dict[int, VirtualClock] = {}
        self._end = threading.Event()

    @property
    def store(self) -> Path:
        return self._demo.store

    @property
    def ports(self) -> tuple[str, ...]:
        return tuple(clock.port for clock in self._clocks.values())

    def prepare(self) -> None:
        """Takes some twenty seconds. What the commands of it say is not shown. Raises Problem."""
        demo = self._demo
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            demo.begin()
            demo.play()
            demo.fetch()
            demo.results()
            demo.give("tournament", "draw", "--seed", SEED)
            for n, table in demo.tables.items():
                table.close()
                self._clocks[n] = VirtualClock(demo.flash(n), lang=self._lang)
            assigned = [part for n, clock in self._clocks.items() for part in ("--assign", f"{clock.port}={n}")]
            ports = [part for port in self.ports for part in ("--port", port)]
            # It ends with 1: the other tables have no clock here.
            demo.give("fixtures", "send", *ports, *assigned, codes=(0, 1))
            self._play()
            self._write_down()

    def close(self) -> None:
        """Ends the clocks."""
        self._end.set()
        for clock in self._clocks.values():
            clock.close()
        self._demo.close()

    def _play(self) -> None:
        """Returns when the hour is half over; the games go on."""
        there = [threading.Event() for _ in self._clocks]
        for (n, clock), half in zip(self._clocks.items(), there, strict=True):
            threading.Thread(target=self._hands, args=(clock, 4 * n, half), daemon=True).start()
        for half in there:
            half.wait()

    def _hands(self, clock: VirtualClock, start: int, half: threading.Event) -> None:
        """Those of three players and an arbiter at one clock."""
        clock.set_speed(QUICK)
        began = t = clock.now_ms
        # Whoever closes the desk ends the clock under these hands.
        with contextlib.suppress(Exception):
            for seconds, button in ordinary(start):
                t += round(seconds * 1000)
                while clock.now_ms < t:
                    if not half.is_set() and clock.now_ms - began > PLAYED_MIN * 60_000:
                        clock.set_speed(1)
                        half.set()
                    if self._end.wait(LOOK_S):
                        return
                clock.press(str(button))
        half.set()

    def _write_down(self) -> None:
        with open_store(self.store, self._lang) as store:
            kept = Tournaments(store, self._lang)
            began = datetime.now(UTC) - timedelta(minutes=PLAYED_MIN)
            kept.append(kept.find(), [Draft("start", {"round": 2, "at": began.isoformat(timespec="seconds")})], "Núria")
        others = [table for table in range(1, 10) if table not in SOONER]
        self._demo.sheets(2, others)
