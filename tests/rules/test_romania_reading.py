"""A second, plain reading of "Calculul coeficienţilor", sentence by sentence, beside which the rule set is tried.

It shares nothing with the rule set: thousandths as whole numbers, rounding by looking at the fourth decimal as a person
with pencil and paper does, each heading a function of its own from the words of the document to a pair.
"""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal, localcontext
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tritempo_host.rules.romania import score
from tritempo_host.rules.ruleset import Sheet


def digits(part: int, whole: int) -> tuple[int, int, bool]:
    """A long division of `part` by `whole`: thousandths, the fourth decimal, and whether only zeros follow."""
    thousandths, rest = 0, part
    for _ in range(3):
        digit, rest = divmod(rest * 10, whole)
        thousandths = thousandths * 10 + digit
    fourth, rest = divmod(rest * 10, whole)
    return thousandths, fourth, rest == 0


def rounded(part: int, whole: int, in_favour: bool) -> int:
    """ "Coeficienţii se rotunjesc la a treia zecimală. Dacă a patra zecimală este 5 urmat numai de zerouri, …" """
    thousandths, fourth, only_zeros = digits(part, whole)
    if fourth == 5 and only_zeros:
        return thousandths + (1 if in_favour else 0)
    return thousandths + (1 if fourth >= 5 else 0)


def in_mod_normal(winner: int, loser: int) -> tuple[int, int]:
    """Coefficients of the winner and the loser, each divided and rounded by itself, in thousandths."""
    if winner == loser:
        return 1000, 1000
    both_negative = winner < 0 and loser < 0
    one_negative_other_zero = (winner == 0 and loser < 0) or (loser == 0 and winner < 0)
    if both_negative or one_negative_other_zero:
        return 1500, 500
    if winner > 0 and (loser < 0 or loser == 0):
        return 1530, 470
    won = 1000 + rounded(winner, winner + loser, in_favour=False)
    lost = rounded(loser, winner + loser, in_favour=True)
    return (1667 if won > 1667 else won), lost


def by_seat(first: int, second: int) -> tuple[int, int]:
    if first >= second:
        return in_mod_normal(first, second)
    won, lost = in_mod_normal(second, first)
    return lost, won


def abandon(stays: int, goes: int, full_turns: int) -> tuple[int, int]:
    """Who stays, who goes."""
    table = {0: 1530, 1: 1540}
    limit = table.get(full_turns, 1530 + 10 * full_turns)
    of_the_moment, of_who_goes = by_seat(stays, goes)
    if goes > stays or goes == stays:  # "dacă scorul îi era defavorabil"; level as the default says
        of_the_moment = 1530
    for ceiling in (limit, 1667):
        if of_the_moment > ceiling:
            of_the_moment = ceiling
    if full_turns < 1:
        return of_the_moment, 0
    ceiling = 2000 - of_the_moment
    return of_the_moment, ceiling if of_who_goes > ceiling else of_who_goes


def three_wrong(opponent: int, offender: int) -> tuple[int, int]:
    won, lost = by_seat(opponent, offender)
    if won < 1530:
        won = 1530
    if lost > 2000 - won:
        lost = 2000 - won
    return won, lost


def interruption(first: int, second: int) -> tuple[int, int]:
    """ "Un punct se împarte proporţional cu scorul de la întrerupere." """
    first, second = (0 if each < 0 else each for each in (first, second))
    if first == second:
        return 500, 500
    whole = first + second
    return rounded(first, whole, first < second), rounded(second, whole, second < first)


def reading(end: str, scores: Sequence[int], racks: Sequence[int], by: int, full_turns: int) -> tuple[int, int]:
    first, second = scores
    if end == "pas_pas":
        return by_seat(first - racks[0], second - racks[1])
    if end == "out":
        left = racks[1 - by]
        return by_seat(first + left, second - left) if by == 0 else by_seat(first - left, second + left)
    if end == "interrupted":
        return interruption(first, second)
    if end in ("both_flags", "agreed", "late_sheet"):
        return 1000, 1000
    if end == "no_show":
        return (0, 1530) if by == 0 else (1530, 0)
    own, other = (first, second) if by == 0 else (second, first)
    if end == "three_wrong":
        stays, goes = three_wrong(other, own - racks[by])
    else:
        stays, goes = abandon(other, own, full_turns)
    return (goes, stays) if by == 0 else (stays, goes)


ENDS = (
    "out",
    "pas_pas",
    "interrupted",
    "both_flags",
    "agreed",
    "late_sheet",
    "no_show",
    "three_wrong",
    "abandon",
    "flag",
    "eliminated",
)
SCORE = st.one_of(st.integers(-60, 800), st.integers(-2, 2), st.integers(1, 200).map(lambda each: each * 5))
RACK = st.integers(0, 40)


def thousandths(sheet: Sheet) -> tuple[int, ...]:
    return tuple(int(each * 1000) for each in score(sheet, {}).points)


@settings(max_examples=1000)
@given(st.sampled_from(ENDS), SCORE, SCORE, RACK, RACK, st.integers(0, 1), st.integers(0, 20))
def test_both_readings_agree(end, first, second, rack, other_rack, by, full_turns):
    racks = (rack, other_rack)
    if end == "out":
        racks = (0, other_rack) if by == 0 else (rack, 0)
    sheet = Sheet((first, second), end, by, racks, absent=(by,) if end == "no_show" else (), full_turns=full_turns)
    assert thousandths(sheet) == reading(end, (first, second), racks, by, full_turns)


# Scores around every border: none, one point, halves at the fourth decimal, two thirds, and games with many points.
BORDER = (-20, -1, 0, 1, 2, 39, 40, 250, 251, 315, 330, 405, 470, 500, 501, 503, 999, 1001)


@pytest.mark.parametrize("end", ENDS)
def test_both_readings_agree_at_every_border(end):
    turns = (0, 1, 2, 8, 13, 14, 15) if end == "abandon" else (3,)
    for first, second, by, full_turns in product(BORDER, BORDER, (0, 1), turns):
        absent = (by,) if end == "no_show" else ()
        sheet = Sheet((first, second), end, by, (0, 0), absent=absent, full_turns=full_turns)
        expected = reading(end, (first, second), (0, 0), by, full_turns)
        assert thousandths(sheet) == expected, (end, first, second, by, full_turns)


def test_long_division_is_division():
    """The pencil's own division, tried against a decimal one of 60 digits."""
    with localcontext() as context:
        context.prec, context.rounding = 60, ROUND_FLOOR
        for whole in (3, 7, 16, 80, 720, 800, 1004, 2000, 7919):
            for part in range(1, min(whole, 400)):
                thousandths_, fourth, only_zeros = digits(part, whole)
                ten_thousandths = Decimal(part) / Decimal(whole) * 10_000
                assert thousandths_ * 10 + fourth == int(ten_thousandths)
                assert only_zeros == (part * 10_000 % whole == 0)
