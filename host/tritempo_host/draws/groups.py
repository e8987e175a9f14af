"""Groups with as few repeats as a search finds: where no construction fits, because the field or the wish is odd.

The search counts its steps, never the time, so that it ends the same on every computer.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tritempo_host.draws.history import pair
from tritempo_host.draws.model import Pair
from tritempo_host.draws.seed import Chance

Groups = list[list[int]]
TRIES = 12  # starts from another order
KICKS = 30  # swaps by chance, in one try, where no swap helps


def repeats_in(groups: Sequence[Sequence[int]], times: Mapping[Pair, int]) -> int:
    """How many pairs of these groups have met before, each as often as it has."""
    return sum(times.get(pair(one, other), 0) for group in groups for one, other in combinations(group, 2))


def fewest_repeats(
    numbers: Sequence[int], sizes: Sequence[int], times: Mapping[Pair, int], chance: Chance, tries: int = TRIES
) -> Groups:
    """Parts the numbers into groups of these sizes, by chance, with as few repeats as the search finds.

    Each try takes another order, fills group after group with the next who repeats least, and then swaps as `mended`
    does. The first try without a repeat is taken, else the best. With nobody met it is the first order as it is.
    """
    best: Groups | None = None
    for _ in range(tries):
        groups = _filled(chance.shuffled(numbers), sizes, times)
        groups = mended(groups, times, chance)
        if best is None or repeats_in(groups, times) < repeats_in(best, times):
            best = groups
        if repeats_in(best, times) == 0:
            break
    return best or []


def _filled(order: list[int], sizes: Sequence[int], times: Mapping[Pair, int]) -> Groups:
    groups: Groups = []
    rest = order
    for size in sizes:
        group: list[int] = []
        for _ in range(size):
            least = None
            for place, number in enumerate(rest):
                cost = sum(times.get(pair(number, other), 0) for other in group)
                if least is None or cost < least[0]:
                    least = (cost, place)
                if cost == 0:
                    break
            assert least is not None  # the sizes add up to the numbers
            group.append(rest.pop(least[1]))
        groups.append(group)
    return groups


def mended(groups: Groups, times: Mapping[Pair, int], chance: Chance, near: Mapping[int, int] | None = None) -> Groups:
    """Swaps members of groups with repeats for others as long as that helps. The groups given are not changed.

    A swap may be made with anybody of another group; the one that saves most repeats is made, of equal ones that whose
    two are nearest to each other by `near` (a place for each number), then the first. Where none helps, a member of a
    group with repeats is swapped for anybody by chance, so often as KICKS says; the best that was seen is the result.
    """
    now = [list(group) for group in groups]
    best, best_cost = [list(group) for group in now], repeats_in(now, times)
    kicks = 0
    while best_cost and len(now) > 1:
        swap = _best_swap(now, times, near)
        if swap is None:
            if kicks == KICKS:
                break
            kicks += 1
            swap = _any_swap(now, times, chance)
        (g, i), (h, j) = swap
        now[g][i], now[h][j] = now[h][j], now[g][i]
        cost = repeats_in(now, times)
        if cost < best_cost:
            best, best_cost = [list(group) for group in now], cost
    return best


def _with_repeats(groups: Groups, times: Mapping[Pair, int]) -> list[int]:
    return [g for g, group in enumerate(groups) if repeats_in([group], times)]


def _best_swap(
    groups: Groups, times: Mapping[Pair, int], near: Mapping[int, int] | None
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The swap that saves most, of the first group with repeats that any swap helps; None if there is none."""
    for g in _with_repeats(groups, times):
        best: tuple[tuple[int, int], tuple[tuple[int, int], tuple[int, int]]] | None = None
        for i, mine in enumerate(groups[g]):
            left = [each for each in groups[g] if each != mine]
            here = _cost(mine, left, times)
            if not here:
                continue
            for h, other in enumerate(groups):
                if h == g:
                    continue
                for j, theirs in enumerate(other):
                    rest = other[:j] + other[j + 1 :]
                    change = _cost(theirs, left, times) + _cost(mine, rest, times) - here - _cost(theirs, rest, times)
                    if change < 0:
                        rank = (change, abs(near[mine] - near[theirs]) if near else 0)
                        if best is None or rank < best[0]:
                            best = (rank, ((g, i), (h, j)))
        if best is not None:
            return best[1]
    return None


def _cost(number: int, group: Sequence[int], times: Mapping[Pair, int]) -> int:
    return sum(times.get(pair(number, other), 0) for other in group)


def _any_swap(groups: Groups, times: Mapping[Pair, int], chance: Chance) -> tuple[tuple[int, int], tuple[int, int]]:
    bad = _with_repeats(groups, times)
    g = bad[chance.below(len(bad))]
    h = chance.below(len(groups) - 1)
    h += h >= g
    return (g, chance.below(len(groups[g]))), (h, chance.below(len(groups[h])))


def table_sizes(players: int) -> list[int]:
    """Tables of four, and as few of three as the number needs, those last: 9 is 3+3+3, 10 is 4+3+3, 11 is 4+4+3.

    [] if there is no such parting: for 1, 2 and 5 players, and for none.
    """
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    return [] if players < 1 or fours < 0 else [4] * fours + [3] * threes
