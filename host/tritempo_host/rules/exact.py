"""Exact numbers and how they are written: Fraction(61, 40) is "1.525". No binary floating point anywhere."""

from fractions import Fraction


def rounded(value: Fraction | int, digits: int, half: str = "up") -> Fraction:
    """To so many decimals. `half`: where exactly half a unit is left, "up" or "down" (also below zero)."""
    units, rest = divmod(Fraction(value) * 10**digits, 1)
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and half == "up")
    return Fraction(units + up, 10**digits)


def decimal(value: Fraction | int, digits: int = 3) -> str:
    """With exactly so many decimals and a point: `1.525`, `-0.500`. What is beyond them is rounded, half upwards."""
    units = int(rounded(value, digits) * 10**digits)
    sign = "-" if units < 0 else ""
    whole, rest = divmod(abs(units), 10**digits)
    return f"{sign}{whole}.{rest:0{digits}}" if digits else f"{sign}{whole}"


def short(value: Fraction | int, digits: int = 3) -> str:
    """With as many decimals as are needed, at most so many: `4`, `1.5`, `2.333`."""
    text = decimal(value, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def fraction(text: str) -> Fraction:
    """The number that `1.525`, `1,525` or `-3` is. Raises ValueError for anything else."""
    plain = text.strip().replace(",", ".")
    digits = plain.removeprefix("-").replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(plain) <= 40):
        raise ValueError(f"not a number: {text[:40]!r}")
    return Fraction(plain)
