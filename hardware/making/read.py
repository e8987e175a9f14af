"""board.toml as objects. Raises BoardProblem for what is missing or of the wrong kind; what it means is `check`'s."""

import tomllib
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, get_args, get_origin

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
class Led:
    """`mv`: least, usual and most of its voltage, in mV."""

    colour: str
    mv: tuple[int, int, int]


@dataclass(frozen=True)
class Light:
    """The way of a light's current. (least, usual, most), millivolts."""

    supply_mv: tuple[int, int, int]
    driver_mv: tuple[int, int, int]
    resistor_ohm: int
    resistor_percent: int
    most_ma: int
    leds: list[Led]


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
class Lid:
    """The lid with its holes, in mm from its left front corner; holes and rims by their diameter.

    `small_x`: of PAUSE and TRUMP, by name. `windows`: kind of display -> (width, height), the widest first.
    """

    width: float
    depth: float
    seat_hole: float
    seat_rim: float
    small_hole: float
    small_rim: float
    seats_3: tuple[float, float, float]
    seats_4: tuple[float, float, float, float]
    seats_y: float
    small_x: dict[str, float]
    small_y: float
    display_at: tuple[float, float]
    windows: dict[str, tuple[float, float]]
    sound_at: tuple[float, float]
    sound_hole: float

    def seats(self, count: int) -> tuple[float, ...]:
        """Where the buttons of so many seats are, from the left."""
        return self.seats_3 if count == 3 else self.seats_4


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
    lid: Lid
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
        given = table | more
        known = {item.name: item for item in fields(kind)}
        called = f"{where} {table.get('name') or table.get('id') or table.get('what') or ''}".strip()
        faults = [f"{called}: there is no field {name!r}" for name in table if name not in known]
        for name, item in known.items():
            if name not in given:
                if item.default is MISSING and item.default_factory is MISSING:
                    faults.append(f"{called}: the field {name!r} is missing")
                continue
            if not _is(given[name], item.type):
                faults.append(f"{called}: {name} = {given[name]!r} is not of the right kind")
        self.faults += faults
        return None if faults else kind(**given)


def _is(value: Any, declared: Any) -> bool:
    """Whether a value of TOML is of a field's declared type, with all that is in it; a float may be a whole number."""
    of = get_args(declared)
    match get_origin(declared):
        case origin if origin is list:
            return isinstance(value, list) and all(_is(each, of[0]) for each in value)
        case origin if origin is tuple:
            return isinstance(value, list) and len(value) == len(of) and all(map(_is, value, of))
        case origin if origin is dict:
            return isinstance(value, dict) and all(_is(each, of[1]) for each in value.values())
    return isinstance(value, (int, float) if declared is float else declared)


def _light(reader: _Reader) -> Any:
    table = dict(reader.table("light"))
    leds = table.pop("leds", None)
    if not isinstance(leds, list) or not all(isinstance(led, dict) for led in leds):
        reader.faults.append("light: leds is not a list of tables")
        leds = []
    return reader.make(Light, "light", table, leds=[reader.make(Led, "led", led) for led in leds])


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
        rows = table.get("wires", [])
        for row in rows if isinstance(rows, list) else [rows]:
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
    light = _light(reader)
    board = Board(
        options=options,
        builds=_builds(reader, options),
        i2c=reader.table("i2c"),
        pins=[pin for table in reader.tables("pin") if (pin := reader.make(Pin, "pin", table))],
        light=light,
        draws=_with_choices(reader, Draw, "draw", names),
        devices=[device for table in reader.tables("device") if (device := reader.make(Device, "device", table))],
        steps=_steps(reader),
        lid=reader.make(Lid, "lid", reader.table("lid")),
        parts=_with_choices(reader, Part, "part", names),
    )
    if reader.faults:
        raise BoardProblem(reader.faults)
    return board
