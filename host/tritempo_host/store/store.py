"""The store's operations: meet a clock, keep bytes of a log, note an acknowledgement, find a log again.

What a caller may rely on:

- When a method that writes has returned, what it wrote is on the disk (see `engine.py`).
- Bytes are only ever added. `keep` finds the content of the game that the new bytes go on from; a content that goes on
  from none is a new version beside the others, and nobody's bytes are touched.
- Every method may be called from several threads, and by several programs at once.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tritempo_host.audit import seals
from tritempo_host.problem import Problem
from tritempo_host.store import location, migrate
from tritempo_host.store.engine import connect, for_writing
from tritempo_host.store.find import find
from tritempo_host.store.location import locate, shown
from tritempo_host.store.models import DamagedRowError, Device, DeviceKey, Log, Piece
from tritempo_host.store.problems import in_words
from tritempo_host.store.records import ClockLog, LogRecord, Meeting, StoredLog
from tritempo_host.words import language, speak

T = TypeVar("T")
ATTEMPTS = 3  # of a write that met another program writing the same row


def open_store(
    where: str | os.PathLike[str] | None = None, lang: str | None = None, create: bool = True, late: bool = False
) -> "Store":
    """The store at `where` (path, URL, or None for the usual place), its schema up to date.

    With `create` False a SQLite file that is not there is a Problem, so that a mistyped path is not an empty store.
    With `late` True it is made only when something is put into it, or asked of it.
    """
    say = speak("store", language(lang))
    with in_words(str(where), say):
        url = locate(where)
    with in_words(url, say):
        absent = url.get_backend_name() == "sqlite" and not _is_there(Path(str(url.database)), say)
        if absent and not create:
            raise Problem(say("store_absent", store=shown(url)))
        if absent:
            _prepare_folder(Path(str(url.database)), say)
        store = Store(connect(url), say, new=absent)
        if not (absent and late):
            store.make()
    return store


def _is_there(path: Path, say: Callable[..., str]) -> bool:
    """Whether a SQLite store is there. Raises Problem for what is no file: a folder, a device."""
    if path.exists() and not path.is_file():
        raise Problem(say("store_not_a_file", store=path))
    return path.exists()


def _prepare_folder(path: Path, say: Callable[..., str]) -> None:
    """The usual folder is made; another that is not there is a mistyped path. Raises Problem."""
    if path == location.default_path():
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.parent.is_dir():
        raise Problem(say("store_no_folder", store=path, folder=path.parent))


def open_if_there(where: str | None, lang: str) -> "Store | None":
    """The store, or None if nobody named one and the usual one has not been made yet."""
    if where is None and not os.environ.get(location.ENVIRONMENT) and not location.default_path().exists():
        return None
    return open_store(where, lang, create=False)


class Store:
    """An open store. Use it in `with`, or call `close`."""

    def __init__(
        self,
        engine: Engine,
        say: Callable[..., str],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        new: bool = False,
    ) -> None:
        """`new`: there was no such file before. Call `make` before anything else, or let the first use do it."""
        self.engine = engine
        self.say = say
        self.new = new
        self.made = False
        self._making = threading.Lock()
        self._revision = ""
        self._now = now
        # SQLite's own waiting is not fair; within this program writers take turns instead
        self._turn = threading.Lock()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def make(self) -> None:
        """Brings the schema up to date, making the file where there is none; nothing if that was done already."""
        with in_words(self.engine.url, self.say), self._making:
            if not self.made:
                migrate.upgrade(self.engine)
                with self.engine.connect() as connection:
                    self._revision = migrate.revision(connection)
                self.made = True

    def close(self) -> None:
        """Lets go of all connections."""
        self.engine.dispose()

    @property
    def place(self) -> str:
        """Where it is, as a person would want to read it."""
        return shown(self.engine.url)

    # Writing

    def meet(self, device: str, key: bytes, board: str, firmware: str) -> Meeting:
        """Notes that a clock said hello and which key it gave; the first key is trusted, another is not."""
        return self.write(partial(self._meet, device=device, key=key, board=board, firmware=firmware))

    def _meet(self, session: Session, device: str, key: bytes, board: str, firmware: str) -> Meeting:
        now = self._now()
        row = session.get(Device, device)
        first = row is None
        if row is None:
            row = Device(id=device, first_seen=now)
            session.add(row)
        row.last_seen, row.board, row.firmware = now, board[:32], firmware[:32]
        session.flush()
        known = self._keys(session, device)
        mine = next((have for have in known if have.key == key), None)
        if mine is None:
            mine = DeviceKey(device_id=device, key=key, first_seen=now, trusted=not known)
            session.add(mine)
        mine.last_seen = now
        return Meeting(first=first, key_changed=not mine.trusted)

    def trust_key(self, device: str, key: bytes) -> None:
        """A person says that this key of the clock is right: its logs are no longer flagged for it."""
        self.write(partial(self._trust_key, device=device, key=key))

    def _trust_key(self, session: Session, device: str, key: bytes) -> None:
        for have in self._keys(session, device):
            have.trusted = have.trusted or have.key == key

    def keep(self, device: str, log: ClockLog, content: bytes) -> StoredLog:
        """Keeps what the clock has of a log, from its first byte on, as far as it was read.

        Where that is a part of what is already here nothing is added; where it goes on from it, the rest is added; else
        it becomes a new version of this game.
        """
        return self.write(partial(self._keep, device=device, log=log, content=content))

    def _keep(self, session: Session, device: str, log: ClockLog, content: bytes) -> StoredLog:
        rows = session.scalars(
            select(Log).where(Log.device_id == device, Log.game == log.game).order_by(Log.version).with_for_update()
        ).all()
        now = self._now()
        row = _goes_on_from([(row, self.content(session, row.id)) for row in rows], content)
        if row is None:
            row = Log(device_id=device, game=log.game, version=len(rows) + 1, number=log.number, size=0)
            row.sha256, row.fetched_at, row.changed_at = hashlib.sha256().hexdigest(), now, now
            session.add(row)
        row.clock_size, row.closed = log.size, not log.open
        session.flush()
        if len(content) > row.size:
            session.add(Piece(log_id=row.id, start=row.size, data=content[row.size :]))
            row.size, row.sha256, row.changed_at = len(content), hashlib.sha256(content).hexdigest(), now
        session.flush()
        return _stored(row)

    def note_acknowledged(self, stored: StoredLog, size: int) -> None:
        """The clock was told that `size` bytes of the log are safe here, and took it."""
        self.write(partial(self._note_acknowledged, log_id=stored.id, size=size))

    def _note_acknowledged(self, session: Session, log_id: int, size: int) -> None:
        row = session.get_one(Log, log_id)
        row.acknowledged_size, row.acknowledged_at = size, self._now()

    # Reading

    def versions(self, device: str, game: str) -> list[StoredLog]:
        """The contents of a game's log, the one that last grew first; mostly there is one, or none."""
        with self.reading() as session:
            rows = session.scalars(
                select(Log)
                .where(Log.device_id == device, Log.game == game)
                .order_by(Log.changed_at.desc(), Log.version.desc())
            )
            return [_stored(row) for row in rows]

    def logs(self) -> list[StoredLog]:
        """All logs, in the order in which they came."""
        with self.reading() as session:
            return [_stored(row) for row in session.scalars(select(Log).order_by(Log.id))]

    def extent(self) -> tuple[int, int]:
        """How many logs there are and how many bytes they have in all: both only ever grow."""
        with self.reading() as session:
            count, size = session.execute(select(func.count(Log.id), func.sum(Log.size))).one()
            return count, int(size or 0)

    def find_log(self, name: str) -> LogRecord:
        """The log that a person means by `[DEVICE/]GAME[.VERSION]`. Raises Problem if that is none, or several."""
        logs = self.logs()
        return self.record(find(logs, name, self.place, self.say), logs)

    def record(self, stored: StoredLog, logs: Sequence[StoredLog] | None = None) -> LogRecord:
        """A log with its bytes and the key to audit it with. `logs`: all logs, where the caller has them already."""
        data = self.data(stored)
        key, trusted = self.key_for(stored.device, data)
        same = [log for log in logs or self.logs() if (log.device, log.game) == (stored.device, stored.game)]
        return LogRecord(stored=stored, data=data, key=key, key_trusted=trusted, versions=len(same))

    def data(self, stored: StoredLog) -> bytes:
        """The raw bytes of a log, as `stored` knows them (another program may have added some since)."""
        with self.reading() as session:
            return self.content(session, stored.id)[: stored.size]

    def keys(self, device: str) -> list[tuple[bytes, bool]]:
        """All keys that a clock ever gave, oldest first, each with whether it is trusted."""
        with self.reading() as session:
            return [(have.key, have.trusted) for have in self._keys(session, device)]

    def key_changed(self, device: str, key: bytes) -> bool:
        """Whether a clock gives a key that no person has accepted, and it is not its first."""
        keys = self.keys(device)
        return bool(keys) and key not in [each for each, trusted in keys if trusted]

    def key_for(self, device: str, data: bytes) -> tuple[bytes | None, bool]:
        """The key of a clock to audit a log with, and whether it is trusted: the one that seals it, else the first."""
        keys = self.keys(device)
        return next(((key, ok) for key, ok in keys if seals(key, data)), keys[0] if keys else (None, True))

    # How the above get their sessions

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading, whose errors leave as Problems."""
        self.make()
        with in_words(self.engine.url, self.say), Session(self.engine) as session:
            yield session

    def write(self, work: Callable[[Session], T]) -> T:
        """Runs `work` in one transaction and commits it; once more where another program just wrote the same row."""
        self.make()
        with in_words(self.engine.url, self.say), self._turn:
            attempt = 1
            while True:
                try:
                    with Session(for_writing(self.engine)) as session:
                        # a newer program may have brought it up to date while this one had it open
                        if (found := migrate.revision(session.connection())) != self._revision:
                            raise migrate.NewerStoreError(found)
                        result = work(session)
                        session.commit()
                        return result
                except IntegrityError:
                    if attempt == ATTEMPTS:
                        raise
                    attempt += 1

    @staticmethod
    def _keys(session: Session, device: str) -> Sequence[DeviceKey]:
        return session.scalars(select(DeviceKey).where(DeviceKey.device_id == device).order_by(DeviceKey.id)).all()

    @staticmethod
    def content(session: Session, log_id: int) -> bytes:
        return b"".join(session.scalars(select(Piece.data).where(Piece.log_id == log_id).order_by(Piece.start)))


def _goes_on_from(versions: Sequence[tuple[Log, bytes]], content: bytes) -> Log | None:
    """The version that is the same as `content` as far as both go; the longest such."""
    same = [row for row, have in versions if have.startswith(content) or content.startswith(have)]
    return max(same, key=lambda row: row.size, default=None)


def _stored(row: Log) -> StoredLog:
    """A row as a plain value. Raises DamagedRowError for one that this program cannot have written."""
    texts, numbers = (row.device_id, row.game, row.sha256), (row.version, row.number, row.size, row.clock_size)
    told = row.acknowledged_size
    if not (
        all(isinstance(each, str) and each for each in texts)
        and all(isinstance(each, int) and each >= 0 for each in numbers)
        and (told is None or isinstance(told, int))
        and None not in (row.fetched_at, row.changed_at)
    ):
        raise DamagedRowError(f"logs {row.id}")
    return StoredLog(
        id=row.id,
        device=row.device_id,
        game=row.game,
        version=row.version,
        number=row.number,
        size=row.size,
        sha256=row.sha256,
        clock_size=row.clock_size,
        closed=row.closed,
        fetched_at=row.fetched_at,
        changed_at=row.changed_at,
        acknowledged_size=row.acknowledged_size,
        acknowledged_at=row.acknowledged_at,
    )
