"""What every table of a round is doing: its result, else what its clock says, else what is known of its clock."""

from collections.abc import Sequence
from dataclasses import dataclass

from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.tournament import Game, Round, Tournament
from tritempo_host.tournament.fixtures import game_of, identity, is_of, names_of
from tritempo_host.tournament.state import Sent

HAS_GAME = ("ready", "running", "gap", "paused", "ended")


@dataclass(frozen=True, slots=True)
class AtTable:
    """`state`: result; else what its clock is at: ready, running, gap, paused, ended; else sent (a clock was told, and
    is not plugged in), or none. `clock`: the one that has this game, also when the result is in. `sent`: which was
    told."""

    game: Game
    state: str
    clock: LiveClock | None = None
    sent: Sent | None = None


def at_tables(tournament: Tournament, round_: Round, clocks: Sequence[LiveClock]) -> list[AtTable]:
    """By table."""
    return [_at(tournament, game, clocks) for _, game in sorted(round_.games.items())]


def _at(tournament: Tournament, game: Game, clocks: Sequence[LiveClock]) -> AtTable:
    sent = tournament.sent.get((game.round, game.table))
    if sent is not None and identity(sent.fixture) != game_of(tournament, game):
        sent = None  # of a draw before
    clock = clock_of(tournament, game, clocks)
    if game.result is not None:
        return AtTable(game, "result", clock, sent)
    if clock is not None:
        return AtTable(game, clock.game, clock, sent)
    return AtTable(game, "sent" if sent else "none", None, sent)


def clock_of(tournament: Tournament, game: Game, clocks: Sequence[LiveClock]) -> LiveClock | None:
    """The clock on which a game is: by its fixture; else one that was set up at its buttons, or by hand, for this round
    and table, with these names or none."""
    mine = game_of(tournament, game)
    here = [each for each in clocks if each.connected and each.game in HAS_GAME]
    found = [each for each in here if identity(each.fixture) == mine]
    if not found:
        names = sorted(names_of(tournament, game))
        found = [
            each
            for each in here
            if (each.round, each.table) == (game.round, game.table)
            and not is_of(each.fixture, tournament)
            and (not any(each.names) or sorted(each.names) == names)
        ]
    # of two, the one on which something is going on
    return max(found, key=lambda each: (each.playing, HAS_GAME.index(each.game)), default=None)
