"""Whatever is wrong in board.toml is said in a sentence: pins, wires, parts, and the file itself."""

import contextlib
import copy
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from making import page, parts_list, template, wokwi
from making.check import checked
from making.everything import GUIDE
from making.problem import BoardProblem
from making.read import SOURCE

RIGHT = SOURCE.read_text(encoding="utf-8")
ALL = tomllib.loads(RIGHT)


def pin(name: str, gpio: int, physical: int) -> str:
    return f'gpio = {gpio}\nphysical = {physical}\nhangs = "{name}'


def light(gpio: int, physical: int, pwm: str) -> str:
    return f'gpio = {gpio}\nphysical = {physical}\npwm = "{pwm}"'


BUZZER = light(15, 20, "tones")

# id: what stands in board.toml, what is put in its place, what is said
CASES = {
    "not TOML": ("[lid]", "[lid", "board.toml is not TOML"),
    "no pins at all": ("[[pin]]", "[[pins]]", "no [[pin]]"),
    "a field is missing": ("physical = 20\n", "", "pin BUZZER: the field 'physical' is missing"),
    "a field nobody knows": (
        "physical = 20\n",
        "physical = 20\ncolour = 1\n",
        "pin BUZZER: there is no field 'colour'",
    ),
    "a field of another kind": ("gpio = 15", 'gpio = "15"', "pin BUZZER: gpio = '15' is not of the right kind"),
    "a wire of two": ('["pico.38", "gnd.rail", "black"]', '["pico.38", "gnd.rail"]', "a wire is [from, to, colour]"),
    # pins
    "two pins on one GPIO": (
        pin("seat A's button", 2, 4),
        pin("seat A's button", 3, 5),
        "GPIO 3 is given twice: pin A (button) and pin B (button)",
    ),
    "buttons that are not adjacent": (
        pin("the yellow button", 7, 10),
        pin("the yellow button", 8, 11),
        "the buttons must be adjacent, since one PIO program reads them all, but they are on GPIO 2, 3, 4, 5, 6, 8",
    ),
    "buttons in another order": ('name = "PAUSE"\nuse', 'name = "TRUMP"\nuse', "must be A, B, C, D, PAUSE, TRUMP"),
    "a GPIO that does not exist": (light(15, 20, "tones"), light(30, 20, "tones"), "a Pico has no GPIO 30"),
    "a GPIO that the Pico uses (23)": (BUZZER, light(23, 20, "tones"), "GPIO 23 is used inside the Pico"),
    "a GPIO that the Pico uses (24)": (BUZZER, light(24, 20, "tones"), "GPIO 24 is used inside the Pico"),
    "a GPIO that the Pico uses (25)": (BUZZER, light(25, 20, "tones"), "GPIO 25 is used inside the Pico"),
    "a GPIO that the Pico uses (29)": (BUZZER, light(29, 20, "tones"), "GPIO 29 is used inside the Pico"),
    "a physical pin that is another": ("physical = 20", "physical = 19", "GPIO 15 is physical pin 20, not 19"),
    "a use that does not exist": ('use = "buzzer"', 'use = "motor"', "pin BUZZER (motor): use must be one of"),
    "buzzer and light on one slice": (
        light(15, 20, "tones"),
        light(27, 32, "tones"),
        "PWM slice 5 has one frequency, but pin A (light) and pin B (light) and pin BUZZER (buzzer) want",
    ),
    "two lights on one slice with different frequencies": (
        light(11, 15, "brightness"),
        light(11, 15, "flicker"),
        "PWM slice 5 has one frequency",
    ),
    "two lights on one channel": (
        light(13, 17, "brightness"),
        light(28, 34, "brightness"),
        "PWM slice 6: pin C (light) and pin D (light) are on the same channel",
    ),
    "a light without a frequency": (
        light(13, 17, "brightness"),
        "gpio = 13\nphysical = 17",
        "say what sets their frequency",
    ),
    "I2C pins of another block": ("block = 0", "block = 1", "GPIO 0 can be SDA of I2C block 0, not SDA of block 1"),
    "SDA and SCL swapped": ('use = "sda"', 'use = "scl"', "GPIO 0 can be SDA of I2C block 0, not SCL of block 0"),
    "no SDA": ('use = "sda"', 'use = "scl"', "there must be one pin with use 'sda', not 0"),
    # wires
    "a wire to nowhere": ('["pico.40", "5v.rail"', '["pico.41", "5v.rail"', "goes to pico.41, which does not exist"),
    "a wire of a colour nobody has": ('"5v.rail", "red"]', '"5v.rail", "pink"]', "has no known colour: 'pink'"),
    "a wire twice": (
        '["pico.40", "5v.rail", "red"]',
        '["pico.40", "5v.rail", "red"], ["5v.rail", "pico.40", "red"]',
        "is there twice",
    ),
    "a terminal without a wire": ('    ["pico.36", "clamp.2", "orange"],\n', "", "device pico: '36' has no wire"),
    "a free terminal with a wire": (
        '["pico.36", "clamp.2"',
        '["pico.37", "clamp.2"',
        "device pico: '37' is said to be free, but has a wire",
    ),
    "5 V on ground": ('["pico.40", "5v.rail"', '["pico.40", "gnd.rail"', "the wires join GND and VBUS of the Pico"),
    "5 V on the display": (
        '["pico.36", "clamp.2"',
        '["5v.rail", "clamp.2"',
        "device pico: '36' has no wire, and is not said to be free",
    ),
    "5 V on a GPIO": ('["5v.rail", "clamp.8", "red"]', '["5v.rail", "clamp.6", "red"]', "the wires join GP2 and VBUS"),
    "SDA and SCL swapped at the display": (
        '["clamp.3", "display.SCL", "yellow"],\n    ["clamp.4", "display.SDA", "green"]',
        '["clamp.4", "display.SCL", "yellow"],\n    ["clamp.3", "display.SDA", "green"]',
        "display: no wire leads from pico.1 to display.SDA",
    ),
    "two buttons swapped": (
        '["pico.4", "clamp.6", "white"],\n    ["gnd.rail", "clamp.9", "black"],\n    ["pico.5", "clamp.10"',
        '["pico.5", "clamp.6", "white"],\n    ["gnd.rail", "clamp.9", "black"],\n    ["pico.4", "clamp.10"',
        "button A: no wire leads from pico.4 to a.NO",
    ),
    "two lights swapped": (
        '["driver.10", "r1.1", "blue"],\n    ["r1.2", "clamp.7", "blue"],\n    ["driver.11", "r2.1"',
        '["driver.11", "r1.1", "blue"],\n    ["r1.2", "clamp.7", "blue"],\n    ["driver.10", "r2.1"',
        "light A: no wire leads from driver.10 to r1.1",
    ),
    "a light past the driver": (
        '["pico.14", "driver.7", "blue"],',
        '["pico.14", "clamp.7", "blue"],',
        "light A: no wire leads from pico.14 to the driver",
    ),
    "a device of an option nobody has": (
        'place = "board"\nterminals = ["1", "2"]\noption = "seat_d"',
        'place = "board"\nterminals = ["1", "2"]\noption = "seat_e"',
        "device r4: there is no option 'seat_e'",
    ),
    # parts, options, light
    "one alternative": (
        '    { number = "A 16-LC-TT", from = "Assmann: Reichelt, Digi-Key" },\n',
        "",
        "part socket DIP-16: it needs two alternatives, and has 1",
    ),
    "the same alternative twice": (
        '{ number = "A 16-LC-TT", from = "Assmann: Reichelt, Digi-Key" }',
        '{ number = "IC socket 16 pins, 7.62 mm", from = "any electronics shop" }',
        "part socket DIP-16: the same alternative is there twice",
    ),
    "an alternative from nowhere": ('from = "Assmann: Reichelt, Digi-Key"', 'from = ""', "a number and from where"),
    "a price of nothing": ("price = 20.00", "price = 0", "the price and the quantity must be more than nothing"),
    "a price seen nowhere": (
        'price = 20.00\nseen = "usual"',
        'price = 20.00\nseen = ""',
        "where and when its price was seen",
    ),
    "a part of a choice nobody has": (
        'display = "sh1106"\nalternatives',
        'display = "sh1107"\nalternatives',
        "the option display has no choice 'sh1107'",
    ),
    "a choice without a part": (
        'controller = "pico_2"\nalternatives',
        'controller = "pico"\nalternatives',
        "option controller: no part belongs to the choice 'pico_2'",
    ),
    "a default that is no choice": (
        'default = "ssd1309"',
        'default = "lcd"',
        "its default 'lcd' is none of its choices",
    ),
    "a rail nobody has": ('rail = "pico"', 'rail = "12v"', "draw Pico running MicroPython: rail must be one of pico"),
    "too much for the Pico's 3.3 V": (
        "most_ma = 170",
        "most_ma = 310",
        "build table: 310 mA from 3V3(OUT), and 300 mA",
    ),
    "a hole at one number": (
        "display_at = [140, 120]",
        "display_at = [140]",
        "lid: display_at = [140] is not of the right kind",
    ),
    "a display without a window": (
        ", ssd1306 = [24, 13] }",
        " }",
        "lid: there must be a window for each display: sh1106, ssd1306, ssd1309",
    ),
    "an LED without a voltage": (
        ", mv = [1800, 2000, 2400] }",
        " }",
        "led: the field 'mv' is missing",
    ),
    "too much light": (
        "resistor_ohm = 150",
        "resistor_ohm = 100",
        "could get 30 mA through 100 Ω, and 20 mA is the most",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_is_said(case: str):
    right, wrong, said = CASES[case]
    count = RIGHT.count(right)
    assert count >= 1, f"{right!r} does not stand in board.toml"
    assert count == 1 or case == "no pins at all", f"{right!r} stands there {count} times"
    with pytest.raises(BoardProblem) as caught:
        checked(RIGHT.replace(right, wrong))
    assert said in str(caught.value)


def places(inside: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a TOML file: keys, and numbers in lists."""
    for key in inside if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ():
        yield (*way, key)
        yield from places(inside[key], (*way, key))


def kinds(ways: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The first of those that differ in their numbers only: one pin, and not each."""
    seen = set()
    for way in ways:
        kind = tuple("" if isinstance(key, int) else key for key in way)
        if kind not in seen:
            seen.add(kind)
            yield way


@pytest.mark.parametrize("put", [None, [], {}, "x", 5], ids=str)
def test_whatever_is_missing_or_of_another_kind_is_never_a_traceback(put: Any, monkeypatch: pytest.MonkeyPatch):
    board: dict[str, Any] = {}
    monkeypatch.setattr(tomllib, "loads", lambda _: board)
    for *way, last in kinds(places(ALL)):
        board = copy.deepcopy(ALL)
        into: Any = board
        for key in way:
            into = into[key]
        if put is None:
            del into[last]
        else:
            into[last] = put
        with contextlib.suppress(BoardProblem):
            made = checked("")
            for text in (parts_list.text, wokwi.text):
                text(made)
            for seats in (3, 4):
                template.svg(made, seats)
            page.filled(made, GUIDE.read_text(encoding="utf-8"))


def test_all_faults_are_said_at_once():
    with pytest.raises(BoardProblem) as caught:
        checked(RIGHT.replace("resistor_ohm = 150", "resistor_ohm = 100").replace("physical = 20", "physical = 19"))
    assert len(caught.value.faults) >= 2
