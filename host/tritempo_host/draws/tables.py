"""One table a match: what the systems for single players have in common once it is known who meets whom."""

from collections.abc import Collection, Sequence

from tritempo_host.draws.history import pair, repeats, seats_had, times_met
from tritempo_host.draws.model import CannotDrawError, Drawn, DrawnTable, Field, Pair, Settings, Step
from tritempo_host.draws.seats import order_table
from tritempo_host.draws.seed import Chance


def check_anybody(field: Field, least: int) -> None:
    """Raises CannotDrawError where there are fewer entrants than a table needs."""
    if not field.entrants:
        raise CannotDrawError("nobody")
    if len(field.entrants) < least:
        raise CannotDrawError("too_few", players=len(field.entrants), least=least)


def pairs_of(entrants: int, settings: Settings) -> list[int]:
    """The tables of a system for two: an odd one sits out."""
    return [2] * (entrants // 2)


def who_sits_out(field: Field, order: Sequence[int], count: int) -> tuple[int, ...]:
    """So many of those who have sat out least often so far; of these the last of the order."""
    times = dict.fromkeys(order, 0)
    for match in field.met:
        if len(match.entrants) == 1 and match.entrants[0] in times:
            times[match.entrants[0]] += 1
    place = {number: n for n, number in enumerate(order)}
    return tuple(sorted(order, key=lambda number: (times[number], -place[number]))[:count])


def finished(
    system: str,
    field: Field,
    number: int,
    seed: str,
    matches: Sequence[Sequence[int]],
    steps: Sequence[Step],
    bye: tuple[int, ...] = (),
    forced: Collection[Pair] = (),
    start: str = "even",
    orders: Sequence[tuple[int, ...]] | None = None,
) -> Drawn:
    """The round with its tables. `start`: even (who has had a seat least often), draw (chance alone), tiles (the tiles
    tell who begins; the order is that in which they sit). `orders`: where the system has its own.
    """
    times = times_met(field.met)
    if orders is None:
        chance = Chance(seed, f"{system}/round {number}/start")
        had = seats_had(() if start == "draw" else field.met)
        orders = [order_table(group, had, chance) for group in matches]
    tables = tuple(DrawnTable(n, n, None, order) for n, order in enumerate(orders, 1))
    again = repeats(matches, times)
    told = [*steps, *(Step("out", {"entrant": each}) for each in bye)]
    told += [Step("sits" if start == "tiles" else "begins", {"table": t.number, "order": t.order}) for t in tables]
    told += [Step("repeat", {"first": a, "other": b, "times": times[a, b] + 1}) for a, b in again]
    return Drawn(
        system=system,
        round=number,
        seed=seed,
        matches=tuple(tuple(group) for group in matches),
        tables=tables,
        bye=bye,
        repeats=again,
        forced=tuple(pair(*each) for each in forced),
        explain=tuple(told),
    )
