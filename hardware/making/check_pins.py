"""Are the pins of board.toml pins of a Pico, and can they do what they are for?"""

from collections import defaultdict
from collections.abc import Iterator

from making import pico
from making.read import Board, Pin

USES = ("sda", "scl", "button", "light", "buzzer")
BUTTONS = ("A", "B", "C", "D", "PAUSE", "TRUMP")
SEATS = BUTTONS[:4]


def called(pin: Pin) -> str:
    return f"pin {pin.name} ({pin.use})"


def _each(board: Board) -> Iterator[str]:
    """What is wrong with a pin by itself."""
    for pin in board.pins:
        if pin.use not in USES:
            yield f"{called(pin)}: use must be one of {', '.join(USES)}"
        if pin.gpio in pico.INSIDE:
            yield f"{called(pin)}: GPIO {pin.gpio} is used inside the Pico (on a Pico W by its radio)"
        elif pin.gpio not in pico.PHYSICAL:
            yield f"{called(pin)}: a Pico has no GPIO {pin.gpio}"
        elif pin.physical != pico.PHYSICAL[pin.gpio]:
            yield f"{called(pin)}: GPIO {pin.gpio} is physical pin {pico.PHYSICAL[pin.gpio]}, not {pin.physical}"
        if bool(pin.pwm) != (pin.use in ("light", "buzzer")):
            yield f"{called(pin)}: a light and a buzzer say what sets their frequency (pwm), and nothing else does"


def _together(board: Board) -> Iterator[str]:
    """Two pins on one GPIO; PWM slices whose pins want different frequencies."""
    by_gpio, by_slice = defaultdict(list), defaultdict(list)
    for pin in board.pins:
        by_gpio[pin.gpio].append(pin)
        if pin.pwm:
            by_slice[pico.pwm_slice(pin.gpio)].append(pin)
    for gpio, pins in by_gpio.items():
        if len(pins) > 1:
            yield f"GPIO {gpio} is given twice: {' and '.join(map(called, pins))}"
    for number, pins in by_slice.items():
        names = " and ".join(map(called, pins))
        if len({pin.pwm for pin in pins}) > 1:
            yield f"PWM slice {number} has one frequency, but {names} want different ones: move one of them"
        if len({pin.gpio for pin in pins}) > len({pico.pwm_channel(pin.gpio) for pin in pins}):
            yield f"PWM slice {number}: {names} are on the same channel and would do the same: move one of them"


def _named(board: Board, use: str, names: tuple[str, ...]) -> Iterator[str]:
    found = tuple(pin.name for pin in board.used(use))
    if found != names:
        yield f"the pins for use {use!r} must be {', '.join(names)}, in this order, not {', '.join(found) or 'none'}"


def _buttons(board: Board) -> Iterator[str]:
    yield from _named(board, "button", BUTTONS)
    gpios = [pin.gpio for pin in board.used("button")]
    if gpios and gpios != list(range(gpios[0], gpios[0] + len(gpios))):
        yield (
            f"the buttons must be adjacent, since one PIO program reads them all, but they are on GPIO "
            f"{', '.join(map(str, gpios))}"
        )


def _i2c(board: Board) -> Iterator[str]:
    for use in ("sda", "scl"):
        pins = board.used(use)
        if len(pins) != 1:
            yield f"there must be one pin with use {use!r}, not {len(pins)}"
        for pin in pins:
            block, role = pico.i2c_role(pin.gpio)
            if (block, role) != (board.i2c.get("block"), use):
                yield (
                    f"{called(pin)}: GPIO {pin.gpio} can be {role.upper()} of I2C block {block}, "
                    f"not {use.upper()} of block {board.i2c.get('block')}"
                )


def faults(board: Board) -> list[str]:
    """One sentence for each thing that is wrong."""
    found = [*_each(board), *_together(board), *_buttons(board), *_i2c(board)]
    found += _named(board, "light", SEATS)
    found += _named(board, "buzzer", ("BUZZER",))
    return found
