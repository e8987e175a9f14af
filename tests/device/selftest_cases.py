"""The cases of test_selftest.py, which runs each inside MicroPython: the clock's half of the self-test.

The drivers have tests of their own. Here they stand on the least model of the chip's parts that will do, and each case
reads the one line of JSON that the host would get.
"""

import io
import json
import os
import sys
import time

ticks_add = time.ticks_add  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
PINS_UP = 0x3F


class Module:
    """Stands in for a module of the chip."""

    def __init__(self, **members):
        for name in members:
            setattr(self, name, members[name])


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 3
    levels = {}  # noqa: RUF012

    def __init__(self, number, *args, **options):
        self.number = number

    def value(self):
        return Pin.levels.get(self.number, 1)

    __call__ = value


class PWM:
    """`told`: [(pin, what, value)] of all of them, in order."""

    told = []  # noqa: RUF012

    def __init__(self, pin, freq=0, duty_u16=0):
        self.pin = pin.number

    def freq(self, hertz):
        PWM.told.append((self.pin, "freq", hertz))

    def duty_u16(self, duty):
        PWM.told.append((self.pin, "duty", duty))

    def deinit(self):
        PWM.told.append((self.pin, "off", 0))


class Changes:
    """The changes that a case wants, as device.changes gives them: (ticks_us, levels)."""

    waiting = []  # noqa: RUF012
    now = PINS_UP

    def __init__(self, first_pin, pin_count):
        self.stopped = False

    def next(self):
        return Changes.waiting.pop(0) if Changes.waiting else None

    def levels(self):
        return Changes.now

    def stop(self):
        self.stopped = True


class NoI2C:
    def __init__(self, *args, **options):
        pass

    def scan(self):
        return []

    def writeto(self, *args):
        raise OSError(5)

    readfrom_mem = writeto_mem = writeto


sys.modules["machine"] = Module(  # pyright: ignore[reportArgumentType]
    Pin=Pin, PWM=PWM, I2C=NoI2C, freq=lambda: 125000000, unique_id=lambda: b"\xe6\x61\x4c\x31\x1b\x7e\x6f\x35"
)
sys.modules["device.changes"] = Module(Changes=Changes)  # pyright: ignore[reportArgumentType]

from device import selftest  # noqa: E402
from parts.ssd1306 import Controller, OneWire  # noqa: E402


def asked(function, *args):
    """What the host gets."""
    said = []
    selftest.answer = lambda **what: said.append(json.loads(json.dumps(what)))
    function(*args)
    assert len(said) == 1, said
    return said[0]


def the_board_says_what_it_is():
    found = asked(selftest.board)
    assert found["id"] == "e6614c311b7e6f35" and found["mhz"] == 125
    assert found["mem_free"] > 0 and found["blocks"] >= found["blocks_free"] > 0
    assert asked(selftest.options) == {"seats": 3, "display": "ssd1306"}


def the_flash_is_written_read_and_left_as_it_was():
    folder = sys.argv[1]
    before = os.listdir(folder)
    selftest.FILE = folder + "/selftest.tmp"
    found = asked(selftest.flash)
    assert found["wrong"] == 0 and found["error"] is None and found["bytes"] == 16384
    assert os.listdir(folder) == before


def a_flash_that_changes_a_byte_is_found():
    folder = sys.argv[1]
    selftest.FILE = folder + "/selftest.tmp"
    right = selftest._pattern
    asks = []

    def one_byte_off(n):
        asks.append(n)
        piece = right(n)
        if len(asks) == selftest.PIECES + 2:  # when the second piece is compared
            piece[1000] ^= 1
        return piece

    selftest._pattern = one_byte_off
    found = asked(selftest.flash)
    assert found["wrong"] == 1
    assert "selftest.tmp" not in os.listdir(folder)


def a_flash_that_cannot_be_written_is_an_answer():
    selftest.FILE = "/no/such/folder/selftest.tmp"
    found = asked(selftest.flash)
    assert found["error"] and found["wrong"] is None


