"""The constructions: each round a partition, no two twice, and as long as their table says."""

from itertools import combinations

import pytest

from tritempo_host.draws.designs import counting_bound, design, longest

# OEIS A107431 (T(n, 3), n groups) for 9 to 21; 18 and 24 are nearly Kirkman, 27 and 33 Kirkman triple systems.
KNOWN = {3: 1, 6: 1, 9: 4, 12: 4, 15: 7, 18: 8, 21: 10, 24: 11, 27: 13, 33: 16}


@pytest.mark.parametrize("places", range(3, 151, 3))
def test_no_two_meet_twice(places: int):
    rounds = design(places)
    for each in rounds:
        assert sorted(place for group in each for place in group) == list(range(places))
    met = [pair for each in rounds for group in each for pair in combinations(sorted(group), 2)]
    assert len(met) == len(set(met)) == places * len(rounds)
    assert len(rounds) <= longest(places) <= counting_bound(places)


@pytest.mark.parametrize(("places", "rounds"), KNOWN.items())
def test_the_longest_that_exist(places: int, rounds: int):
    assert longest(places) == rounds
    if places <= 24:
        assert len(design(places)) == rounds


@pytest.mark.parametrize("places", range(15, 151, 3))
def test_there_are_enough_for_a_tournament_of_five_rounds(places: int):
    assert len(design(places)) >= 5


@pytest.mark.parametrize("places", [-3, 0, 1, 8, 10])
def test_other_numbers_cannot_be_parted(places: int):
    for function in (design, longest):
        with pytest.raises(ValueError, match="cannot be parted"):
            function(places)
