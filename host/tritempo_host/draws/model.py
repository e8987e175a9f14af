"""What a draw is made from and what comes out: the same shapes for every system.

Entrants (teams, or players who take part alone) are known by their numbers, from 1 in order of entry. A draw knows no
names, so that two tournaments with the same numbers, history and seed are drawn alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tritempo_host.rules.ruleset import Setting

Pair = tuple[int, int]  # two entrants, the lower number first


class CannotDrawError(ValueError):
    """This draw cannot be made. `code` is a word `cannot_…` of words/draws.toml, `values` are its fields."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(f"{code} {values}" if values else code)
        self.code = code
        self.values: dict[str, Any] = values


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who takes part in this round. `club`: None if unknown; only equal clubs are the same club."""

    number: int
    club: str | None = None


@dataclass(frozen=True, slots=True)
class Met:
    """A match of a round before. One entrant alone: sat out.

    `orders`: the entrants of each of its tables in the order of play, a team's boards in their order; () if unknown.
    """

    round: int
    entrants: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """All that a draw may look at, beside the seed.

    `entrants`: who takes part in this round, in any order. `met`: the matches of all rounds before, of those who left
    as well. `ranking`: entrants by the standings, best first; who is missing in it (a late entry) comes last, in the
    order of entry; () before the first round.
    """

    entrants: tuple[Entrant, ...]
    met: tuple[Met, ...] = ()
    ranking: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The entrants' numbers, lowest first."""
        return tuple(sorted(each.number for each in self.entrants))

    @property
    def ranked(self) -> tuple[int, ...]:
        """The entrants' numbers, best first, all of this round and nobody else."""
        here = set(self.numbers)
        known = [number for number in dict.fromkeys(self.ranking) if number in here]
        return (*known, *sorted(here - set(known)))


@dataclass(frozen=True, slots=True)
class Step:
    """One step of how a draw came about: `code` is a word `step_…` of words/draws.toml, `values` are its fields."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """`number`: from 1 in the round. `match`: from 1. `board`: B, G, P or None. `order`: entrants in order of play."""

    number: int
    match: int
    board: str | None
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as drawn. Every entrant is in exactly one match, or in `bye`.

    `repeats`: pairs of this round who have met before. `forced`: pairs that break what the system avoids (a repeat, the
    same club) because nothing else was left. `trumps`: {table: {seat from 1: card}}, {} if none are dealt.
    """

    system: str
    round: int
    seed: str
    matches: tuple[tuple[int, ...], ...]
    tables: tuple[DrawnTable, ...]
    bye: tuple[int, ...] = ()
    repeats: tuple[Pair, ...] = ()
    forced: tuple[Pair, ...] = ()
    trumps: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    explain: tuple[Step, ...] = ()


Settings = Mapping[str, Any]


def chosen_from(known: tuple[Setting, ...], given: Settings) -> dict[str, Any]:
    """All settings of a system: as given, else the default. Raises CannotDrawError for a choice that there is not."""
    chosen = {each.key: given.get(each.key, each.default) for each in known}
    for each in known:
        if chosen[each.key] not in each.choices:
            words = ({True: "yes", False: "no"}.get(one, one) for one in each.choices)
            raise CannotDrawError(
                "setting", setting=each.key, value=chosen[each.key], choices=", ".join(map(str, words))
            )
    return chosen


@dataclass(frozen=True, slots=True)
class System:
    """A way to draw. `draw(field, round, seed, settings)` raises CannotDrawError; settings left out are the default.

    `sizes(entrants, settings)`: how many sit at each table where so many take part; () where there is no draw."""

    id: str
    draw: Callable[[Field, int, str, Settings], Drawn]
    sizes: Callable[[int, Settings], Sequence[int]]
    settings: tuple[Setting, ...] = ()
    teams: bool = False  # for teams of three boards
    planned: bool = False  # rounds together, so that nobody meets twice: not from the standings alone
