"""hardware/wiring-case.svg: from the screw clamps to what sits in the lid."""

from making.ink import GREY, Sheet
from making.read import Board, Device

_ROWS = (("a", "b", "c", "d"), ("pause", "trump", "display", "module"))
_PITCH = 2.3  # from terminal to terminal
_GAP = 1.8
_HEIGHT = 9  # of a row
_HINTS = {
    "a": "left", "b": "middle", "c": "right", "d": "fourth seat", "module": "optional",
    "display": "the order on yours may differ: go by the names",
}  # fmt: skip


def _device(sheet: Sheet, board: Board, device: Device, left: float, top: float) -> float:
    """A device under its clamps; returns its width."""
    wires = {wire.end: wire for wire in board.wires if wire.start.startswith("clamp.")}
    wired = [name for name in device.terminals if f"{device.id}.{name}" in wires]
    width = _PITCH * len(wired)
    sheet.box(left, top - 3.4, width, 2.9, "#f4f4f4" if not device.option else "#fafafa")
    for place, name in enumerate(wired):
        wire = wires[f"{device.id}.{name}"]
        x = left + _PITCH * (place + 0.5)
        sheet.wire(wire.colour, (x, top), (x, top - 3.4))
        sheet.clamp(x, top, wire.start.partition(".")[2])
        sheet.text(x + 0.14, top - 2, wire.colour, "left", 9)
        sheet.box(x - 0.95, top - 3.4, 1.9, 0.75, "#ffffff")
        sheet.text(x, top - 3.775, name if not name.isdigit() else "", "center", 9.5)
    sheet.text(left + width / 2, top - 4.9, device.name, "center", 12)
    sheet.text(left + width / 2, top - 5.7, _HINTS.get(device.id, "either way round"), "center", 8.5, GREY)
    return width


def svg(board: Board) -> str:
    sheet = Sheet()
    sheet.text(0, 2.6, "From the screw clamps to the parts in the lid", "left", 15)
    sheet.text(0, 1.7, "NC of a button's switch stays free. Button D and the clock module are options.", "left", 10.5)
    for row, names in enumerate(_ROWS):
        left = 0.0
        for name in names:
            left += _device(sheet, board, board.device(name), left, -_HEIGHT * row) + _GAP
    return sheet.svg()
