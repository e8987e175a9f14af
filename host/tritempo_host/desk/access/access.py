"""Codes and sessions of one store: who may enter, who is in.

What lasts is in the store, so that the server may start anew at any moment: sessions, the codes that organisers gave to
others (of both only hashes), one secret that forms are sealed with. What does not last: the organiser's code, which is
another at each start; and what a new code reads, which is shown to who made it for a while and known to nobody after.

An organiser whose computer crashed in the middle of a round starts the server again and is in: by the session that is
still in the browser, or by the code that the new start has said.
"""

import getpass
import hashlib
import hmac
import secrets
import threading
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Rows
from starlette.concurrency import run_in_threadpool

from tritempo_host.desk.access import codes
from tritempo_host.desk.access.limits import Attempts
from tritempo_host.desk.access.roles import LENT, Role, name_of_role
from tritempo_host.desk.access.sessions import LASTS_S, NAME_LENGTH, NOBODY, Session, name_from, new_token
from tritempo_host.problem import Problem
from tritempo_host.store import Store
from tritempo_host.store.models import DeskCode, DeskSecret, DeskSession, TournamentRow

CODE_LASTS = timedelta(days=14)
SHOWN_S = 600  # how long a new code can be seen by who made it
KEPT_S = 3  # for how long a session is not looked up again: what another server on the same store may lag behind
KEPT = 5000


class WrongCodeError(Exception):
    """No code reads so, or no longer."""


