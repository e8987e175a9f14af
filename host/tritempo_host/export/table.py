"""A table of an export, and how it is written: as CSV for spreadsheets and programs, or as objects for JSON.

A cell is None, a bool, an int, a Fraction, a str, a datetime, or a list of ints or texts. Nothing is ever a float.
"""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from tritempo_host.rules.exact import short
from tritempo_host.text import for_spreadsheet

BOM = b"\xef\xbb\xbf"
DECIMALS = 6  # in CSV, for a number that ends nowhere (a third of a point)


@dataclass(frozen=True, slots=True)
class Table:
    """`name`: of its file. `columns`: headings, the same in every language. `rows`: as many cells each."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def objects(self) -> list[dict[str, Any]]:
        """A JSON object a row; what is not known is null."""
        return [dict(zip(self.columns, map(plain, row), strict=True)) for row in self.rows]

    def csv(self, excel: bool = False) -> bytes:
        """As RFC 4180 has it, in UTF-8, with decimal points. `excel`: with a BOM, semicolons and decimal commas, so
        that a double click opens it in Catalonia and Romania. What is not known is empty."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter=";" if excel else ",", lineterminator="\r\n")
        writer.writerow(self.columns)
        writer.writerows([_cell(value, excel) for value in row] for row in self.rows)
        return (BOM if excel else b"") + out.getvalue().encode()


def _cell(value: Any, excel: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Fraction):
        number = short(value, DECIMALS)
        return number.replace(".", ",") if excel else number
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, str):
        return for_spreadsheet(value)
    if isinstance(value, list | tuple):
        return for_spreadsheet(" ".join(_cell(each, excel) for each in value))
    return json.dumps(plain(value), ensure_ascii=False)


def read_csv(data: bytes) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and rows of what `Table.csv` wrote, in either form; the apostrophe before a formula is taken off."""
    text = data.removeprefix(BOM).decode()
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";" if data.startswith(BOM) else ","))
    return tuple(rows[0]), [tuple(map(_from_spreadsheet, row)) for row in rows[1:]]


def _from_spreadsheet(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and for_spreadsheet(cell[1:]) == cell else cell


def plain(value: Any) -> Any:
    """A value in JSON's types. A number that is not whole is a text, exact: "1.525", or "7/3" where it ends nowhere."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else exact(value)
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    return value


def exact(value: Fraction) -> str:
    """`1.525`, `-0.5`, `7/3`."""
    digits = next((n for n in range(DECIMALS + 1) if 10**n % value.denominator == 0), None)
    return str(value) if digits is None else short(value, digits)


def stamp(value: datetime) -> str:
    """`2026-11-30T11:02:00Z`."""
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def to_json(value: Any) -> str:
    """A JSON file in which a row is a line, so that people and their tools can read it, too."""
    if isinstance(value, dict):
        inside = (f"{json.dumps(key)}: {to_json(each).rstrip()}" for key, each in value.items())
        return "{\n" + ",\n".join(inside) + "\n}\n"
    if isinstance(value, list):
        return ("[\n" + ",\n".join(map(_line, value)) + "\n]\n") if value else "[]\n"
    return f"{_line(value)}\n"


def _line(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False)


def table(name: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    """A table of rows that are not tuples yet."""
    return Table(name, tuple(columns), tuple(tuple(row) for row in rows))
