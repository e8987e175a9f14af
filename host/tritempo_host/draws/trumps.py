"""The deal of the trump cards (MM, Trumps): six kinds a table, three of them dealt, one to each player."""

from collections.abc import Iterable

from tritempo_host.draws.model import DrawnTable
from tritempo_host.draws.seed import Chance

CARDS = ("canvi", "prorroga", "rescat", "tornar", "salva", "triple")


def deal(seed: str, number: int, tables: Iterable[DrawnTable]) -> dict[int, dict[int, str]]:
    """{table: {seat from 1: card}} for each table of three: the six shuffled, the first three in the order of play.

    Each table has a stream of its own, `trumps/round R/table T`: a table can be dealt again alone, to check it.
    """
    dealt = {}
    for table in tables:
        if len(table.order) == 3:
            cards = Chance(seed, f"trumps/round {number}/table {table.number}").shuffled(CARDS)
            dealt[table.number] = {seat: cards[seat - 1] for seat in (1, 2, 3)}
    return dealt
