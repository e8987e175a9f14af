"""The draws: who meets whom, at which table, in which order, each from a seed that anybody can repeat it with.

Each system is a file; `draw` finds it by its id. docs/draws.md says how they work, with numbers to check a program by.
"""

from tritempo_host.draws import molinenc, romania
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

SYSTEMS: dict[str, System] = {each.id: each for each in (molinenc.SYSTEM, romania.SYSTEM)}

__all__ = ["SYSTEMS", "CannotDrawError", "Drawn", "DrawnTable", "Entrant", "Field", "Met", "Settings", "Step", "System"]


def draw(system: str, field: Field, number: int, seed: str, settings: Settings | None = None) -> Drawn:
    """Draws round `number` (from 1). Raises CannotDrawError, with its reason, for a draw that cannot be made."""
    if system not in SYSTEMS:
        raise CannotDrawError("system", system=system, systems=", ".join(SYSTEMS))
    return SYSTEMS[system].draw(field, number, seed, settings or {})
