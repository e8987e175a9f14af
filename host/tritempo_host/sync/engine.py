"""Fetches what is new from clocks into the store, and tells each clock which of its logs are safe.

The rules, and why nothing is lost whenever it stops (a pulled cable, Ctrl-C, a full disk, kill -9):

1. What has arrived of a log is put into the store when it is whole, at every KEEP_EVERY bytes, and when anything stops
   the reading. The next run goes on from there.
2. A clock is told that a log is safe only after the commit of all its bytes has returned, and only if its game is over:
   it has ended, or the clock has begun another. Until then the clock does not delete it. If the word gets lost, the
   next run says it again; if an ended game goes on after all (an undo), the clock takes the word as not said.
3. Before a log is gone on with, or acknowledged on the strength of an earlier run, its last line here is read from the
   clock again. Where the lines here are sound, its tag seals them all: if the clock's last line is the same, they are.
   If it is not, or if what is here is not sound, the clock's log is read from its start; what differs from what is
   here is kept beside it. (A line that was changed on the clock after it had come here is not looked for: what is
   here is what the clock wrote.)
4. Every clock is a thread of its own, so that a slow or silent one costs the others nothing.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from tritempo.journal import read
from tritempo_host.audit import Audit
from tritempo_host.link.problems import Damaged, Refused
from tritempo_host.problem import Problem
from tritempo_host.store import ClockLog, Meeting, Store, StoredLog, examine
from tritempo_host.sync.answers import Link, identity, key_of, logs_of

KEEP_EVERY = 64 * 1024


class Watcher(Protocol):
    """Whoever wants to know how it goes; called from the clocks' threads."""

    def planned(self, visit: "Visit") -> None:
        """It is known how much is to be read: `visit.planned_bytes`."""

    def moved(self, visit: "Visit") -> None:
        """Bytes came: `visit.read_bytes`."""

    def finished(self, visit: "Visit") -> None:
        """The clock is done, well or not."""


class StoppedError(Exception):
    """The person asked to stop."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A log of which bytes came, and what the audit says of it now."""

    stored: StoredLog
    audit: Audit
    how: str  # "new", "grown", or "beside": another content of a game that was here already


@dataclass(slots=True)
class Visit:
    """One clock's sync: how it stands while it runs, and what came of it."""

    port: str
    device: str | None = None
    firmware: str = ""
    meeting: Meeting | None = None
    key_accepted: bool = False  # the key had changed, and a person said that it is right
    twin: str | None = None  # port of another clock in this run that says it is the same one
    fetched: list[Fetched] = field(default_factory=list)
    had: int = 0  # logs that were here already
    still_open: int = 0  # games that are still on
    acknowledged: int = 0
    troubles: list[tuple[ClockLog, Problem]] = field(
        default_factory=list
    )  # logs that could not be read or acknowledged
    planned_bytes: int = 0
    read_bytes: int = 0
    problem: Problem | None = None
    stopped: bool = False

    @property
    def flagged(self) -> list[Fetched]:
        """The logs of this run that a person should look at."""
        return [each for each in self.fetched if each.audit.flagged]

    @property
    def ok(self) -> bool:
        return self.problem is None and not self.stopped and not self.troubles


