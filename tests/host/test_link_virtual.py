"""The host's client with the real firmware, in MicroPython, over the virtual clock's PTY."""

import json
import threading
import time

import pytest
from click.testing import CliRunner

from tritempo.journal import read
from tritempo.wire import encode, message
from tritempo_host.cli import cli
from tritempo_host.link import problems
from tritempo_host.link.client import Clock
from tritempo_host.link.transport import SerialTransport
from tritempo_host.virtual.clock import VirtualClock

SPEED = 20  # times real time: a turn of a second takes 50 ms
TURNS = 60
ROUNDS = 6  # that the host disturbs it


@pytest.fixture(scope="module")
def virtual():
    with VirtualClock(speed=SPEED) as virtual:
        yield virtual


def press(virtual: VirtualClock, turn: int) -> None:
    virtual.press("ABC"[turn % 3])
    time.sleep(1.0 / SPEED)


def test_a_game_from_fixture_to_acknowledged_log(virtual):
    with Clock(virtual.port) as clock:
        assert clock.who["device"] == virtual.device_id
        assert (clock.who["board"], clock.who["state"], clock.who["unix"]) == ("virtual", "setup", None)
        assert clock.logs() == []

        clock.set_time(1_800_000_000)
        clock.send_fixture("matam", 3, names=["Anna", "Ștefan ~", "Núria"], round_number=2, table=5)
        clock.round_start()
        live = clock.live()
        assert (live["state"], live["names"][1], live["round"], live["table"]) == ("ready", "Ștefan ~", 2, 5)
        with pytest.raises(problems.Refused) as refused:
            clock.round_start()
        assert refused.value.reason

        press(virtual, 0)
        assert clock.live()["state"] == "running"
        for ask in (lambda: clock.send_fixture("matam", 3), clock.maintenance):
            with pytest.raises(problems.Refused) as refused:
                ask()
            assert refused.value.reason == "playing"

        [entry] = clock.logs()
        data = b"".join(clock.read(entry["log"]))
        assert len(data) >= entry["size"]
        reading = read(data, clock.key())
        assert reading.fault is None
        assert reading.header is not None
        assert reading.header["wall"] is not None
        assert reading.header["names"] == ["Anna", "Ștefan ~", "Núria"]
        clock.acknowledge(entry["log"], len(data))
        assert clock.logs()[0]["acked"]


def test_reading_and_flooding_cost_no_press(virtual):
    """While one host program reads the log over and over and floods, every press of a fast game is in the log."""
    ends = threading.Event()
    rounds = 0

    def disturb() -> None:
        nonlocal rounds
        line = SerialTransport(virtual.port)
        with Clock(line) as clock:
            log = clock.logs()[-1]["log"]
            while not ends.is_set():
                for _ in clock.read(log):
                    pass
                line.write(encode(1, message("live")) * 30 + b"~~~~\n~0000" * 50 + b"\x03\x04")
                rounds += 1

    host = threading.Thread(target=disturb)
    host.start()
    turns = 0
    while turns < TURNS or (rounds < ROUNDS and turns < 20 * TURNS):  # a slow machine plays on until it was disturbed
        turns += 1
        press(virtual, turns)
    ends.set()
    host.join()

    assert rounds >= ROUNDS
    with Clock(virtual.port) as clock:
        log = clock.logs()[-1]["log"]
        reading = read(b"".join(clock.read(log)), clock.key())
    presses = [line for line in reading.lines if line.word == "seat"]
    assert reading.fault is None
    assert len(presses) == turns + 1
    assert [line.args for line in presses] == [(turn % 3 + 1,) for turn in range(turns + 1)]


def test_a_host_that_stops_reading_does_not_stop_the_clock(virtual):
    line = SerialTransport(virtual.port)
    with Clock(line) as clock:
        log = clock.logs()[-1]["log"]
        first = clock.live()["turn"]
        request = encode(5, message("read", {"log": log, "offset": 0, "length": None}))
        for _ in range(100):  # the answers are far more than the PTY's buffer takes
            line.write(request)
        for turn in range(first, first + 3):
            press(virtual, turn)
            virtual.wait_for(lambda on=turn % 3: virtual.lights()[on] == 255)
    with Clock(virtual.port) as clock:
        assert clock.live()["turn"] == first + 3


def test_status_and_ports_as_a_person_sees_them(virtual):
    shown = CliRunner().invoke(cli, ["status", "--port", virtual.port, "--lang", "ca"], env={"COLUMNS": "120"}).output
    assert "R2 T5" in shown
    assert "es juga" in shown
    listed = json.loads(CliRunner().invoke(cli, ["ports", "--port", virtual.port, "--json"]).output)
    assert listed[0]["hello"]["device"] == virtual.device_id
