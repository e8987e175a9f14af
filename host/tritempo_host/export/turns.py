"""Turn times as a tidy table: one row a turn, one column a fact, for anybody's statistics.

The times are whole milliseconds on the game's own axis, the facts are the summary's; nothing is rounded, nothing left
out. Of a tournament's games it says who sat where, too; without one it says what the logs say. docs/exports.md
explains each column.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tritempo_host.export.table import Table, table
from tritempo_host.summary.model import Pause, Summary, Turn
from tritempo_host.text import clean
from tritempo_host.tournament.matching import folded
from tritempo_host.tournament.state import Game, Tournament

COLUMNS = (
    *("tournament", "round", "match", "table", "board", "log", "clock", "control", "began", "ended"),
    *("seat", "player", "name", "team", "team_name"),
    *("turn", "hand", "kind", "mark", "start_ms", "end_ms", "used_ms", "allowance_ms", "overrun_ms", "pressed_by"),
    *("trumps", "pauses", "paused_ms", "challenge", "challenger"),
)


@dataclass(frozen=True, slots=True)
class Timed:
    """A log that goes into the table. `log`: its name; `place`: round and table of its game, None if it has none."""

    log: str
    summary: Summary
    place: tuple[int, int] | None = None


def turn_table(logs: Iterable[Timed], tournament: Tournament | None = None) -> Table:
    """The turns of all logs, in the order of the logs and then of play. With `tournament`: of its games, and `place`
    says which log is whose."""
    return table("turns", COLUMNS, (row for log in logs for row in _rows(log, tournament)))


def _rows(log: Timed, tournament: Tournament | None) -> Iterator[Sequence[Any]]:
    summary = log.summary
    game = tournament.game(*log.place) if tournament and log.place else None
    sitting = seating(tournament, game, summary.names) if tournament and game else (None,) * len(summary.names)
    before = (
        tournament.name if tournament else None,
        game.round if game else summary.round,
        game.match if game else None,
        game.table if game else summary.table,
        game.board if game else None,
        log.log,
        summary.device,
        summary.control.get("id"),
        summary.wall,
        summary.reason,
    )
    for turn in summary.turns:
        player = sitting[turn.seat - 1]
        yield (*before, *_who(turn, summary, tournament, player), *_what(turn), *_around(turn, summary))


def _who(turn: Turn, summary: Summary, tournament: Tournament | None, player: int | None) -> Sequence[Any]:
    if tournament is None or player is None:
        return turn.seat, None, clean(summary.names[turn.seat - 1]) or None, None, None
    known = tournament.players[player]
    team = tournament.teams[known.team] if known.team is not None else None
    return turn.seat, player, known.name, team.number if team else None, team.name if team else None


def _what(turn: Turn) -> Sequence[Any]:
    return (
        turn.n,
        turn.hand,
        turn.kind,
        turn.mark or "play",
        turn.start_ms,
        turn.end_ms,
        turn.used_ms,
        turn.allowance_ms or None,
        turn.overrun_ms,
        turn.closed_by,
    )


def _around(turn: Turn, summary: Summary) -> Sequence[Any]:
    pauses = [pause for pause in summary.pauses if pause.turn == turn.n]
    verdict = next((pause for pause in reversed(pauses) if pause.came in ("valid", "invalid")), None)
    return (
        [trump.kind for trump in summary.trumps if trump.turn == turn.n],
        len(pauses),
        sum(map(_within, pauses)),
        verdict.came if verdict else None,
        verdict.challenger if verdict else None,
    )


def _within(pause: Pause) -> int:
    """What of a pause the turn itself stood still; after a turn had ended a pause takes nothing from it."""
    return pause.length_ms if pause.under == "running" else 0


def seating(tournament: Tournament, game: Game, names: Sequence[str]) -> tuple[int | None, ...]:
    """The player of each seat of a clock: by name, for people may sit down in another order than the draw's. A clock
    without any names was set up in the draw's order. None where the name is nobody's in this game, or two people's."""
    if not any(names):
        return tuple(game.players[i] if i < len(game.players) else None for i in range(len(names)))
    known = [(folded(tournament.players[player].name), player) for player in game.players]
    out = []
    for name in names:
        same = [player for full, player in known if folded(name) == full]
        # a clock's display holds less than a long name: the beginning will do, if it is one player's
        found = same or [player for full, player in known if folded(name) and full.startswith(folded(name))]
        out.append(found[0] if len(found) == 1 else None)
    return tuple(out)
