"""The Romanian pairing: from the top down, nothing opened again; late entries; who begins."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from draws.tournaments import field, is_partition, rounds
from tritempo_host.draws import Entrant, Field, Met, draw, played
from tritempo_host.draws.romania import pair_down, same_club

CASES = [
    ("all free", [1, 2, 3, 4, 5, 6], [], [(1, 2), (3, 4), (5, 6)], None, []),
    ("a repeat avoided", [1, 2, 3, 4, 5, 6], [(1, 2)], [(1, 3), (2, 4), (5, 6)], None, []),
    ("a dead end", [1, 2, 3, 4], [(3, 4)], [(1, 2), (3, 4)], None, [(3, 4)]),
    ("odd", [3, 1, 2], [], [(3, 1)], 2, []),
    ("odd, the left over is not the last", [1, 2, 3], [(1, 2)], [(1, 3)], 2, []),
    ("all have met all", [1, 2, 3], [(1, 2), (1, 3), (2, 3)], [(1, 2)], 3, [(1, 2)]),
    ("the next, whatever, not the last", [1, 2, 3, 4], [(1, 2), (1, 3), (1, 4)], [(1, 2), (3, 4)], None, [(1, 2)]),
    ("nobody", [], [], [], None, []),
    ("one", [7], [], [], 7, []),
]


@pytest.mark.parametrize(("name", "ranking", "avoided", "pairs", "out", "forced"), CASES)
def test_pairs_from_the_top(name, ranking, avoided, pairs, out, forced):
    assert pair_down(ranking, avoided) == (pairs, out, forced)


def test_the_last_may_sit_out_from_the_outset():
    assert pair_down([1, 2, 3], [(1, 2)], last_out=True) == ([(1, 2)], 3, [(1, 2)])


def test_where_clubs_and_repeats_leave_nobody():
    """Literally the next, whatever; or the next who has not been met, club or not [?18]."""
    entrants = tuple(Entrant(n, "A") for n in range(1, 5))
    ahead = Field(entrants, (Met(1, (1, 2)), Met(1, (3, 4))), (1, 2, 3, 4))
    drawn = draw("romania", ahead, 2, "seed")
    assert drawn.matches == ((1, 2), (3, 4)) and drawn.repeats == drawn.forced == ((1, 2), (3, 4))
    drawn = draw("romania", ahead, 2, "seed", {"forced": "unmet"})
    assert drawn.matches == ((1, 3), (2, 4)) and not drawn.repeats and drawn.forced == ((1, 3), (2, 4))


def by_the_book(ranking: list[int], may_not: set[frozenset[int]]):
    """The rule once more, read plainly: go down the list; who is not paired yet looks down it for a partner."""
    partner: dict[int, int] = {}
    forced = []
    for place, player in enumerate(ranking):
        if player in partner:
            continue
        below = [each for each in ranking[place + 1 :] if each not in partner]
        allowed = [each for each in below if frozenset((player, each)) not in may_not]
        if allowed or below:
            chosen = (allowed or below)[0]
            partner[player], partner[chosen] = chosen, player
            if not allowed:
                forced.append((player, chosen))
    pairs = [(player, partner[player]) for player in ranking if player in partner]
    seen: set[int] = set()
    pairs = [pair for pair in pairs if not (set(pair) & seen or seen.update(pair))]
    out = [player for player in ranking if player not in partner]
    return pairs, out[0] if out else None, forced


@given(st.permutations(range(1, 12)), st.integers(0, 11), st.sets(st.tuples(st.integers(1, 11), st.integers(1, 11))))
def test_it_is_the_rule_read_plainly(order, count, met):
    ranking = order[:count]
    avoided = {(min(pair), max(pair)) for pair in met if pair[0] != pair[1]}
    assert pair_down(ranking, avoided) == by_the_book(ranking, {frozenset(pair) for pair in avoided})


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 20), st.integers(2, 6), st.randoms())
def test_later_rounds_follow_the_standings(count, last, random):
    met: tuple[Met, ...] = ()
    times: set[tuple[int, int]] = set()
    for number in range(1, last + 1):
        ranking = list(range(1, count + 1))
        random.shuffle(ranking)
        drawn = draw("romania", field(count, met, tuple(ranking)), number, "seed")
        if number > 1:
            pairs, out, forced = by_the_book(ranking, {frozenset(pair) for pair in times})
            assert (list(drawn.matches), drawn.bye) == (pairs, (out,) if out else ())
            assert [set(pair) for pair in drawn.forced] == [set(pair) for pair in forced]
        times |= {(min(match), max(match)) for match in drawn.matches}
        met += played(drawn)


def test_one_club_counts_as_met_and_no_club_is_nobodys():
    clubs = {1: "A", 2: "A", 3: None, 4: None, 5: ""}
    assert same_club([1, 2, 3, 4, 5], clubs) == {(1, 2)}
    entrants = tuple(Entrant(n, "A" if n < 3 else None) for n in range(1, 5))
    ahead = Field(entrants, ranking=(1, 2, 3, 4))
    assert draw("romania", ahead, 2, "seed").matches == ((1, 3), (2, 4))
    assert draw("romania", ahead, 2, "seed", {"same_club": False}).matches == ((1, 2), (3, 4))


def test_a_late_entry_comes_last_in_the_standings():
    """Two of them, in the order of entry; the one who is over sits out."""
    ahead = Field(tuple(map(Entrant, (1, 2, 3, 4, 5, 6, 7))), ranking=(4, 2, 1, 3, 5))
    drawn = draw("romania", ahead, 2, "seed")
    assert drawn.matches == ((4, 2), (1, 3), (5, 6)) and drawn.bye == (7,)


def test_who_left_is_not_drawn_though_the_standings_have_him():
    drawn = draw("romania", Field(tuple(map(Entrant, (1, 3, 4))), ranking=(1, 2, 3, 4)), 2, "seed")
    assert drawn.matches == ((1, 3),) and drawn.bye == (4,)


def test_who_begins_is_drawn_or_even():
    drawn = [each for n in range(100) for each in draw("romania", field(2), 1, f"{n}").tables]
    assert 30 < Counter(table.order for table in drawn)[1, 2] < 70
    begun = Counter(t.order[0] for each in rounds("romania", 2, 10, settings={"start": "even"}) for t in each.tables)
    assert begun == {1: 5, 2: 5}


def test_a_thousand_players():
    drawn = rounds("romania", 1000, 3)
    assert all(is_partition(each, range(1, 1001)) for each in drawn)
