"""Romania: warnings, penalties, eliminations, challenge points, and how many rounds there are."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules.exact import decimal
from tritempo_host.rules.romania_sanctions import challenge, deduction, eliminated, rounds, warnings

# SANCŢIUNI: technical, disciplinary, penalties; what comes off, by the default and where only a technical one is free.
SANCTIONS = [
    (0, 0, 0, "0.000", "0.000"),
    (1, 0, 0, "0.000", "0.000"),
    (2, 0, 0, "0.020", "0.020"),
    (5, 0, 0, "0.080", "0.080"),
    (0, 1, 0, "0.060", "0.080"),
    (1, 1, 0, "0.080", "0.080"),
    (2, 1, 0, "0.100", "0.100"),
    (0, 2, 0, "0.140", "0.160"),
    (0, 0, 1, "1.000", "1.000"),
    (0, 1, 1, "1.060", "1.080"),
    (3, 0, 2, "2.040", "2.040"),
]


@pytest.mark.parametrize(("technical", "disciplinary", "penalties", "any_free", "technical_free"), SANCTIONS)
def test_deduction(technical, disciplinary, penalties, any_free, technical_free):
    assert decimal(deduction(technical, disciplinary, penalties)) == any_free
    assert decimal(deduction(technical, disciplinary, penalties, first_free="technical")) == technical_free


@given(st.integers(0, 40), st.integers(0, 10), st.integers(0, 3))
def test_a_disciplinary_warning_is_four_technical_ones(technical, disciplinary, penalties):
    taken = deduction(technical, disciplinary, penalties)
    assert type(taken) is Fraction
    assert taken == deduction(technical + 4 * disciplinary, 0, penalties)
    assert warnings(technical, disciplinary) == warnings(technical + 4 * disciplinary, 0)
    assert deduction(technical + 1, disciplinary, penalties) - taken in (0, Fraction(2, 100))
    assert deduction(technical, disciplinary, penalties + 1) - taken == 1
    assert deduction(technical, disciplinary, penalties, first_free="technical") - taken in (0, Fraction(2, 100))


@pytest.mark.parametrize("given_", [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_less_than_no_warning(given_):
    with pytest.raises(ValueError, match="warnings"):
        deduction(*given_)


@pytest.mark.parametrize(
    ("absences", "penalties", "why"),
    [(0, 0, None), (2, 1, None), (3, 0, "absences"), (4, 0, "absences"), (0, 2, "penalties"), (3, 2, "absences")],
)
def test_eliminated(absences, penalties, why):
    assert eliminated(absences, penalties) == why


# CONTESTAŢIA: correct and wrong words; whether the play stands, points, and points where a success is free.
CHALLENGES = [
    (1, 0, True, -10, -10),
    (2, 0, True, -20, -20),
    (0, 1, False, 0, 0),
    (0, 3, False, 0, 0),
    (1, 1, False, -10, 0),
    (3, 1, False, -30, 0),
]


@pytest.mark.parametrize(("correct", "wrong", "stands", "charged", "free"), CHALLENGES)
def test_challenge(correct, wrong, stands, charged, free):
    assert (challenge(correct, wrong).stands, challenge(correct, wrong).points) == (stands, charged)
    assert challenge(correct, wrong, mixed="free").points == free


@pytest.mark.parametrize("words", [(-1, 0), (0, -1)])
def test_less_than_no_word(words):
    with pytest.raises(ValueError, match="words"):
        challenge(*words)


# Număr de runde.
@pytest.mark.parametrize(
    ("players", "number"),
    [(2, 5), (16, 5), (17, 6), (32, 6), (33, 7), (64, 7), (65, 8), (200, 8)],
)
def test_rounds(players, number):
    assert rounds(players) == number


def test_rounds_of_less_than_nobody():
    with pytest.raises(ValueError, match="players"):
        rounds(-1)


def test_what_is_not_said_did_not_happen():
    assert deduction(2, 0) == Fraction(2, 100)
    assert eliminated(absences=3) == "absences"
    assert eliminated(penalties=2) == "penalties"
    assert eliminated() is None
    assert rounds(0) == 5