def buttons_come_as_the_host_reads_them():
    assert asked(selftest.buttons) == {"rested": [], "down": []}
    start = selftest._parts["watch"]._last_us
    b = 1 << 1
    for after_us, levels in ((100000, PINS_UP ^ b), (100400, PINS_UP), (102500, PINS_UP ^ b)):
        Changes.waiting.append((ticks_add(start, after_us), levels))
    # Time goes on only with the changes: the last one lets the others come to rest.
    Changes.waiting.append((ticks_add(start, 200000), PINS_UP ^ b ^ 1))
    found = asked(selftest.buttons)
    [[name, down, ms, bounce_us, changes]] = found["rested"]
    assert (name, down, ms, bounce_us, changes) == ("B", True, 100, 2500, 3), found
    assert found["down"] == ["A", "B"]
    watch = selftest._parts["watch"]
    asked(selftest.stop)
    assert watch.changes.stopped and "watch" not in selftest._parts


def a_button_that_is_down_from_the_start_is_down():
    Changes.now = PINS_UP ^ (1 << 4)
    assert asked(selftest.buttons) == {"rested": [], "down": ["PAUSE"]}


def lights_have_their_levels():
    assert asked(selftest.lights, 0, 255, 0, 0) == {"levels": [0, 255, 0, 0]}
    assert PWM.told == [(11, "duty", 65535)]
    asked(selftest.lights, 0, 90, 0, 0)
    pin, what, duty = PWM.told[-1]
    assert pin == 11 and what == "duty" and 0 < duty < 65535 // 4


def each_level_of_the_buzzer_is_an_octave_above_the_one_before():
    heard = []
    for level in (1, 2, 3):
        del PWM.told[:]
        asked(selftest.beep, level)
        heard.append([value for pin, what, value in PWM.told if what == "freq"])
        assert PWM.told[-1] == (15, "duty", 0), "it is silent at the end"
    assert heard[0] and heard[1] == [2 * hertz for hertz in heard[0]] and heard[2] == [4 * hertz for hertz in heard[0]]


def pictures_arrive():
    for kind in ("ssd1306", "ssd1309", "sh1106"):
        controller = Controller(kind)
        wire = OneWire(controller)
        from device.display import Display
        from tritempo.display.canvas import Canvas

        selftest._parts["panel"] = Canvas(), Display(wire, kind)
        seen = {}
        for what in ("chess", "full", "corners", "accents", "dark"):
            assert asked(selftest.show, what) == {"trouble": None}, (kind, what)
            seen[what] = controller.picture()
        assert seen["full"] == b"\xff" * 1024 and seen["dark"] == bytes(1024)
        assert seen["chess"][:16] == b"\xff" * 8 + bytes(8) and seen["chess"][128:144] == bytes(8) + b"\xff" * 8
        corners = seen["corners"]
        assert corners[0] == corners[127] == corners[896] == corners[1023] == 0xFF
        assert corners[7 * 128 + 64] == 0x80 and corners[64] & 1, "a frame of one dot"
        assert not controller.faults


def every_accent_has_a_glyph_and_fits():
    from tritempo.display import font
    from tritempo.display.canvas import Canvas

    canvas = Canvas()
    unknown = font.TEXT.columns("\u2603")[0]
    for line in selftest.ACCENTS:
        assert 4 + canvas.width(line) <= 128, line
        for glyph in font.TEXT.columns(line):
            assert glyph != unknown, line
    for letter in "àèéíïòóúüç·șțăâî":
        assert letter in "".join(selftest.ACCENTS)


def a_display_that_is_not_there_is_an_answer():
    found = asked(selftest.bus)
    assert found == {"found": [], "sda": 1, "scl": 1}
    Pin.levels = {1: 0}
    assert asked(selftest.bus)["scl"] == 0
    assert asked(selftest.show, "full")["trouble"] == "tr_display"


def no_clock_module_is_an_answer():
    assert asked(selftest.clock_module) == {"found": False, "unix": None, "memory": False}


def ticks_answers_each_byte():
    out = io.BytesIO()
    selftest.sys = Module(stdin=io.BytesIO(b"tttq"), stdout=out)
    selftest.ticks()
    times = [int(line) for line in out.getvalue().split()]
    assert len(times) == 3 and times == sorted(times)


CASES = (
    the_board_says_what_it_is,
    the_flash_is_written_read_and_left_as_it_was,
    a_flash_that_changes_a_byte_is_found,
    a_flash_that_cannot_be_written_is_an_answer,
    buttons_come_as_the_host_reads_them,
    a_button_that_is_down_from_the_start_is_down,
    lights_have_their_levels,
    each_level_of_the_buzzer_is_an_octave_above_the_one_before,
    pictures_arrive,
    every_accent_has_a_glyph_and_fits,
    a_display_that_is_not_there_is_an_answer,
    no_clock_module_is_an_answer,
    ticks_answers_each_byte,
)
