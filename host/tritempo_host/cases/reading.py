"""Reads a file of cases: JSON, with a list of cases under "cases" or as the whole file. Numbers stay exact."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

LARGEST_FILE = 64 * 1024 * 1024
DIGITS = 40  # of a number, before and after the point


class UnreadableError(Exception):
    """The file is none of cases. `code`: a key of words/cases.toml; `values`: what it names."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def read(file: Path) -> list[Any]:
    """The cases of a file as they stand there. Raises UnreadableError."""
    try:
        data = _bytes(file)
        found = json.loads(
            data.decode("utf-8-sig"),
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_NoNumber,
            object_pairs_hook=_object,
        )
        _check_numbers(found)
    except OSError as error:
        raise UnreadableError("file_unreadable", file=file, why=error.strerror or error) from error
    except UnicodeDecodeError as error:
        raise UnreadableError("file_not_text", file=file) from error
    except RecursionError as error:
        raise UnreadableError("file_deep", file=file) from error
    except json.JSONDecodeError as error:
        raise UnreadableError("file_not_json", file=file, line=error.lineno, column=error.colno) from error
    except UnreadableError as error:
        raise UnreadableError(error.code, file=file, **error.values) from None
    cases = found.get("cases") if isinstance(found, dict) else found
    if not isinstance(cases, list):
        raise UnreadableError("file_no_cases", file=file)
    if not cases:
        raise UnreadableError("file_empty", file=file)
    return cases


def _bytes(file: Path) -> bytes:
    """All of the file, but no more than a file of cases can be: a device or a pipe may have no end."""
    with file.open("rb") as stream:
        data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise UnreadableError("file_large", most=LARGEST_FILE // 1024 // 1024)
    return data


class _NoNumber(str):
    """A number that cannot be used, as it was written: NaN, or one of too many digits."""


def _whole(text: str) -> int | _NoNumber:
    return _NoNumber(text) if len(text) > DIGITS else int(text)


def _fraction(text: str) -> Fraction | int | _NoNumber:
    value = Decimal(text)
    exponent = value.as_tuple().exponent
    if len(text) > DIGITS or not isinstance(exponent, int) or not -DIGITS <= exponent <= DIGITS:
        return _NoNumber(text)
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise UnreadableError("file_key_twice", name=next(key for key in keys if keys.count(key) > 1))
    return made


def _check_numbers(found: Any) -> None:
    """Raises UnreadableError for the first number that cannot be used, with the id of its case and the way to it."""
    waiting: list[tuple[Any, str, str]] = [(found, "", "")]  # a value, the case that it is of, the way to it within
    while waiting:
        value, case, way = waiting.pop()
        if isinstance(value, _NoNumber):
            number = value if len(value) <= 20 else f"{value[:20]}…"
            raise UnreadableError("file_number", number=number, where=f"{case} {way}".strip() or "#1")
        listed = isinstance(value, list) and not case and way in ("", "cases")
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        inner = []
        for key, item in items:
            if listed:
                inner.append((item, _named(item, key + 1), ""))
            else:
                step = f"[{key}]" if isinstance(value, list) else f".{key}" if way else str(key)
                inner.append((item, case, way + step))
        waiting += reversed(inner)


def _named(case: Any, place: int) -> str:
    name = case.get("id") if isinstance(case, dict) else None
    return name if isinstance(name, str) and name.strip() else f"#{place}"