class NameTakenError(Exception):
    """Somebody with a higher role is in under this name: what they may mend as their own is not others' to mend."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a code gives. `tournament`: its name; None for all."""

    role: Role
    tournament_id: int | None = None
    tournament: str | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A new code as it reads; it cannot be read again later."""

    role: Role
    pin: str
    link: str


@dataclass(frozen=True, slots=True)
class Lent:
    """A code that is valid."""

    role: Role
    made_at: datetime
    made_by: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Present:
    """A session. `tournament`: its name; None for all. `seen`: seconds since the last request, None if there was none
    since the server began."""

    session: Session
    tournament: str | None
    seen: int | None


class Access:
    """May be used from any thread. `config`: .who, .names, and .code if the organiser's code is not to be random."""

    def __init__(
        self,
        store: Store,
        config: Any,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self.attempts = Attempts(monotonic)
        self.code = getattr(config, "code", None) or codes.new_typed()
        self.local_name = _local_name(config.who)
        self.names = tuple(config.names)
        self._now, self._monotonic = now, monotonic
        self._guard = threading.Lock()
        self._kept: dict[bytes, tuple[float, Session | None]] = {}
        self._ends = 0  # how often something was changed that may end sessions
        self._seen: dict[int, float] = {}
        self._shown: dict[tuple[str, int, Role], tuple[float, Made]] = {}
        self._secret = self._read_secret()

    # Entering and leaving

    def meaning(self, typed: str) -> Meaning | None:
        """What a long code gives (the organiser's, a link's); None for a PIN, and for what is none."""
        code = codes.plain(typed)
        if code and codes.same(code, codes.plain(self.code)):
            return Meaning(Role.ORGANISER)
        if len(code) != codes.LINK:
            return None
        with self.store.reading() as rows:
            return self._match(rows, "link", codes.link_hash(code))

    def enter(self, typed: str, who: str, address: str, before: Session = NOBODY) -> tuple[str, Session]:
        """A new session: its token, and what it may. `before`: the same browser's, until now, which ends. Raises
        WrongCodeError, MustWaitError, NameTakenError."""
        meaning = self.meaning(typed)
        if meaning is None:
            code = codes.plain(typed)
            if not codes.is_pin(code):
                self.attempts.wrong(address)
                raise WrongCodeError
            self.attempts.begin(address)
            kind, hashed = "pin", codes.pin_hash(code, self._derived("pin"))
            with self.store.reading() as rows:
                meaning = self._match(rows, kind, hashed)
            if meaning is None:
                raise WrongCodeError
            self.attempts.right(address)
        elif meaning.role != Role.ORGANISER:
            kind, hashed = "link", codes.link_hash(codes.plain(typed))
        else:
            kind, hashed = "", b""
        token = new_token(entered=True)
        work = partial(self._enter, kind=kind, hashed=hashed, token=token, who=who[:NAME_LENGTH], before=before)
        self.store.write(work)
        self._forget()
        session = self.find(token)
        if session is None:
            raise WrongCodeError
        return token, session

    def _enter(self, rows: Rows, kind: str, hashed: bytes, token: str, who: str, before: Session) -> None:
        now = self._now()
        rows.execute(delete(DeskSession).where(DeskSession.since < now - timedelta(seconds=LASTS_S)))
        # looked at again in here: meanwhile the code may have been renewed, and all its sessions ended
        meaning = self._match(rows, kind, hashed, lock=True) if kind else Meaning(Role.ORGANISER)
        if meaning is not None:
            rows.execute(delete(DeskSession).where(DeskSession.id == (before.id or 0)))
            _refuse_taken(rows, who, meaning.role, 0)
            rows.add(
                DeskSession(
                    token=_hashed(token),
                    role=meaning.role.key,
                    who=who,
                    tournament_id=meaning.tournament_id,
                    since=now,
                )
            )

    def _match(self, rows: Rows, kind: str, hashed: bytes, lock: bool = False) -> Meaning | None:
        query = select(DeskCode, TournamentRow.name).join(TournamentRow, TournamentRow.id == DeskCode.tournament_id)
        found = None
        for code, name in rows.execute(query.with_for_update(of=DeskCode) if lock else query):
            valid = code.made_at > self._now() - CODE_LASTS and name_of_role(code.role) in LENT
            if codes.same(getattr(code, kind), hashed) and valid:  # all are compared: no time says which it was
                found = Meaning(name_of_role(code.role), code.tournament_id, name)
        return found

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
            with self.store.reading() as rows:
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

    def _forget(self) -> None:
        """Sessions are looked up anew."""
        with self._guard:
            self._kept.clear()
            self._ends += 1

    def leave(self, session: Session) -> None:
        """Ends a session."""
        if session.id is not None:
            self.end(session.id)

    def rename(self, session: Session, who: str) -> None:
        """Who has the session writes under another name from now on. Raises NameTakenError."""

        def work(rows: Rows) -> None:
            _refuse_taken(rows, who, session.role, session.id or 0)
            row = rows.get(DeskSession, session.id)
            if row is not None:
                row.who = who[:NAME_LENGTH]

        self.store.write(work)
        self._forget()

    # What an organiser does

    def lend(self, tournament_id: int, role: Role, by: str, shown_to: str) -> Made:
        """A new code for a role in a tournament, in the place of the one before, whose sessions end. `shown_to`: the
        token of who may see it for a while (`shown`)."""
        if role not in LENT:
            raise ValueError(role)
        while True:
            made = Made(role, codes.new_pin(), codes.new_link())
            pin = codes.pin_hash(made.pin, self._derived("pin"))
            work = partial(self._lend, tournament_id=tournament_id, made=made, pin=pin, by=by[:NAME_LENGTH])
            if self.store.write(work):
                break
        self._forget()
        with self._guard:
            self._shown[shown_to, tournament_id, role] = (self._monotonic(), made)
        return made

    def _lend(self, rows: Rows, tournament_id: int, made: Made, pin: bytes, by: str) -> bool:
        others = rows.scalars(select(DeskCode).with_for_update()).all()
        mine = [each for each in others if (each.tournament_id, each.role) == (tournament_id, made.role.key)]
        if any(codes.same(each.pin, pin) for each in others):
            return False  # a PIN says by itself which tournament it is for
        for each in mine:
            rows.delete(each)
        rows.flush()
        rows.execute(delete(DeskSession).where(*_of(tournament_id, made.role)))
        link = codes.link_hash(made.link)
        rows.add(
            DeskCode(
                tournament_id=tournament_id, role=made.role.key, pin=pin, link=link, made_at=self._now(), made_by=by
            )
        )
        return True

    def revoke(self, tournament_id: int, role: Role) -> None:
        """The code of a role in a tournament is no longer valid, and its sessions end."""

        def work(rows: Rows) -> None:
            rows.execute(delete(DeskCode).where(DeskCode.tournament_id == tournament_id, DeskCode.role == role.key))
            rows.execute(delete(DeskSession).where(*_of(tournament_id, role)))

        self.store.write(work)
        self._forget()
        with self._guard:
            for key in [each for each in self._shown if each[1:] == (tournament_id, role)]:
                del self._shown[key]

    def lent(self, tournament_id: int) -> dict[Role, Lent]:
        """The valid codes of a tournament."""
        with self.store.reading() as rows:
            found = rows.scalars(select(DeskCode).where(DeskCode.tournament_id == tournament_id))
            lent = [
                Lent(name_of_role(each.role), each.made_at, each.made_by, each.made_at + CODE_LASTS) for each in found
            ]
        return {each.role: each for each in lent if each.until > self._now() and each.role in LENT}

    def shown(self, token: str, tournament_id: int) -> dict[Role, Made]:
        """The codes that who has this token has made just now."""
        now = self._monotonic()
        with self._guard:
            self._shown = {key: each for key, each in self._shown.items() if now - each[0] < SHOWN_S}
            found = [(key[2], each[1]) for key, each in self._shown.items() if key[:2] == (token, tournament_id)]
        return dict(found)

    def hide(self, token: str, tournament_id: int) -> None:
        """Who made codes has seen them."""
        with self._guard:
            for key in [each for each in self._shown if each[:2] == (token, tournament_id)]:
                del self._shown[key]

    def renew(self, but: Session) -> str:
        """Another code for organisers; all sessions of organisers end but this one."""

        def work(rows: Rows) -> None:
            others = DeskSession.tournament_id.is_(None), DeskSession.id != (but.id or 0)
            rows.execute(delete(DeskSession).where(*others))

        self.code = codes.new_typed()
        self.store.write(work)
        self._forget()
        return self.code

    def present(self) -> list[Present]:
        """All sessions, the highest role first."""
        now = self._monotonic()
        with self.store.reading() as rows:
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

    def end(self, session_id: int) -> None:
        """Ends a session."""
        self.store.write(lambda rows: rows.execute(delete(DeskSession).where(DeskSession.id == session_id)) and None)
        self._forget()

    # Secrets

    def csrf(self, token: str) -> str:
        """What a form carries that is shown to who has this token."""
        return hmac.new(self._derived("csrf"), token.encode(), hashlib.sha256).hexdigest()[:40]

    def _derived(self, purpose: str) -> bytes:
        return hmac.new(self._secret, purpose.encode(), hashlib.sha256).digest()

    def _read_secret(self) -> bytes:
        """The store's, so that a form that is open in a browser can be sent after the server began anew."""
        try:
            with self.store.reading() as rows:
                row = rows.get(DeskSecret, "desk")
                if row is not None:
                    return bytes(row.value)
            return self.store.write(_make_secret)
        except Problem:
            return secrets.token_bytes(32)  # a store that can only be read


def _refuse_taken(rows: Rows, who: str, role: Role, own: int) -> None:
    higher = [each.key for each in Role if each > role]
    others = rows.scalars(select(DeskSession.who).where(DeskSession.role.in_(higher), DeskSession.id != own))
    if _folded(who) in map(_folded, others):
        raise NameTakenError


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _make_secret(rows: Rows) -> bytes:
    row = rows.get(DeskSecret, "desk")
    if row is None:
        row = DeskSecret(name="desk", value=secrets.token_bytes(32))
        rows.add(row)
        rows.flush()
    return bytes(row.value)


def _sessions() -> Any:
    return select(DeskSession, TournamentRow.slug, TournamentRow.name).outerjoin(
        TournamentRow, TournamentRow.id == DeskSession.tournament_id
    )


def _read(row: DeskSession, slug: str | None) -> Session:
    role = name_of_role(row.role)
    if role in LENT and slug is None:
        role = Role.PUBLIC  # such a role is never for all tournaments
    return Session(role, row.who, slug, row.id, row.since)


def _of(tournament_id: int, role: Role) -> tuple[Any, Any]:
    return DeskSession.tournament_id == tournament_id, DeskSession.role == role.key


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _local_name(who: str) -> str:
    try:
        return name_from(who) or name_from(getpass.getuser()) or "?"
    except (OSError, KeyError, ImportError):
        return "?"
