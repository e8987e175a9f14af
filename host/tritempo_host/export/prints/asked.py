"""What the sheet of a game on paper has: the fields of the form into which it is typed later, and what paper needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tritempo.control import PRESETS, preset
from tritempo_host.tournament.entering import form_of
from tritempo_host.tournament.fixtures import control_of
from tritempo_host.tournament.state import Game, Tournament

# In the order of the sheet. "final" and "trump" are on paper only: the program works out the one, a log has the other.
ROWS = ("scores", "racks", "overtime_ms", "adjust", "final", "scrabbles", "trump", "words")


@dataclass(frozen=True, slots=True)
class Asked:
    """`ends`: how the game can end. `rows`: what is written for each player below the turns. `absent`, `full_turns`:
    whether it is asked who did not come, and how many turns all players finished."""

    ends: tuple[str, ...]
    rows: tuple[str, ...]
    absent: bool
    full_turns: bool


def asked(tournament: Tournament, game: Game) -> Asked:
    """What is asked at this table."""
    form = form_of(tournament, game)
    control = _control(tournament, len(game.players))
    rows = {*form.rows, "final", "words"}
    if control and control["at_zero"] != "penalty":
        rows -= {"overtime_ms"}  # with this clock nobody has any that costs
    if game.trumps or (control and control["trumps"]):
        rows |= {"trump"}
    return Asked(
        ends=tuple(end.code for end in form.ends),
        rows=tuple(row for row in ROWS if row in rows),
        absent="absent" in form.rows,
        full_turns="full_turns" in form.facts,
    )


def _control(tournament: Tournament, seats: int) -> Mapping[str, Any] | None:
    """The time control of a game, if it is a preset: a file is not opened for a sheet."""
    name = control_of(tournament, seats)
    return preset(name) if name in PRESETS else None
