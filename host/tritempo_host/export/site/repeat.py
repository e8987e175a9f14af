"""The command with which anybody repeats a draw: shown only where it gives this very draw."""

import shlex
from collections.abc import Mapping
from typing import Any

from tritempo_host.draws import SYSTEMS, CannotDrawError, Entrant, Field, Met, draw, played
from tritempo_host.rules.ruleset import Standing
from tritempo_host.tournament.state import Round, Tournament

MOST = 100  # entrants; for more the rounds before would take long


def command(tournament: Tournament, number: int, standings: Mapping[int, list[Standing]]) -> str | None:
    """The command for the draw of a round; None if it needs to know more than a command says: who was absent, clubs,
    another seed in a round before, a change by hand."""
    rounds = [tournament.rounds.get(each) for each in range(1, number + 1)]
    entrants = sorted(tournament.entrants)
    first = rounds[0]
    if first is None or not first.seed or entrants != list(range(1, len(entrants) + 1)) or len(entrants) > MOST:
        return None
    system, seed = str(first.draw.get("system")), first.seed
    trumps = any(game.trumps for game in first.games.values())
    settings: dict[str, Any] = {"trumps": True} if trumps else {}
    met: tuple[Met, ...] = ()
    ranked = False
    for round_ in rounds:
        if round_ is None or round_.seed != seed or round_.draw.get("system") != system or system not in SYSTEMS:
            return None
        before = standings.get(round_.number - 1, ())
        # as the command does it: only the last round's standings can be told
        ranking = tuple(line.entrant for line in before) if round_.number == number else ()
        field = Field(tuple(map(Entrant, entrants)), met, ranking)
        try:
            drawn = draw(system, field, round_.number, seed, settings)
        except CannotDrawError:
            return None
        if not _same(round_, [table.order for table in drawn.tables], drawn.bye):
            return None
        met += played(drawn)
        ranked = bool(ranking)
    parts = ["tritempo", "draw", "--system", system, "--teams" if SYSTEMS[system].teams else "--players"]
    parts += [str(len(entrants)), "--round", str(number), "--seed", shlex.quote(seed)]
    if ranked:
        parts += ["--ranking", ",".join(str(line.entrant) for line in standings[number - 1])]
    return " ".join([*parts, *(["--trumps"] if trumps else []), "--explain"])


def _same(round_: Round, orders: list[tuple[int, ...]], bye: tuple[int, ...]) -> bool:
    return [game.entrants for _, game in sorted(round_.games.items())] == orders and round_.bye == bye
