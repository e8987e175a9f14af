"""The host's end of the link, against the clock's own responder: in process, and through a real PTY."""

import json
import os
import random
import socket
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fake_clock import KEY, FakeClock, Line
from pty_clock import PtyClock
from tritempo.wire import Decoder, encode, message, split
from tritempo_host.link import client, problems
from tritempo_host.link.client import Clock
from tritempo_host.link.transport import SerialTransport
from tritempo_host.problem import Problem

LOG = random.Random(1).randbytes(20_000)
REASONS = ["verb", "data", "playing", "log", "offset", "size", "control", "seats", "fixture", "state", "flash", "frame"]
LOGS = {7: b"", 12: LOG, 13: b"a line\n"}


class Faults:
    """Drops, changes and doubles pieces of what goes over a line; the same ones for the same seed.

    `rate`: hits for a thousand bytes, on average; at 1.2 three of four data frames do not come through.
    """

    def __init__(self, seed: int, rate: float) -> None:
        self._random = random.Random(seed)
        self._rate = rate
        self.hits = 0

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        while data:
            size = 1 + int(self._random.expovariate(self._rate / 1000))
            out += data[:size]
            data = data[size:]
            if data:
                self.hits += 1
                kind = self._random.choice(["drop", "change", "double", "junk"])
                part, data = data[:3], data[3:]
                if kind == "change":
                    out += bytes([part[0] ^ (1 << self._random.randrange(8))]) + part[1:]
                elif kind == "double":
                    out += part + part
                elif kind == "junk":
                    out += part + self._random.randbytes(5) + b"~"
        return bytes(out)


# On a sound line


@pytest.fixture
def fake() -> FakeClock:
    return FakeClock(LOGS)


def test_questions(fake):
    with Clock(Line(fake)) as clock:
        assert clock.who == clock.hello() == fake.hello()
        assert clock.live() == fake.live()
        assert clock.status() == fake.status()
        assert clock.key() == KEY
        assert clock.logs() == fake.logbook.list()


@pytest.mark.parametrize(
    ("log", "offset", "length", "expected"),
    [
        (12, 0, None, LOG),
        (12, 777, None, LOG[777:]),
        (12, 777, 1000, LOG[777:1777]),
        (7, 0, None, b""),
        (12, 5, 0, b""),
    ],
)
@pytest.mark.parametrize("room", [1, 63, 64, 65, 4096])
def test_read(fake, log, offset, length, expected, room):
    seen = []
    with Clock(Line(fake, room=room)) as clock:
        assert b"".join(clock.read(log, offset, length, seen.append)) == expected
    assert sum(seen) == len(expected)


def test_a_log_is_read_with_one_request(fake):
    """Not one a piece: every round trip costs a person's time."""
    line = Line(fake)
    with Clock(line) as clock:
        list(clock.read(12))
    assert len(line.sent) == 2


def test_changes(fake):
    with Clock(Line(fake)) as clock:
        clock.acknowledge(12, len(LOG))
        clock.set_time(1_800_000_000)
        clock.set_time()
        clock.round_start()
        clock.maintenance()
        name = clock.send_fixture(
            "matam", 3, names=["A", "Ș", "~"], round_number=2, table=5, holders={"salva": 3}, fixture_id="r2t5"
        )
    assert name == "r2t5"
    assert fake.logbook.acknowledged == {12: len(LOG)}
    kinds = [told[0] for told in fake.told]
    assert kinds == ["time", "time", "round_start", "maintenance", "fixture"]
    assert abs(fake.told[1][1] - time.time()) < 60
    fixture = fake.told[-1][1]
    assert (fixture["names"], fixture["round"], fixture["table"]) == (["A", "Ș", "~"], 2, 5)
    assert (fixture["holders"], fixture["control"]["id"]) == ({"salva": 3}, "matam")


def test_each_fixture_has_its_own_id(fake):
    with Clock(Line(fake)) as clock:
        assert clock.send_fixture("matam", 3) != clock.send_fixture("matam", 3)
    assert len(fake.told) == 2


def test_a_reading_that_is_given_up_does_not_disturb_what_comes_next(fake):
    with Clock(Line(fake, room=300)) as clock:
        next(clock.read(12))
        assert clock.live() == fake.live()
        assert b"".join(clock.read(12)) == LOG


