"""Standings that are sums over games, one line an entrant; and wins, as tables of any size count them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from tritempo_host.rules.positions import ranked, shared
from tritempo_host.rules.ruleset import Played, Standing


def summed(
    entrants: Sequence[int],
    played: Sequence[Played],
    columns: Sequence[str],
    worth: Callable[[Played, int], Mapping[str, int | Fraction]],
    deductions: Mapping[int, Fraction],
) -> list[Standing]:
    """Standings by `columns`, of which `worth(game, seat)` gives what the game adds; deductions come off the first.

    Beside them each line has `played`, the number of games.
    """
    lines: dict[int, dict[str, Any]] = {each: {**dict.fromkeys(columns, 0), "played": 0} for each in entrants}
    for game in played:
        for seat, entrant in enumerate(game.entrants):
            for column, value in worth(game, seat).items():
                lines[entrant][column] += value
            lines[entrant]["played"] += 1
    for entrant, off in deductions.items():
        lines[entrant][columns[0]] -= off
    return ranked(lines, columns)


def wins(places: Sequence[int], lost: Collection[int] = ()) -> tuple[Fraction, ...]:
    """1 for the first place, shared by those who tie for it; 0 for seats that have `lost` whatever the scores are."""
    won = shared((1,) + (0,) * (len(places) - 1), places)
    return tuple(Fraction(0) if seat in lost else each for seat, each in enumerate(won))
