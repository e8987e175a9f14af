"""Places that are shared, prizes that are shared, and lines of standings."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules.positions import highest, positions, ranked, shared

SCORES = st.lists(st.integers(-300, 900), min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("values", "places"),
    [
        ([], ()),
        ([7], (1,)),
        ([400, 350, 300], (1, 2, 3)),
        ([300, 350, 400], (3, 2, 1)),
        ([400, 400, 350], (1, 1, 3)),
        ([400, 350, 350], (1, 2, 2)),
        ([0, 0, 0], (1, 1, 1)),
        ([-3, -10, -7], (1, 3, 2)),
        ([5, 5, 4, 4], (1, 1, 3, 3)),
        ([5, 4, 4, 3], (1, 2, 2, 4)),
    ],
)
def test_competition_ranking(values: list[int], places: tuple[int, ...]):
    assert positions(values) == places


@given(SCORES)
def test_a_place_is_one_more_than_how_many_are_better(values: list[int]):
    assert positions(values) == tuple(1 + sum(other > value for other in values) for value in values)


@given(SCORES, st.data())
def test_places_go_with_the_scores_whoever_sits_where(values: list[int], data: st.DataObject):
    order = data.draw(st.permutations(range(len(values))))
    places = positions(values)
    assert positions([values[n] for n in order]) == tuple(places[n] for n in order)


@given(SCORES)
def test_prizes_are_all_given_whatever_is_tied(values: list[int]):
    prizes = tuple(range(len(values) * 2, 0, -2))
    assert sum(shared(prizes, positions(values))) == sum(prizes)


def test_who_ties_shares_or_gets_the_highest():
    assert shared((4, 3, 2, 1), (1, 2, 2, 2)) == (4, 2, 2, 2)
    assert shared((4, 3, 2, 1), (1, 1, 3, 3)) == (Fraction(7, 2), Fraction(7, 2), Fraction(3, 2), Fraction(3, 2))
    assert highest((4, 3, 2, 1), (1, 2, 2, 2)) == (4, 3, 3, 3)


def test_standings_say_which_column_parts_two_lines():
    lines = {
        4: {"a": 2, "b": 1},
        1: {"a": 2, "b": 1},
        2: {"a": 2, "b": 5},
        3: {"a": 1, "b": 9},
    }
    found = [(each.rank, each.entrant, each.parted_by) for each in ranked(lines, ("a", "b"))]
    assert found == [(1, 2, None), (2, 1, "b"), (2, 4, None), (4, 3, "a")]


def test_standings_of_nobody_are_empty():
    assert ranked({}, ("a",)) == []
