"""Rounds of groups of three in which no two meet twice, from constructions that fit on a page.

A design is a list of rounds, a round a list of triples of places, places counted from 0. Most are made by turning: the
places lie on rings of the same length, perhaps with some in the middle that stand still; one round is given, and the
next comes from it by moving everybody on his ring one step on, as in the circle method of a round robin for two.

| places | rounds | |
|---|---|---|
| 3, 6 | 1 | nothing else is possible |
| 9 | 4 | the affine plane of order 3, turned four steps: a Kirkman triple system |
| 12 | 4 | three sets of four, paired by exclusive or: nothing longer exists |
| 15 | 7 | a Kirkman triple system on two rings of seven and one in the middle |
| 18 | 8 | a nearly Kirkman triple system on four rings of four and two in the middle, two rounds turned |
| 21 | 10 | a Kirkman triple system on three rings of seven: one round turned, three that stay the same |
| 24 | 11 | a nearly Kirkman triple system on two rings of eleven and two in the middle |
| 3n beyond | n, or n/2 if n is even; 20 at most | three rings of n: the second turns by one place, the third by two |

The last is not the longest that exists, but longer than any tournament: five rounds need no more than that.
"""

from collections.abc import Sequence

Round = list[tuple[int, ...]]
ENOUGH = 20  # rounds of a design for more than 24 places

# Of one round on rings: place r * n + x is x on ring r; after the rings come those in the middle.
NINE = [(8, 0, 4), (1, 2, 7), (5, 6, 3)]
FIFTEEN = [(14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10)]
EIGHTEEN = (
    [(5, 12, 17), (7, 8, 16), (0, 4, 10), (9, 13, 14), (2, 3, 11), (1, 6, 15)],
    [(1, 8, 17), (3, 12, 16), (2, 4, 14), (0, 7, 15), (5, 6, 9), (10, 11, 13)],
)
TWENTY_ONE = [(0, 1, 3), (7, 8, 10), (14, 15, 17), (2, 11, 19), (4, 9, 20), (5, 13, 16), (6, 12, 18)]
TWENTY_ONE_STILL = ((0, 7, 14), (0, 10, 15), (0, 11, 20))  # each turned through is one round
TWENTY_FOUR = [
    *((23, 0, 11), (22, 1, 13), (2, 3, 5), (4, 9, 19)),
    *((6, 10, 12), (7, 14, 21), (8, 16, 17), (15, 18, 20)),
]


def design(places: int) -> list[Round]:
    """The rounds for so many places. ValueError for a number that is no multiple of three, or none."""
    if places < 3 or places % 3:
        raise ValueError(f"{places} places cannot be parted into threes")
    made = {
        3: lambda: [[(0, 1, 2)]],
        6: lambda: [[(0, 1, 2), (3, 4, 5)]],
        9: lambda: turned(NINE, ring=8, rings=1, steps=4),
        12: _twelve,
        15: lambda: turned(FIFTEEN, ring=7, rings=2, steps=7),
        18: lambda: [each for one in EIGHTEEN for each in turned(one, ring=4, rings=4, steps=4)],
        21: _twenty_one,
        24: lambda: turned(TWENTY_FOUR, ring=11, rings=2, steps=11),
    }
    return made[places]() if places in made else _three_rings(places // 3)


def turned(round_: Sequence[tuple[int, ...]], ring: int, rings: int, steps: int) -> list[Round]:
    """The round, and those that come of it by moving on all rings one step, two steps, …: `steps` rounds in all."""
    return [[tuple(_moved(place, step, ring, rings) for place in group) for group in round_] for step in range(steps)]


def _moved(place: int, step: int, ring: int, rings: int) -> int:
    return place if place >= ring * rings else place // ring * ring + (place % ring + step) % ring


def _twelve() -> list[Round]:
    # the second set's partner is i xor r, the third's i xor w(r): r xor w(r) takes all four values, too
    return [[(i, 4 + (i ^ r), 8 + (i ^ w)) for i in range(4)] for r, w in enumerate((0, 2, 3, 1))]


def _twenty_one() -> list[Round]:
    still = [[turned([one], 7, 3, 7)[step][0] for step in range(7)] for one in TWENTY_ONE_STILL]
    return [*turned(TWENTY_ONE, ring=7, rings=3, steps=7), *still]


def _three_rings(ring: int) -> list[Round]:
    rounds = min(ring if ring % 2 else ring // 2, ENOUGH)
    return [
        [(i, ring + (i + step) % ring, 2 * ring + (i + 2 * step) % ring) for i in range(ring)] for step in range(rounds)
    ]


def counting_bound(places: int) -> int:
    """More rounds than this cannot be without a repeat: each meets two new ones a round, of all the others."""
    return (places - 1) // 2


def longest(places: int) -> int:
    """The most rounds of threes that exist without a repeat, whether or not `design` has so many.

    6 and 12 fall short of the count: of two groups of three any new three has two from one of them, and for 12 all
    draws were searched (also OEIS A107431). All others reach it, the odd ones by Kirkman triple systems (Ray-Chaudhuri
    and Wilson 1971), the even ones by nearly Kirkman ones, which leave each place one that it never meets and exist
    from 18 on (Kotzig and Rosa 1974; Baker and Wilson 1977; Brouwer 1978; Rees and Stinson 1987).
    """
    if places < 3 or places % 3:
        raise ValueError(f"{places} places cannot be parted into threes")
    return {6: 1, 12: 4}.get(places, counting_bound(places))
