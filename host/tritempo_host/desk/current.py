"""Tournaments as they are now: read once, kept until somebody has written, here or with another program."""

import logging
import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from tritempo_host.desk.live.hub import Hub
from tritempo_host.problem import Problem
from tritempo_host.store.tournaments import Listed, Tournaments, Written
from tritempo_host.tournament import Draft, Entry, Refused, Tournament, fold

T = TypeVar("T")
PATIENCE_S = 2.0
RECENT = timedelta(days=2)  # where nothing was written for longer no round is going to begin, and no copy is missed
EVERY_S = 1.0  # between two looks for what other programs have written


@dataclass(frozen=True, slots=True)
class Current:
    """A tournament with all its entries. Nobody changes it: after something was written there is another one."""

    listed: Listed
    entries: tuple[Entry, ...]
    tournament: Tournament
    _made: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    _making: threading.RLock = field(default_factory=threading.RLock, compare=False, repr=False)

    @property
    def topic(self) -> str:
        return topic_of(self.listed)

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was computed from this state already; else it is computed now, by one thread, and kept."""
        with self._making:
            if key not in self._made:
                self._made[key] = make()
            return self._made[key]


def topic_of(listed: Listed) -> str:
    """What those listen to who look at this tournament."""
    return f"t{listed.id}"


class Currents:
    """All tournaments of a store. May be used from any thread."""

    def __init__(self, tournaments: Tournaments, hub: Hub) -> None:
        self._tournaments = tournaments
        self._hub = hub
        self._guard = threading.Lock()  # of what is kept; never held while the store is asked
        self._looking = threading.Lock()
        self._listed: dict[int, Listed] = {}
        self._kept: dict[int, Current] = {}
        self.logs = (0, 0)  # `Store.extent` when it was last looked at
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="tournaments", daemon=True)

    def start(self) -> None:
        """Begins to look for what other programs write."""
        self._thread.start()

    def stop(self) -> None:
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def listed(self) -> list[Listed]:
        """All tournaments, the one that was made last at the end."""
        self.look()
        return list(self._listed.values())

    def all(self) -> tuple[list[Current], list[tuple[Listed, Refused]]]:
        """All tournaments, the one that was made last at the end; and those that this program cannot read, with the
        reason: a later version of it has written something into them."""
        return self._readable(self.listed())

    def recent(self) -> list[Current]:
        """Those that can be read and may still go on, for something was written there lately; as it was last looked."""
        since = datetime.now(UTC) - RECENT
        return self._readable([each for each in tuple(self._listed.values()) if each.changed_at > since])[0]

    def _readable(self, listed: Iterable[Listed]) -> tuple[list[Current], list[tuple[Listed, Refused]]]:
        found, unreadable = [], []
        for each in listed:
            try:
                found.append(self._current(each))
            except Refused as refused:
                unreadable.append((each, refused))
        return found, unreadable

    def find(self, slug: str) -> Current | None:
        """The tournament of this slug. Raises Refused for one that this program cannot read."""
        found = next((each for each in tuple(self._listed.values()) if each.slug == slug), None)
        if found is None:
            found = next((each for each in self.listed() if each.slug == slug), None)
        return None if found is None else self._current(found)

    def mark(self, slug: str) -> tuple[int, ...] | None:
        """Another one after anything that pages of this tournament show was written; None if it is not known."""
        found = next((each for each in tuple(self._listed.values()) if each.slug == slug), None)
        return None if found is None else (found.id, found.entries, *self.logs)

    def append(self, current: Current, drafts: Sequence[Draft], who: str, seen: int | None = None) -> Written:
        """Writes entries, all or none, and tells all who look. Raises Refused and Conflict."""
        written = self._tournaments.append(current.listed, drafts, who, seen)
        with suppress(Problem):  # it is on the disk; that the store cannot be read now does not make it undone
            self.look()
        return written

    def look(self) -> None:
        """Finds out what has changed, and tells those who wait for it. While another thread waits for a store that is
        locked nobody queues up behind it for longer than `PATIENCE_S`: what was known before still holds."""
        if not self._looking.acquire(timeout=PATIENCE_S):
            return
        try:
            before, after = self._listed, {each.id: each for each in self._tournaments.listed()}
            extent, self.logs = self.logs, self._tournaments.store.extent()
            self._listed = after
        finally:
            self._looking.release()
        if extent != self.logs:
            self._hub.publish("logs")
        for number, each in after.items():
            if number not in before or before[number].entries != each.entries:
                self._hub.publish(topic_of(each))
        if before.keys() != after.keys():
            self._hub.publish("tournaments")

    def _current(self, listed: Listed) -> Current:
        with self._guard:
            kept = self._kept.get(listed.id)
        if kept is not None and kept.listed.entries == listed.entries:
            return kept
        entries = tuple(self._tournaments.entries(listed))
        made = Current(listed, entries, fold(entries))
        with self._guard:
            self._kept[listed.id] = made
        return made

    def _watch(self) -> None:
        said = ""
        while not self._end.wait(EVERY_S):
            try:
                self.look()
                said = ""
            except Exception as error:  # a store that is locked, or away for a while: who asks for a page is told
                if str(error) != said:
                    logging.getLogger(__name__).warning("%s", error)
                said = str(error)
