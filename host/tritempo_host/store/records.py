"""What the store gives and takes: plain values, never a row that is tied to a database session."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ClockLog:
    """A line of a clock's own list: its number of the log, the game, bytes now, and what it says of them."""

    number: int
    game: str
    size: int
    open: bool  # it may still write to it
    acknowledged: bool


@dataclass(frozen=True, slots=True)
class Meeting:
    """What was new when a clock said hello."""

    first: bool  # never met before
    key_changed: bool  # it gave a key that no person has accepted, and it is not its first


@dataclass(frozen=True, slots=True)
class StoredLog:
    """What the store has of a log, without its bytes."""

    id: int
    device: str
    game: str
    version: int
    number: int
    size: int
    sha256: str
    clock_size: int
    closed: bool
    fetched_at: datetime
    changed_at: datetime
    acknowledged_size: int | None
    acknowledged_at: datetime | None

    @property
    def complete(self) -> bool:
        """Here are all the bytes that the clock had when it was last asked."""
        return self.size >= self.clock_size

    @property
    def name(self) -> str:
        """How a person asks for it when nothing shorter will do: game, and version if it is not the first."""
        return self.game if self.version == 1 else f"{self.game}.{self.version}"


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A log as it is audited: `data` are the bytes as the clock gave them."""

    stored: StoredLog
    data: bytes
    key: bytes | None  # of the device's keys the one that seals this log, else the first; None: none known
    key_trusted: bool  # False: sealed with a key that replaced an earlier one, and nobody has accepted it
    versions: int  # how many different contents of this game the store has
