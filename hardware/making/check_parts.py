"""Parts, options, builds, the lid's windows, and currents."""

from collections.abc import Iterator

from making import pico
from making.costs import draws
from making.light import worst_ma
from making.read import Board

RAILS = ("pico", "3v3", "5v")


def _options(board: Board) -> Iterator[str]:
    for option in board.options:
        if option.default not in option.choices:
            yield f"option {option.name}: its default {option.default!r} is none of its choices"


def _choices(board: Board) -> Iterator[str]:
    """Choices that exist, in builds, parts and currents."""
    choices = {option.name: set(option.choices) for option in board.options}
    named = [(f"build {build.name}", item) for build in board.builds for item in build.chosen.items()]
    named += [(f"part {part.name}", item) for part in board.parts for item in part.only.items()]
    named += [
        (f"draw {draw.what}", (name, one)) for draw in board.draws for name, ones in draw.only.items() for one in ones
    ]
    for where, (name, choice) in named:
        if choice not in choices[name]:
            yield f"{where}: the option {name} has no choice {choice!r}"
    for name, all_of_them in choices.items():
        used = {part.only[name] for part in board.parts if name in part.only}
        for choice in sorted(all_of_them - used - {"no"}):
            yield f"option {name}: no part belongs to the choice {choice!r}"


def _parts(board: Board) -> Iterator[str]:
    for part in board.parts:
        if len(part.alternatives) < 2:
            yield f"part {part.name}: it needs two alternatives, and has {len(part.alternatives)}"
        for other in part.alternatives:
            if not other.get("number") or not other.get("from"):
                yield f"part {part.name}: an alternative says a number and from where: {other}"
        if len({(other.get("number"), other.get("from")) for other in part.alternatives}) < len(part.alternatives):
            yield f"part {part.name}: the same alternative is there twice"
        if part.price <= 0 or part.quantity < 1:
            yield f"part {part.name}: the price and the quantity must be more than nothing"
        if not part.seen:
            yield f'part {part.name}: say where and when its price was seen, or "usual"'


def _lid(board: Board) -> Iterator[str]:
    displays = {choice for option in board.options if option.name == "display" for choice in option.choices}
    if set(board.lid.windows) != displays:
        yield f"lid: there must be a window for each display: {', '.join(sorted(displays))}"


def _currents(board: Board) -> Iterator[str]:
    for draw in board.draws:
        if draw.rail not in RAILS:
            yield f"draw {draw.what}: rail must be one of {', '.join(RAILS)}"
    for build in board.builds:
        most = sum(draw.most_ma for draw in draws(board, build) if draw.rail == "3v3")
        if most > pico.MOST_3V3_MA:
            yield f"build {build.name}: {most} mA from 3V3(OUT), and {pico.MOST_3V3_MA} mA is the most"
    for led in board.light.leds:
        if (current := worst_ma(board.light, led)) > board.light.most_ma:
            yield (
                f"light: a {led.colour} LED could get {current:.0f} mA through {board.light.resistor_ohm} Ω, "
                f"and {board.light.most_ma} mA is the most: take a larger resistor"
            )


def faults(board: Board) -> list[str]:
    # A choice that does not exist would be met again in the sums.
    return [*_options(board), *_choices(board), *_parts(board), *_lid(board)] or [*_currents(board)]
