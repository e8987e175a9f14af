"""Presses at bad moments: bounce, two at once, and while the clock draws, writes its flash or serves its host."""

import random

import pytest

from emulator import firmware
from emulator.flash import Operation
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, time_error, up
from tritempo import wire

pytestmark = pytest.mark.timeout(600)
SPREAD_MS = 1.2  # a logged time is a whole millisecond: 1, and the sampling
SEED = 20261130

# A press and a release as oscilloscopes show them: ms after the first edge, and whether the contact is closed then.
BOUNCES = {
    "clean": [(0, True), (60, False)],
    "both ends": [(0, True), (0.3, False), (0.9, True), (2, False), (2.4, True), (60, False), (61, True), (63, False)],
    "long": [(0, True), *[(0.7 * i, i % 2 == 0) for i in range(1, 13)], (9, True), (80, False)],
    "a storm": [(0, True), *[(0.15 * i, i % 2 == 0) for i in range(1, 60)], (9.5, True), (50, False)],
    "ten ms": [(0, True), (10, False)],
    "open for long": [(0, True), (4, False), (9, True), (60, False)],
}


@pytest.fixture(scope="module")
def at() -> Players:
    """A game that runs, without a look at the display."""
    players = Players(up(Pico(firmware.deployed())))
    players.begin()
    players.wait(1000)
    return players


def seats(at: Players) -> list[tuple[int, int]]:
    """(t, seat) of the presses that counted, in the log so far."""
    lines = last_log(at.pico.flash.image()).lines
    return [(line.t, line.args[0]) for line in lines if line.word == "seat" and line.ignored is None]


@pytest.mark.parametrize("trace", BOUNCES.values(), ids=BOUNCES.keys())
def test_a_bouncing_press_counts_once_at_its_first_edge(at: Players, trace: list[tuple[float, bool]]):
    before = len(seats(at))
    start = at.pico.now_ms
    for ms, down in trace:
        at.pico.chip.at(ms, lambda down=down: at.pico.edge("A", down))
    at.wait(1200)
    new = seats(at)[before:]
    assert len(new) == 1
    assert time_error([at.pico.presses("A")[0], start], [seats(at)[0][0], new[0][0]]).spread_ms <= SPREAD_MS


def test_two_buttons_at_once_are_one_press_of_the_first(at: Players):
    before = len(seats(at))
    at.pico.press("B")
    at.pico.press("C", in_ms=3)
    at.pico.press("A", in_ms=3.4)
    at.wait(1200)
    assert len(seats(at)) == before + 1


@pytest.mark.parametrize("slow", [0, 1], ids=["erases of 45 ms", "one of 400 ms"])
def test_presses_at_any_instant_have_their_own_time(at: Players, slow: int):
    """While it draws, writes and erases, and while a host reads a log: each press is logged within a millisecond."""
    rng = random.Random(SEED + slow)
    before, pressed = len(seats(at)), []
    request = wire.encode(7, wire.message("read", {"log": 1, "offset": 0, "length": None}))
    for _ in range(14):
        at.wait(rng.uniform(600, 1600))  # anywhere between the seconds at which it draws
        at.pico.usb.write(request)
        if rng.random() < 0.5:
            at.wait(rng.uniform(0, 30))  # in the middle of the answer
        pressed.append(at.pico.now_ms)
        at.pico.press(rng.choice("ABC"), for_ms=rng.uniform(10, 300))
        at.pico.flash.slow = slow
        slow = 0
    at.wait(1500)
    new = seats(at)[before:]
    assert len(new) == len(pressed)
    error = time_error(pressed, [t for t, _ in new])
    assert error.spread_ms <= SPREAD_MS, error


def test_presses_during_an_erase_have_their_own_time(at: Players):
    """The next player presses while the press before is still being written: exactly when the flash is erased."""
    before, pressed = len(seats(at)), []
    offsets = [44.1, 20.0, 1.3]  # ms into the erase
    armed = []

    def during(operation: Operation) -> None:
        if armed and operation.data is None:
            in_ms = armed.pop()
            at.pico.chip.at(in_ms, lambda: pressed.append(at.pico.now_ms))
            at.pico.press("PAUSE", in_ms=in_ms)

    at.pico.flash.before = during
    for _ in range(3):
        armed.append(offsets.pop())
        at.press("A", then_ms=1500)
        assert not armed
        at.press("PAUSE", then_ms=1500)
    at.pico.flash.before = lambda operation: None
    pauses = [line.t for line in last_log(at.pico.flash.image()).lines if line.word == "pause"]
    assert len(pauses) == 3
    assert len(seats(at)) == before + 3
    error = time_error(pressed, pauses)
    assert error.spread_ms <= SPREAD_MS, error
