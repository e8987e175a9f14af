"""A club evening with three at a table: by chance, with as few repeats as possible. Standings do not matter.

If all tables are of three the rounds of a design are drawn, as for Molinenc Triangular; where it is used up, or players
come and go, a search finds the rounds.
"""

from tritempo_host.draws.groups import fewest_repeats
from tritempo_host.draws.history import times_met
from tritempo_host.draws.model import Drawn, Field, Settings, Step, System, chosen_from
from tritempo_host.draws.molinenc import as_planned, plan
from tritempo_host.draws.seed import Chance, seed_text
from tritempo_host.draws.tables import check_anybody, finished, who_sits_out
from tritempo_host.rules.ruleset import Setting

SETTINGS = (
    Setting("rest", ("four", "two", "out"), "CSM"),  # where threes do not come out: tables of four, of two, or sit out
    Setting("start", ("even", "draw", "tiles"), "CSM [?15]"),
)


def draw(field: Field, number: int, seed: str, settings: Settings) -> Drawn:
    """Round `number`. Raises CannotDrawError for nobody and for one alone; two play a game for two."""
    chosen = chosen_from(SETTINGS, settings)
    seed = seed_text(seed)
    check_anybody(field, 2)
    order = Chance(seed, f"threes/round {number}/out").shuffled(field.numbers)
    sizes = sizes_of(len(order), chosen["rest"])
    bye = who_sits_out(field, order, len(order) - sum(sizes))
    playing = [each for each in field.numbers if each not in bye]
    times = times_met(field.met)
    planned = _planned(playing, field, number, seed) if not bye and set(sizes) == {3} else None
    groups, orders = planned if planned else (None, None)
    if groups is None:
        groups = fewest_repeats(playing, sizes, times, Chance(seed, f"threes/round {number}"))
        groups = [sorted(group) for group in groups]
    orders = None if chosen["start"] == "draw" else orders
    steps = [Step("threes", {"round": number, "players": len(playing), "groups": tuple(map(tuple, groups))})]
    return finished("threes", field, number, seed, groups, steps, bye, (), chosen["start"], orders)


def _planned(
    playing: list[int], field: Field, number: int, seed: str
) -> tuple[list[list[int]], list[tuple[int, ...]]] | None:
    """The round of the design, and the orders at its tables, if it has so many and those before were of it, too."""
    planned = plan(playing, seed, "threes")
    if number > len(planned.rounds) or not as_planned(field.met, number, planned, {}):
        return None
    groups = [list(match) for match in planned.rounds[number - 1]]
    return groups, [square[0] for square in planned.squares[number - 1]]


def sizes_of(players: int, rest: str = "four") -> list[int]:
    """The tables for so many players, those of three first. Who finds no place in them sits out.

    `four`: 7 = 3+4, 8 = 4+4, and 5 = 3+2 since nothing else is possible; `two`: 7 = 3+2+2, 8 = 3+3+2; `out`: 7 = 3+3.
    """
    over = players % 3
    if rest == "out" and players > 3:
        return [3] * (players // 3)
    if over and (rest == "two" or players < 3 or players == 5):
        twos = 3 - over
        return [3] * ((players - 2 * twos) // 3) + [2] * twos
    return [3] * ((players - 4 * over) // 3) + [4] * over


def _sizes(players: int, settings: Settings) -> list[int]:
    return sizes_of(players, settings.get("rest", "four")) if players > 1 else []


SYSTEM = System("threes", draw, _sizes, SETTINGS, planned=True)
