"""Sessions in the store: who is in, until when, and under which name. The store has only the hash of each token.

A session is looked up for every request, so it is kept in memory for a moment; whoever is put out is out at once.
"""

import hashlib
import threading
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Rows
from starlette.concurrency import run_in_threadpool

from tritempo_host.desk.access.roles import LENT, Role, name_of_role
from tritempo_host.desk.access.sessions import LASTS_S, NAME_LENGTH, Session
from tritempo_host.store import Store
from tritempo_host.store.models import DeskSession, TournamentRow

KEPT_S = 3  # for how long a session is not looked up again: what another server on the same store may lag behind
KEPT = 5000


class NameTakenError(Exception):
    """Somebody with a higher role is in under this name: what they may mend as their own is not others' to mend."""


@dataclass(frozen=True, slots=True)
class Present:
    """A session. `tournament`: its name; None for all. `seen`: seconds since the last request, None if there was none
    since the server began."""

    session: Session
    tournament: str | None
    seen: int | None


class StoredSessions:
    """May be used from any thread."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._now, self._monotonic = now, monotonic
        self._guard = threading.Lock()
        self._kept: dict[bytes, tuple[float, Session | None]] = {}
        self._ends = 0  # how often something was changed that may end sessions
        self._seen: dict[int, float] = {}

    # Who is in

    async def find_soon(self, token: str) -> Session | None:
        """`find` for code that must not wait for the store's disk."""
        known, session = self._known(_hashed(token))
        return session if known else await run_in_threadpool(self.find, token)

    def find(self, token: str) -> Session | None:
        """The session of a token; None if there is none, or no longer."""
        key = _hashed(token)
        known, session = self._known(key)
        if not known:
            asked, ends = self._monotonic(), self._ends
            with self._store.reading() as rows:
                session = self._session(rows, key)
            with self._guard:
                if len(self._kept) >= KEPT:
                    self._kept.clear()
                if ends == self._ends:  # else somebody was put out while we read
                    self._kept[key] = (asked, session)
                if session is not None and session.id is not None:
                    self._seen[session.id] = asked
        return session

    def _known(self, key: bytes) -> tuple[bool, Session | None]:
        now = self._monotonic()
        with self._guard:
            asked, session = self._kept.get(key, (now - KEPT_S, None))
            if now - asked >= KEPT_S:
                return False, None
            if session is not None and session.id is not None:
                self._seen[session.id] = now
            return True, session

    def _session(self, rows: Rows, key: bytes) -> Session | None:
        row = rows.execute(_sessions().where(DeskSession.token == key)).first()
        if row is None:
            return None
        session = _read(row[0], row[1])
        ended = row[0].since < self._now() - timedelta(seconds=LASTS_S)
        return None if ended or session.role == Role.PUBLIC else session

    def present(self) -> list[Present]:
        """All sessions, the highest role first."""
        now = self._monotonic()
        with self._store.reading() as rows:
            found = [(_read(row, slug), name) for row, slug, name in rows.execute(_sessions()).all()]
        begun = self._now() - timedelta(seconds=LASTS_S)
        with self._guard:
            seen = dict(self._seen)
        there = [
            Present(session, name, int(now - seen[session.id or 0]) if session.id in seen else None)
            for session, name in found
            if session.since is not None and session.since > begun
        ]
        return sorted(there, key=lambda each: (-each.session.role, each.session.who.casefold(), each.session.id))

    # Who comes and goes

    def add(
        self, rows: Rows, token: str, role: Role, who: str, tournament_id: int | None, before: int | None = None
    ) -> None:
        """A new session, in a transaction of the caller's, who calls `look_anew` after it. `before`: the one that ends
        with it. Raises NameTakenError."""
        now = self._now()
        rows.execute(delete(DeskSession).where(DeskSession.since < now - timedelta(seconds=LASTS_S)))
        rows.execute(delete(DeskSession).where(DeskSession.id == (before or 0)))
        _refuse_taken(rows, who, role, 0)
        rows.add(DeskSession(token=_hashed(token), role=role.key, who=who, tournament_id=tournament_id, since=now))

    def rename(self, session: Session, who: str) -> None:
        """Who has the session writes under another name from now on. Raises NameTakenError."""

        def work(rows: Rows) -> None:
            _refuse_taken(rows, who, session.role, session.id or 0)
            row = rows.get(DeskSession, session.id)
            if row is not None:
                row.who = who[:NAME_LENGTH]

        self._store.write(work)
        self.look_anew()

    def end(self, session_id: int) -> None:
        """Ends a session."""
        self._store.write(lambda rows: rows.execute(delete(DeskSession).where(DeskSession.id == session_id)) and None)
        self.look_anew()

    def end_organisers(self, but: int | None) -> None:
        """Ends the sessions of all organisers but this one."""
        others = DeskSession.tournament_id.is_(None), DeskSession.id != (but or 0)
        self._store.write(lambda rows: rows.execute(delete(DeskSession).where(*others)) and None)
        self.look_anew()

    def end_lent(self, rows: Rows, tournament_id: int, role: Role) -> None:
        """Ends the sessions of a role in a tournament, in a transaction of the caller's, who calls `look_anew`
        after it."""
        of_it = DeskSession.tournament_id == tournament_id, DeskSession.role == role.key
        rows.execute(delete(DeskSession).where(*of_it))

    def look_anew(self) -> None:
        """Nothing that was kept holds any more."""
        with self._guard:
            self._kept.clear()
            self._ends += 1


def _refuse_taken(rows: Rows, who: str, role: Role, own: int) -> None:
    higher = [each.key for each in Role if each > role]
    others = rows.scalars(select(DeskSession.who).where(DeskSession.role.in_(higher), DeskSession.id != own))
    if _folded(who) in map(_folded, others):
        raise NameTakenError


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _sessions() -> Any:
    return select(DeskSession, TournamentRow.slug, TournamentRow.name).outerjoin(
        TournamentRow, TournamentRow.id == DeskSession.tournament_id
    )


def _read(row: DeskSession, slug: str | None) -> Session:
    role = name_of_role(row.role)
    if role in LENT and slug is None:
        role = Role.PUBLIC  # such a role is never for all tournaments
    return Session(role, row.who, slug, row.id, row.since)


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