# What the clock refuses


def test_refusals_have_the_reason_and_words_for_a_person(fake):
    fake.state = "running"
    with Clock(Line(fake)) as clock:
        for reason, ask in {
            "playing": lambda: clock.send_fixture("matam", 3),
            "log": lambda: list(clock.read(99)),
            "offset": lambda: list(clock.read(12, 30_000)),
            "size": lambda: clock.acknowledge(12, 5),
            "control": lambda: clock.send_fixture({"turn": 5}, 3),
            "verb": lambda: clock.ask("reboot"),
        }.items():
            with pytest.raises(problems.Refused) as caught:
                ask()
            assert caught.value.reason == reason
            for lang in ("ca", "ro", "en"):
                assert caught.value.say(lang).startswith("line: ")


def test_a_refusal_without_words_of_its_own_says_what_the_clock_said(fake):
    with Clock(Line(fake)) as clock, pytest.raises(problems.Refused, match="turn: there is no such field"):
        clock.send_fixture({"turn": 5}, 3)


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_of_the_clock_has_words(lang, reason):
    said = problems.Refused("line", reason, "turn: why\x1b[31m").say(lang)
    assert "{" not in said and "\x1b" not in said
    # the clock's own English only where it says more than the word for its kind
    assert ("turn: why" in said) == (reason in ("control", "data", "failed"))


def test_a_problem_leaves_a_command_in_its_language(fake):
    with (
        pytest.raises(Problem, match="el rellotge no ho accepta: no hi ha cap partida"),
        problems.spoken("ca"),
        Clock(Line(fake)) as clock,
    ):
        list(clock.read(99))


def test_a_request_that_no_frame_can_carry(fake):
    with Clock(Line(fake)) as clock, pytest.raises(problems.TooLong):
        clock.send_fixture("matam", 3, names=["x" * 3000, "b", "c"])


def test_a_clock_of_another_version(fake):
    fake.hello = lambda: {"device": "e661", "wire": 1}
    line = Line(fake)
    with pytest.raises(problems.OtherVersion), Clock(line):
        pass
    assert line.closed


# On a bad line


@given(st.integers(0), st.integers(0), st.floats(0.1, 1.2))
@settings(deadline=None, max_examples=50)
def test_everything_comes_through_a_bad_line(seed_there, seed_back, rate):
    fake = FakeClock(LOGS)
    line = Line(fake, Faults(seed_there, rate), Faults(seed_back, rate))
    with Clock(line, tries=200) as clock:
        assert clock.logs() == fake.logbook.list()
        assert b"".join(clock.read(12)) == LOG
        clock.set_time(1_800_000_000)
        clock.round_start()  # asked twice, a clock refuses it: an answer that was lost must not have that effect
        clock.acknowledge(12, len(LOG))
    assert fake.told == [("time", 1_800_000_000), ("round_start",)]


def test_a_reading_goes_on_where_it_stopped(fake):
    """Of every frame that is lost, at most what was on its way is sent again, never the whole log."""
    faults = Faults(5, 0.3)
    line = Line(fake, back=faults)
    with Clock(line, tries=50) as clock:
        assert b"".join(clock.read(12)) == LOG
    assert faults.hits > 3
    assert len(line.sent) > 3
    offsets = [json.loads(split(payload)[1])["offset"] for _, payload in Decoder().feed(b"".join(line.sent[1:]))]
    assert offsets == sorted(offsets)


def test_a_lost_answer_is_asked_for_with_the_same_number(fake):
    lost = []

    def back(data: bytes) -> bytes:
        if b"ok {}" in data and not lost:
            lost.append(data)
            return b""
        return data

    line = Line(fake, back=back)
    with Clock(line) as clock:
        clock.round_start()
    assert line.sent[1] == line.sent[2]
    assert fake.told == [("round_start",)]


def test_an_answer_to_somebody_else_is_not_taken_for_ours(fake):
    line = Line(fake)

    def back(data: bytes) -> bytes:
        [(number, _)] = Decoder().feed(data)
        return b"".join(encode((number + n) & 0xFFFF, message("ok", {"state": "other"})) for n in (-1, 1, 999)) + data

    with Clock(line) as clock:
        line.back = back
        assert clock.live() == fake.live()


