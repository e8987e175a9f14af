"""Cables between a virtual clock and a port of a fixed name: plugged in, pulled, pulled in the middle of something."""

import asyncio
import os
import select
import threading
import time
import tty
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.desk.live.syncing import Syncing


class Cable:
    """`path`: the port's name, which is there while the cable is plugged in."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._pieces: int | None = None  # of a log that may still begin
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull()

    def plug(self, clock_port: str) -> Self:
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        clock = os.open(clock_port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        os.set_blocking(ours, False)
        self._ends.clear()
        self._thread = threading.Thread(target=self._carry, args=(ours, theirs, clock), daemon=True)
        self._thread.start()
        Path(self.path).symlink_to(os.ttyname(theirs))
        return self

    def pull_in_log(self, pieces: int) -> None:
        """It will be pulled once so many pieces of a log (frames `data`) have come through and have been read: when the
        host, to whom no more comes, asks again. What lies unread in a port is lost with it."""
        self._pieces = pieces

    def pull(self) -> None:
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _carry(self, ours: int, theirs: int, clock: int) -> None:
        tail = b""
        while not self._ends.is_set():
            held = self._pieces is not None and self._pieces < 0
            ready, _, _ = select.select([ours] if held else [ours, clock], [], [], 0.05)
            try:
                if ours in ready:
                    asked = os.read(ours, 4096)
                    if held:
                        break
                    os.write(clock, asked)
                if clock in ready:
                    data = os.read(clock, 512)
                    _write(ours, data)
                    tail += data
                    if self._pieces is not None:
                        self._pieces -= tail.count(b"data ")
                    tail = tail[tail.rfind(b"data ") + 5 :][-4:] if b"data " in tail else tail[-4:]
            except BlockingIOError:
                continue
            except OSError:  # the clock and its port are no more
                break
        self._pieces = None
        Path(self.path).unlink()
        for each in (ours, theirs, clock):
            os.close(each)


def _write(line: int, data: bytes) -> None:
    """All of it, unless nobody takes it."""
    until = time.monotonic() + 1
    while data and time.monotonic() < until:
        select.select([], [line], [], 0.1)
        with suppress(BlockingIOError):
            data = data[os.write(line, data) :]


def until(hub: Hub, topics: Iterable[str], condition: Callable[[], object], timeout_s: float = 30.0) -> float:
    """Waits as a browser does until `condition` is true; returns the seconds that it took. Raises TimeoutError."""
    topics = list(topics)
    began_s = time.monotonic()

    async def wait() -> None:
        while True:
            known = hub.versions(topics)
            if condition():
                return
            left_s = began_s + timeout_s - time.monotonic()
            if left_s <= 0:
                raise TimeoutError(f"no such news of {topics} in {timeout_s} s")
            await hub.changed(topics, known, left_s)

    asyncio.run(wait())
    return time.monotonic() - began_s


def clock_at(hall: ClockHall, port: str) -> LiveClock:
    """What is shown of the clock at a port."""
    return next(each for each in hall.clocks() if each.port == port)


def until_synced(hub: Hub, syncing: Syncing, timeout_s: float = 60.0) -> None:
    """Waits until all logs have come, as far as they will."""
    until(hub, ["sync"], lambda: not syncing.progress().running, timeout_s)
