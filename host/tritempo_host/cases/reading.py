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
        found = json.loads(data.decode("utf-8-sig"), parse_int=_whole, parse_float=_fraction, parse_constant=_no_number)
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


def _whole(text: str) -> int:
    if len(text) > DIGITS:
        raise UnreadableError("file_number", number=f"{text[:20]}…")
    return int(text)


def _fraction(text: str) -> Fraction | int:
    value = Decimal(text)
    exponent = value.as_tuple().exponent
    if len(text) > DIGITS or not isinstance(exponent, int) or not -DIGITS <= exponent <= DIGITS:
        raise UnreadableError("file_number", number=text if len(text) <= 20 else f"{text[:20]}…")
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else exact


def _no_number(text: str) -> Any:
    raise UnreadableError("file_number", number=text)