def test_a_clock_that_falls_silent(fake):
    line = Line(fake)
    with Clock(line) as clock:
        line.back = lambda data: b""
        for ask in (clock.live, clock.logs, lambda: list(clock.read(12))):
            with pytest.raises(problems.Silent):
                ask()


def test_answers_that_make_no_sense(fake):
    for verb, ask in {
        "ok []": lambda clock: clock.live(),
        "ok {": lambda clock: clock.live(),
        "ok {}": lambda clock: clock.key(),
        "data x": lambda clock: list(clock.read(12)),
        "data 0": lambda clock: list(clock.read(12)),
        "data 0\n": lambda clock: list(clock.read(12)),
        "data -1\nx": lambda clock: list(clock.read(12)),
        "data \u00b2\nx": lambda clock: list(clock.read(12)),
        "tilde 0\nx": lambda clock: list(clock.read(12)),
        "tilde": lambda clock: list(clock.read(12)),
        'ok {"end":"0"}': lambda clock: list(clock.read(12)),
        "log {}": lambda clock: clock.logs(),
        'ok {"count":"3"}': lambda clock: clock.logs(),
        "ok " + "[" * 2000: lambda clock: clock.live(),
    }.items():
        line = Line(fake)
        with Clock(line) as clock:
            line.back = lambda data, verb=verb: encode(Decoder().feed(data)[0][0], verb.encode())
            with pytest.raises(problems.Damaged):
                ask(clock)


def test_a_clock_that_sends_without_end_fills_nothing(fake, monkeypatch):
    """It lists a small log and goes on sending: the reading ends, by what was asked or by what any flash holds."""
    monkeypatch.setattr(client, "LARGEST", 10_000)
    fake.logbook.size = lambda log: 100_000_000
    fake.logbook.read_into = lambda log, offset, buffer: len(buffer)
    with Clock(Line(fake)) as clock:
        with pytest.raises(problems.Damaged):
            for _ in clock.read(12):
                pass
        assert len(b"".join(clock.read(12, 0, 500))) == 500


# Through a real PTY


def test_a_clock_on_a_pty(fake):
    with PtyClock(fake) as device, Clock(device.path) as clock:
        assert clock.logs() == fake.logbook.list()
        assert b"".join(clock.read(12)) == LOG
        clock.acknowledge(12, len(LOG))
    assert fake.logbook.acknowledged == {12: len(LOG)}


def test_a_port_without_a_file_descriptor(fake):
    """As on Windows, where nothing can wait for it but pyserial itself."""
    with PtyClock(fake) as device:
        line = SerialTransport(device.path)
        line._descriptor = None
        with Clock(line) as clock:
            assert b"".join(clock.read(12)) == LOG
            device.unplug()
            with pytest.raises(problems.CablePulled):
                clock.live()


@pytest.mark.parametrize("seed", range(3))
def test_a_bad_line_on_a_pty(fake, seed):
    with (
        PtyClock(fake, Faults(seed, 0.5), Faults(seed + 10, 0.5)) as device,
        Clock(device.path, timeout_s=0.05, tries=100) as clock,
    ):
        assert b"".join(clock.read(12)) == LOG
        clock.round_start()
    assert fake.told == [("round_start",)]


def test_a_host_that_vanished_in_the_middle_leaves_nothing_behind(fake):
    """The device is full of the old host's log when the new one comes."""
    with PtyClock(fake) as device:
        with Clock(device.path) as clock:
            next(clock.read(12))
        with Clock(device.path) as clock:
            assert clock.live() == fake.live()
            assert b"".join(clock.read(13)) == b"a line\n"


def test_junk_from_a_port_scanner_before_us(fake):
    with PtyClock(fake) as device:
        with Path(device.path).open("wb", buffering=0) as scanner:
            scanner.write(b"AT\rATI1 ~~~~00\x7e\x03\x04")
        with Clock(device.path) as clock:
            assert clock.live() == fake.live()


def test_a_pulled_cable_is_told_at_once(fake):
    device = PtyClock(fake)
    with Clock(device.path) as clock:
        reading = clock.read(12)
        next(reading)
        device.unplug()
        start = time.monotonic()
        with pytest.raises(problems.CablePulled):
            list(reading)
        with pytest.raises(problems.CablePulled):
            clock.live()
        assert time.monotonic() - start < 2


