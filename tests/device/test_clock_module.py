"""The clock module's two chips: the time of day, and the memory of the heartbeat."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.clockmodule import ClockModule
from device.eeprom import LONGEST, PAGE, PAGES, Heart
from parts.at24c32 import AT24C32, CYCLE_MS
from parts.ds3231 import DS3231, STATUS, STOPPED
from parts.i2c import Bus
from tritempo.kept import Kept

MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2099, 12, 31, 23, 59, 59), timezones=st.just(UTC))
BEAT = bytes(range(20))


def unix(*fields: int) -> int:
    return int(datetime(*fields, tzinfo=UTC).timestamp())


class Memory:
    """An EEPROM on a bus, and time."""

    def __init__(self) -> None:
        self.ms = 0
        self.chip = AT24C32(lambda: self.ms)
        self.bus = Bus(self.chip)

    def heart(self) -> Heart:
        """As after a boot."""
        self.ms += 1000
        return Heart(self.bus)

    def beat(self, heart: Heart, data: bytes) -> None:
        self.ms += 9000
        heart.beat(data)


# The time of day.


@given(MOMENTS)
def test_every_second_of_a_century_is_read_as_it_was_written(moment: datetime):
    chip = DS3231()
    module = ClockModule(Bus(chip))
    seconds = int(moment.timestamp())
    module.write(seconds)
    assert module.read() == seconds
    assert chip.shows() == (moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)


@pytest.mark.parametrize(
    "fields",
    [(2000, 2, 28, 23, 59, 59), (2024, 2, 28, 23, 59, 59), (2026, 2, 28, 23, 59, 59), (2026, 12, 31, 23, 59, 59)],
    ids=["a leap year that is a century", "a leap year", "none", "new year"],
)
def test_the_chip_goes_on_over_the_end_of_a_month(fields: tuple[int, ...]):
    chip = DS3231()
    chip.set(*fields)
    chip.pass_s(2)
    after = datetime(*fields, tzinfo=UTC) + timedelta(seconds=2)
    assert ClockModule(Bus(chip)).read() == int(after.timestamp())


def test_a_module_that_has_stood_still_does_not_know():
    chip = DS3231()
    module = ClockModule(Bus(chip))
    assert module.read() is None
    module.write(unix(2026, 11, 30, 10))
    assert module.read() == unix(2026, 11, 30, 10) and not chip.registers[STATUS] & STOPPED
    chip.lose_battery()
    assert module.read() is None


@pytest.mark.parametrize(
    ("register", "value"),
    [(2, 0x40 | 0x11), (5, 0x00), (5, 0x13), (4, 0x00), (4, 0x32), (2, 0x24), (1, 0x60), (0, 0x7A), (6, 0xA1)],
)
def test_what_is_no_time_is_not_known(register: int, value: int):
    chip = DS3231()
    chip.set(2026, 11, 30, 10, 0, 0)
    chip.registers[register] = value
    assert ClockModule(Bus(chip)).read() is None


def test_the_century_bit_of_the_month_means_nothing():
    chip = DS3231()
    chip.set(2026, 11, 30, 10, 0, 0)
    chip.registers[5] |= 0x80
    assert ClockModule(Bus(chip)).read() == unix(2026, 11, 30, 10)


def test_without_a_module_there_is_an_error_to_catch():
    with pytest.raises(OSError):
        ClockModule(Bus()).read()
    with pytest.raises(OSError):
        Heart(Bus())


# The heartbeat's memory.


def test_a_new_memory_knows_nothing_and_keeps_what_it_is_given():
    memory = Memory()
    heart = memory.heart()
    assert heart.last() is None
    memory.beat(heart, BEAT)
    assert heart.last() == BEAT and memory.heart().last() == BEAT


def test_the_newest_counts_all_the_way_round_and_the_wear_is_spread():
    memory = Memory()
    heart = memory.heart()
    for i in range(10 * PAGES + 3):
        memory.beat(heart, bytes((i, 7)))
        assert memory.heart().last() == bytes((i, 7))
    worn = memory.chip.writes[:PAGES]
    assert max(worn) - min(worn) <= 1 and not any(memory.chip.writes[PAGES:])


@pytest.mark.parametrize("written", range(PAGE))
@pytest.mark.parametrize("beats", [1, PAGES, PAGES + 5])
def test_a_power_cut_in_the_middle_of_a_page_leaves_the_one_before(beats: int, written: int):
    memory = Memory()
    heart = memory.heart()
    for i in range(beats):
        memory.beat(heart, bytes((i, 1)))
    memory.chip.torn = written
    memory.beat(heart, b"torn, and never seen")
    memory.chip.torn = -1
    assert memory.heart().last() == bytes((beats - 1, 1))


def test_any_bytes_in_it_are_no_heartbeat():
    memory = Memory()
    rng = random.Random(5)
    memory.chip.memory[:] = bytes(rng.randrange(256) for _ in range(len(memory.chip.memory)))
    assert memory.heart().last() is None
    memory.chip.memory[:] = bytes(len(memory.chip.memory))
    assert memory.heart().last() is None


def test_a_beat_while_the_page_before_is_being_written_does_not_wait():
    memory = Memory()
    heart = memory.heart()
    heart.beat(BEAT)
    memory.ms += CYCLE_MS - 1
    with pytest.raises(OSError):
        heart.beat(BEAT + b"!")
    memory.ms += 1
    heart.beat(BEAT + b"?")
    assert memory.heart().last() == BEAT + b"?"


def test_a_memory_that_keeps_nothing_is_found_out_at_the_next_beat():
    memory = Memory()
    memory.chip.forgets = True
    heart = memory.heart()
    memory.beat(heart, BEAT)
    for _ in range(2):
        with pytest.raises(OSError):
            memory.beat(heart, BEAT)
    assert memory.bus.bytes < 1000


def test_a_beat_is_short_on_the_bus():
    memory = Memory()
    heart = memory.heart()
    memory.beat(heart, BEAT)
    before = memory.bus.bytes
    memory.beat(heart, BEAT)
    assert (memory.bus.bytes - before) * 22.5 < 2000  # us


def test_more_than_a_page_is_an_error_of_the_program():
    with pytest.raises(ValueError):
        Memory().heart().beat(bytes(LONGEST + 1))


def test_the_keeper_takes_the_flash_where_the_memory_fails(tmp_path):
    memory = Memory()
    keeper = Kept(str(tmp_path), memory.heart())
    key = keeper.key()
    memory.ms += 9000
    keeper.beat("9f3a66c1", 1000, key)
    assert not (tmp_path / "beat").exists() and keeper.last_beat("9f3a66c1", key) == 1000
    memory.chip.plugged = False
    keeper.beat("9f3a66c1", 2000, key)
    assert (tmp_path / "beat").exists() and keeper.last_beat("9f3a66c1", key) == 2000
    memory.chip.plugged = True
    assert Kept(str(tmp_path), memory.heart()).last_beat("9f3a66c1", key) == 2000
