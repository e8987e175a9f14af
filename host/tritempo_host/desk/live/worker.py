"""The thread that owns the line of one port: it opens it, asks the clock how it stands, and comes back by itself
after whatever goes wrong. While somebody else has borrowed the line, it rests."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime

from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import (
    CablePulled,
    Damaged,
    LineTaken,
    LinkProblem,
    NoSuchPort,
    NotAClock,
    Refused,
    Silent,
)
from tritempo_host.link.transport import SerialTransport
from tritempo_host.problem import Problem
from tritempo_host.store import Store

LIVE_S = 0.5  # between two questions how the game stands
STATUS_S = 10.0  # and how the clock itself is: that costs it a collection of its memory
TRIES = 4  # of TIMEOUT_S: a clock that says nothing for two seconds is silent
AWAY_S = 0.5  # between two looks at a port that is not there
AGAIN_S = 1.0  # after another problem
RARELY_S = 5.0  # where nobody ever answered: it may be somebody else's device
OFTEN = 10  # times that it is looked at again soon
WAIT_S = 30.0  # for a line that somebody else has borrowed


class Line:
    """A port, opened for us alone, which is as good as unplugged once `ends` is set."""

    def __init__(self, name: str, ends: threading.Event) -> None:
        self.name = name
        self._ends = ends
        self._port = SerialTransport(name)

    def write(self, data: bytes) -> None:
        self._look()
        self._port.write(data)

    def read(self, wait_s: float) -> bytes:
        self._look()
        return self._port.read(wait_s)

    def close(self) -> None:
        self._port.close()

    def _look(self) -> None:
        if self._ends.is_set():
            raise CablePulled(self.name)


class Worker:
    """`tell(before, after)`: called, from whichever thread has the line, when the clock stands otherwise than before.
    `now`: how it stands; may be read from any thread."""

    def __init__(self, port: str, store: Store, tell: Callable[[LiveClock, LiveClock], object]) -> None:
        self.port = port
        self.now = LiveClock(port)
        self._store = store
        self._tell = tell
        self._clock: Clock | None = None
        self._key = b""
        self._failed = 0  # times one after the other
        self._status_at = 0.0
        # Who has the line: all below belongs to the holder of it.
        self._door = threading.Condition()
        self._taken = False
        self._wanted = 0
        self._nudged = False  # who had borrowed it may have changed something: look now
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"clock {port}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Lets go of the port as soon as it can; does not wait for it."""
        self._ends.set()
        with self._door:
            self._door.notify_all()

    def join(self, timeout_s: float) -> None:
        self._thread.join(timeout_s)

    @contextmanager
    def borrow(self, state: str | None = None, wait_s: float = WAIT_S) -> Iterator[Clock]:
        """The clock for somebody else, who has it alone until the end of the `with`. `state`: what it is shown as
        meanwhile. Raises LinkProblem: the reason why it cannot be opened; LineTaken if it does not get free in time."""
        with self._door:
            self._wanted += 1
            try:
                free = self._door.wait_for(lambda: self._ends.is_set() or not self._taken, wait_s)
            finally:
                self._wanted -= 1
            if self._ends.is_set():
                raise CablePulled(self.port)
            if not free:
                raise LineTaken(self.port)
            self._taken = True
        try:
            clock = self._opened()
            if state is not None:
                self._show(state=state)
            yield clock
        except Refused:
            raise  # the clock said no: it is there
        except LinkProblem as problem:
            self._failed_by(problem)
            raise
        finally:
            if state is not None and self.now.state == state:
                self._show(state="live")
            self._status_at = 0.0
            self._give_back(nudged=True)

    # The thread

    def _run(self) -> None:
        while self._take():
            try:
                wait_s = self._visit()
            finally:
                self._give_back()
            with self._door:
                self._door.wait_for(lambda: self._ends.is_set() or self._nudged, wait_s)
                self._nudged = False
        self._close()

    def _take(self) -> bool:
        """Waits for the line; who borrows it goes first. False: it is over."""
        with self._door:
            self._door.wait_for(lambda: self._ends.is_set() or not (self._taken or self._wanted))
            # Who has borrowed it gives it back at once now: to him it is as if the cable had been pulled.
            if self._ends.is_set():
                self._door.wait_for(lambda: not self._taken, 2 * WAIT_S)
                return False
            self._taken = True
            return True

    def _give_back(self, nudged: bool = False) -> None:
        with self._door:
            self._taken = False
            self._nudged = self._nudged or nudged
            self._door.notify_all()

    def _visit(self) -> float:
        """Asks the clock how it stands; returns the seconds until the next time."""
        try:
            self._ask(self._opened())
            self._failed = 0
            return LIVE_S
        except LinkProblem as problem:
            return self._failed_by(problem)
        except Exception:  # what a clock says must not end the thread that would see it mend
            logging.getLogger(__name__).exception("%s", self.port)
            return self._failed_by(Damaged(self.port))

    def _opened(self) -> Clock:
        if self._clock is None:
            clock = Clock(Line(self.port, self._ends), tries=TRIES)
            with ExitStack() as undo:
                undo.enter_context(clock)
                self._key = clock.key()
                self._meet(clock)
                undo.pop_all()  # it stays open
            self._clock = clock
            self._status_at = 0.0
        return self._clock

    def _meet(self, clock: Clock) -> None:
        device = clock.who.get("device")
        device = device if isinstance(device, str) else None
        # How it is shown changes with its first answer how the game stands.
        if device == self.now.device:
            self._show(who=clock.who)
        else:
            self._change(LiveClock(self.port, "looking", device, clock.who))

    def _ask(self, clock: Clock) -> None:
        live = clock.live()
        read_s = time.monotonic()
        before = self.now.live.get("round_left_ms")
        left = live.get("round_left_ms")
        runs = self.now.round_runs
        if isinstance(before, int) and isinstance(left, int):
            runs = left < before and live.get("state") != "ended"
        news = {"live": live, "read_s": read_s, "round_runs": runs}
        if read_s >= self._status_at:
            news["status"] = clock.status()
            if self.now.who.get("unix") is None:
                news["who"] = clock.hello()  # somebody may have told it the time of day
            news["key_changed"] = self._key_changed()
            self._status_at = read_s + STATUS_S
        self._show(state="live", problem=None, seen_at=datetime.now(UTC), **news)

    def _key_changed(self) -> bool:
        if not self.now.device:
            return False
        try:
            return self._store.key_changed(self.now.device, self._key)
        except Problem:  # who uses the store next is told
            return self.now.key_changed

    def _failed_by(self, problem: LinkProblem) -> float:
        """Shows what went wrong; returns the seconds until it is worth another try."""
        self._failed += 1
        if not isinstance(problem, Refused):
            self._close()
        met = self.now.device is not None
        away = isinstance(problem, CablePulled) or type(problem) is NoSuchPort
        if isinstance(problem, NotAClock) and met:
            problem = Silent(self.port)
        state = ("gone" if met else "looking") if away else "problem"
        self._show(state=state, problem=problem)
        if away:
            return AWAY_S
        return AGAIN_S if met or self._failed < OFTEN else RARELY_S

    def _close(self) -> None:
        if self._clock is not None:
            with suppress(Exception):
                self._clock.close()
            self._clock = None

    def _show(self, **changes: object) -> None:
        self._change(replace(self.now, **changes))

    def _change(self, after: LiveClock) -> None:
        before, self.now = self.now, after
        self._tell(before, after)
