"""A DS3231 with its EEPROM on the bus: wall time for the log, and a heartbeat that costs no erase of the flash."""

import pytest

from emulator import files, firmware
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, up
from parts.at24c32 import AT24C32
from parts.ds3231 import DS3231

pytestmark = pytest.mark.timeout(600)
LONG_TURN_MS = 29_000
OFF_MS = 1000  # from one power-on to the next, beside the time that it ran
MOST_WRONG_MS = 10_000


class Module:
    """What is soldered together, and keeps its battery and its memory when the Pico's power goes."""

    def __init__(self) -> None:
        self.now_ms = lambda: 0.0
        self.time = DS3231()
        self.memory = AT24C32(lambda: self.now_ms())

    def clock(self, flash: bytes | bytearray) -> Pico:
        pico = Pico(flash, module=(self.time, self.memory))
        before_ms = self.now_ms() + OFF_MS
        self.now_ms = lambda: before_ms + pico.now_ms
        return up(pico)


Played = tuple[Module, Players, int]


@pytest.fixture(scope="module")
def played() -> Played:
    """A game with a long turn, on a clock whose module has been set; and the erases of that turn."""
    module = Module()
    module.time.set(2026, 11, 30, 18, 5, 0)
    at = Players(module.clock(firmware.deployed()))
    at.begin()
    before = at.pico.flash.erases
    at.wait(LONG_TURN_MS)
    return module, at, at.pico.flash.erases - before


def test_the_log_begins_with_the_wall_time_of_the_module(played: Played):
    header = last_log(played[1].pico.flash.image()).header
    assert header["wall"].startswith("2026-11-30T18:05:")


def test_heartbeats_go_to_the_module_and_the_flash_rests(played: Played):
    module, at, erases = played
    assert sum(module.memory.writes) >= LONG_TURN_MS // 10_000
    assert erases == 0
    assert "/beat" not in files.read(at.pico.flash.image())


@pytest.mark.parametrize("cycle", ["whole", "torn"])
def test_after_a_cut_the_turn_comes_back_from_the_module(played: Played, cycle: str):
    module, at, _ = played
    true_ms = at.pico.now_ms - at.pico.presses("A")[0]
    if cycle == "torn":
        newest = max(range(16), key=lambda page: module.memory.memory[32 * page])
        module.memory.memory[32 * newest + 20 : 32 * newest + 32] = b"\xff" * 12
    again = module.clock(at.pico.flash.image())
    with again.link() as clock:
        live = clock.live()
        assert clock.hello()["unix"] is not None
    assert live["state"] == "paused"
    allowed = MOST_WRONG_MS * (2 if cycle == "torn" else 1)  # the newest heartbeat is lost with its page
    assert 0 <= true_ms - live["used_ms"] <= allowed


def test_a_host_sets_the_module(played: Played):
    module, at, _ = played
    with at.pico.link() as clock:
        clock.set_time(1_800_000_000)  # 2027-01-15 08:00:00
    at.wait(300)
    assert module.time.shows()[:5] == (2027, 1, 15, 8, 0)


def test_a_module_that_is_pulled_out_is_no_trouble(played: Played):
    module, at, _ = played
    module.time.plugged = module.memory.plugged = False
    before = at.pico.flash.erases
    at.wait(12_000)
    with at.pico.link() as clock:
        assert clock.status()["trouble"] is None
    assert at.pico.flash.pages  # the heartbeat goes to the flash again
    assert "/beat" in files.read(at.pico.flash.image()), at.pico.flash.erases - before
    at.press("A", then_ms=1000)
    at.look()
