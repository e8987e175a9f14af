"""A CSV file as spreadsheets write it: guesses its encoding and its separator, and finds its headings.

Excel in Catalonia and Romania writes semicolons, in an encoding that depends on the computer; "CSV UTF-8" has a mark
(BOM) before it; "Unicode text" is UTF-16 with tabs. A first line `sep=;` is Excel's own. Cells may be `="0123"`.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SEPARATORS = (";", ",", "\t")
MOST = 5_000_000  # bytes; 1,000 players are 100,000
LETTER = rb"[A-Za-z\xc0-\xff]"
# In cp1252 these are signs that no name has within it, in the Romanian encodings ş ţ and their capitals.
ROMANIAN = re.compile(rb"(?:" + LETTER + rb"[\xba\xaa]|[\xba\xaa]" + LETTER + rb"|[\xfe\xde])")
# ã or ă: Portuguese has ão, ãe and õ, Romanian never.
A_BREVE, TILDES = re.compile(rb"[\xe3\xc3]"), re.compile(rb"(?:[\xe3\xc3][oeOE]|[\xf5\xd5])")
# à è ò ï ù: letters in cp1252 that the Central European cp1250 has others for.
CATALAN = re.compile(rb"[\xe0\xe8\xf2\xef\xf9\xc0\xc8\xd2\xcf\xd9\xf1\xd1]")
# ÎȘ, Îș, ȚȘ, Țș of the Romanian encodings are one letter each in UTF-8, Greek or Thaana: no Latin word has those in it;
# so are ÂȘ (ª) and ĂȘ (ê) amid capitals.
NOT_UTF8 = re.compile(rb"[\xce\xde][\xaa\xba]|(?<=[A-Z])[\xc2\xc3]\xaa|[\xc2\xc3]\xaa(?=[A-Z])")
NOT_ASCII = re.compile(rb"[\x80-\xff]")
ORDINAL = re.compile(rb"[0-9.][\xba\xaa]")
CEDILLAS = str.maketrans("şţŞŢ", "șțȘȚ")


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong in a line of a file. `line`: from 1, as a text editor counts. `code`: `line_CODE` in
    words/entries.toml, or a code of `Refused`."""

    line: int
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


class WrongLines(Exception):  # noqa: N818 (an answer: all that is wrong in a file, at once)
    """Nothing was imported, because of these lines."""

    def __init__(self, lines: Sequence[Wrong]) -> None:
        super().__init__(lines)
        self.lines = tuple(sorted(lines, key=lambda each: each.line))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file: {field: cell}, without the empty ones."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sheetful:
    """A file as read. `fields`: those that it has a column of; `ignored`: headings that mean nothing here; `columns`:
    (field, its heading as written), in the file's order."""

    rows: tuple[Row, ...]
    fields: frozenset[str]
    ignored: tuple[str, ...]
    encoding: str
    separator: str
    columns: tuple[tuple[str, str], ...] = ()


def decoded(data: bytes) -> tuple[str, str]:
    """(text, encoding). Raises WrongLines for what is no text, or too much."""
    if len(data) > MOST:
        raise WrongLines([Wrong(1, "too_big", {"most": MOST // 1_000_000})])
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise WrongLines([Wrong(data[: error.start].count(b"\n") + 1, "encoding", {})]) from error
    # the letters of cp1250 have cedillas, since it is older than those that Romanian is written with
    text = text.translate(CEDILLAS) if encoding == "cp1250" else text
    if "\0" in text:
        raise WrongLines([Wrong(text[: text.index("\0")].count("\n") + 1, "encoding", {})])
    return text.removeprefix("\ufeff"), encoding


def _encoding(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    by_accident = NOT_UTF8.search(data) and not NOT_ASCII.search(NOT_UTF8.sub(b"", data))
    if not by_accident and _is_utf8(data):
        return "utf-8"
    plain = ORDINAL.sub(b"", data)
    if ROMANIAN.search(plain) or (A_BREVE.search(plain) and not TILDES.search(plain)):
        return "iso8859-16" if CATALAN.search(plain) else "cp1250"
    try:
        data.decode("cp1252")
        return "cp1252"
    except UnicodeDecodeError:
        return "latin-1"


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def heading(text: str) -> str:
    """A heading as it is compared: no accents, no capitals, only letters and digits."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i"))
    return "".join(c for c in plain if c.isalnum() or c == "#")


def read(data: bytes, headings: Mapping[str, Collection[str]]) -> Sheetful:
    """The rows of a file. `headings`: what each field may be called. Raises WrongLines."""
    text, encoding = decoded(data)
    known = {heading(name): key for key, names in headings.items() for name in (key, *names)}
    first, _, rest = text.partition("\n")
    told = re.fullmatch(r'"?sep=(.)"?\s*', first.strip("\r"))
    skip = 1 if told else 0
    choices = (told[1],) if told else SEPARATORS
    tries = [(_cells(rest if told else text, each, skip), each) for each in choices]
    table, separator = max(tries, key=lambda x: _score(x[0], known))
    if _score(table, known)[0] == 0:
        # no heading is known with any of them: quotes that do not add up with the right one would be why
        table = next((each for each, _ in tries if isinstance(each, Wrong)), table)
    if isinstance(table, Wrong):
        raise WrongLines([table])
    if not table:
        raise WrongLines([Wrong(1, "empty_file")])
    top_line, top = table[0]
    fields = [known.get(heading(cell)) for cell in top]
    if not any(fields):
        raise WrongLines([Wrong(top_line, "no_headings", {"known": ", ".join(headings)})])
    wrong = [
        Wrong(top_line, "heading_twice", {"heading": top[n]})
        for n, key in enumerate(fields)
        if key and key in fields[:n]
    ]
    rows = []
    for line, cells in table[1:]:
        if any(cells[len(fields) :]):
            wrong.append(Wrong(line, "too_many_cells", {"cells": len(cells), "headings": len(fields)}))
        rows.append(Row(line, {key: cell for key, cell in zip(fields, cells, strict=False) if key and cell}))
    if wrong:
        raise WrongLines(wrong)
    ignored = tuple(cell for cell, key in zip(top, fields, strict=True) if cell and not key)
    columns = tuple((key, cell) for cell, key in zip(top, fields, strict=True) if key)
    return Sheetful(tuple(rows), frozenset(key for key, _ in columns), ignored, encoding, separator, columns)


def _score(table: "list[tuple[int, list[str]]] | Wrong", known: Collection[str]) -> tuple[int, int]:
    """How well a separator fits: by the headings that are found with it, then by how many columns there are."""
    if isinstance(table, Wrong) or not table:
        return (-1, 0)
    top = table[0][1]
    return sum(heading(cell) in known for cell in top), len(top)


def _cells(text: str, separator: str, skipped: int) -> "list[tuple[int, list[str]]] | Wrong":
    """[(line, cells)] of all lines that are not empty; Wrong where the quotes do not add up."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    out, line = [], 1 + skipped
    try:
        for cells in reader:
            cells = [_cell(cell) for cell in cells]
            if any(cells):
                out.append((line, cells))
            line = reader.line_num + 1 + skipped
    except csv.Error:
        return Wrong(line, "quotes")
    return out


def _cell(cell: str) -> str:
    """A cell without what spreadsheets put around it: `="0123"`, the apostrophe before what looks like a formula."""
    cell = " ".join(cell.split())
    if quoted := re.fullmatch(r'="(.*)"', cell):
        cell = quoted[1].replace('""', '"').strip()
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") and cell[1:2] else cell
