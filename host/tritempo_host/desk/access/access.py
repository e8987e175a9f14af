"""The doors of one store's desk: who comes in, by which code, and what they may then.

What lasts is in the store, so that the server may start anew at any moment: sessions (`stored_sessions`), the codes
that organisers gave to others (`lent_codes`), the secret that forms are sealed with (`seal`). What does not last is the
organiser's code, which is another at each start.

An organiser whose computer crashed in the middle of a round starts the server again and is in: by the session that is
still in the browser, or by the code that the new start has said.
"""

import getpass
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import Session as Rows

from tritempo_host.desk.access import codes
from tritempo_host.desk.access.lent_codes import LentCodes, Meaning
from tritempo_host.desk.access.limits import Attempts
from tritempo_host.desk.access.roles import Role
from tritempo_host.desk.access.seal import Seal
from tritempo_host.desk.access.sessions import NAME_LENGTH, NOBODY, Session, name_from, new_token
from tritempo_host.desk.access.stored_sessions import StoredSessions
from tritempo_host.store import Store


class WrongCodeError(Exception):
    """No code reads so, or no longer."""


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
        self.seal = Seal(store)
        self.sessions = StoredSessions(store, now, monotonic)
        self.lent = LentCodes(store, self.seal, self.sessions, now, monotonic)

    def meaning(self, typed: str) -> Meaning | None:
        """What a long code gives (the organiser's, a link's); None for a PIN, and for what is none."""
        code = codes.plain(typed)
        if code and codes.same(code, codes.plain(self.code)):
            return Meaning(Role.ORGANISER)
        hashed = None if codes.is_pin(code) else self.lent.hashed(code)
        if hashed is None:
            return None
        with self.store.reading() as rows:
            return self.lent.meaning(rows, hashed)

    def enter(self, typed: str, who: str, address: str, before: Session = NOBODY) -> tuple[str, Session]:
        """A new session: its token, and what it may. `before`: the same browser's, until now, which ends. Raises
        WrongCodeError, MustWaitError, NameTakenError."""
        code, meaning = codes.plain(typed), self.meaning(typed)
        organiser = meaning is not None and meaning.role == Role.ORGANISER
        if meaning is None:
            if not codes.is_pin(code):
                self.attempts.wrong(address)
                raise WrongCodeError
            self.attempts.begin(address)
        hashed = None if organiser else self.lent.hashed(code)
        if meaning is None and hashed is not None:
            with self.store.reading() as rows:
                if self.lent.meaning(rows, hashed) is None:
                    raise WrongCodeError
            self.attempts.right(address)
        token = new_token(entered=True)

        def work(rows: Rows) -> None:
            # looked at again in here: meanwhile the code may have been renewed, and all its sessions ended
            gives = self.lent.meaning(rows, hashed, lock=True) if hashed else Meaning(Role.ORGANISER)
            if gives is not None:
                self.sessions.add(rows, token, gives.role, who[:NAME_LENGTH], gives.tournament_id, before.id)

        self.store.write(work)
        self.sessions.look_anew()
        session = self.sessions.find(token)
        if session is None:
            raise WrongCodeError
        return token, session

    def leave(self, session: Session) -> None:
        """Ends a session, if it is one of the store's."""
        if session.id is not None:
            self.sessions.end(session.id)

    def renew(self, but: Session) -> None:
        """Another code for organisers; all sessions of organisers end but this one."""
        self.code = codes.new_typed()
        self.sessions.end_organisers(but.id)


def _local_name(who: str) -> str:
    try:
        return name_from(who) or name_from(getpass.getuser()) or "?"
    except (OSError, KeyError, ImportError):
        return "?"
