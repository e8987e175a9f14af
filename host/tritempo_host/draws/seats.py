"""Who begins and in which order: as even over the rounds as one round can make it, by chance where that is equal."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from tritempo_host.draws.seed import Chance

Had = Counter[tuple[int, int, int]]  # how often (entrant, board, seat) has been


def order_table(group: Sequence[int], had: Had, chance: Chance) -> tuple[int, ...]:
    """The order at a table of two, three or four single players: the one whose seats have been least often so far.

    A seat that a player has had k times costs 2k + 1, a first seat four times as much; of the cheapest orders chance
    takes one.
    """
    orders = list(permutations(sorted(group)))
    costs = [sum(_cost(had, entrant, 0, seat) for seat, entrant in enumerate(order)) for order in orders]
    return _cheapest(orders, costs, chance)


def order_match(teams: Sequence[int], had: Had, chance: Chance) -> tuple[tuple[int, ...], ...]:
    """The orders at the three boards of a match of three teams: each team has each seat once (a Latin square).

    Of the twelve squares it is the one whose seats have been least often at each team's boards so far, counted as in
    `order_table`; of the cheapest chance takes one.
    """
    squares = latin_squares(sorted(teams))
    costs = [
        sum(_cost(had, team, board, seat) for board, order in enumerate(square) for seat, team in enumerate(order))
        for square in squares
    ]
    return _cheapest(squares, costs, chance)


def latin_squares(items: Sequence[int]) -> list[tuple[tuple[int, ...], ...]]:
    """All squares of three rows in which each of the three items is once in each row and column, in one fixed order."""
    rows = list(permutations(items))
    return [
        (a, b, c)
        for a in rows
        for b in rows
        for c in rows
        if all(len({a[place], b[place], c[place]}) == 3 for place in range(3))
    ]


def _cost(had: Had, entrant: int, board: int, seat: int) -> int:
    return (2 * had[entrant, board, seat] + 1) * (4 if seat == 0 else 1)


def _cheapest(choices, costs: list[int], chance: Chance):
    least = min(costs)
    best = [choice for choice, cost in zip(choices, costs, strict=True) if cost == least]
    return best[chance.below(len(best))] if len(best) > 1 else best[0]
