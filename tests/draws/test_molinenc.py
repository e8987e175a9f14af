"""Molinenc Triangular: no two teams twice, a Latin square a match, the fifth round, teams that come and go."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws.tournaments import field, is_partition, pairs_of, rounds, seeds
from tritempo.control import TRUMPS
from tritempo_host.draws import CannotDrawError, Drawn, Entrant, Field, Met, draw, played
from tritempo_host.draws.designs import design
from tritempo_host.draws.seats import latin_squares
from tritempo_host.draws.trumps import CARDS

SIZES = (9, 12, 15, 18, 21, 24, 27, 30)


def starts(drawn: list[Drawn]) -> Counter:
    """How often (team, board) has had each seat."""
    return Counter((team, t.board, seat) for each in drawn for t in each.tables for seat, team in enumerate(t.order))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SIZES), seeds)
def test_no_two_teams_meet_twice_in_the_drawn_rounds(teams, seed):
    drawn = rounds("molinenc", teams, len(design(teams)), seed)
    met = Counter(pair for each in drawn for pair in pairs_of(each))
    assert set(met.values()) == {1}
    assert not any(each.repeats for each in drawn)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SIZES), st.integers(1, 6), seeds, st.booleans())
def test_each_team_begins_once_a_match(teams, last, seed, search):
    for each in rounds("molinenc", teams, last, seed, {"beyond": "search" if search else "standings"}):
        for m, match in enumerate(each.matches, 1):
            tables = [t for t in each.tables if t.match == m]
            assert [t.number for t in tables] == [3 * m - 2, 3 * m - 1, 3 * m]
            assert [t.board for t in tables] == ["B", "G", "P"]
            for seat in range(3):
                assert {t.order[seat] for t in tables} == set(match)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SIZES), seeds)
def test_seats_are_even_after_every_drawn_round(teams, seed):
    drawn = rounds("molinenc", teams, len(design(teams)), seed)
    for last in range(1, len(drawn) + 1):
        had = starts(drawn[:last])
        for team in range(1, teams + 1):
            for board in "BGP":
                counts = [had[team, board, seat] for seat in range(3)]
                assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("teams", [9, 12])
def test_the_fifth_round_goes_by_the_standings(teams: int):
    ranking = tuple(range(teams, 0, -1))
    met: tuple[Met, ...] = ()
    for number in range(1, 5):
        met += played(draw("molinenc", field(teams, met), number, "seed"))
    fifth = draw("molinenc", field(teams, met, ranking), 5, "seed")
    assert [sorted(match) for match in fifth.matches] == [
        sorted(ranking[first : first + 3]) for first in range(0, teams, 3)
    ]
    pairs = {pair for match in met for pair in combinations(sorted(match.entrants), 2)}
    assert set(fifth.repeats) == {pair for pair in pairs_of(fifth) if pair in pairs}
    assert len(fifth.repeats) == 9 if teams == 9 else fifth.repeats
    with pytest.raises(CannotDrawError) as refused:
        draw("molinenc", field(teams, met), 5, "seed")
    assert refused.value.code == "no_ranking"


@settings(max_examples=25, deadline=None)
@given(st.sampled_from((9, 12)), seeds, st.randoms())
def test_the_fifth_round_is_as_even_as_it_can_be(teams, seed, random):
    """One more at a seat than is even can be forced; two more never is."""
    had = starts(rounds("molinenc", teams, 5, seed, shuffle=random.shuffle))
    assert max(had.values()) <= 3
    worst = [had[team, board, 0] for team in range(1, teams + 1) for board in "BGP"]
    assert min(worst) >= 1 and worst.count(3) <= teams // 3


def test_a_search_beyond_the_design_repeats_less_than_the_standings():
    drawn = rounds("molinenc", 12, 5, "seed", {"beyond": "search"})
    assert 0 < len(drawn[4].repeats) <= 6


@pytest.mark.parametrize(("teams", "fewest"), [(3, [0, 3, 3]), (6, [0, 2, 2])])
def test_three_and_six_only_if_teams_may_meet_again(teams: int, fewest: list[int]):
    drawn = rounds("molinenc", teams, 3, "seed", {"few_teams": "repeat"})
    assert [len(each.repeats) for each in drawn][:2] == fewest[:2]
    assert all(is_partition(each, range(1, teams + 1)) for each in drawn)


@pytest.mark.parametrize("teams", [9, 12, 15])
@pytest.mark.parametrize("after", [1, 2, 3])
def test_a_late_team_takes_the_place_of_one_that_left(teams: int, after: int):
    """Then all drawn rounds stay without repeats, and whoever met the old one does not meet the new one for it."""
    met: tuple[Met, ...] = ()
    here = set(range(1, teams + 1))
    drawn = []
    for number in range(1, min(len(design(teams)), 5) + 1):
        if number == after + 1:
            here = here - {2} | {teams + 1}
        drawn.append(draw("molinenc", Field(tuple(map(Entrant, here)), met), number, "seed"))
        met += played(drawn[-1])
        assert is_partition(drawn[-1], here)
    assert not any(each.repeats for each in drawn)
    assert any(step.code == "molinenc_taken" for step in drawn[-1].explain)
    untouched = rounds("molinenc", teams, len(drawn))
    for each, plan in zip(drawn, untouched, strict=True):
        assert {frozenset(2 if t == teams + 1 else t for t in match) for match in each.matches} == {
            frozenset(match) for match in plan.matches
        }


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 3), seeds)
def test_three_late_teams_to_twelve(after, seed):
    """The design of 12 no longer fits; the search does without repeats as long as there is a way."""
    met: tuple[Met, ...] = ()
    again = []
    for number in range(1, 6):
        teams = 12 if number <= after else 15
        drawn = draw("molinenc", field(teams, met), number, seed)
        again.append(len(drawn.repeats))
        met += played(drawn)
    assert sum(again) <= 1


@pytest.mark.parametrize("teams", [9, 12, 15, 18])
def test_a_seed_of_its_own_for_each_round(teams: int):
    """A lottery before every round: no design covers that, and the search still meets nobody twice."""
    for event in range(6):
        met: tuple[Met, ...] = ()
        for number in range(1, min(len(design(teams)), 5) + 1):
            drawn = draw("molinenc", field(teams, met), number, f"lottery {event}/{number}")
            assert not drawn.repeats
            met += played(drawn)


@pytest.mark.parametrize("teams", [7, 8, 10, 11, 13])
def test_no_multiple_of_three(teams: int):
    with pytest.raises(CannotDrawError) as refused:
        draw("molinenc", field(teams), 1, "seed")
    assert refused.value.code == "not_threes"
    values = refused.value.values
    assert (teams + values["more"]) % 3 == 0 == (teams - values["fewer"]) % 3


def test_other_rounds_before_than_the_plan_s_are_not_repeated():
    """Matches that somebody made by hand: what comes is searched around them."""
    met = tuple(Met(1, (n, n + 1, n + 2)) for n in range(1, 15, 3))
    drawn = draw("molinenc", field(15, met), 2, "seed")
    assert not drawn.repeats
    assert [step.code for step in drawn.explain][1:3] == ["molinenc_field", "molinenc_search"]


def test_there_are_twelve_latin_squares():
    squares = latin_squares((1, 2, 3))
    assert len(set(squares)) == 12
    assert all({row[place] for row in square} == {1, 2, 3} for square in squares for place in range(3))


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_three_of_six_cards_are_dealt_at_each_table(seed):
    drawn = draw("molinenc", field(9), 1, seed, {"trumps": True})
    assert sorted(drawn.trumps) == [t.number for t in drawn.tables]
    for cards in drawn.trumps.values():
        assert sorted(cards) == [1, 2, 3]
        assert len(set(cards.values())) == 3 and set(cards.values()) <= set(CARDS)
    assert draw("molinenc", field(9), 1, seed).tables == drawn.tables


def test_the_cards_are_those_of_the_clock():
    assert CARDS == TRUMPS
