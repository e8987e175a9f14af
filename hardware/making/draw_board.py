"""hardware/wiring-board.svg: what is soldered on the prototype board, seen from above."""

from making import pico
from making.ink import DARK, GREY, Sheet
from making.problem import BoardProblem
from making.read import Board, Wire

_WIDTH = 5.2  # of the Pico
_CLAMP = -14.0  # where the clamps on the left are
_DRIVER = -7.0  # the driver's right edge
_DRIVER_WIDTH = 2.6
_RAIL = 9.4  # where the rails on the right are


def _must(true: bool, what: str) -> None:
    if not true:
        raise BoardProblem([f"wiring-board.svg cannot be drawn: {what}. Change hardware/making/draw_board.py"])


class _Ends:
    """Which wires go out from a terminal."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def at(self, terminal: str) -> list[tuple[Wire, str]]:
        """(wire, its other end) of each wire on the board at a terminal."""
        found = [(wire, wire.end) for wire in self.board.wires if wire.start == terminal]
        found += [(wire, wire.start) for wire in self.board.wires if wire.end == terminal]
        return [(wire, end) for wire, end in found if self.board.device(end.partition(".")[0]).place == "board"]


def _left(number: int) -> tuple[float, float]:
    """The left pins of the Pico: 1 at the top, 20 at the bottom; the right ones: 40 at the top."""
    return (0, -number) if number <= 20 else (_WIDTH, number - 41)


def _pico(sheet: Sheet, board: Board) -> None:
    sheet.box(0, 0, _WIDTH, 21, "#e3f4e6")
    sheet.box(1.6, 0.7, 2, 1.3, "#d0d0d0")
    sheet.text(_WIDTH / 2, 0.15, "USB", "center", 10)
    sheet.text(_WIDTH / 2 - 0.15, -11, "Pico", "center", 13)
    wired = {end for wire in board.wires for end in (wire.start, wire.end)}
    for number, name in pico.PINS.items():
        x, y = _left(number)
        colour = DARK if f"pico.{number}" in wired else GREY
        inside, align, beside = (0.15, "left", 0.95) if x == 0 else (-0.15, "right", -0.95)
        sheet.text(x + inside, y, str(number), align, 11, colour)
        sheet.text(x + beside, y, name, align, 9, colour)


def _what(board: Board, number: int, wire: Wire) -> str:
    """What a pin is, and the colour of its wire."""
    names = {
        pin.physical: pin.name if pin.use in ("sda", "scl", "buzzer") else f"{pin.use} {pin.name}" for pin in board.pins
    }
    return f"{names.get(number, 'ground')} ({wire.colour})"


def _clamp(sheet: Sheet, board: Board, x: float, y: float, end: str, side: str) -> None:
    """A clamp, and beside it what hangs on it in the case; `side`: "left" or "right" of the drawing."""
    sheet.clamp(x, y, end.partition(".")[2])
    devices = {device.id: device for device in board.devices if device.place == "case"}
    for wire in board.wires:
        device, _, terminal = wire.end.partition(".")
        if wire.start == end and device in devices:
            name = f"{devices[device].name}: {terminal}".replace(": 1", "").replace(": 2", "")
            sheet.text(x + (0.8 if side == "right" else -0.8), y, name, "left" if side == "right" else "right", 9)
            return


def _driver(sheet: Sheet, board: Board, ends: _Ends) -> None:
    """The driver, notch down, so that its pins 8 to 1 lie opposite the Pico's 13 to 20; its outputs to the left."""
    left = _DRIVER - _DRIVER_WIDTH
    sheet.box(left, -12.4, _DRIVER_WIDTH, 8.2, "#ececf8")
    sheet.box(left + 0.9, -20.3, 0.8, 0.3, "#ffffff")
    sheet.text(left + _DRIVER_WIDTH / 2, -19.9, "notch", "center", 8.5)
    for pin in range(1, 17):
        right = pin <= 8
        y = -21 + pin if right else -4 - pin
        used = ends.at(f"driver.{pin}")
        x, align = (_DRIVER - 0.15, "right") if right else (left + 0.15, "left")
        sheet.text(x, y, str(pin), align, 11, DARK if used else GREY)
        for wire, other in used:
            if right:
                number = int(other.partition(".")[2])
                _must(other == f"pico.{21 - pin}", f"the driver's pin {pin} does not lie opposite {other}")
                sheet.wire(wire.colour, (0, y), (_DRIVER, y))
                sheet.text(-3.4, y + 0.32, _what(board, number, wire), "center", 9)
            else:
                _light(sheet, ends, wire, other, left, y)
    sheet.text(left + _DRIVER_WIDTH / 2, -16, "driver", "center", 10)
    sheet.text(left + _DRIVER_WIDTH / 2, -16.6, "ULN2003A", "center", 9)


