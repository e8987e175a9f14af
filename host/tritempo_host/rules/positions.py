"""Places: competition ranking (1, 1, 3), what those on shared places get, and lines of standings with their ranks."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tritempo_host.rules.ruleset import Standing


def positions(values: Sequence[Any]) -> tuple[int, ...]:
    """The place of each: 1 and how many are higher. Equal values share a place, and the places behind it stay empty."""
    ordered = sorted(values, reverse=True)
    first: dict[Any, int] = {}
    for place, value in enumerate(ordered, start=1):
        first.setdefault(value, place)
    return tuple(first[value] for value in values)


def shared(prizes: Sequence[int], places: Sequence[int]) -> tuple[Fraction, ...]:
    """What each place gets of `prizes` (first to last): those who tie share the prizes of the places that they fill.

    `prizes` has as many items as `places`. The sum is always that of the prizes.
    """
    filled = {place: prizes[place - 1 : place - 1 + places.count(place)] for place in set(places)}
    return tuple(Fraction(sum(filled[place]), len(filled[place])) for place in places)


def highest(prizes: Sequence[int], places: Sequence[int]) -> tuple[Fraction, ...]:
    """The other reading: all who share a place get the whole prize of it."""
    return tuple(Fraction(prizes[place - 1]) for place in places)


def ranked(lines: Mapping[int, Mapping[str, Any]], columns: Sequence[str]) -> list[Standing]:
    """Standings from the values of each entrant: higher is better in every column, one after the other.

    Those whom no column parts share a rank and stand in the order of their numbers.
    """

    def key(entrant: int) -> tuple[Any, ...]:
        return tuple(lines[entrant][column] for column in columns)

    standings: list[Standing] = []
    order = sorted(sorted(lines), key=key, reverse=True)
    for place, entrant in enumerate(order, start=1):
        above = standings[-1] if standings else None
        parted_by = None
        if above:
            parted_by = next((c for c in columns if lines[entrant][c] != lines[above.entrant][c]), None)
        rank = above.rank if above and parted_by is None else place
        standings.append(Standing(rank, entrant, dict(lines[entrant]), parted_by))
    return standings
