"""What a clock says of itself, looked at before it is believed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from tritempo.logfiles import LARGEST
from tritempo_host.problem import Problem
from tritempo_host.store import ClockLog, Store

IDENTITY = re.compile(r"[0-9A-Za-z_-]{1,64}")


class Link(Protocol):
    """What is asked of a clock: `tritempo_host.link.Clock` once it is open. All may raise Problem."""

    @property
    def port(self) -> str: ...

    @property
    def who(self) -> Mapping[str, Any]: ...

    def key(self) -> bytes: ...

    def logs(self) -> Sequence[Mapping[str, Any]]: ...

    def read(self, log: int, offset: int = 0, length: int | None = None) -> Iterable[bytes]: ...

    def acknowledge(self, log: int, size: int) -> object: ...


@contextmanager
def _sense(store: Store, link: Link) -> Iterator[None]:
    """A clock that talks nonsense is a Problem, not a crash."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Problem(store.say("clock_nonsense", port=link.port)) from error


def identity(store: Store, link: Link) -> str:
    """The id that the clock gave with its hello."""
    with _sense(store, link):
        return _name(link.who["device"])


def key_of(store: Store, link: Link) -> bytes:
    """The key that it gives."""
    with _sense(store, link):
        key = link.key()
        if not 16 <= len(key) <= 64:
            raise ValueError(f"a key of {len(key)} bytes")
        return key


def logs_of(store: Store, link: Link) -> list[ClockLog]:
    """The clock's list of logs: finished ones first, which it may need to delete, each kind in the order of play."""
    with _sense(store, link):
        logs = [
            ClockLog(
                number=_whole(entry["log"]),
                game=_name(entry["game"]),
                size=_whole(entry["size"]),
                open=bool(entry["open"]),
                acknowledged=bool(entry["acked"]),
            )
            for entry in link.logs()
        ]
        return sorted(logs, key=lambda log: (log.open, log.number))


def _name(value: Any) -> str:
    if not IDENTITY.fullmatch(value):
        raise ValueError(value)
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise ValueError(value)
    return value
