"""A clock without a game, for the two ends of the link: answers with fixed things and remembers what it was told."""

from collections.abc import Callable
from typing import Any

from tritempo import wire
from tritempo.responder import Responder

KEY = bytes(range(32))
# What a line does to the bytes on it; `bytes` itself is a sound one.
Change = Callable[[bytes], bytes]


class FakeLogbook:
    """Logs as bytes; counts how often it was read."""

    def __init__(self, logs):
        self.logs = dict(logs)
        self.acknowledged = {}
        self.reads = 0
        self.changes = 0

    def list(self):
        return [
            {"log": log, "game": f"{log:08x}", "size": len(data), "acked": log in self.acknowledged, "open": False}
            for log, data in sorted(self.logs.items())
        ]

    def size(self, log):
        return len(self.logs[log]) if log in self.logs else None

    def place(self, log):
        """All of it in memory."""
        self.reads += 1
        return "", 0, [self.logs[log]]

    def acknowledge(self, log, size):
        if log not in self.logs:
            return "log"
        if size != len(self.logs[log]):
            return "size"
        self.acknowledged[log] = size
        return None


class FakeClock:
    """What the responder needs of the app. `told` lists every change, in order."""

    def __init__(self, logs=(), state="setup"):
        self.logbook = FakeLogbook(logs)
        self.key = KEY
        self.state = state
        self.told = []

    def hello(self) -> dict[str, Any]:
        return {"device": "e6614c0000000001", "board": "virtual", "wire": wire.VERSION, "state": self.state}

    def live(self) -> dict[str, Any]:
        return {"state": self.state}

    def status(self) -> dict[str, Any]:
        return {"trouble": None}

    def fixture(self, data):
        self.told.append(("fixture", data))

    def round_start(self):
        if ("round_start",) in self.told:
            return "state"
        self.told.append(("round_start",))
        return None

    def settings(self, settings):
        self.told.append(("settings", settings))

    def set_time(self, unix):
        self.told.append(("time", unix))

    def maintenance(self):
        self.told.append(("maintenance",))


class Port:
    """As much of a board as the responder writes to: it takes so many bytes, `written`. No time passes."""

    moved = False

    def __init__(self, room: int) -> None:
        self._room = room
        self.written = b""

    def room(self) -> int:
        return self._room - len(self.written)

    def write(self, data: bytes) -> int:
        taken = bytes(data[: self.room()])
        self.written += taken
        return len(taken)

    def now_ms(self) -> int:
        return 0


def sent(responder: Responder, room: int, until_ms: int = 0) -> bytes:
    """What a responder writes where there is so much room: part of a frame, or one; with more time, more of them."""
    port = Port(room)
    responder.send(port, until_ms)
    return port.written


class Line:
    """An in-process line to a responder: a Transport, with faults in both directions.

    `there` and `back` change the bytes on their way (drop, corrupt, double them). At most `room` bytes go back at
    a time. A read that finds nothing says at once that its time has passed, so no test waits.
    """

    def __init__(self, clock: FakeClock, there: Change = bytes, back: Change = bytes, room: int = 4096) -> None:
        self.name = "line"
        self.responder = Responder(clock)
        self.there = there
        self.back = back
        self.room = room
        self.sent = []
        self.closed = False

    def write(self, data):
        self.sent.append(data)
        self.responder.feed(self.there(data))

    def read(self, wait_s):
        # A fault may leave nothing of what was sent; only a clock that has nothing to say means that time passes.
        while data := sent(self.responder, self.room):
            if changed := self.back(data):
                return changed
        return b""

    def close(self):
        self.closed = True
