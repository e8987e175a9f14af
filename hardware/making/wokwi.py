"""hardware/diagram.json: the clock in the Wokwi simulator, with four seats and the clock module.

Wokwi has no ULN2003A and no DS3231: the lights hang on the GPIO through a resistor, which is the same to the program,
and a DS1307 stands in for the DS3231 (the same address, the same registers of the time).
"""

import json
from typing import Any

from making import pico
from making.read import Board

_KEYS = {"A": "1", "B": "2", "C": "3", "D": "4", "PAUSE": "p", "TRUMP": "t"}
_COLOURS = {"A": "blue", "B": "green", "C": "white", "D": "black", "PAUSE": "red", "TRUMP": "yellow"}
_LIGHTS = {"A": "blue", "B": "green", "C": "white", "D": "orange"}

# The grounds of a Pico as Wokwi counts them, by physical pin.
_GROUNDS = {3: 1, 8: 2, 13: 3, 18: 4, 23: 5, 28: 6, 33: 7, 38: 8}


def _pico(physical: int) -> str:
    name = pico.PINS[physical]
    if physical in _GROUNDS:
        return f"pico:GND.{_GROUNDS[physical]}"
    return f"pico:{name.removesuffix('(OUT)')}"


def _part(kind: str, name: str, left: int, top: int, rotate: int = 0, **attrs: str) -> dict[str, Any]:
    turned = {"rotate": rotate} if rotate else {}
    return {"type": kind, "id": name, "left": left, "top": top, **turned, "attrs": attrs}


def diagram(board: Board) -> dict[str, Any]:
    parts = [
        _part("wokwi-pi-pico", "pico", 300, 120),
        _part("board-ssd1306", "display", 330, -30, i2cAddress="0x3c"),
        _part("wokwi-ds1307", "module", 520, 20),
        _part("wokwi-buzzer", "buzzer", 120, 380),
        _part("wokwi-resistor", "r5", 210, 400, value="1000"),
    ]
    ground, ohms = _pico(38), str(board.light.resistor_ohm)
    wires = [
        ["display:GND", ground, "black", []],
        ["display:VCC", _pico(36), "orange", []],
        ["module:GND", ground, "black", []],
        ["module:5V", _pico(36), "orange", []],
        ["buzzer:1", _pico(18), "black", []],
        ["buzzer:2", "r5:1", "violet", []],
    ]
    for pin in board.pins:
        at = _pico(pin.physical)
        if pin.use in ("sda", "scl"):
            colour = "green" if pin.use == "sda" else "gold"
            wires += [[f"{name}:{pin.use.upper()}", at, colour, []] for name in ("display", "module")]
        elif pin.use == "button":
            row = board.used("button").index(pin)
            name = f"button_{pin.name.lower()}"
            parts.append(
                _part(
                    "wokwi-pushbutton", name, 20, -60 + 75 * row,
                    color=_COLOURS[pin.name], key=_KEYS[pin.name], label=pin.name,
                )
            )  # fmt: skip
            wires += [[f"{name}:1.r", at, "gray", []], [f"{name}:2.r", ground, "black", []]]
        elif pin.use == "light":
            row = board.used("light").index(pin)
            light, resistor = f"light_{pin.name.lower()}", f"r{row + 1}"
            parts += [
                _part("wokwi-led", light, 540, 180 + 60 * row, color=_LIGHTS[pin.name], label=pin.name),
                _part("wokwi-resistor", resistor, 450, 200 + 60 * row, value=ohms),
            ]
            wires += [
                [f"{resistor}:1", at, "blue", []],
                [f"{resistor}:2", f"{light}:A", "blue", []],
                [f"{light}:C", ground, "black", []],
            ]
        elif pin.use == "buzzer":
            wires.append(["r5:2", at, "violet", []])
    return {"version": 1, "author": "Tritempo", "editor": "wokwi", "parts": parts, "connections": wires}


def text(board: Board) -> str:
    return json.dumps(diagram(board), indent=2, ensure_ascii=False) + "\n"
