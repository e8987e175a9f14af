"""What breaks around the clock, and the game goes on: display, host, a stray Ctrl-C, a stuck button, a hung loop."""

import pytest

from emulator import firmware
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, up
from tritempo import wire

pytestmark = pytest.mark.timeout(600)
AWAY_MS = 3000
BACK_MS = 5000  # within this the display shows the game again, whatever happened to it
STUCK_MS = 30_000
WATCHDOG_MS = 8000
# How long a turn of the loop may be held: by a write of the log with two erases, not by what is broken.
HELD_MS = 400


@pytest.fixture(scope="module")
def at() -> Players:
    players = Players(up(Pico(firmware.deployed())))
    players.begin()
    players.wait(1000)
    return players


def turns(at: Players) -> int:
    lines = last_log(at.pico.flash.image()).lines
    return sum(line.word == "seat" and line.ignored is None for line in lines)


def hand_over(at: Players, times: int = 3) -> None:
    """The game goes on: each press is in the log, and the next seat's light comes on."""
    before = turns(at)
    for i in range(times):
        at.press("A", then_ms=900)
        on = [seat for seat in "ABC" if at.pico.light(seat) > 200]
        assert len(on) == 1, (i, on)
    assert turns(at) == before + times


def trouble(at: Players) -> str | None:
    with at.pico.link() as clock:
        return clock.status()["trouble"]


def test_a_display_that_is_unplugged_in_mid_picture_comes_back(at: Players):
    for instant in (150, 640):  # of a second: while it sends, and while it rests
        at.wait(instant)
        at.pico.display.unplug()
        hand_over(at)
        assert trouble(at) == "tr_display"
        at.pico.display.plug()
        at.wait(BACK_MS)
        assert trouble(at) is None
        at.look()


def test_a_display_that_lost_its_power_for_a_moment_shows_the_game_again(at: Players):
    """Between two writes: no write fails, and all it shows is noise until it is told anew."""
    at.pico.display.power_cycle()
    at.wait(BACK_MS)
    at.look()


def test_a_display_that_holds_the_bus_is_freed(at: Players):
    at.pico.bus.hang(5)
    hand_over(at)
    at.wait(BACK_MS)
    assert at.pico.bus.stuck_bits == 0
    at.look()


def test_a_host_that_stops_reading_holds_nothing(at: Players):
    """It asks for everything again and again, and takes nothing: presses, lights and display go on."""
    request = wire.encode(9, wire.message("read", {"log": 1, "offset": 0, "length": None}))
    at.pico.usb.reads = False
    for _ in range(30):
        at.pico.usb.write(request)
    at.wait(2000)
    hand_over(at)
    at.look()
    at.pico.usb.reads = True
    at.wait(21_000)
    assert trouble(at) is None


def test_ctrl_c_on_the_line_ends_no_game(at: Players):
    before = at.pico.usb.enumerated
    for junk in (b"\x03", b"\x03\x03\x04", b"\r\x03\x03\x01import os\x04", b"ATZ\r\x03~~~\n\x04"):
        at.pico.usb.write(junk)
        at.wait(300)
    hand_over(at)
    assert at.pico.usb.enumerated == before
    assert trouble(at) is None


def test_a_stuck_button_is_said_and_the_others_play_on(at: Players):
    at.pico.edge("C", True)
    at.wait(STUCK_MS + 2000)
    assert trouble(at) == "tr_button_stuck"
    before = turns(at)
    at.press("A", then_ms=1500)
    assert turns(at) == before + 1
    at.pico.edge("C", False)
    at.wait(1500)
    assert trouble(at) is None


def test_a_hung_loop_is_reset_by_the_watchdog_and_the_game_comes_back_paused(at: Players):
    """Last in this file: the chip is made to hang, by a branch to itself where the program is."""
    before = turns(at)
    at.wait(700)
    at.pico.hang()
    at.pico.chip.run_until(lambda: at.pico.chip.resets, WATCHDOG_MS + 500, 50)
    up(at.pico)
    with at.pico.link() as clock:
        live = clock.live()
    assert live["state"] == "paused"
    at.wait(1000)
    assert turns(at) == before
    words = [(line.word, line.args) for line in last_log(at.pico.flash.image()).lines[-4:]]
    assert ("power", ()) in words
    assert any(word == "crash" and "watchdog" in args for word, args in words), words
