"""All clocks that are plugged in, as they are at this moment.

A thread looks for ports, and each port has a thread that talks to the clock there (`worker`). Whoever asks gets what is
known, at once: nobody ever waits for a clock here but who has borrowed its line.
"""

import logging
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from tritempo_host.desk.live.clock import LiveClock, news
from tritempo_host.desk.live.hub import Hub
from tritempo_host.desk.live.worker import WAIT_S, Worker
from tritempo_host.link import Clock, find
from tritempo_host.link.problems import NoSuchPort, NotAClock
from tritempo_host.store import Store

LOOK_S = 0.7  # between two looks for what has been plugged in
END_S = 5.0  # for all threads, when it stops
TOPIC = "clocks"


class ClockHall:
    """`ports`: of the clocks, if they were named: those are looked at whether they are there or not. Without any, all
    Picos that are plugged in. Publishes `clocks` whenever a page that shows them, and counts their times on, is wrong.
    """

    def __init__(self, store: Store, hub: Hub, ports: Sequence[str] = ()) -> None:
        self.store = store
        self._hub = hub
        self._named = find.different(ports)
        self._guard = threading.Lock()
        self._workers: dict[str, Worker] = {}
        self._gone: dict[str, LiveClock] = {}  # by device: those that were here, and whose port is somebody else's now
        self._shown: dict[str, LiveClock] = {}  # by port: what was last published
        self._ends = threading.Event()
        self._finder = threading.Thread(target=self._find, name="clock finder", daemon=True)

    def start(self) -> None:
        """Begins to look. Once only."""
        for port in self._named:
            self._add(port)
        if not self._named:
            self._finder.start()

    def stop(self) -> None:
        """Lets go of all ports. To who has borrowed one it is as if its cable had been pulled."""
        self._ends.set()
        with self._guard:
            workers = list(self._workers.values())
        for worker in workers:
            worker.end()
        until = time.monotonic() + END_S
        if self._finder.is_alive():
            self._finder.join(END_S)
        for worker in workers:
            worker.join(max(0.0, until - time.monotonic()))

    def clocks(self) -> tuple[LiveClock, ...]:
        """All of them, in the order of their ports; those that have gone at the end."""
        with self._guard:
            here = [worker.now for worker in self._workers.values()]
            gone = list(self._gone.values())
        first: dict[str | None, str] = {}
        for each in here:
            if each.connected and each.device:
                first.setdefault(each.device, each.port)
        shown = [_beside(each, first.get(each.device, each.port)) for each in here if self._is_shown(each)]
        left = [each for each in gone if each.device not in first]
        return tuple(sorted([*shown, *left], key=lambda each: (each.state == "gone", _in_order(each.port))))

    def connected(self) -> tuple[LiveClock, ...]:
        """Those that answer."""
        return tuple(each for each in self.clocks() if each.connected)

    @contextmanager
    def borrow(self, port: str, state: str | None = None, wait_s: float = WAIT_S) -> Iterator[Clock]:
        """The clock at a port, to ask it whatever one likes; nobody else does until the end of the `with`.

        `state`: what it is shown as meanwhile (`syncing`). Waits for who has it now, at most `wait_s`. Raises
        LinkProblem: why it cannot be opened, or LineTaken; what goes wrong inside is shown as the clock's state.
        """
        with self._guard:
            worker = self._workers.get(port)
        if worker is None:
            raise NoSuchPort(port)
        with worker.borrow(state, wait_s) as clock:
            yield clock

    # The threads

    def _find(self) -> None:
        while True:
            try:
                there = find.boards()
            except Exception:  # a device that goes while the system lists it
                logging.getLogger(__name__).exception("looking for ports")
                there = None
            if there is not None:
                self._are_there(there)
            if self._ends.wait(LOOK_S):
                return

    def _are_there(self, ports: Sequence[str]) -> None:
        """The ports that there are now, and no others."""
        with self._guard:
            left = [worker for port, worker in self._workers.items() if port not in ports]
            new = [port for port in ports if port not in self._workers]
        for worker in left:
            worker.end()
            with self._guard:
                del self._workers[worker.port]
                self._shown.pop(worker.port, None)
                if worker.now.device:
                    self._gone[worker.now.device] = replace(worker.now, state="gone", problem=NoSuchPort(worker.port))
        for port in new:
            self._add(port)
        if left:
            self._hub.publish(TOPIC)

    def _add(self, port: str) -> None:
        worker = Worker(port, self.store, self._changed)
        with self._guard:
            if self._ends.is_set():
                return
            self._workers[port] = worker
        worker.start()

    def _changed(self, before: LiveClock, after: LiveClock) -> None:
        with self._guard:
            if before.device and before.device != after.device:
                self._gone[before.device] = replace(before, state="gone", problem=NoSuchPort(before.port))
            if after.device and after.state != "gone":
                self._gone.pop(after.device, None)
            shown = self._shown.get(after.port)
            if shown is not None and not news(shown, after):
                return
            self._shown[after.port] = after
        self._hub.publish(TOPIC)

    def _is_shown(self, clock: LiveClock) -> bool:
        """A Pico that was only found, and on which no clock runs, is none of our business."""
        strange = clock.device is None and (clock.state == "looking" or isinstance(clock.problem, NotAClock))
        return bool(self._named) or not strange


def _beside(clock: LiveClock, port: str) -> LiveClock:
    """A clock when one of the same id is at `port`, which may be its own."""
    if port == clock.port:
        return clock
    # one that has gone from here is that very clock, plugged in elsewhere
    return LiveClock(clock.port) if clock.state == "gone" else replace(clock, twin=port)


def _in_order(port: str) -> list[tuple[int, str]]:
    """`/dev/ttyACM10` after `/dev/ttyACM9`."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", port)]
