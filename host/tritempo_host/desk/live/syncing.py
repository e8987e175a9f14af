"""The sync of all connected clocks, in the background: whoever asks gets how far it is, at once.

What is read and what a clock is told is the engine's affair (`tritempo_host.sync.engine`); here a run is begun, watched
and told of.
"""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from tritempo_host.audit import Audit
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.problem import Problem
from tritempo_host.store import Store, StoredLog
from tritempo_host.store.played import id_of
from tritempo_host.sync import Sync, Visit
from tritempo_host.tournament.matching import Match, Matching

TELL_S = 0.2  # between two words of how far it is; that a clock is done is told at once
TOPIC, LOGS = "sync", "logs"
SYNCING = "syncing"


@dataclass(frozen=True, slots=True)
class SyncedLog:
    """A log of which bytes came, and what the audit says of it now. `how`: new, grown, or beside (another content of a
    game that was here already)."""

    stored: StoredLog
    audit: Audit
    how: str

    @property
    def id(self) -> str:
        """What a tournament calls it."""
        return id_of(self.stored)


@dataclass(frozen=True, slots=True)
class SyncedClock:
    """`state`: asking (what it has), reading, done, failed (`problem` says why; what had come is kept, and the next run
    goes on from there). `planned`, `read`: bytes. `still_open`: games that are still on. `troubles`: (number of a log,
    what was wrong with it).
    `first`: never met before. `key_changed`: it gave another key than the one known; `key_accepted`: and a person had
    said that it is right. `twin`: port of another clock in this run that says it is the same one."""

    port: str
    state: str = "asking"
    device: str | None = None
    planned: int = 0
    read: int = 0
    logs: tuple[SyncedLog, ...] = ()
    still_open: int = 0
    troubles: tuple[tuple[int, Problem], ...] = ()
    problem: Problem | None = None
    first: bool = False
    key_changed: bool = False
    key_accepted: bool = False
    twin: str | None = None

    @property
    def over(self) -> bool:
        return self.state in ("done", "failed")

    @property
    def ok(self) -> bool:
        """All that it had is here."""
        return self.state == "done" and not self.troubles


@dataclass(frozen=True, slots=True)
class SyncView:
    """How the run stands that is under way, or was the last. `number`: 0 before the first. `clocks`: in the order of
    their ports. `broken`: it was ended by a fault of this program; what had come is kept."""

    number: int = 0
    running: bool = False
    ended_at: datetime | None = None
    clocks: tuple[SyncedClock, ...] = ()
    broken: bool = False

    @property
    def planned(self) -> int:
        """Bytes, of all clocks that have said so far what they have."""
        return sum(each.planned for each in self.clocks)

    @property
    def read(self) -> int:
        return sum(each.read for each in self.clocks)

    @property
    def percent(self) -> int:
        """How much of it is done. A clock that is done counts as whole, also one that had nothing."""
        if not self.running:
            return 100
        parts = [
            1.0 if each.over else min(1.0, each.read / each.planned if each.planned else 0) for each in self.clocks
        ]
        return int(100 * sum(parts) / len(parts)) if parts else 0

    @property
    def logs(self) -> tuple[SyncedLog, ...]:
        """All that came, in the order of the clocks."""
        return tuple(log for clock in self.clocks for log in clock.logs)

    @property
    def unread(self) -> tuple[SyncedClock, ...]:
        """Clocks that may still have something that is not in the store. People pack their clocks on this."""
        return tuple(clock for clock in self.clocks if clock.over and not clock.ok)

    @property
    def ok(self) -> bool:
        return not self.broken and all(clock.ok for clock in self.clocks)

    def matched(self, matching: Matching) -> tuple[tuple[SyncedLog, Match | None], ...]:
        """Each log that came with its match in a tournament (`store.played.matching_of`)."""
        found = {match.log.id: match for match in matching.matches}
        return tuple((log, found.get(log.id)) for log in self.logs)


class Syncing:
    """Publishes `sync` while a run goes on, and `logs` when there may be new logs in the store."""

    def __init__(self, store: Store, hall: ClockHall, hub: Hub) -> None:
        self._store = store
        self._hall = hall
        self._hub = hub
        self._guard = threading.Lock()
        self._view = SyncView()
        self._told_s = 0.0

    def start_sync(self, ports: Sequence[str] | None = None, trust_keys: bool = False) -> bool:
        """Begins to fetch all that is new from these clocks, or from all at whose port something is. False: a run is
        under way already. `trust_keys`: a person says that the keys of these clocks are right, even where they changed.
        """
        if ports is None:
            ports = [each.port for each in self._hall.clocks() if each.state not in ("gone", "looking")]
        with self._guard:
            if self._view.running:
                return False
            clocks = tuple(map(SyncedClock, dict.fromkeys(ports)))
            self._view = SyncView(self._view.number + 1, running=True, clocks=clocks)
        self._hub.publish(TOPIC)
        threading.Thread(target=self._run, args=(clocks, trust_keys), name="sync", daemon=True).start()
        return True

    def progress(self) -> SyncView:
        """How it stands."""
        return self._view

    def _run(self, clocks: Sequence[SyncedClock], trust_keys: bool) -> None:
        broken = False
        try:
            borrow = {each.port: partial(self._hall.borrow, each.port, SYNCING) for each in clocks}
            Sync(self._store, self, trust_keys).run(borrow)
        except Exception:
            broken = True
            logging.getLogger(__name__).exception("sync")
        with self._guard:
            left = tuple(each if each.over else replace(each, state="failed") for each in self._view.clocks)
            self._view = replace(self._view, running=False, ended_at=datetime.now(UTC), clocks=left, broken=broken)
        self._hub.publish(TOPIC, LOGS)

    # As the engine's Watcher, from the clocks' threads. A visit belongs to the thread that calls.

    def planned(self, visit: Visit) -> None:
        self._put(_seen(visit, "reading"))

    def moved(self, visit: Visit) -> None:
        now_s = time.monotonic()
        if now_s - self._told_s >= TELL_S:
            self._told_s = now_s
            self._put(_seen(visit, "reading"))

    def finished(self, visit: Visit) -> None:
        self._put(_seen(visit, "failed" if visit.problem or visit.stopped else "done"))

    def _put(self, clock: SyncedClock) -> None:
        with self._guard:
            clocks = tuple(clock if each.port == clock.port else each for each in self._view.clocks)
            self._view = replace(self._view, clocks=clocks)
        self._hub.publish(TOPIC)


def _seen(visit: Visit, state: str) -> SyncedClock:
    """A visit as it stands, which nothing changes any more."""
    meeting = visit.meeting
    return SyncedClock(
        port=visit.port,
        state=state,
        device=visit.device,
        planned=visit.planned_bytes,
        read=visit.read_bytes,
        logs=tuple(SyncedLog(each.stored, each.audit, each.how) for each in visit.fetched),
        still_open=visit.still_open,
        troubles=tuple((log.number, problem) for log, problem in visit.troubles),
        problem=visit.problem,
        first=bool(meeting and meeting.first),
        key_changed=bool(meeting and meeting.key_changed),
        key_accepted=visit.key_accepted,
        twin=visit.twin,
    )
