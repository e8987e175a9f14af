"""Ebre's tables, round robin, Swiss and threes: who meets, who sits out, who begins."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws.tournaments import field, is_partition, pairs_of, rounds, seeds
from tritempo_host.draws import CannotDrawError, Entrant, Field, Met, draw, played
from tritempo_host.draws.designs import design
from tritempo_host.draws.ebre import folded
from tritempo_host.draws.groups import fewest_repeats, mended, repeats_in, table_sizes
from tritempo_host.draws.matching import best_pairs
from tritempo_host.draws.seed import Chance

# Ebre


def test_sixteen_are_folded():
    ranking = list(range(1, 17))
    assert folded(ranking) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert folded(ranking, "slide") == [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]
    assert folded(ranking, "neighbours") == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]


@pytest.mark.parametrize("how", ["fold", "slide", "neighbours"])
@pytest.mark.parametrize("players", [3, 4, *range(6, 60)])
def test_tables_are_of_four_and_as_few_of_three_as_can_be(players: int, how: str):
    sizes = [len(group) for group in folded(range(1, players + 1), how)]
    assert sizes == table_sizes(players) == sorted(sizes, reverse=True)
    assert sum(sizes) == players and set(sizes) <= {3, 4} and sizes.count(3) <= 3


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 5])
def test_no_tables_for(players: int):
    assert table_sizes(players) == []


def test_of_five_the_one_sits_out_who_has_not_yet():
    met: tuple[Met, ...] = ()
    out = []
    for number in range(1, 6):
        drawn = draw("ebre", field(5, met, (1, 2, 3, 4, 5)), number, "seed", {"five": "out"})
        assert is_partition(drawn, range(1, 6))
        out += drawn.bye
        met += played(drawn)
    assert sorted(out) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("players", [16, 20, 28, 31, 50])
def test_three_rounds_without_repeats(players: int):
    """Also where the standings never change, so that the fold alone would be the same each time."""
    assert not any(each.repeats for each in rounds("ebre", players, 3))


@pytest.mark.parametrize(("players", "fewest"), [(8, 4), (12, 3)])
def test_repeats_that_are_forced_are_as_few_as_they_can_be(players: int, fewest: int):
    """Any table of four from two old ones has two pairs again, from three one."""
    assert len(rounds("ebre", players, 2)[1].repeats) == fewest


# Round robin


@pytest.mark.parametrize("players", range(2, 25))
def test_everybody_meets_everybody_and_begins_as_often_as_not(players: int):
    turns = players - 1 + players % 2
    drawn = rounds("round_robin", players, 2 * turns)
    for once in (drawn[:turns], drawn[turns:]):
        assert Counter(pair for each in once for pair in pairs_of(each)) == Counter(
            combinations(range(1, players + 1), 2)
        )
    begun = Counter()
    for each in drawn[:turns]:
        for table in each.tables:
            begun[table.order[0]] += 1
            begun[table.order[1]] -= 1
    assert set(begun.values()) <= {-1, 0, 1}
    orders = [{table.order for each in once for table in each.tables} for once in (drawn[:turns], drawn[turns:])]
    assert orders[0] == {order[::-1] for order in orders[1]}
    assert sorted(out for each in drawn[:turns] for out in each.bye) == (list(range(1, players + 1)) * (players % 2))


def evening(players: list[set[int]]) -> list:
    met: tuple[Met, ...] = ()
    drawn = []
    for number, here in enumerate(players, 1):
        drawn.append(draw("round_robin", Field(tuple(map(Entrant, here)), met), number, "seed"))
        assert is_partition(drawn[-1], here)
        met += played(drawn[-1])
    return drawn


def test_a_late_entry_takes_the_empty_middle():
    drawn = evening([set(range(1, 8))] * 2 + [set(range(1, 9))] * 5)
    assert not any(each.repeats for each in drawn) and not any(each.bye for each in drawn[2:])


def test_one_leaves_and_the_others_still_meet():
    drawn = evening([set(range(1, 9))] * 2 + [set(range(1, 8))] * 5)
    met = Counter(pair for each in drawn for pair in pairs_of(each) if 8 not in pair)
    assert met == Counter(combinations(range(1, 8), 2))


def test_more_changes_than_the_circle_takes():
    drawn = evening([set(range(1, 9))] * 2 + [set(range(1, 7))] * 2 + [set(range(1, 12))] * 2)
    assert not any(each.repeats for each in drawn[:3])


# Swiss


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 30), seeds, st.randoms())
def test_nobody_twice_as_long_as_it_can_be(players, seed, random):
    last = min(5, players // 2)
    drawn = rounds("swiss", players, last, seed, shuffle=random.shuffle)
    assert not any(each.repeats for each in drawn)
    if players % 2:
        assert len({out for each in drawn for out in each.bye}) == last


def test_neighbours_meet():
    drawn = draw("swiss", field(6, (Met(1, (1, 2)),), (1, 2, 3, 4, 5, 6)), 2, "seed")
    assert drawn.matches == ((1, 3), (2, 4), (5, 6))


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 3), st.dictionaries(st.tuples(st.integers(1, 6), st.integers(1, 6)), st.integers(1, 3)))
def test_the_pairs_are_the_best_of_all(half, given_times):
    """Against every pairing there is."""
    order = list(range(1, 2 * half + 1))
    times = Counter({(min(p), max(p)): n for p, n in given_times.items() if p[0] != p[1]})

    def all_of(rest: list[int]):
        if not rest:
            yield []
        for other in rest[1:]:
            for more in all_of([each for each in rest[1:] if each != other]):
                yield [(rest[0], other), *more]

    def cost(pairs):
        return sum(times[pair] for pair in pairs), sum((a - b) ** 2 for a, b in pairs)

    found = best_pairs(order, times, (), Chance("seed", "test"))
    assert cost(found) == min(map(cost, all_of(order)))


# Threes, and the search


@pytest.mark.parametrize("players", range(2, 30))
@pytest.mark.parametrize("rest", ["four", "two", "out"])
def test_an_evening_of_threes(players: int, rest: str):
    for each in rounds("threes", players, 3, settings={"rest": rest}):
        sizes = Counter(len(match) for match in each.matches)
        assert is_partition(each, range(1, players + 1))
        assert not each.bye or rest == "out"
        if players % 3 == 0:
            assert set(sizes) == {3}
        elif players > 5:
            assert sizes[4] + sizes[2] + len(each.bye) <= 2


@pytest.mark.parametrize("players", [9, 12, 15, 18, 21, 24])
def test_threes_meet_nobody_twice_as_long_as_there_is_a_design(players: int):
    assert not any(each.repeats for each in rounds("threes", players, len(design(players))))


def test_byes_go_round():
    out = Counter(each for drawn in rounds("threes", 8, 8, settings={"rest": "out"}) for each in drawn.bye)
    assert set(out.values()) == {2}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(2, 4), min_size=1, max_size=6), st.data())
def test_mending_keeps_everybody_and_never_makes_it_worse(sizes, data):
    everybody = list(range(1, sum(sizes) + 1))
    pairs = st.sampled_from(list(combinations(everybody, 2)))
    times = Counter(data.draw(st.lists(pairs, max_size=30)))
    groups, rest = [], iter(everybody)
    for size in sizes:
        groups.append([next(rest) for _ in range(size)])
    before = [list(group) for group in groups]
    after = mended(groups, times, Chance("seed", "test"))
    assert groups == before
    assert [len(group) for group in after] == sizes
    assert sorted(each for group in after for each in group) == everybody
    assert repeats_in(after, times) <= repeats_in(before, times)
    found = fewest_repeats(everybody, sizes, times, Chance("seed", "test"))
    assert sorted(each for group in found for each in group) == everybody


@pytest.mark.parametrize("system", ["ebre", "threes"])
@pytest.mark.parametrize("players", [6, 7, 12])
def test_seats_at_tables_are_nearly_even(system: str, players: int):
    had = Counter(
        (each, seat) for drawn in rounds(system, players, 6) for t in drawn.tables for seat, each in enumerate(t.order)
    )
    begun = [had[each, 0] for each in range(1, players + 1)]
    assert max(begun) - min(begun) <= (1 if system == "ebre" else 2)


@pytest.mark.parametrize("players", [9, 15, 24])
def test_seats_are_even_after_every_round_of_a_design(players: int):
    drawn = rounds("threes", players, len(design(players)))
    for last in range(1, len(drawn) + 1):
        had = Counter((p, seat) for each in drawn[:last] for t in each.tables for seat, p in enumerate(t.order))
        counts = [[had[player, seat] for seat in range(3)] for player in range(1, players + 1)]
        assert all(max(each) - min(each) <= 1 for each in counts)


@pytest.mark.parametrize("system", ["ebre", "swiss", "threes", "round_robin"])
def test_a_thousand_players(system: str):
    drawn = rounds(system, 1000, 2)
    assert all(is_partition(each, range(1, 1001)) and not each.repeats for each in drawn)


def test_too_few_says_how_many_are_needed():
    with pytest.raises(CannotDrawError) as refused:
        draw("ebre", field(2), 1, "seed")
    assert refused.value.values == {"players": 2, "least": 3}
