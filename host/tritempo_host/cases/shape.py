"""What the input of a case must look like, so that the functions behind it meet only what they can work with.

A shape is a function that takes a value and raises `Misshapen` for one that is not of it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tritempo_host.rules.exact import fraction

LARGEST = 10**12  # beyond any score, and any time in milliseconds
MOST = 10_000  # items of a list

Shape = Callable[[Any], None]


class MisshapenError(ValueError):
    """`where`: path within the input, "scores[2]"; `code`: a key of words/cases.toml; `values`: what it names."""

    def __init__(self, code: str, where: str = "", **values: object) -> None:
        super().__init__(code)
        self.code, self.where, self.values = code, where, values

    def within(self, step: str) -> "MisshapenError":
        """The same, seen from one level further up."""
        inner = self.where if not self.where or self.where.startswith("[") else f".{self.where}"
        return MisshapenError(self.code, step + inner, **self.values)


def whole(least: int = -LARGEST, most: int = LARGEST) -> Shape:
    """A whole number within bounds."""

    def look(value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise MisshapenError("shape_whole")
        if not least <= value <= most:
            raise MisshapenError("shape_range", least=least, most=most)

    return look


def number(value: Any) -> None:
    """A whole number or a decimal one, no larger than a whole one may be."""
    if not isinstance(value, int | Fraction) or isinstance(value, bool):
        raise MisshapenError("shape_number")
    if not -LARGEST <= value <= LARGEST:
        raise MisshapenError("shape_range", least=-LARGEST, most=LARGEST)


def text(value: Any) -> None:
    """A text of no more than 1000 characters."""
    if not isinstance(value, str) or len(value) > 1000:
        raise MisshapenError("shape_text")


def decimal(value: Any) -> None:
    """A number of at most three decimals, written as text in the notation that `rules.exact.fraction` reads."""
    try:
        exact = fraction(value) * 1000 if isinstance(value, str) else None
    except ValueError:
        exact = None
    if exact is None or exact.denominator != 1:
        raise MisshapenError("shape_decimal")


def threes(value: Any) -> None:
    """A number of teams that can be parted into threes."""
    whole(3, 300)(value)
    if value % 3:
        raise MisshapenError("shape_threes")


def threes_of(shape: Shape) -> Shape:
    """A list of 3, 6, 9, … items of one shape."""

    def look(value: Any) -> None:
        list_of(shape, 3, 300)(value)
        if len(value) % 3:
            raise MisshapenError("shape_threes")

    return look


def digits(value: Any) -> None:
    """A text that is a whole number, as the keys of an object are."""
    if not isinstance(value, str) or not (value.isascii() and value.isdigit() and len(value) < 10):
        raise MisshapenError("shape_digits")


def flag(value: Any) -> None:
    """true or false."""
    if not isinstance(value, bool):
        raise MisshapenError("shape_flag")


def one_of(*words: str) -> Shape:
    """One of these words."""

    def look(value: Any) -> None:
        if not isinstance(value, str) or value not in words:
            raise MisshapenError("shape_one_of", words=", ".join(words))

    return look


def maybe(shape: Shape) -> Shape:
    """null, or the shape."""
    return lambda value: None if value is None else shape(value)


def list_of(shape: Shape, least: int = 0, most: int = MOST) -> Shape:
    """A list of so many items of one shape."""

    def look(value: Any) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise MisshapenError("shape_list" if least != most else "shape_list_exactly", least=least, most=most)
        for n, item in enumerate(value):
            _within(f"[{n}]", shape, item)

    return look


def unlike(shape: Shape, name: Callable[[Any], Any] = lambda item: item) -> Shape:
    """A list of the shape, no two of whose items have the same name."""

    def look(value: Any) -> None:
        shape(value)
        seen: set[Any] = set()
        for n, item in enumerate(value):
            if name(item) in seen:
                raise MisshapenError("shape_twice", f"[{n}]", value=str(name(item))[:40])
            seen.add(name(item))

    return look


def row(*shapes: Shape) -> Shape:
    """A list whose items have a shape each."""

    def look(value: Any) -> None:
        if not isinstance(value, list) or len(value) != len(shapes):
            raise MisshapenError("shape_list_exactly", least=len(shapes), most=len(shapes))
        for n, (item, shape) in enumerate(zip(value, shapes, strict=True)):
            _within(f"[{n}]", shape, item)

    return look


def led_by(first: Shape, others: Shape) -> Shape:
    """A list of a first item and others of another shape."""

    def look(value: Any) -> None:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST:
            raise MisshapenError("shape_list", least=1, most=MOST)
        for n, item in enumerate(value):
            _within(f"[{n}]", others if n else first, item)

    return look


def mapping(shape: Shape, key: Shape = text) -> Shape:
    """An object with any keys, whose values are of one shape."""

    def look(value: Any) -> None:
        if not isinstance(value, dict):
            raise MisshapenError("shape_object")
        for name, item in value.items():
            _within(str(name)[:40], key, name)
            _within(str(name)[:40], shape, item)

    return look


def fields(needed: Mapping[str, Shape], more: Mapping[str, Shape] | None = None) -> Shape:
    """An object that has all of `needed`, may have some of `more`, and whatever else is not looked at."""

    def look(value: Any) -> None:
        if not isinstance(value, dict):
            raise MisshapenError("shape_object")
        for name, shape in needed.items():
            if name not in value:
                raise MisshapenError("shape_missing", name)
            _within(name, shape, value[name])
        for name, shape in (more or {}).items():
            if name in value:
                _within(name, shape, value[name])

    return look


def named_in(key: str, shape: Shape) -> Shape:
    """An object of the shape, in which every name under `key` is that of one of its `rows`."""

    def look(value: Any) -> None:
        shape(value)
        names = {each[0] for each in value["rows"]}
        for name in value.get(key, {}):
            if name not in names:
                raise MisshapenError("shape_no_row", f"{key}.{name[:40]}")

    return look


def by_key(key: str, there: Shape, otherwise: Shape) -> Shape:
    """One shape for an object that has the key, another for one that has not."""
    return lambda value: (there if isinstance(value, dict) and key in value else otherwise)(value)


def either(*shapes: Shape) -> Shape:
    """The first shape that fits; if none does, what is wrong by the last."""

    def look(value: Any) -> None:
        for shape in shapes[:-1]:
            try:
                return shape(value)
            except MisshapenError:
                continue
        return shapes[-1](value)

    return look


def _within(step: str, shape: Shape, value: Any) -> None:
    try:
        shape(value)
    except MisshapenError as error:
        raise error.within(step) from None
