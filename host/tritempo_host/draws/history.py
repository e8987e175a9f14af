"""What the rounds before say: who has met whom, who sat out, who sat where."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tritempo_host.draws.model import Met, Pair


def pair(one: int, other: int) -> Pair:
    """Two entrants as a pair: the lower number first."""
    return (one, other) if one < other else (other, one)


def pairs(group: Iterable[int]) -> list[Pair]:
    """All pairs of a match."""
    return list(combinations(sorted(group), 2))


def times_met(met: Iterable[Met]) -> Counter[Pair]:
    """How often each pair has met."""
    return Counter(each for match in met for each in pairs(match.entrants))


def repeats(matches: Iterable[Sequence[int]], times: Counter[Pair]) -> tuple[Pair, ...]:
    """The pairs of these matches that have met before, in the order of the matches."""
    return tuple(each for match in matches for each in pairs(match) if times[each])


def seats_had(met: Iterable[Met]) -> Counter[tuple[int, int, int]]:
    """How often (entrant, board from 0, seat from 0) has been; single players have board 0 only."""
    return Counter(
        (entrant, board, seat)
        for match in met
        for board, order in enumerate(match.orders)
        for seat, entrant in enumerate(order)
    )
