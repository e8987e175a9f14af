"""The host's end of the serial line: asks a clock, waits, asks again, and gives back plain dicts and bytes."""

import json
import random
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from tritempo import wire
from tritempo.logfiles import LARGEST
from tritempo_host.link.problems import Damaged, NotAClock, OtherVersion, Refused, Silent, TooLong
from tritempo_host.link.transport import SerialTransport, Transport

# A clock stands still for 400 ms at worst, while it erases flash; then it answers within a few milliseconds.
TIMEOUT_S = 0.5
TRIES = 8
ANSWERS = (b"ok", b"no", b"data", b"tilde", b"log")


class Clock:
    """A clock on a serial line.

        with Clock("/dev/ttyACM0") as clock:
            print(clock.who["device"], clock.live()["state"])

    Entering opens the port and says hello; it raises NoSuchPort, PortBusy, NoPermission, CannotOpen, NotAClock or
    OtherVersion. Every request can raise Refused (the clock said no: see `.reason`), Silent (no answer in TRIES times
    TIMEOUT_S), CablePulled, and Damaged (answers that do not add up); all are LinkProblem, which is a Problem for the
    person in front of it. After any but Refused close it and open a new one. A Clock belongs to one thread at a time.

    `port` is a device, a PTY, a pyserial URL, or an open Transport. `who` is the clock's hello of the beginning.
    """

    def __init__(self, port: str | Transport, *, timeout_s: float = TIMEOUT_S, tries: int = TRIES) -> None:
        self.port = port if isinstance(port, str) else port.name
        self.who: dict[str, Any] = {}
        self._given = port
        self._timeout_s = timeout_s
        self._tries = tries
        self._line: Transport | None = None
        self._decoder = wire.Decoder()
        # Anywhere, so that a late answer to the program before us is not taken for one to us.
        self._number = random.randrange(0x10000)

    def __enter__(self) -> Self:
        self._line = SerialTransport(self._given) if isinstance(self._given, str) else self._given
        try:
            self.who = self._meet()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets the port go. Can be called twice."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _meet(self) -> dict[str, Any]:
        try:
            who = self.hello()
        except Silent as problem:
            raise NotAClock(self.port) from problem
        if who.get("wire") != wire.VERSION:
            raise OtherVersion(self.port, theirs=who.get("wire"), ours=wire.VERSION)
        return who

    # Requests

    def hello(self) -> dict[str, Any]:
        """Who it is: device, board, firmware, micropython, format, wire, flash_free, state, t_ms, unix."""
        return self.ask("hello")

    def key(self) -> bytes:
        """The 32 bytes with which this clock signs its logs."""
        return bytes.fromhex(self._field(self.ask("key"), "key", str))

    def live(self) -> dict[str, Any]:
        """The game as it stands."""
        return self.ask("live")

    def status(self) -> dict[str, Any]:
        """How the clock itself is: memory, flash, trouble."""
        return self.ask("status")

    def acknowledge(self, log: int, size: int) -> None:
        """Tells the clock that `size` bytes of the log are safe on disk: it may delete them when it needs room.

        Raises Refused: `log` (none of that number), or the logbook's word where the size is not the log's.
        """
        self.ask("ack", {"log": log, "size": size})

    def set_time(self, unix: int | None = None) -> None:
        """Sets the wall clock: seconds since 1970, the computer's own time if not given. Disturbs no game."""
        self.ask("time", {"unix": int(time.time()) if unix is None else unix})

    def send_fixture(
        self,
        control: str | dict[str, Any],
        seats: int,
        *,
        names: Sequence[str] = (),
        round_number: int | None = None,
        table: int | None = None,
        holders: dict[str, int] | None = None,
        fixture_id: str | None = None,
    ) -> str:
        """Sends who plays what at this table; the clock is then ready for it. Returns the fixture's id.

        `control`: a preset's id or a whole time control. `holders`: trump to seat, as far as known. Sent again with
        the same id, a fixture is taken only once. Raises Refused: `playing` (a game is on), `control` (a time control
        that cannot be used), `data`, `fixture` (another one had this id); TooLong.
        """
        fixture = {
            "id": fixture_id or uuid.uuid4().hex[:16],
            "round": round_number,
            "table": table,
            "control": control,
            "seats": seats,
            "names": list(names),
            "holders": holders or {},
        }
        self.ask("fixture", fixture)
        return fixture["id"]

    def round_start(self) -> None:
        """Starts the clock of the round. Raises Refused where there is none to start, or it has begun."""
        self.ask("round_start")

    def set_settings(self, settings: dict[str, Any]) -> None:
        """Sets some of the clock's settings: pin, lang, sound, rotation (docs/link.md). Disturbs no game."""
        self.ask("settings", settings)

    def maintenance(self) -> None:
        """Hands the line to MicroPython's prompt, for mpremote. Raises Refused `playing`. Close the port after it."""
        self.ask("maintenance")

    def logs(self) -> list[dict[str, Any]]:
        """The logs on the clock, in order: [{"log": 12, "game": "9f3a66c1", "size": 20480, "acked": …, "open": …}]."""
        entries: dict[int, dict[str, Any]] = {}
        for _ in range(self._tries):
            number = self._request("logs")
            for verb, rest in self._answers(number):
                if verb == b"log":
                    entry = self._json(rest)
                    entries[self._field(entry, "log", int)] = entry
                else:
                    if len(entries) >= self._field(self._ok(verb, rest), "count", int):
                        return [entries[log] for log in sorted(entries)]
                    break  # entries were lost on the way
        raise Silent(self.port)

    def read(
        self, log: int, offset: int = 0, length: int | None = None, progress: Callable[[int], object] | None = None
    ) -> Iterator[bytes]:
        """The bytes of a log from `offset` on, to its present end or `length` bytes, in pieces as they arrive.

        Lost frames are asked for again, from where the reading stopped. `progress` is called with the size of each
        piece. Stopping half-way does no harm. Raises, while iterated, Refused (`log`: none of that number; `offset`:
        the log is shorter than that; `failed`: the flash cannot be read), Silent, CablePulled, Damaged.
        """
        end = None if length is None else offset + length
        in_vain = 0
        while in_vain < self._tries:
            in_vain += 1
            part = {} if end is None else {"length": end - offset}
            number = self._request("read", {"log": log, "offset": offset, **part})
            for verb, rest in self._answers(number):
                if verb not in (b"data", b"tilde"):
                    done = self._ok(verb, rest)
                    if self._field(done, "end", int) != offset:
                        break  # the last pieces were lost
                    return
                at, piece = self._piece(verb, rest)
                if at < offset:
                    continue  # a frame that came twice
                if at > offset:
                    break  # a piece was lost
                in_vain = 0
                offset += len(piece)
                if offset > (LARGEST if end is None else end):
                    raise Damaged(self.port)  # a clock that never ends must not fill this disk
                if progress is not None:
                    progress(len(piece))
                yield piece
        raise Silent(self.port)

    # How a request is made

    def ask(self, verb: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        """Sends a request, again with the same number while no answer comes, and returns the data of its `ok`."""
        number = self._next_number()
        for _ in range(self._tries):
            self._write(number, verb, data)
            for answer, rest in self._answers(number):
                return self._ok(answer, rest)
        raise Silent(self.port)

    def _request(self, verb: str, data: dict[str, Any] | None = None) -> int:
        number = self._next_number()
        self._write(number, verb, data)
        return number

    def _next_number(self) -> int:
        self._number = (self._number + 1) & 0xFFFF
        return self._number

    def _write(self, number: int, verb: str, data: dict[str, Any] | None) -> None:
        try:
            frame = wire.encode(number, wire.message(verb, data))
        except ValueError as error:
            raise TooLong(self.port, verb=verb) from error
        self._open_line().write(frame)

    def _answers(self, number: int) -> Iterator[tuple[bytes, bytes]]:
        """(verb, rest) of the answers to a request as they come; ends when none has come for a while."""
        line = self._open_line()
        deadline = time.monotonic() + self._timeout_s
        while (left_s := deadline - time.monotonic()) > 0:
            data = line.read(left_s)
            if not data:
                return
            for frame_number, payload in self._decoder.feed(data):
                verb, rest = wire.split(payload)
                # A line that echoes gives our own request back: it is not among the verbs of an answer.
                if frame_number == number and verb in ANSWERS:
                    yield verb, rest
                    # From now, not from when it came: whoever iterates may have taken his time with it.
                    deadline = time.monotonic() + self._timeout_s

    def _open_line(self) -> Transport:
        if self._line is None:
            raise ValueError("this Clock is closed: use it in a `with`")
        return self._line

    def _ok(self, verb: bytes, rest: bytes) -> dict[str, Any]:
        data = self._json(rest)
        if verb == b"no":
            reason = str(data.get("reason"))
            raise Refused(self.port, reason, str(data.get("text", reason)))
        return data

    def _json(self, rest: bytes) -> dict[str, Any]:
        try:
            data = json.loads(rest or b"{}")
        except (ValueError, RecursionError) as error:
            raise Damaged(self.port) from error
        if not isinstance(data, dict):
            raise Damaged(self.port)
        return data

    def _field(self, data: dict[str, Any], field: str, kind: type[Any]) -> Any:
        value = data.get(field)
        if not isinstance(value, kind):
            raise Damaged(self.port)
        return value

    def _piece(self, verb: bytes, rest: bytes) -> tuple[int, bytes]:
        at, _, piece = rest.partition(b"\n")
        if not at.isdigit() or (verb == b"data") != bool(piece):
            raise Damaged(self.port)
        return int(at), piece or b"~"
