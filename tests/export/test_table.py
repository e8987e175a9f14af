"""CSV: for programs and for spreadsheets; no cell is taken for a formula, and every cell comes back."""

import csv
import io
import json
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.patient import patient
from tritempo_host.export.table import exact, plain, read_csv, table, to_json
from tritempo_host.rules.exact import fraction

ROW = (
    None,
    True,
    -3,
    Fraction(61, 40),
    'Ștefania; "Fani", l·l',
    ["canvi", "triple"],
    datetime(2026, 11, 28, 9, tzinfo=UTC),
)
COLUMNS = ("nothing", "yes", "number", "fraction", "text", "list", "time")


def test_for_programs_it_has_commas_points_and_no_bom():
    data = table("t", COLUMNS, [ROW]).csv()
    assert data.decode() == (
        "nothing,yes,number,fraction,text,list,time\r\n"
        ',true,-3,1.525,"Ștefania; ""Fani"", l·l",canvi triple,2026-11-28T09:00:00Z\r\n'
    )


def test_for_spreadsheets_it_has_a_bom_semicolons_and_decimal_commas():
    data = table("t", COLUMNS, [ROW]).csv(excel=True)
    assert data.startswith(b"\xef\xbb\xbfnothing;yes;")
    assert b';true;-3;1,525;"' in data
    assert data.endswith(b"Z\r\n")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_text_that_looks_like_a_formula_is_kept_from_being_one(text: str):
    made = table("t", ("a",), [(text,), ([text],)])
    cells = [row[0] for row in list(csv.reader(io.StringIO(made.csv().decode(), newline="")))[1:]]
    assert cells == [f"'{text}"] * 2
    assert read_csv(made.csv())[1] == [(text,), (text,)]
    assert made.objects()[0] == {"a": text}


@patient
@given(st.lists(st.tuples(st.text(), st.text()), max_size=5), st.booleans())
def test_every_text_survives(rows: list[tuple[str, str]], excel: bool):
    made = table("t", ("one", "two"), rows)
    try:
        data = made.csv(excel)
    except UnicodeEncodeError:  # a lone half of a letter, which no name can be: see text.clean
        assert any("\ud800" <= letter <= "\udfff" for row in rows for cell in row for letter in cell)
        return
    # an apostrophe of one's own before what looks like a formula is the only one that cannot be told from ours
    assert read_csv(data)[1] == [tuple(cell if cell[:1] != "'" else _own(cell) for cell in row) for row in rows]


def _own(cell: str) -> str:
    return cell[1:] if cell[1:].startswith(("=", "+", "-", "@", "\t", "\r")) else cell


@patient
@given(st.fractions())
def test_numbers_in_json_are_exact(value: Fraction):
    written = plain(value)
    assert Fraction(written) == value
    if isinstance(written, str) and "/" not in written:
        assert fraction(written) == value


@pytest.mark.parametrize(
    ("value", "text"), [("61/40", "1.525"), ("-1/2", "-0.5"), ("7/3", "7/3"), ("1/1000000", "0.000001")]
)
def test_numbers_that_end_are_decimals(value: str, text: str):
    assert exact(Fraction(value)) == text


def test_json_has_a_line_a_row():
    assert to_json({"a": 1, "b": [{"c": "ș"}, {"c": None}], "d": []}) == (
        '{\n"a": 1,\n"b": [\n{"c": "ș"},\n{"c": null}\n],\n"d": []\n}\n'
    )
    assert to_json([]) == "[]\n"


def test_json_has_no_floats():
    assert json.loads(to_json({"a": [Fraction(1, 2), Fraction(4, 2), None, True]})) == {"a": ["0.5", 2, None, True]}
