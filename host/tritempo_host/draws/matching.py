"""Pairs that are the best as a whole: a matching of least cost, found by a library (rustworkx, Edmonds' algorithm)."""

from collections.abc import Collection, Mapping, Sequence

from tritempo_host.draws.history import pair
from tritempo_host.draws.model import Pair
from tritempo_host.draws.seed import Chance

NEAR = 16  # with more players than ALL, who is further apart in the order is not looked at
ALL = 100
NOISE = 2**20  # what chance adds, so that the best is one only: less than any real difference


def best_pairs(
    order: Sequence[int], times: Mapping[Pair, int], avoided: Collection[Pair], chance: Chance, by_place: bool = True
) -> list[Pair]:
    """Pairs of an even number of players, those placed best in the order first, in each the better placed first.

    What counts, in this order: as few repeats as possible, each as often as it has been; as few pairs of `avoided`;
    with `by_place` the sum of the squares of how far partners are apart in the order; chance.
    """
    # imported here: it takes a tenth of a second, and few commands draw
    import rustworkx

    reach = len(order) if len(order) <= ALL else NEAR
    farthest = len(order) * reach * reach if by_place else 1  # no sum of squares is as much
    one_avoided, one_repeat = farthest, farthest * len(order)
    edges: list[tuple[int, int, int]] = []
    for first in range(len(order)):
        for other in range(first + 1, min(first + reach + 1, len(order))):
            one = pair(order[first], order[other])
            cost = times.get(one, 0) * one_repeat + (one in avoided) * one_avoided
            cost += (other - first) ** 2 if by_place else 0
            edges.append((first, other, cost * NOISE * len(order) + chance.below(NOISE)))
    most = max((cost for _, _, cost in edges), default=0)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(order)))
    graph.add_edges_from([(first, other, most - cost) for first, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    return [(order[first], order[other]) for first, other in sorted((min(each), max(each)) for each in found)]