def test_a_port_is_ours_alone(fake):
    with PtyClock(fake) as device, Clock(device.path) as clock:
        with pytest.raises(problems.PortBusy), Clock(device.path):
            pass
        assert clock.live() == fake.live()


def test_a_device_that_does_not_answer():
    with PtyClock(None) as device:
        with pytest.raises(problems.NotAClock), Clock(device.path, timeout_s=0.02, tries=3):
            pass
        frames = Decoder().feed(bytes(device.heard))
        assert [payload for _, payload in frames] == [b"hello"] * 3


def test_a_device_that_never_stops_talking():
    """A GPS receiver, say: it does not keep us longer than silence would."""
    ours, theirs = os.openpty()
    path = os.ttyname(theirs)
    ends = threading.Event()

    def talk() -> None:
        os.set_blocking(ours, False)
        while not ends.is_set():
            try:
                os.write(ours, b"$GPGGA,092750.000,5321.6802,N*76\r\n")
            except BlockingIOError:
                ends.wait(0.001)

    talker = threading.Thread(target=talk)
    talker.start()
    start = time.monotonic()
    try:
        with pytest.raises(problems.NotAClock), Clock(path, timeout_s=0.05, tries=3):
            pass
        assert time.monotonic() - start < 2
    finally:
        ends.set()
        talker.join()
        os.close(ours)
        os.close(theirs)


def test_a_line_that_echoes():
    ours, theirs = os.openpty()
    path = os.ttyname(theirs)
    ends = threading.Event()

    def echo() -> None:
        os.set_blocking(ours, False)
        while not ends.wait(0.001):
            try:
                os.write(ours, os.read(ours, 100))
            except BlockingIOError:
                continue

    mirror = threading.Thread(target=echo)
    mirror.start()
    try:
        with pytest.raises(problems.NotAClock), Clock(path, timeout_s=0.05, tries=2):
            pass
    finally:
        ends.set()
        mirror.join()
        os.close(ours)
        os.close(theirs)


# Over the network, and ports that are none


def test_a_clock_behind_a_socket(fake):
    """A pyserial URL is as good as a device: `socket://host:port`."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = server.accept()
        line = Line(fake)
        with connection:
            while data := connection.recv(4096):
                line.write(data)
                while out := line.read(0):
                    connection.sendall(out)

    server_thread = threading.Thread(target=serve)
    server_thread.start()
    with server, Clock(f"socket://127.0.0.1:{server.getsockname()[1]}") as clock:
        assert b"".join(clock.read(12)) == LOG
        clock.close()
        server_thread.join()


def test_ports_that_cannot_be_opened(tmp_path):
    plain = tmp_path / "notes.txt"
    plain.write_text("not a device")
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = server.getsockname()[1]
    for port, problem in {
        str(tmp_path / "ttyACM9"): problems.NoSuchPort,
        f"socket://127.0.0.1:{closed}": problems.NobodyListens,
        str(plain): problems.NotAPort,
        str(tmp_path): problems.NotAPort,
        "/dev/null": problems.NotAPort,
        "nonsense://x": problems.CannotOpen,
        "socket://nothing": problems.CannotOpen,
    }.items():
        with pytest.raises(problem) as caught, Clock(port):
            pass
        for lang in ("ca", "ro", "en"):
            assert caught.value.say(lang).startswith(port)
            assert "Errno" not in caught.value.say(lang)


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (PermissionError(13, "Permission denied"), problems.NoPermission),
        (OSError(16, "Device or resource busy"), problems.PortBusy),
        (OSError("could not open port 'COM7': PermissionError(13, 'Access is denied.', None, 5)"), problems.PortBusy),
        (OSError("could not open port 'COM9': FileNotFoundError(2, 'No such file', None, 2)"), problems.NoSuchPort),
        (OSError("something else"), problems.CannotOpen),
    ],
)
def test_what_the_system_says_becomes_a_problem(monkeypatch, error, problem):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr("serial.serial_for_url", refuse)
    with pytest.raises(problem), Clock("COM7"):
        pass