def _light(sheet: Sheet, ends: _Ends, wire: Wire, resistor: str, left: float, y: float) -> None:
    """From an output of the driver through its resistor to its clamp."""
    device = resistor.partition(".")[0]
    (_, clamp), *_ = ends.at(f"{device}.2")
    sheet.wire(wire.colour, (left, y), (_CLAMP, y))
    sheet.resistor(_CLAMP + 1, y, 2.4, ends.board.device(device).name)
    _clamp(sheet, ends.board, _CLAMP, y, clamp, "left")


def _buzzer(sheet: Sheet, board: Board, ends: _Ends) -> None:
    pin = board.used("buzzer")[0].physical
    (wire, resistor), *_ = ends.at(f"pico.{pin}")
    (ground, other), *_ = ends.at("buzzer.2")
    y = -pin
    sheet.wire(ground.colour, (0, -18), (-1.9, -18), (-1.9, -22), (-7, -22))
    sheet.wire(wire.colour, (0, y), (-1, y), (-1, -23.4), (-7, -23.4))
    sheet.resistor(-4.6, -23.4, 2.2, board.device(resistor.partition(".")[0]).name)
    sheet.box(-9.6, -21.5, 2.6, 2.4, "#f8ecf8")
    sheet.text(-8.3, -22.7, "piezo", "center", 11)
    sheet.text(-3.4, -21.6, f"ground ({ground.colour})", "center", 9)
    sheet.text(-5.8, -23.08, f"({wire.colour})", "center", 9)
    _must((pin, other) == (20, "pico.18"), "the piezo is not between the Pico's pins 20 and 18")


def _straight(sheet: Sheet, board: Board, ends: _Ends) -> None:
    """The left pins that lead straight to a clamp."""
    for number in range(1, 13):
        for wire, other in ends.at(f"pico.{number}"):
            _must(other.startswith("clamp."), f"the Pico's pin {number} leads to {other}, not to a clamp")
            sheet.wire(wire.colour, (0, -number), (_CLAMP, -number))
            _clamp(sheet, board, _CLAMP, -number, other, "left")
            sheet.text(-3.4, -number + 0.32, _what(board, number, wire), "center", 9)


def _rails(sheet: Sheet, ends: _Ends) -> None:
    """On the right: 5 V from pin 40, ground from pin 38, 3.3 V from pin 36."""
    for rail, pin, top in (("5v", 40, 3.0), ("gnd", 38, -3.0)):
        clamps = [(wire, end) for wire, end in ends.at(f"{rail}.rail") if end.startswith("clamp.")]
        colour = clamps[0][0].colour
        bottom = top - len(clamps) + 1
        y = _left(pin)[1]
        sheet.wire(colour, (_WIDTH, y), (_RAIL, y))
        sheet.wire(colour, (_RAIL, max(top, y)), (_RAIL, min(bottom, y)), lw=6)
        sheet.text(_WIDTH + 2.1, y + 0.32, f"{ends.board.device(rail).name} ({colour})", "center", 9)
        for row, (wire, end) in enumerate(sorted(clamps, key=lambda found: int(found[1].partition(".")[2]))):
            sheet.wire(wire.colour, (_RAIL, top - row), (_RAIL + 3, top - row))
            _clamp(sheet, ends.board, _RAIL + 3, top - row, end, "right")
    (wire, end), *_ = ends.at("pico.36")
    y = _left(36)[1]
    sheet.wire(wire.colour, (_WIDTH, y), (_WIDTH + 2, y), (_WIDTH + 2, -12), (_RAIL + 3, -12))
    _clamp(sheet, ends.board, _RAIL + 3, -12, end, "right")
    sheet.text(_RAIL, -11.68, f"3.3 V ({wire.colour})", "center", 9)


def svg(board: Board) -> str:
    sheet, ends = Sheet(), _Ends(board)
    sheet.text(_CLAMP - 4, 4.4, "On the prototype board, seen from above", "left", 15)
    clamps = "Yellow squares are the screw clamps, drawn where the wires are short: yours stand in order."
    sheet.text(_CLAMP - 4, 3.5, f"Grey pins stay free. {clamps}", "left", 10.5)
    sheet.text(_CLAMP - 4, 2.8, "Clamps 21 to 24 and R4: only with a fourth seat.", "left", 10.5)
    _straight(sheet, board, ends)
    _driver(sheet, board, ends)
    _buzzer(sheet, board, ends)
    _rails(sheet, ends)
    _pico(sheet, board)
    return sheet.svg()
