"""Clocks for tests of the sync: logs in memory behind the client's interface, with faults where a test wants them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from host.logs import DEVICE, KEY
from tritempo_host.link.problems import CablePulled, Refused

PIECE = 768  # bytes of a log in a frame


@dataclass
class FakeLog:
    number: int
    game: str
    data: bytes
    open: bool = False
    acked: bool = False


@dataclass
class FakeClock:
    """Answers as `link.Clock` does. `fault(count, request)` is called at each request and each piece, and may raise."""

    logs_: list[FakeLog] = field(default_factory=list)
    device: str = DEVICE
    key_: bytes = KEY
    port: str = "/dev/clock"
    fault: Callable[[int, str], object] = lambda count, request: None
    at_acknowledge: Callable[["FakeLog", int], object] = lambda log, size: None
    requests: list[str] = field(default_factory=list)
    who: dict[str, Any] = field(default_factory=dict)

    @contextmanager
    def open(self) -> Iterator["FakeClock"]:
        self._asked("hello")
        self.who = {"device": self.device, "board": "virtual", "firmware": "0.1.0"}
        yield self

    def _asked(self, request: str) -> None:
        self.requests.append(request)
        self.fault(len(self.requests), request)

    def key(self) -> bytes:
        self._asked("key")
        return self.key_

    def logs(self) -> list[dict[str, Any]]:
        self._asked("logs")
        return [
            {"log": log.number, "game": log.game, "size": len(log.data), "acked": log.acked, "open": log.open}
            for log in self.logs_
        ]

    def read(self, log: int, offset: int = 0, length: int | None = None) -> Iterator[bytes]:
        self._asked(f"read {log} {offset}")
        data = self._log(log).data
        if offset > len(data):
            raise Refused(self.port, "offset", "the log ends before that offset")
        end = len(data) if length is None else min(len(data), offset + length)
        for start in range(offset, end, PIECE):
            self._asked(f"piece {log} {start}")
            yield data[start : min(end, start + PIECE)]

    def acknowledge(self, log: int, size: int) -> None:
        self._asked(f"ack {log}")
        mine = self._log(log)
        if size != len(mine.data):
            raise Refused(self.port, "size", "the log has another size")
        self.at_acknowledge(mine, size)
        mine.acked = True
        # the clock has taken it; whether its answer arrives is another matter
        self._asked(f"acked {log}")

    def _log(self, number: int) -> FakeLog:
        for log in self.logs_:
            if log.number == number:
                return log
        raise Refused(self.port, "log", "there is no such log")


def pulled_at(count: int, port: str = "/dev/clock") -> Callable[[int, str], None]:
    """A fault: the cable is pulled at request or piece number `count` (from 1), and is in again for the next run."""

    def fault(now: int, request: str) -> None:
        if now == count:
            raise CablePulled(port)

    return fault
