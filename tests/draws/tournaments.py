"""Tournaments for the tests of the draws: rounds drawn one after the other, with standings by chance."""

from itertools import combinations

from hypothesis import strategies as st

from tritempo_host.draws import Drawn, Entrant, Field, Met, draw, played

seeds = st.text(min_size=1, max_size=12).filter(lambda text: text.strip() and text.isprintable())


def field(count: int, met: tuple[Met, ...] = (), ranking: tuple[int, ...] = ()) -> Field:
    return Field(tuple(map(Entrant, range(1, count + 1))), met, ranking)


def rounds(system: str, count: int, last: int, seed: str = "seed", settings=None, shuffle=None) -> list[Drawn]:
    """Rounds 1 to `last`. `shuffle(numbers)` gives the standings before each round; else the last are first."""
    met: tuple[Met, ...] = ()
    drawn = []
    for number in range(1, last + 1):
        ranking = list(range(count, 0, -1))
        if shuffle:
            shuffle(ranking)
        drawn.append(draw(system, field(count, met, tuple(ranking)), number, seed, settings))
        met += played(drawn[-1])
    return drawn


def pairs_of(drawn: Drawn) -> list[tuple[int, int]]:
    return [pair for match in drawn.matches for pair in combinations(sorted(match), 2)]


def is_partition(drawn: Drawn, entrants) -> bool:
    """Everybody exactly once, in a match or sitting out; and each match at its tables, all of it."""
    everybody = sorted([each for match in drawn.matches for each in match] + list(drawn.bye))
    tables = {m: [t for t in drawn.tables if t.match == m] for m in range(1, len(drawn.matches) + 1)}
    return (
        everybody == sorted(entrants)
        and [t.number for t in drawn.tables] == list(range(1, len(drawn.tables) + 1))
        and all(
            len(tables[m]) == (3 if drawn.system == "molinenc" else 1)
            and all(sorted(t.order) == sorted(match) for t in tables[m])
            for m, match in enumerate(drawn.matches, 1)
        )
    )
