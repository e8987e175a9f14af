"""The draws: who meets whom, at which table, in which order, each from a seed that anybody can repeat it with.

Each system is a file; `draw` finds it by its id. docs/draws.md says how they work, with numbers to check a program by.
"""

from dataclasses import replace

from tritempo_host.draws import ebre, molinenc, romania, round_robin, swiss, threes
from tritempo_host.draws.model import (
    CannotDrawError,
    Drawn,
    DrawnTable,
    Entrant,
    Field,
    Met,
    Settings,
    Step,
    System,
)

SYSTEMS: dict[str, System] = {
    each.SYSTEM.id: each.SYSTEM for each in (molinenc, romania, ebre, swiss, round_robin, threes)
}

__all__ = [
    "SYSTEMS",
    "CannotDrawError",
    "Drawn",
    "DrawnTable",
    "Entrant",
    "Field",
    "Met",
    "Settings",
    "Step",
    "System",
    "draw",
    "played",
]


def draw(system: str, field: Field, number: int, seed: str, settings: Settings | None = None) -> Drawn:
    """Draws round `number` (from 1). Raises CannotDrawError, with its reason, for a draw that cannot be made."""
    if system not in SYSTEMS:
        raise CannotDrawError("system", system=system, systems=", ".join(SYSTEMS))
    if number < 1:
        raise CannotDrawError("round", round=number)
    numbers = [each.number for each in field.entrants]
    if len(set(numbers)) < len(numbers):
        raise CannotDrawError("twice", entrant=next(each for each in numbers if numbers.count(each) > 1))
    drawn = SYSTEMS[system].draw(field, number, seed, settings or {})
    return replace(drawn, explain=(Step("entrants", {"numbered": field.numbers}), *drawn.explain))


def played(drawn: Drawn) -> tuple[Met, ...]:
    """A drawn round as one of the rounds before: for the draw of the next."""
    orders = [tuple(t.order for t in drawn.tables if t.match == m) for m in range(1, len(drawn.matches) + 1)]
    matches = [Met(drawn.round, match, order) for match, order in zip(drawn.matches, orders, strict=True)]
    return (*matches, *(Met(drawn.round, (out,)) for out in drawn.bye))
