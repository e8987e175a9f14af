"""Who of a team plays at which board (MM, Enfrontaments)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tritempo_host.rules.alphabet import by_surnames


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team. `rating`: the last published barruf, else rasccat; None if he is in neither."""

    number: int
    surnames: str
    name: str
    rating: Fraction | int | None = None


def order(members: Sequence[Member], rating_order: str = "descending") -> tuple[int, ...] | None:
    """The numbers of the players at boards B, G and P; None if nobody is rated, for then the team chooses.

    By rating, "descending" or "ascending" (MM does not say which); no rating counts 0; equal ones by surnames and name.
    """
    if all(each.rating is None for each in members):
        return None
    sign = -1 if rating_order == "descending" else 1

    def key(each: Member):
        return sign * (each.rating or 0), by_surnames(each.surnames, each.name), each.number

    return tuple(each.number for each in sorted(members, key=key))
