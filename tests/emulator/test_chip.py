"""The emulation itself: what the clock builds upon must be as on the real chip, or the other tests show nothing."""

import pytest

from emulator.pico import Pico
from emulator.repl import execute, interrupt
from emulator.usb import ASLEEP_US

SAMPLER = """
import rp2, time, uctypes
from machine import Pin
@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_RIGHT, autopush=True, push_thresh=8, fifo_join=rp2.PIO.JOIN_RX)
def sample():
    in_(pins, 8) [3]
for gpio in range(2, 10): Pin(gpio, Pin.IN, Pin.PULL_UP)
raw = bytearray(8192)
start = (uctypes.addressof(raw) + 4095) & ~4095
ring = memoryview(raw)[start - uctypes.addressof(raw):][:4096]
machine = rp2.StateMachine(0, sample, freq=4000, in_base=Pin(2))
dma = rp2.DMA()
dma.config(read=0x50200023, write=start, count=0xFFFFFFFF, trigger=True, ctrl=dma.pack_ctrl(size=0, inc_read=False,
    inc_write=True, ring_size=12, ring_sel=True, treq_sel=4))
count = lambda: 0xFFFFFFFF - dma.count
machine.active(1)
t0 = time.ticks_us(); n0 = count()
passed = lambda: (time.ticks_diff(time.ticks_us(), t0) // 1000, count() - n0)
flash = rp2.Flash()
"""
BUSY = "t = time.ticks_us()\nwhile time.ticks_diff(time.ticks_us(), t) < 200_000: pass\n"


@pytest.fixture(scope="module")
def blank() -> Pico:
    """A Pico with MicroPython and no program, at its prompt."""
    pico = Pico()
    pico.chip.run_until(lambda: pico.usb.enumerated, 2000)
    pico.run_ms(100)
    interrupt(pico.chip, pico.usb)
    execute(pico.chip, pico.usb, SAMPLER)
    return pico


@pytest.mark.parametrize(
    "doing",
    [
        pytest.param("time.sleep_ms(500)\n", id="asleep"),
        pytest.param(BUSY, id="busy"),
        pytest.param("for _ in range(20): time.sleep_ms(7); sum(range(300))\n", id="both"),
        pytest.param("flash.writeblocks(351, bytes(4096))\n", id="erase"),
    ],
)
def test_a_sampler_of_pins_loses_no_millisecond(blank: Pico, doing: str):
    """One sample a millisecond by PIO and DMA, whatever the CPU does; the count is the time."""
    program = f"before = passed()\n{doing}after = passed()\nprint(after[0] - before[0], after[1] - before[1])"
    took_ms, samples = map(int, execute(blank.chip, blank.usb, program).split())
    assert abs(took_ms - samples) <= 1


def test_a_press_during_an_erase_is_sampled_at_its_time(blank: Pico):
    blank.flash.before = lambda operation: operation.data is None and blank.press("B", in_ms=11, for_ms=20)
    low = execute(
        blank.chip,
        blank.usb,
        "n = count()\nflash.writeblocks(351, bytes(4096))\n"
        "low = [k - n for k in range(n, count()) if not ring[k & 4095] & 2]\nprint(low[0], low[-1] - low[0] + 1)",
    )
    blank.flash.before = lambda operation: None
    assert low.split() in (["11", "20"], ["12", "20"])


def test_an_erase_and_a_page_take_their_time(blank: Pico):
    timed = "t = time.ticks_us()\nflash.writeblocks(351, bytes(4096))\nprint(time.ticks_diff(time.ticks_us(), t))"
    assert 51_400 <= int(execute(blank.chip, blank.usb, timed)) < 52_500  # 45 ms and 16 pages of 0.4 ms
    blank.flash.slow = 1
    assert 406_400 <= int(execute(blank.chip, blank.usb, timed)) < 407_500


def test_a_host_that_does_not_read_and_one_that_does(blank: Pico):
    blank.usb.take()
    blank.usb.reads = False
    blank.usb.write(b"print('x' * 2000)\r\n")
    blank.run_ms(300)
    assert len(blank.usb.take()) < 100
    blank.usb.reads = True
    blank.run_ms(ASLEEP_US / 1000 + 2000)
    assert execute(blank.chip, blank.usb, "print('x' * 2000)").count("x") == 2000


def test_the_display_is_found_by_scan_and_shows_what_it_is_sent(blank: Pico):
    program = """
from machine import I2C
bus = I2C(0, sda=Pin(0), scl=Pin(1), freq=400000)
print(bus.scan())
bus.writeto(0x3C, b'\\x00\\x8d\\x14\\x20\\x02\\xa1\\xc8\\xda\\x12\\xb0\\x00\\x10\\xaf')
for page in range(8): bus.writeto(0x3C, bytes((0, 0xB0 | page, 0, 0x10))); bus.writeto(0x3C, b'\\x40' + bytes(128))
bus.writeto(0x3C, b'\\x00\\xb1\\x05\\x10')
t = time.ticks_us()
bus.writeto(0x3C, b'\\x40\\xff\\x81')
print(time.ticks_diff(time.ticks_us(), t))
"""
    scanned, took_us = execute(blank.chip, blank.usb, program).splitlines()
    assert scanned == "[60]"
    assert 90 < int(took_us) < 400  # four bytes of 22.5 us
    picture = blank.picture()
    assert [at for at in range(1024) if picture[at]] == [133, 134]
    assert picture[133:135] == b"\xff\x81"


def test_a_display_that_is_away_answers_eio_at_once(blank: Pico):
    blank.display.unplug()
    program = "t = time.ticks_us()\ntry: bus.writeto(0x3C, b'\\x40')\nexcept OSError as e: print(e.errno, end=' ')\n"
    program += "print(time.ticks_diff(time.ticks_us(), t))"
    errno, took_us = map(int, execute(blank.chip, blank.usb, program).split())
    blank.display.plug()
    assert errno == 5
    assert took_us < 2000


def test_the_watchdog_resets_the_chip(blank: Pico):
    before = blank.usb.enumerated
    blank.usb.write(b"import machine; machine.WDT(timeout=1000)\r\nwhile True: pass\r\n\r\n")
    blank.chip.run_until(lambda: blank.usb.enumerated > before, 4000)
    assert blank.chip.resets == 1
    assert "WDT" not in execute(blank.chip, blank.usb, "print(dir())")
    assert (
        execute(blank.chip, blank.usb, "import machine; print(machine.reset_cause() == machine.WDT_RESET)")
        == "True\r\n"
    )
