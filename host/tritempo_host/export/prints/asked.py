"""What the sheet of a game has to say, from the rule set and the time control: which rows and boxes it needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tritempo.control import PRESETS, preset
from tritempo_host.tournament.fixtures import control_of
from tritempo_host.tournament.state import Game, Tournament


@dataclass(frozen=True, slots=True)
class Asked:
    """`ends`: how a game can end. `rows`: what is written for each player below the turns, in order.
    `full_turns`: whether it is asked how many turns all players finished."""

    ends: tuple[str, ...]
    rows: tuple[str, ...]
    full_turns: bool


def asked(tournament: Tournament, game: Game) -> Asked:
    """What is asked at this table. A sitting out has no sheet."""
    rules = tournament.ruleset
    control = _control(tournament, len(game.players))
    # A control that is a file of its own is not read for a sheet: then the rules alone say what may cost points.
    costs = "overtime" in rules.articles and (control is None or control["at_zero"] == "penalty")
    trumps = bool(game.trumps) or bool(control and control["trumps"])
    may = {
        "score": True,
        "rack": True,
        "overtime": costs,
        "adjust": True,
        "final": True,
        "scrabbles": "scrabbles" in (*rules.columns, *rules.facts),
        "trump": trumps,
        "word": True,
    }
    return Asked(
        ends=tuple(end for end in rules.ends if end != "bye"),
        rows=tuple(row for row, there in may.items() if there),
        full_turns="full_turns" in rules.articles,
    )


def _control(tournament: Tournament, seats: int) -> Mapping[str, Any] | None:
    """The time control of a game, if it is a preset."""
    name = control_of(tournament, seats)
    return preset(name) if name in PRESETS else None
