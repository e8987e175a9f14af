"""The coefficients of the Romanian rules, heading by heading of "Calculul coeficienţilor", and what always holds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules import romania_coefficients as coefficients
from tritempo_host.rules.exact import decimal
from tritempo_host.rules.romania_coefficients import GREATEST, WIN, abandon, interrupted, no_show, normal, three_wrong

SCORES = st.one_of(st.integers(-60, 900), st.integers(-3, 3))
TURNS = st.integers(0, 30)
THOUSANDTH = Fraction(1, 1000)
HALF = THOUSANDTH / 2


def written(pair) -> tuple[str, ...]:
    assert all(type(each) is Fraction and (each * 1000).denominator == 1 for each in pair)
    return tuple(decimal(each) for each in pair)


IN_MOD_NORMAL = [
    ("plain", 420, 380, "1.525", "0.475"),
    ("the loser first", 380, 420, "0.475", "1.525"),
    ("rounded to the nearest, down", 501, 250, "1.667", "0.333"),
    ("rounded to the nearest, up", 500, 251, "1.666", "0.334"),
    ("an exact half, 7/16: the loser up, the winner down", 405, 315, "1.562", "0.438"),
    ("an exact half, 33/80", 470, 330, "1.587", "0.413"),
    ("an exact half that makes the coefficients round ones", 1001, 999, "1.500", "0.500"),
    ("a hair below an exact half", 100_001, 99_899, "1.500", "0.500"),
    ("level", 377, 377, "1.000", "1.000"),
    ("level without a point", 0, 0, "1.000", "1.000"),
    ("level below zero", -5, -5, "1.000", "1.000"),
    ("both negative", -3, -20, "1.500", "0.500"),
    ("zero against negative", 0, -8, "1.500", "0.500"),
    ("positive against zero", 300, 0, "1.530", "0.470"),
    ("one point against zero", 1, 0, "1.530", "0.470"),
    ("positive against negative, the loser first", -6, 250, "0.470", "1.530"),
    ("the greatest coefficient cuts only the winner's", 503, 250, "1.667", "0.332"),
    ("exactly two thirds", 2, 1, "1.667", "0.333"),
    ("far beyond the greatest", 600, 200, "1.667", "0.250"),
    ("one point is not zero", 500, 1, "1.667", "0.002"),
    ("a point that rounds to nothing", 5000, 1, "1.667", "0.000"),
]


@pytest.mark.parametrize(("one", "other", "first", "second"), [row[1:] for row in IN_MOD_NORMAL])
def test_in_mod_normal(one, other, first, second):
    assert written(normal(one, other)) == (first, second)


ABANDON = [
    ("before the draw: 0-0 is not covered, so as behind", 0, 0, 0, {}, "1.530", "0.000"),
    ("before a full turn, ahead: at most 1.530", 24, 20, 0, {}, "1.530", "0.000"),
    ("before a full turn, narrowly ahead", 20, 19, 0, {}, "1.513", "0.000"),
    ("before a full turn, narrowly ahead, floor", 20, 19, 0, {"ahead": "floor"}, "1.530", "0.000"),
    ("before a full turn, behind", 0, 24, 0, {}, "1.530", "0.000"),
    ("after one turn at most 1.540", 60, 20, 1, {}, "1.540", "0.250"),
    ("after one turn, exactly at the limit", 54, 46, 1, {}, "1.540", "0.460"),
    ("after one turn, below the limit", 100, 88, 1, {}, "1.532", "0.468"),
    ("below the limit the sum is 2", 300, 200, 8, {}, "1.600", "0.400"),
    ("at the limit it is not", 300, 100, 3, {}, "1.560", "0.250"),
    ("an exact half", 405, 315, 11, {}, "1.562", "0.438"),
    ("behind", 300, 400, 8, {}, "1.530", "0.470"),
    ("narrowly behind", 399, 400, 8, {}, "1.530", "0.470"),
    ("narrowly ahead, the formula", 300, 290, 10, {}, "1.508", "0.492"),
    ("narrowly ahead, floor", 300, 290, 10, {"ahead": "floor"}, "1.530", "0.470"),
    ("the floor is no floor for a greater lead", 300, 200, 8, {"ahead": "floor"}, "1.600", "0.400"),
    ("level, as behind", 300, 300, 5, {}, "1.530", "0.470"),
    ("level, the formula", 300, 300, 5, {"level": "formula"}, "1.000", "1.000"),
    ("level, the formula, floor is for a lead", 300, 300, 5, {"level": "formula", "ahead": "floor"}, "1.000", "1.000"),
    ("thirteen turns", 480, 120, 13, {}, "1.660", "0.200"),
    ("fourteen turns: the greatest coefficient", 480, 120, 14, {}, "1.667", "0.200"),
    ("who gave up has nothing", 200, 0, 3, {}, "1.530", "0.470"),
    ("who gave up is below zero", 200, -4, 3, {}, "1.530", "0.470"),
    ("both below zero, ahead", -3, -9, 2, {}, "1.500", "0.500"),
    ("both below zero, ahead, floor", -3, -9, 2, {"ahead": "floor"}, "1.530", "0.470"),
    ("both below zero, behind", -9, -3, 2, {}, "1.530", "0.470"),
]


@pytest.mark.parametrize(
    ("remaining", "abandoner", "turns", "reading", "stays", "gave_up"), [row[1:] for row in ABANDON]
)
def test_abandon(remaining, abandoner, turns, reading, stays, gave_up):
    assert written(abandon(remaining, abandoner, turns, **reading)) == (stays, gave_up)


def test_abandon_after_less_than_no_turn():
    with pytest.raises(ValueError, match="full_turns"):
        abandon(10, 5, -1)


TREI_DEPUNERI_GRESITE = [
    ("by the scores", 250, 201, "1.554", "0.446"),
    ("a narrow lead is worth 1.530", 250, 230, "1.530", "0.470"),
    ("the offender ahead", 250, 288, "1.530", "0.470"),
    ("level", 190, 190, "1.530", "0.470"),
    ("level without a point", 0, 0, "1.530", "0.470"),
    ("the greatest coefficient", 420, 112, "1.667", "0.211"),
    ("both below zero", -5, -10, "1.530", "0.470"),
    ("the offender below zero", 250, -3, "1.530", "0.470"),
    ("an exact half", 405, 315, "1.562", "0.438"),
]


@pytest.mark.parametrize(("opponent", "offender", "won", "lost"), [row[1:] for row in TREI_DEPUNERI_GRESITE])
def test_three_wrong_plays(opponent, offender, won, lost):
    assert written(three_wrong(opponent, offender)) == (won, lost)


INTRERUPERE = [
    ("the document's example", 524, 480, {}, "0.522", "0.478"),
    ("an exact half", 405, 315, {}, "0.562", "0.438"),
    ("the loser first", 315, 405, {}, "0.438", "0.562"),
    ("an exact half as in school", 405, 315, {"half": "up"}, "0.563", "0.438"),
    ("no half: nothing changes", 524, 480, {"half": "up"}, "0.522", "0.478"),
    ("no greatest coefficient", 600, 200, {}, "0.750", "0.250"),
    ("level", 300, 300, {}, "0.500", "0.500"),
    ("nobody has a point", 0, 0, {}, "0.500", "0.500"),
    ("one has none", 10, 0, {}, "1.000", "0.000"),
    ("one below zero counts as none", 10, -5, {}, "1.000", "0.000"),
    ("one point against below zero", 1, -5, {}, "1.000", "0.000"),
    ("one below zero, as a normal win", 10, -5, {"low": "as_normal"}, "0.530", "0.470"),
    ("one has none: the proportion is clear in both readings", 10, 0, {"low": "as_normal"}, "1.000", "0.000"),
    ("zero against negative", -5, 0, {}, "0.500", "0.500"),
    ("both below zero", -3, -20, {}, "0.500", "0.500"),
    ("both below zero, as a normal win", -3, -20, {"low": "as_normal"}, "0.500", "0.500"),
    ("level below zero", -3, -3, {"low": "as_normal"}, "0.500", "0.500"),
]


@pytest.mark.parametrize(("one", "other", "reading", "first", "second"), [row[1:] for row in INTRERUPERE])
def test_interruption(one, other, reading, first, second):
    assert written(interrupted(one, other, **reading)) == (first, second)


NEPREZENTARE = [((1,), "1.530", "0.000"), ((0,), "0.000", "1.530"), ((0, 1), "0.000", "0.000")]


@pytest.mark.parametrize(("absent", "first", "second"), NEPREZENTARE)
def test_no_show(absent, first, second):
    assert written(no_show(absent)) == (first, second)


@pytest.mark.parametrize("absent", [(), (2,), (0, 2)])
def test_a_no_show_of_nobody(absent):
    with pytest.raises(ValueError, match="absent"):
        no_show(absent)


# What always holds.


@given(SCORES, SCORES)
def test_the_sum_is_2_but_where_the_greatest_coefficient_cuts(one, other):
    first, second = normal(one, other)
    if max(first, second) == GREATEST:
        assert Fraction(5, 3) - THOUSANDTH <= first + second <= 2
    else:
        assert first + second == 2


@given(SCORES, SCORES)
def test_more_points_never_make_less(one, other):
    first, second = normal(one, other)
    assert (first > second) == (one > other)
    assert (first == second) == (one == other)


@given(SCORES, SCORES)
def test_changing_places_changes_the_coefficients(one, other):
    assert normal(one, other) == normal(other, one)[::-1]
    assert interrupted(one, other) == interrupted(other, one)[::-1]


@given(st.integers(1, 900), st.integers(1, 900))
def test_the_loser_is_never_rounded_down_by_half_and_never_far(one, other):
    winner, loser = max(one, other), min(one, other)
    exact = Fraction(loser, winner + loser)
    if one != other:
        lost = normal(winner, loser)[1]
        assert -HALF < lost - exact <= HALF
        assert interrupted(winner, loser)[1] == lost


@given(st.integers(1, 999))
def test_every_exact_half_goes_to_the_loser(thousandths):
    """Of 2000 points any odd number is such a half: 1 point is 0.0005."""
    loser = 2 * thousandths - 1
    if loser < 1000:
        won, lost = normal(2000 - loser, loser)
        assert lost == thousandths * THOUSANDTH
        assert won == min(2 - lost, GREATEST)


@given(SCORES, SCORES, st.integers(0, 50))
def test_in_plain_games_a_better_score_is_never_worth_less(one, other, more):
    """Among positive scores only: +1 against 0 is 1.530, but 1 against 1 is level, and 300 against 1 is 1.667."""
    one, other = abs(one) + 1, abs(other) + 1
    assert normal(one + more, other)[0] >= normal(one, other)[0]
    assert normal(one, other + more)[0] <= normal(one, other)[0]
    assert interrupted(one + more, other)[0] >= interrupted(one, other)[0]


@given(SCORES, SCORES)
def test_an_interruption_shares_one_point(one, other):
    first, second = interrupted(one, other)
    assert first + second == 1
    assert min(first, second) >= 0
    assert (one >= other) <= (first >= second)


@given(SCORES, SCORES, TURNS, st.sampled_from(["formula", "floor"]), st.sampled_from(["as_behind", "formula"]))
def test_who_gives_up_never_gets_more(remaining, abandoner, turns, ahead, level):
    stays, gave_up = abandon(remaining, abandoner, turns, ahead=ahead, level=level)
    assert stays >= gave_up
    assert stays + gave_up <= 2
    assert stays <= min(WIN + turns * THOUSANDTH * 10, GREATEST)
    assert gave_up <= normal(abandoner, remaining)[0]
    assert (gave_up == 0) >= (turns == 0)
    if ahead == "floor" and remaining != abandoner:
        assert stays >= WIN


@given(SCORES, SCORES, TURNS)
def test_giving_up_later_never_costs_the_opponent(remaining, abandoner, turns):
    assert abandon(remaining, abandoner, turns + 1)[0] >= abandon(remaining, abandoner, turns)[0]


@given(SCORES, SCORES, TURNS)
def test_the_sum_of_a_game_given_up_is_2_where_no_limit_cuts(remaining, abandoner, turns):
    stays, gave_up = abandon(remaining, abandoner, turns)
    cut = remaining > abandoner and normal(remaining, abandoner)[0] > min(WIN + turns * THOUSANDTH * 10, GREATEST)
    capped = stays == GREATEST
    if turns and not cut and not capped:
        assert stays + gave_up == 2


@given(SCORES, SCORES)
def test_three_wrong_plays_always_lose(opponent, offender):
    won, lost = three_wrong(opponent, offender)
    assert WIN <= won <= GREATEST
    assert lost <= 2 - won
    assert (won + lost == 2) or won == GREATEST


@given(SCORES, SCORES, TURNS)
def test_everything_is_a_fraction_of_whole_thousandths(one, other, turns):
    for pair in (normal(one, other), abandon(one, other, turns), three_wrong(one, other), interrupted(one, other)):
        for each in pair:
            assert type(each) is Fraction
            assert (each * 1000).denominator == 1
            assert 0 <= each <= coefficients.GREATEST
