"""Opens the database so that what was committed is on the disk, whatever happens next.

SQLite, and why it is set like this:

- The rollback journal, not WAL. The store is then one file whenever nobody is writing: an organiser can copy it to a
  stick or open it from a read-only one, and it may lie on a shared folder; none of this holds for WAL. What WAL gives,
  readers during a long write, is not needed: no write here takes longer than one log.
- `synchronous=EXTRA`: FULL, and the folder is synced once the journal is gone. With FULL alone a power cut right after
  a commit can bring the journal's name back, and it would undo the commit: after the clock had been told that its log
  is safe.
- `fullfsync`: macOS' plain fsync leaves data in the drive's cache.
- Transactions are begun by us. Python's sqlite3 begins none before DDL, so a migration cut in its middle would stay
  half done; and a write begins with BEGIN IMMEDIATE, so that it waits for its turn before it reads what it builds on.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event

BUSY_MS = 10_000  # how long to wait for another program that is writing


def connect(url: URL) -> Engine:
    """An engine for the database. Nothing is opened yet."""
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, max_overflow=30)
    engine = create_engine(url, max_overflow=30)
    event.listen(engine, "do_connect", _FirstMakesFile())
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine and pool, but a transaction asks for the right to write before anything else."""
    return engine.execution_options(tritempo_begin="BEGIN IMMEDIATE")


class StoreGoneError(Exception):
    """The file was there, and somebody has taken it away since."""


class _FirstMakesFile:
    """A new file is for its owner alone, because the clocks' keys are in it. (SQLite's journal goes by the file.) One
    that was opened before and is not there now is not made again: it would be another, with nothing in it."""

    def __init__(self) -> None:
        self._opened = False

    def __call__(self, _dialect: Dialect, _record: object, args: Sequence[Any], _options: dict[str, Any]) -> None:
        if self._opened and not Path(args[0]).exists():
            raise StoreGoneError(args[0])
        with suppress(FileExistsError):
            os.close(os.open(args[0], os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        self._opened = True


def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=DELETE",
        "synchronous=EXTRA",
        "fullfsync=ON",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("tritempo_begin", "BEGIN"))
