"""Exact numbers as text: halves, negative ones, and no binary fraction anywhere."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules.exact import decimal, fraction, rounded, short


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(61, 40), 3, "1.525"),
        (0, 3, "0.000"),
        (Fraction(-1, 2), 3, "-0.500"),
        (Fraction(-1, 3), 3, "-0.333"),
        (Fraction(1, 16), 3, "0.063"),  # 0.0625
        (Fraction(-1, 16), 3, "-0.062"),
        (Fraction(-1, 10_000), 3, "0.000"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(2, 3), 2, "0.67"),
        (1234, 1, "1234.0"),
    ],
)
def test_decimal(value: Fraction, digits: int, text: str):
    assert decimal(value, digits) == text


@pytest.mark.parametrize(
    ("value", "text"), [(4, "4"), (100, "100"), (Fraction(3, 2), "1.5"), (Fraction(7, 3), "2.333"), (0, "0")]
)
def test_short(value: Fraction, text: str):
    assert short(value) == text


@pytest.mark.parametrize(
    ("value", "half", "expected"),
    [
        (Fraction(7, 16), "up", Fraction(438, 1000)),  # 0.4375
        (Fraction(7, 16), "down", Fraction(437, 1000)),
        (Fraction(4376, 10_000), "down", Fraction(438, 1000)),
        (Fraction(-7, 16), "up", Fraction(-437, 1000)),
        (Fraction(-7, 16), "down", Fraction(-438, 1000)),
    ],
)
def test_rounded_at_exactly_half(value: Fraction, half: str, expected: Fraction):
    assert rounded(value, 3, half) == expected


@given(st.fractions(max_denominator=10**6), st.integers(0, 6), st.sampled_from(["up", "down"]))
def test_rounding_is_off_by_half_a_unit_at_most(value: Fraction, digits: int, half: str):
    assert abs(rounded(value, digits, half) - value) <= Fraction(1, 2 * 10**digits)


@given(st.integers(-(10**9), 10**9))
def test_what_is_written_is_read_back(thousandths: int):
    assert fraction(decimal(Fraction(thousandths, 1000))) == Fraction(thousandths, 1000)


def test_a_number_may_have_a_comma():
    assert fraction(" 1,525 ") == Fraction(61, 40)


@pytest.mark.parametrize("text", ["", "-", ".", "1e9", "1/2", "١", "nan", "1.2.3", "+1", "1_0", "9" * 41])
def test_what_is_no_number_is_refused(text: str):
    with pytest.raises(ValueError, match="not a number"):
        fraction(text)
