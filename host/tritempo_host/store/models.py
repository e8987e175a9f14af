"""The tables. Bytes that came off a clock stand in `pieces`, whose rows are only ever added.

    devices 1──n device_keys      which clock, and every key it ever gave
       │1
       n
     logs 1──n pieces             one content of one game's log; its bytes, in the order in which they were fetched
       │1
       1
     summaries                    what an audit said, for quick lists; may be emptied at any time

    tournaments 1──n entries      what was written down of a tournament, in order; rows are only ever added
       │1  │1
       n   n
       │  desk_codes              what lets others into the desk, as hashes
    desk_sessions                 who is in; desk_secrets: what forms are sealed with

The two kinds of row that change, `devices` and `logs`, hold what was noticed about the bytes (sizes, times), never the
bytes. Nothing is ever deleted but summaries, and who may enter the desk.
"""

from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

T = TypeVar("T")


class DamagedRowError(Exception):
    """A value is not what this program writes there: the file was damaged, or somebody changed it."""


class Sound(TypeDecorator[T]):
    """A type of column whose values are looked at when they are read: SQLite itself takes any kind in any column."""

    stored: tuple[type, ...]  # what the driver gives for a sound value

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        inner = super().result_processor(dialect, coltype)

        def process(value: Any) -> Any:
            if not isinstance(value, self.stored):
                raise DamagedRowError(f"{type(value).__name__} {str(value)[:40]!r}")
            try:
                return inner(value) if inner else value
            except (ValueError, TypeError, RecursionError) as error:
                raise DamagedRowError(error) from error

        return process


class Bytes(Sound[bytes]):
    """Bytes."""

    impl = LargeBinary
    cache_ok = True
    stored = (bytes, memoryview)


class Json(Sound[dict[str, object]]):
    """A table of a list's line."""

    impl = JSON
    cache_ok = True
    stored = (str, bytes, dict)


class UtcTime(Sound[datetime]):
    """An aware UTC datetime, kept without a zone: SQLite knows none, and a server's own zone must not matter."""

    impl = DateTime
    cache_ok = True
    stored = (str, datetime, type(None))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


class Base(DeclarativeBase):
    """Names every constraint, so that a later migration can change it on any database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcTime(), bytes: Bytes()}  # noqa: RUF012 (SQLAlchemy's own form)


class Device(Base):
    """A clock that was met."""

    __tablename__ = "devices"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    first_seen: Mapped[datetime]
    last_seen: Mapped[datetime]
    board: Mapped[str] = mapped_column(String(32))
    firmware: Mapped[str] = mapped_column(String(32))


class DeviceKey(Base):
    """A key that a clock gave. The first is trusted; another only when a person says so."""

    __tablename__ = "device_keys"
    __table_args__ = (UniqueConstraint("device_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("devices.id"))
    key: Mapped[bytes]
    first_seen: Mapped[datetime]
    last_seen: Mapped[datetime]
    trusted: Mapped[bool]


class Log(Base):
    """One content of the log of one game. A second content of the same game is version 2, beside the first."""

    __tablename__ = "logs"
    __table_args__ = (UniqueConstraint("device_id", "game", "version"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("devices.id"))
    game: Mapped[str] = mapped_column(String(64), index=True)
    version: Mapped[int]
    number: Mapped[int]  # the clock's own number of the log
    size: Mapped[int]  # bytes in `pieces`
    sha256: Mapped[str] = mapped_column(String(64))  # of those bytes, in hex
    clock_size: Mapped[int]  # bytes that the clock said it had, when last asked
    closed: Mapped[bool]  # the clock said that it writes no more to it
    fetched_at: Mapped[datetime]  # first bytes
    changed_at: Mapped[datetime]  # last bytes
    acknowledged_size: Mapped[int | None]  # what the clock was told is safe here
    acknowledged_at: Mapped[datetime | None]


class Piece(Base):
    """Bytes of a log from `start` on, as fetched. Never changed, never deleted."""

    __tablename__ = "pieces"

    log_id: Mapped[int] = mapped_column(ForeignKey("logs.id"), primary_key=True)
    start: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    data: Mapped[bytes]


class Summary(Base):
    """A line of a list, computed from a log. Good only while `basis` is: see `listing.py`."""

    __tablename__ = "summaries"

    log_id: Mapped[int] = mapped_column(ForeignKey("logs.id"), primary_key=True, autoincrement=False)
    basis: Mapped[str] = mapped_column(String(64))
    row: Mapped[dict[str, object]] = mapped_column(Json)


class TournamentRow(Base):
    """A tournament. `slug`: its name on the command line and in files. Its name as people read it is that of its
    first entry, kept here for lists."""

    __tablename__ = "tournaments"
    __table_args__ = (UniqueConstraint("slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(64))
    name: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]


class EntryRow(Base):
    """Something that was written down of a tournament. Never changed, never deleted."""

    __tablename__ = "entries"

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    who: Mapped[str] = mapped_column(String(100))
    kind: Mapped[str] = mapped_column(String(32))
    body: Mapped[dict[str, object]] = mapped_column(Json)
    why: Mapped[str | None] = mapped_column(Text)


class DeskSecret(Base):
    """Random bytes that the desk made when it first ran on this store."""

    __tablename__ = "desk_secrets"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[bytes]


class DeskCode(Base):
    """What lets others into the desk with a role, in one tournament: hashes of a PIN and of a link."""

    __tablename__ = "desk_codes"

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournaments.id"), primary_key=True, autoincrement=False)
    role: Mapped[str] = mapped_column(String(16), primary_key=True)
    pin: Mapped[bytes]
    link: Mapped[bytes]
    made_at: Mapped[datetime]
    made_by: Mapped[str] = mapped_column(String(100))


class DeskSession(Base):
    """Somebody who is in. `token`: the hash of what their browser has. Without a tournament: an organiser."""

    __tablename__ = "desk_sessions"
    __table_args__ = (UniqueConstraint("token"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[bytes]
    role: Mapped[str] = mapped_column(String(16))
    who: Mapped[str] = mapped_column(String(100))
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournaments.id"))
    since: Mapped[datetime]
