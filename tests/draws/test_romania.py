"""The Romanian pairing: from the top down, nothing opened again."""

import pytest

from tritempo_host.draws.romania import pair_down

CASES = [
    ("all free", [1, 2, 3, 4, 5, 6], [], [(1, 2), (3, 4), (5, 6)], None, []),
    ("a repeat avoided", [1, 2, 3, 4, 5, 6], [(1, 2)], [(1, 3), (2, 4), (5, 6)], None, []),
    ("a dead end", [1, 2, 3, 4], [(3, 4)], [(1, 2), (3, 4)], None, [(3, 4)]),
    ("odd", [3, 1, 2], [], [(3, 1)], 2, []),
    ("odd, the left over is not the last", [1, 2, 3], [(1, 2)], [(1, 3)], 2, []),
    ("all have met all", [1, 2, 3], [(1, 2), (1, 3), (2, 3)], [(1, 2)], 3, [(1, 2)]),
    ("nobody", [], [], [], None, []),
    ("one", [7], [], [], 7, []),
]


@pytest.mark.parametrize(("name", "ranking", "avoided", "pairs", "out", "forced"), CASES)
def test_pairs_from_the_top(name, ranking, avoided, pairs, out, forced):
    assert pair_down(ranking, avoided) == (pairs, out, forced)
