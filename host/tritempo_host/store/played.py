"""The logs of the store as a tournament looks at them: what finds them their games, and what happened in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tritempo.control import PRESETS
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.store.examine import examine
from tritempo_host.store.listing import ListedLog, list_logs
from tritempo_host.store.records import StoredLog
from tritempo_host.store.store import Store
from tritempo_host.summary import Summary, summarise
from tritempo_host.text import moment
from tritempo_host.tournament.comparison import compare
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fixtures import control_of, names_of
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.matching import LogDoubt, LogFacts, Match, Matching, Place, by_hand, match, slots_of
from tritempo_host.tournament.proposal import Proposal, propose
from tritempo_host.tournament.state import Game, Tournament


def played_logs(store: Store, progress: Callable[[int, int], object] = lambda done, total: None) -> list[LogFacts]:
    """All logs, in the order in which they came. `progress(done, total)`: see `list_logs`."""
    return [facts_of(listed) for listed in list_logs(store, progress=progress)]


def facts_of(listed: ListedLog) -> LogFacts:
    log, row = listed.stored, listed.row
    return LogFacts(
        id=id_of(log),
        device=log.device,
        game=log.game,
        fixture=row.fixture,
        round=row.round,
        table=row.table,
        names=row.names,
        wall=moment(row.wall, 0),
        verdict=row.verdict,
        flagged=row.flagged,
        state=row.state,
        reason=row.reason,
        turns=row.turns,
    )


def id_of(log: StoredLog) -> str:
    """`DEVICE/GAME`, with `.2` for a second content of the game: what a tournament's entry calls the log, for ever."""
    return f"{log.device}/{log.name}"


def summary_of(store: Store, log: str) -> Summary | None:
    """What happened in a log, by its id or by any name that finds it; None where not even its header can be read.

    Raises Problem for a name that means none or several.
    """
    logs = store.logs()
    # of two contents of a game the first has the id that is the beginning of the other's
    exact = next((each for each in logs if id_of(each) == log), None)
    found = examine(store.record(exact, logs) if exact else store.find_log(log))
    if found.header is None or found.game is None:
        return None
    return summarise(found.header, found.lines, found.game)


def matching_of(
    store: Store,
    entries: Sequence[Entry],
    tournament: Tournament | None = None,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> Matching:
    """All logs of the store and the games of a tournament. `entries`: all of it. `tournament`: what they add up to."""
    tournament = tournament or fold(entries)
    return match(played_logs(store, progress), slots_of(tournament, entries), by_hand(tournament))


def timed_games(store: Store, matching: Matching) -> dict[Place, tuple[str, Summary]]:
    """The log of each game of which it is plain, by its id, and what happened in it; by round and table."""
    found = {}
    for place in sorted(matching.games):
        match = matching.log_of(place)
        summary = summary_of(store, match.log.id) if match else None
        if match and summary:
            found[place] = (match.log.id, summary)
    return found


@dataclass(frozen=True, slots=True)
class GameLog:
    """What the clock says of a game. `match`: the log of which it is plain that it is the game's; without one `several`
    are those that may be. `proposal`: None where the log cannot be read. `doubts`: about both."""

    match: Match | None = None
    several: tuple[Match, ...] = ()
    proposal: Proposal | None = None

    @property
    def doubts(self) -> tuple[LogDoubt, ...]:
        return (*(self.match.doubts if self.match else ()), *(self.proposal.doubts if self.proposal else ()))

    def unlike(self, sheet: Sheet) -> list[LogDoubt]:
        """Where a sheet says something else than the log; [] where there is none to say it."""
        return compare(self.proposal, sheet) if self.proposal else []


def game_log(store: Store, tournament: Tournament, matching: Matching, game: Game) -> GameLog:
    place = game.round, game.table
    found = matching.log_of(place)
    if found is None:
        return GameLog(several=tuple(matching.games.get(place, ())))
    return GameLog(found, (), proposal_of(store, tournament, game, found.log.id))


def proposal_of(store: Store, tournament: Tournament, game: Game, log: str) -> Proposal | None:
    """What a log, by its id, says of a game's result; None where it cannot be read."""
    summary = summary_of(store, log)
    if summary is None:
        return None
    control = control_of(tournament, len(game.players))
    # what a file of one's own is called in it cannot be known here
    wanted = control if control in PRESETS else None
    return propose(summary, tournament.ruleset, names_of(tournament, game), wanted, tournament.rule_settings)


def differences(
    store: Store, tournament: Tournament, matching: Matching, round_number: int | None = None
) -> dict[Place, list[LogDoubt]]:
    """Where results that were entered say something else than the logs of their games; of one round, or of all."""
    found = {}
    for game in tournament.games(round_number):
        log = matching.log_of((game.round, game.table))
        if game.sheet is None or log is None:
            continue
        proposal = proposal_of(store, tournament, game, log.log.id)
        doubts = compare(proposal, game.sheet) if proposal else []
        if doubts:
            found[game.round, game.table] = doubts
    return found
