"""The links and PINs that an organiser gives to others: for one role in one tournament, until another takes its place.
The store has only hashes; what a new code reads is shown to who made it for a while, and known to nobody after."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Rows

from tritempo_host.desk.access import codes
from tritempo_host.desk.access.roles import LENT, Role, name_of_role
from tritempo_host.desk.access.seal import Seal
from tritempo_host.desk.access.sessions import NAME_LENGTH
from tritempo_host.desk.access.stored_sessions import StoredSessions
from tritempo_host.store import Store
from tritempo_host.store.models import DeskCode, TournamentRow

LASTS = timedelta(days=14)
SHOWN_S = 600  # how long a new code can be seen by who made it


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
class Hashed:
    """A code as the store has it. `kind`: link, pin."""

    kind: str
    value: bytes


class LentCodes:
    """May be used from any thread. A code that another replaces takes the sessions of who came in by it along."""

    def __init__(
        self,
        store: Store,
        seal: Seal,
        sessions: StoredSessions,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._sessions = store, sessions
        self._salt = seal.key("pin")
        self._now, self._monotonic = now, monotonic
        self._guard = threading.Lock()
        self._shown: dict[tuple[str, int, Role], tuple[float, Made]] = {}

    # What a code gives

    def hashed(self, code: str) -> Hashed | None:
        """A plain code as the store would have it; None for what is neither link nor PIN. Slow for a PIN."""
        if codes.is_pin(code):
            return Hashed("pin", codes.pin_hash(code, self._salt))
        return Hashed("link", codes.link_hash(code)) if len(code) == codes.LINK else None

    def meaning(self, rows: Rows, code: Hashed, lock: bool = False) -> Meaning | None:
        """What it gives; None if it is not valid. `lock`: and nobody changes that before the transaction ends."""
        query = select(DeskCode, TournamentRow.name).join(TournamentRow, TournamentRow.id == DeskCode.tournament_id)
        found = None
        for row, name in rows.execute(query.with_for_update(of=DeskCode) if lock else query):
            valid = row.made_at > self._now() - LASTS and name_of_role(row.role) in LENT
            if codes.same(getattr(row, code.kind), code.value) and valid:  # all are compared: no time says which it was
                found = Meaning(name_of_role(row.role), row.tournament_id, name)
        return found

    # What an organiser does

    def lend(self, tournament_id: int, role: Role, by: str, shown_to: str) -> Made:
        """A new code for a role in a tournament, in the place of the one before, whose sessions end. `shown_to`: the
        token of who may see it for a while (`shown`)."""
        if role not in LENT:
            raise ValueError(role)
        while True:
            made = Made(role, codes.new_pin(), codes.new_link())
            pin = codes.pin_hash(made.pin, self._salt)
            work = partial(self._lend, tournament_id=tournament_id, made=made, pin=pin, by=by[:NAME_LENGTH])
            if self._store.write(work):
                break
        self._sessions.look_anew()
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
        self._sessions.end_lent(rows, tournament_id, made.role)
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
            self._sessions.end_lent(rows, tournament_id, role)

        self._store.write(work)
        self._sessions.look_anew()
        with self._guard:
            for key in [each for each in self._shown if each[1:] == (tournament_id, role)]:
                del self._shown[key]

    def valid(self, tournament_id: int) -> dict[Role, Lent]:
        """The valid codes of a tournament."""
        with self._store.reading() as rows:
            found = rows.scalars(select(DeskCode).where(DeskCode.tournament_id == tournament_id))
            lent = [Lent(name_of_role(each.role), each.made_at, each.made_by, each.made_at + LASTS) for each in found]
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