class Sync:
    """One run over several clocks, into one store."""

    def __init__(self, store: Store, watcher: Watcher, trust_keys: bool = False) -> None:
        """`trust_keys`: a person says that the keys of these clocks are right, even where they changed."""
        self._store = store
        self._watcher = watcher
        self._trust_keys = trust_keys
        self._stop = threading.Event()
        # Two clocks that say they are the same one are done one after the other.
        self._turns: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self._ports: dict[str, str] = {}
        self._guard = threading.Lock()
        self._bugs: list[BaseException] = []
        self._done: list[Visit] = []
        self._news = threading.Event()

    def run(self, ports: Mapping[str, Callable[[], AbstractContextManager[Link]]]) -> list[Visit]:
        """Syncs the clocks, each opened by calling its value. Ctrl-C stops all at the next piece; what came is kept."""
        visits = [Visit(port) for port in ports]
        for visit in visits:
            # A second Ctrl-C must be able to end the program: hence a daemon.
            threading.Thread(target=self._thread, args=(visit, ports[visit.port]), daemon=True).start()
        try:
            self._wait_for(len(visits))
        except KeyboardInterrupt:
            cut = [visit for visit in visits if visit not in self._done]
            self._stop.set()
            self._wait_for(len(visits))
            for visit in cut:
                # one that was still being asked who it is does not know that it was stopped
                visit.stopped = not visit.ok
        if self._bugs:
            raise self._bugs[0]
        return visits

    def _wait_for(self, visits: int) -> None:
        """Until so many are done. Not by `Thread.join`: after a Ctrl-C in it Python 3.11 takes the thread for ended."""
        while len(self._done) < visits:
            # In short waits: on Windows nothing interrupts a long one.
            self._news.wait(0.2)
            self._news.clear()

    def _thread(self, visit: Visit, connect: Callable[[], AbstractContextManager[Link]]) -> None:
        try:
            self._visit(visit, connect)
            self._watcher.finished(visit)
        except BaseException as bug:
            # It must not end the other clocks' work, nor go unseen: `run` raises it when all are done.
            self._bugs.append(bug)
        finally:
            self._done.append(visit)
            self._news.set()

    def _visit(self, visit: Visit, connect: Callable[[], AbstractContextManager[Link]]) -> None:
        try:
            with connect() as link:
                self._sync(visit, link)
        except Problem as problem:
            visit.problem = problem
        except StoppedError:
            visit.stopped = True

    def _sync(self, visit: Visit, link: Link) -> None:
        visit.device, visit.firmware = identity(self._store, link), str(link.who.get("firmware", ""))
        with self._guard:
            visit.twin = self._ports.setdefault(visit.device, visit.port)
            visit.twin = visit.twin if visit.twin != visit.port else None
            turn = self._turns[visit.device]
        with turn:
            key = key_of(self._store, link)
            visit.meeting = self._store.meet(visit.device, key, str(link.who.get("board", "")), visit.firmware)
            if self._trust_keys:
                self._store.trust_key(visit.device, key)
                visit.key_accepted = visit.meeting.key_changed
            plan = [(log, self._store.versions(visit.device, log.game)) for log in logs_of(self._store, link)]
            visit.planned_bytes = sum(max(0, log.size - (have[0].size if have else 0)) for log, have in plan)
            self._watcher.planned(visit)
            for log, have in plan:
                if self._stop.is_set():
                    raise StoppedError
                try:
                    self._one(visit, link, log, have)
                except (Refused, Damaged) as problem:
                    # This log's own trouble: the others of this clock can be read all the same.
                    visit.troubles.append((log, problem))

    def _one(self, visit: Visit, link: Link, log: ClockLog, have: Sequence[StoredLog]) -> None:
        """Brings one log up to date, and acknowledges it if its game is over."""
        if have and _settled(log, have[0]):
            visit.had += 1
            self._note(have[0], log)
            return
        stored = self._fetch(visit, link, log, have[0] if have else None)
        found = examine(self._store.record(stored))
        sizes = {each.id: each.size for each in have}
        if sizes.get(stored.id) == stored.size:
            visit.had += 1
        else:
            how = "grown" if stored.id in sizes else "beside" if have else "new"
            visit.fetched.append(Fetched(stored, found, how))
        if stored.size < log.size:
            return
        if log.open and not (found.game and found.game.state == "ended"):
            visit.still_open += 1
            return
        if not log.acknowledged:
            link.acknowledge(log.number, log.size)
            visit.acknowledged += 1
        self._note(stored, log)

    def _note(self, stored: StoredLog, log: ClockLog) -> None:
        if stored.acknowledged_size != log.size:
            self._store.note_acknowledged(stored, log.size)

    def _fetch(self, visit: Visit, link: Link, log: ClockLog, have: StoredLog | None) -> StoredLog:
        """Reads what is missing; when it returns, that is on disk. What came before a failure is kept, too."""
        assert visit.device is not None
        content = bytearray(self._sure_beginning(link, log, have) if have else b"")
        unkept = 0
        try:
            if len(content) < log.size:
                for piece in link.read(log.number, len(content), log.size - len(content)):
                    content += piece
                    unkept += len(piece)
                    visit.read_bytes += len(piece)
                    self._watcher.moved(visit)
                    if unkept >= KEEP_EVERY:
                        self._store.keep(visit.device, log, bytes(content))
                        unkept = 0
                    if self._stop.is_set():
                        raise StoppedError
        except Damaged:
            raise  # what came is not what the clock has
        except BaseException:
            if unkept:
                self._store.keep(visit.device, log, bytes(content))
            raise
        return self._store.keep(visit.device, log, bytes(content))

    def _sure_beginning(self, link: Link, log: ClockLog, have: StoredLog) -> bytes:
        """What is here of a log, if the clock's goes on from it (rule 3); else nothing."""
        data = self._store.data(have)
        end = data.rfind(b"\n") + 1
        key, _ = self._store.key_for(have.device, data)
        if key is None or len(data) > log.size or not end or read(data[:end], key).valid_bytes < end:
            return b""
        tail = data[data.rfind(b"\n", 0, end - 1) + 1 :]
        again = b"".join(link.read(log.number, len(data) - len(tail), len(tail)))
        return data if again == tail else b""


def _settled(log: ClockLog, have: StoredLog) -> bool:
    """Whether nothing has happened to a log since it was last looked at, and nothing is left to be said of it."""
    seen = (have.clock_size, have.closed) == (log.size, not log.open)
    return seen and have.size >= log.size and log.acknowledged
