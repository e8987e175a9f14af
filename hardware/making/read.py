"""board.toml as objects. Raises BoardProblem for what is missing or of the wrong kind; what it means is `check`'s."""

import tomllib
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from making.problem import BoardProblem

SOURCE = Path(__file__).parent.parent / "board.toml"


@dataclass(frozen=True)
class Option:
    """Something that the builder chooses."""

    name: str
    question: str
    default: str
    choices: dict[str, str]


@dataclass(frozen=True)
class Build:
    """A named set of choices. `chosen`: option -> choice, all options."""

    name: str
    what: str
    chosen: dict[str, str]


@dataclass(frozen=True)
class Pin:
    name: str
    use: str
    gpio: int
    physical: int
    hangs: str
    pwm: str = ""


@dataclass(frozen=True)
class Light:
    """The way of a light's current. [least, usual, most], millivolts."""

    supply_mv: list[int]
    driver_mv: list[int]
    resistor_ohm: int
    resistor_percent: int
    most_ma: int
    leds: list[dict[str, Any]]


@dataclass(frozen=True)
class Draw:
    """What something draws, in mA. `rail`: "pico", "3v3", "5v"; `only`: option -> choices with which it is there."""

    what: str
    rail: str
    ma: int
    most_ma: int
    only: dict[str, list[str]]


@dataclass(frozen=True)
class Device:
    id: str
    name: str
    place: str
    terminals: list[str]
    free: list[str] = field(default_factory=list)
    option: str = ""


@dataclass(frozen=True)
class Wire:
    """From one terminal to another, each "device.terminal"."""

    start: str
    end: str
    colour: str
    step: str
    option: str = ""


@dataclass(frozen=True)
class Step:
    name: str
    title: str
    wires: list[Wire]
    option: str = ""


@dataclass(frozen=True)
class Part:
    """`price` in euros apiece; `only`: option -> choice to which it belongs."""

    name: str
    maker: str
    number: str
    price: float
    seen: str
    alternatives: list[dict[str, str]]
    only: dict[str, str]
    quantity: int = 1


@dataclass(frozen=True)
class Board:
    options: list[Option]
    builds: list[Build]
    i2c: dict[str, Any]
    pins: list[Pin]
    light: Light
    draws: list[Draw]
    devices: list[Device]
    steps: list[Step]
    lid: dict[str, Any]
    parts: list[Part]

    @property
    def wires(self) -> list[Wire]:
        return [wire for step in self.steps for wire in step.wires]

    def used(self, use: str) -> list[Pin]:
        """The pins of a use, in the order of board.toml: "sda", "scl", "button", "light", "buzzer"."""
        return [pin for pin in self.pins if pin.use == use]

    def device(self, name: str) -> Device:
        return next(device for device in self.devices if device.id == name)


class _Reader:
    """Takes tables apart and collects what is wrong with them."""

    def __init__(self, text: str) -> None:
        self.faults: list[str] = []
        try:
            self.root = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BoardProblem([f"board.toml is not TOML: {error}"]) from None

    def tables(self, name: str) -> list[dict[str, Any]]:
        found = self.root.get(name)
        if isinstance(found, list) and all(isinstance(table, dict) for table in found):
            return found
        self.faults.append(f"board.toml has no [[{name}]]")
        return []

    def table(self, name: str) -> dict[str, Any]:
        found = self.root.get(name)
        if isinstance(found, dict):
            return found
        self.faults.append(f"board.toml has no [{name}]")
        return {}

    def make(self, kind: type, where: str, table: dict[str, Any], **more: Any) -> Any:
        """An object of `kind` from a table; None if a field is missing, unknown or of the wrong type."""
        known = {item.name: item for item in fields(kind)}
        called = f"{where} {table.get('name') or table.get('id') or table.get('what') or ''}".strip()
        faults = [f"{called}: there is no field {name!r}" for name in table if name not in known]
        for name, item in known.items():
            if name in more:
                continue
            if name not in table:
                if item.default is MISSING and item.default_factory is MISSING:
                    faults.append(f"{called}: the field {name!r} is missing")
                continue
            if not isinstance(table[name], _runtime_type(item.type)):
                faults.append(f"{called}: {name} = {table[name]!r} is not of the right kind")
        self.faults += faults
        return None if faults else kind(**table, **more)


def _runtime_type(declared: Any) -> Any:
    """What isinstance wants for a field's declared type: list for list[str]; a price may be a whole number."""
    if declared is float:
        return (int, float)
    return getattr(declared, "__origin__", declared)


def _options(reader: _Reader) -> list[Option]:
    return [option for table in reader.tables("option") if (option := reader.make(Option, "option", table))]


def _builds(reader: _Reader, options: list[Option]) -> list[Build]:
    defaults = {option.name: option.default for option in options}
    builds = []
    for table in reader.tables("build"):
        own = {name: choice for name, choice in table.items() if name in defaults}
        rest = {name: value for name, value in table.items() if name not in defaults}
        if build := reader.make(Build, "build", rest, chosen={**defaults, **own}):
            builds.append(build)
    return builds


def _with_choices(reader: _Reader, kind: type, where: str, names: set[str]) -> list[Any]:
    """Objects whose tables also hold options' names, which go into `only`."""
    made = []
    for table in reader.tables(where):
        only = {name: value for name, value in table.items() if name in names}
        rest = {name: value for name, value in table.items() if name not in names}
        if thing := reader.make(kind, where, rest, only=only):
            made.append(thing)
    return made


def _steps(reader: _Reader) -> list[Step]:
    steps = []
    for table in reader.tables("step"):
        called, option = str(table.get("name", "")), str(table.get("option", ""))
        wires = []
        for row in table.get("wires", []):
            if isinstance(row, list) and len(row) == 3 and all(isinstance(text, str) for text in row):
                wires.append(Wire(*row, step=called, option=option))
            else:
                reader.faults.append(f"step {called}: a wire is [from, to, colour], not {row!r}")
        rest = {name: value for name, value in table.items() if name != "wires"}
        if step := reader.make(Step, "step", rest, wires=wires):
            steps.append(step)
    return steps


def parse(text: str) -> Board:
    """The board of a board.toml. Raises BoardProblem with all that is missing or of the wrong kind."""
    reader = _Reader(text)
    options = _options(reader)
    names = {option.name for option in options}
    light = reader.make(Light, "light", reader.table("light"))
    board = Board(
        options=options,
        builds=_builds(reader, options),
        i2c=reader.table("i2c"),
        pins=[pin for table in reader.tables("pin") if (pin := reader.make(Pin, "pin", table))],
        light=light,
        draws=_with_choices(reader, Draw, "draw", names),
        devices=[device for table in reader.tables("device") if (device := reader.make(Device, "device", table))],
        steps=_steps(reader),
        lid=reader.table("lid"),
        parts=_with_choices(reader, Part, "part", names),
    )
    if reader.faults:
        raise BoardProblem(reader.faults)
    return board
