"""Groups with as few repeats as a search finds: where no construction fits, because the field or the wish is odd.

The search counts its steps, never the time, so that it ends the same on every computer.
"""

from collections.abc import Iterator, Mapping, Sequence
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

    The first group with repeats that a swap helps gives up the member who repeats most, for another of anywhere: the
    nearest by `near` (a place for each number; else in the order of the groups) with whom the two groups have the least
    repeats. Where no swap helps, a member of such a group is swapped for anybody by chance, so often as KICKS says. The
    best that was seen is the result.
    """
    search = _Search(groups, times, near)
    best, best_cost = search.copy(), search.cost
    kicks = 0
    while best_cost and len(groups) > 1:
        swap = search.best_swap()
        if swap is None:
            if kicks == KICKS:
                break
            kicks += 1
            swap = search.any_swap(chance)
        search.swap(*swap)
        if search.cost < best_cost:
            best, best_cost = search.copy(), search.cost
    return best


class _Search:
    """The groups while they are being mended, with what each of them costs."""

    def __init__(self, groups: Groups, times: Mapping[Pair, int], near: Mapping[int, int] | None) -> None:
        self.groups = [list(group) for group in groups]
        self.times = times
        self.home = {number: g for g, group in enumerate(groups) for number in group}
        self.costs = [repeats_in([group], times) for group in groups]
        self.row = sorted(self.home, key=lambda number: near[number]) if near else list(self.home)
        self.place = {number: n for n, number in enumerate(self.row)}

    @property
    def cost(self) -> int:
        return sum(self.costs)

    def copy(self) -> Groups:
        return [list(group) for group in self.groups]

    def swap(self, mine: int, theirs: int) -> None:
        g, h = self.home[mine], self.home[theirs]
        i, j = self.groups[g].index(mine), self.groups[h].index(theirs)
        self.groups[g][i], self.groups[h][j] = theirs, mine
        self.home[mine], self.home[theirs] = h, g
        for group in (g, h):
            self.costs[group] = repeats_in([self.groups[group]], self.times)

    def best_swap(self) -> tuple[int, int] | None:
        """Two members whose swap saves something, as `mended` says, or None."""
        for g, cost in enumerate(self.costs):
            if not cost:
                continue
            members = sorted(self.groups[g], key=lambda number: (-self._with(number, g), self.place[number]))
            best: tuple[int, tuple[int, int]] | None = None
            for mine in members:
                here = self._with(mine, g)
                if not here or (best and best[0] <= -here):
                    break
                for theirs in self._from(mine):
                    h = self.home[theirs]
                    if h == g:
                        continue
                    change = (
                        self._with(theirs, g, without=mine)
                        + self._with(mine, h, without=theirs)
                        - here
                        - self._with(theirs, h)
                    )
                    if change < min(0, best[0] if best else 0):
                        best = (change, (mine, theirs))
                        if change <= -here:
                            break
            if best:
                return best[1]
        return None

    def any_swap(self, chance: Chance) -> tuple[int, int]:
        """One of a group with repeats, and one of another group."""
        bad = [g for g, cost in enumerate(self.costs) if cost]
        g = bad[chance.below(len(bad))]
        h = chance.below(len(self.groups) - 1)
        h += h >= g
        mine, theirs = self.groups[g], self.groups[h]
        return mine[chance.below(len(mine))], theirs[chance.below(len(theirs))]

    def _with(self, number: int, g: int, without: int | None = None) -> int:
        """Repeats of a number with the members of a group, one of them left out."""
        return sum(self.times.get(pair(number, other), 0) for other in self.groups[g] if other not in (number, without))

    def _from(self, number: int) -> Iterator[int]:
        """All others, the nearest in the row first."""
        place = self.place[number]
        for step in range(1, len(self.row)):
            for other in (place + step, place - step):
                if 0 <= other < len(self.row):
                    yield self.row[other]


def table_sizes(players: int) -> list[int]:
    """Tables of four, and as few of three as the number needs, those last: 9 is 3+3+3, 10 is 4+3+3, 11 is 4+4+3.

    [] if there is no such parting: for 1, 2 and 5 players, and for none.
    """
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    return [] if players < 1 or fours < 0 else [4] * fours + [3] * threes
