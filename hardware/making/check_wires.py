"""Do the wires of board.toml join what belongs together, and nothing else?"""

from collections.abc import Iterable, Iterator

from making import pico
from making.read import Board, Wire

COLOURS = ("black", "red", "orange", "yellow", "green", "white", "blue", "violet")
PLACES = ("board", "case")

# The terminal that a button's pin must reach.
_SWITCH = {"A": "a.NO", "B": "b.NO", "C": "c.NO", "D": "d.NO", "PAUSE": "pause.1", "TRUMP": "trump.1"}


def _terminals(board: Board) -> set[str]:
    return {f"{device.id}.{name}" for device in board.devices for name in device.terminals}


def _ends(board: Board) -> Iterator[str]:
    """Wires to something that does not exist, of no known colour, or twice."""
    known, seen = _terminals(board), set()
    for wire in board.wires:
        for end in (wire.start, wire.end):
            if end not in known:
                yield f"step {wire.step}: the wire {wire.start} - {wire.end} goes to {end}, which does not exist"
        if wire.colour not in COLOURS:
            yield f"step {wire.step}: the wire {wire.start} - {wire.end} has no known colour: {wire.colour!r}"
        pair = frozenset((wire.start, wire.end))
        if pair in seen:
            yield f"step {wire.step}: the wire {wire.start} - {wire.end} is there twice"
        seen.add(pair)


def _devices(board: Board) -> Iterator[str]:
    options = {option.name for option in board.options}
    for device in board.devices:
        for name in device.free:
            if name not in device.terminals:
                yield f"device {device.id}: it has no terminal {name!r} that could be free"
        if device.place not in PLACES:
            yield f"device {device.id}: place must be one of {', '.join(PLACES)}"
        if device.option and device.option not in options:
            yield f"device {device.id}: there is no option {device.option!r}"
    for step in board.steps:
        if step.option and step.option not in options:
            yield f"step {step.name}: there is no option {step.option!r}"


def _loose(board: Board) -> Iterator[str]:
    """A terminal without a wire that is not free, or with one although it is free."""
    wired = {end for wire in board.wires for end in (wire.start, wire.end)}
    for device in board.devices:
        for name in device.terminals:
            end = f"{device.id}.{name}"
            if end in wired and name in device.free:
                yield f"device {device.id}: {name!r} is said to be free, but has a wire"
            if end not in wired and name not in device.free:
                yield f"device {device.id}: {name!r} has no wire, and is not said to be free"


def nets(wires: Iterable[Wire]) -> list[set[str]]:
    """Terminals that wires join, each group once."""
    groups: dict[str, set[str]] = {}
    for wire in wires:
        joined = groups.get(wire.start, {wire.start}) | groups.get(wire.end, {wire.end})
        for end in joined:
            groups[end] = joined
    return list({id(group): group for group in groups.values()}.values())


def _voltage(end: str) -> str:
    """What the Pico has at a pin: "GND", "VBUS", "3V3(OUT)", or the GPIO's own name; "" for no Pico's pin."""
    device, _, terminal = end.partition(".")
    return pico.PINS.get(int(terminal), "") if device == "pico" and terminal.isdigit() else ""


def _shorts(found: list[set[str]]) -> Iterator[str]:
    for net in found:
        names = sorted({name for end in net if (name := _voltage(end))})
        if len(names) > 1:
            yield f"the wires join {' and '.join(names)} of the Pico: {', '.join(sorted(net))}"


def _reach(board: Board, found: list[set[str]]) -> Iterator[str]:
    """The pins reach what hangs on them."""

    def net(end: str) -> set[str]:
        return next((group for group in found if end in group), set())

    def must(pin_name: str, start: str, end: str) -> Iterator[str]:
        if end not in net(start):
            yield f"{pin_name}: no wire leads from {start} to {end}"

    for pin in board.used("button"):
        yield from must(f"button {pin.name}", f"pico.{pin.physical}", _SWITCH.get(pin.name, ""))
    for name in ("display", "module"):
        for use in ("sda", "scl"):
            for pin in board.used(use):
                yield from must(name, f"pico.{pin.physical}", f"{name}.{use.upper()}")
    for seat, resistor in zip("abcd", ("r1", "r2", "r3", "r4"), strict=True):
        yield from must(f"light {seat.upper()}", f"{resistor}.2", f"{seat}.LED-")
    for pin, resistor in zip(board.used("light"), ("r1", "r2", "r3", "r4"), strict=False):
        # Input n of the driver is its pin n, and the output opposite is pin 17 - n.
        into = next((end for end in net(f"pico.{pin.physical}") if end.startswith("driver.")), "")
        if not into:
            yield f"light {pin.name}: no wire leads from pico.{pin.physical} to the driver"
        else:
            yield from must(f"light {pin.name}", f"driver.{17 - int(into.partition('.')[2])}", f"{resistor}.1")
    for pin in board.used("buzzer"):
        yield from must("buzzer", f"pico.{pin.physical}", "r5.1")
    yield from must("buzzer", "r5.2", "buzzer.1")


def faults(board: Board) -> list[str]:
    found = [*_devices(board), *_ends(board)]
    if found:
        return found
    joined = nets(board.wires)
    return [*_loose(board), *_shorts(joined), *_reach(board, joined)]
