"""Which log belongs to which game of a tournament. Pure: facts in, one `Match` for each log out, in the order given.

A log finds its game:

1. by hand, where a person has said so: nothing else counts then;
2. by the fixture that the host had sent to the clock: its id says tournament, draw, round and table;
3. by round and table, if at least half of the names agree, or if the log has no names;

and else not. What a person has to look at is said as a doubt, never settled silently: a log goes to no game rather than
to a wrong one, and of two logs for a game none is taken for the game's while it is not plain which.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from tritempo_host.tournament.checks import Doubt
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fixtures import game_of, identity, mark, names_of
from tritempo_host.tournament.state import Tournament

Place = tuple[int, int]  # round, table
# A clock's own time may be off by so much, as may the moment at which the draw was entered.
SLACK = timedelta(hours=1)
EAST = timedelta(hours=14)  # where a day begins first, before it does in UTC


@dataclass(frozen=True, slots=True)
class LogFacts:
    """What matching needs to know of a log.

    `id`: `DEVICE/GAME`, with `.2` for a second content of that game: it never changes, as a short name may. `wall`:
    when the game was set up, as the clock knew it. `verdict`, `flagged`: the audit's. `state`: of the game where the
    log ends; None if nothing could be read. `turns`: how many have ended.
    """

    id: str
    device: str
    game: str
    fixture: str | None = None
    round: int | None = None
    table: int | None = None
    names: tuple[str, ...] = ()
    wall: datetime | None = None
    verdict: str = "sound"
    flagged: bool = False
    state: str | None = "ended"
    reason: str | None = None
    turns: int | None = None

    @property
    def place(self) -> Place | None:
        return None if self.round is None or self.table is None else (self.round, self.table)

    @property
    def begun(self) -> bool:
        """Whether anything was played: a fixture that another replaced leaves a log with a header and no more."""
        return self.state not in (None, "ready") or bool(self.turns)


@dataclass(frozen=True, slots=True)
class Slot:
    """A game of the tournament, as matching needs it. `names`: as clocks get them, in the order of play. `fixture`:
    what `fixtures.game_of` gives. `drawn_at`: when its round was drawn: no log of it can have been begun before."""

    round: int
    table: int
    names: tuple[str, ...]
    fixture: str | None = None
    drawn_at: datetime | None = None
    closed_at: datetime | None = None

    @property
    def place(self) -> Place:
        return self.round, self.table


@dataclass(frozen=True, slots=True)
class LogDoubt(Doubt):
    """Something about a log that a person should look at. `code`: key `doubt_CODE` of words/matching.toml."""


@dataclass(frozen=True, slots=True)
class Match:
    """A log and its game. `how`: hand, fixture, place; without a game: apart (a person said that it belongs to none),
    unplayed (nothing was played in it), foreign (another tournament's fixture), earlier (older than the tournament),
    redrawn (the fixture of a draw that no longer counts), none."""

    log: LogFacts
    game: Place | None
    how: str
    doubts: tuple[LogDoubt, ...] = ()

    @property
    def concerns(self) -> bool:
        """Whether the log has to do with this tournament, as far as one can see: a store keeps those of all years."""
        return self.how not in ("foreign", "earlier")


@dataclass(frozen=True, slots=True)
class Matching:
    """All of it. `games`: the logs of each game of the tournament, () where there is none."""

    matches: tuple[Match, ...]
    games: Mapping[Place, tuple[Match, ...]]

    @property
    def concerning(self) -> tuple[Match, ...]:
        """The logs that have to do with this tournament, as far as one can see."""
        return tuple(match for match in self.matches if match.concerns)

    @property
    def without_game(self) -> tuple[Match, ...]:
        """Those of them that have no game, in which something was played, and that nobody has put aside."""
        aside = ("apart", "unplayed")
        return tuple(match for match in self.concerning if match.game is None and match.how not in aside)

    @property
    def without_log(self) -> tuple[Place, ...]:
        return tuple(place for place, logs in self.games.items() if not logs)

    def log_of(self, place: Place) -> Match | None:
        """The log from which a result is proposed: the only one; of several the only one that a person chose, else the
        only one whose game has ended, soundly. None where there is none, or where it is not plain which."""
        logs = self.games.get(place, ())
        for wanted in (logs, [m for m in logs if m.how == "hand"], [m for m in logs if _whole(m.log)]):
            if len(wanted) == 1:
                return wanted[0]
        return None


def slots_of(tournament: Tournament, entries: Sequence[Entry]) -> list[Slot]:
    """The games of a tournament. `entries`: all of it: they know when a round was drawn and closed."""
    at = {entry.number: entry.at for entry in entries}
    day = _day(tournament.date)
    return [
        Slot(
            round=game.round,
            table=game.table,
            names=names_of(tournament, game),
            fixture=game_of(tournament, game),
            # a tournament that was played on paper first, and entered afterwards, has its date
            drawn_at=min((each for each in (at.get(game.drawn), day) if each), default=None),
            closed_at=at.get(tournament.rounds[game.round].closed or 0),
        )
        for game in tournament.games()
    ]


def _day(text: str) -> datetime | None:
    """When a date such as 2026-11-28 begins anywhere on earth; None for one that is written otherwise."""
    try:
        return datetime.combine(date.fromisoformat(text.strip()[:10]), datetime.min.time(), UTC) - EAST
    except (ValueError, OverflowError):
        return None


def by_hand(tournament: Tournament) -> dict[str, Place | None]:
    """What persons have said of logs."""
    return {
        log: None if link.round is None or link.table is None else (link.round, link.table)
        for log, link in tournament.logs.items()
    }


def match(logs: Iterable[LogFacts], slots: Iterable[Slot], said: Mapping[str, Place | None] | None = None) -> Matching:
    """Finds the game of each log. `said`: by a person: log's id to a game, or to None for no game at all."""
    room = _Room(slots)
    matches = [_own_doubts(room, _find(room, log, said or {})) for log in logs]
    games: dict[Place, list[int]] = {place: [] for place in room.slots}
    for i, found in enumerate(matches):
        if found.game is not None:
            games[found.game].append(i)
    for together in games.values():
        if len(together) > 1:
            for i in together:
                others = [matches[k].log for k in together if k != i]
                matches[i] = _and(matches[i], _several(matches[i].log, others))
    return Matching(tuple(matches), {place: tuple(matches[i] for i in rows) for place, rows in games.items()})


class _Room:
    """The games, to be found in several ways."""

    def __init__(self, slots: Iterable[Slot]) -> None:
        self.slots = {slot.place: slot for slot in slots}
        self.fixtures = {slot.fixture: slot for slot in self.slots.values() if slot.fixture}
        self.marks = {mark(fixture) for fixture in self.fixtures}
        self.begun = min((slot.drawn_at for slot in self.slots.values() if slot.drawn_at), default=None)
        self.names: dict[tuple[str, ...], list[Slot]] = defaultdict(list)
        for slot in self.slots.values():
            self.names[_sorted(slot.names)].append(slot)

    def named(self, log: LogFacts) -> Slot | None:
        """The one game with exactly these players, in the log's round if it says one."""
        found = [slot for slot in self.names[_sorted(log.names)] if log.round in (None, slot.round)]
        return found[0] if len(found) == 1 and any(log.names) else None


def _find(room: _Room, log: LogFacts, said: Mapping[str, Place | None]) -> Match:
    if log.id in said:
        place = said[log.id]
        if place is None:
            return Match(log, None, "apart")
        if place in room.slots:
            return Match(log, place, "hand")
        return Match(log, None, "none", (LogDoubt("no_such_game", {"round": place[0], "table": place[1]}),))
    game = identity(log.fixture)
    if game is not None and mark(game) not in room.marks:
        return Match(log, None, "foreign")
    if game is None and log.wall is not None and room.begun is not None and log.wall < room.begun - SLACK:
        return Match(log, None, "earlier")
    if not log.begun:
        return Match(log, None, "unplayed", (LogDoubt("unreadable"),) if log.state is None else ())
    if game is None:
        return _by_place(room, log)
    if game in room.fixtures:
        return Match(log, room.fixtures[game].place, "fixture")
    return Match(log, None, "redrawn", (LogDoubt("old_draw", {"round": log.round, "table": log.table}),))


def _by_place(room: _Room, log: LogFacts) -> Match:
    slot = room.slots.get(log.place) if log.place else None
    if slot is None:
        return Match(log, None, "none", _hint(room, log, "no_place" if log.place is None else "no_table"))
    if any(log.names) and agreeing(log.names, slot.names) * 2 < len(slot.names):
        return Match(log, None, "none", _hint(room, log, "other_names"))
    if log.wall is not None and slot.drawn_at is not None and log.wall < slot.drawn_at - SLACK:
        return Match(log, None, "none", _hint(room, log, "before_draw"))
    return Match(log, slot.place, "place", () if any(log.names) else (LogDoubt("no_names"),))


def _hint(room: _Room, log: LogFacts, code: str) -> tuple[LogDoubt, ...]:
    """Why a log has no game, and where its players sit in this tournament, if they do."""
    doubts = [LogDoubt(code, {"round": log.round, "table": log.table, "names": log.names})]
    if code != "before_draw" and (slot := room.named(log)) is not None:
        doubts.append(LogDoubt("names_of", {"round": slot.round, "table": slot.table}))
    return tuple(doubts)


def _own_doubts(room: _Room, found: Match) -> Match:
    """What is doubtful about a log and its game, whatever other logs there are."""
    log, slot = found.log, room.slots[found.game] if found.game else None
    doubts = []
    if slot is not None:
        if any(log.names) and _sorted(log.names) != _sorted(slot.names):
            doubts.append(LogDoubt("names_differ", {"log": log.names, "game": slot.names}))
        elif any(log.names) and _folded(log.names) != _folded(slot.names):
            doubts.append(LogDoubt("order_differs", {"log": log.names, "game": slot.names}))
        if slot.closed_at is not None and log.wall is not None and log.wall > slot.closed_at + SLACK:
            doubts.append(LogDoubt("after_close", {"round": slot.round}))
        if log.state is not None and log.state != "ended":
            doubts.append(LogDoubt("unfinished", {"turns": log.turns or 0}))
    if log.flagged and log.verdict != "open" and found.concerns and found.how not in ("apart", "unplayed"):
        # that a log does not end is said already
        doubts.append(LogDoubt("flagged", {"verdict": log.verdict}))
    return _and(found, *doubts)


def _several(log: LogFacts, others: Sequence[LogFacts]) -> LogDoubt:
    """Why a game has several logs, as far as one can see: other content of the same log, the same clock begun twice, or
    another clock that took over."""
    names = tuple(other.id for other in others)
    if any((other.device, other.game) == (log.device, log.game) for other in others):
        return LogDoubt("two_contents", {"others": names})
    if any(other.device == log.device for other in others):
        return LogDoubt("begun_twice", {"others": names})
    return LogDoubt("two_clocks", {"others": names})


def _and(found: Match, *doubts: LogDoubt) -> Match:
    return replace(found, doubts=(*found.doubts, *doubts))


def _whole(log: LogFacts) -> bool:
    return log.state == "ended" and not log.flagged


def agreeing(names: Sequence[str], others: Sequence[str]) -> int:
    """How many of the names are in both, whatever their order, accents and capitals; each counts once."""
    return (Counter(_folded(names)) & Counter(_folded(others))).total()


@lru_cache(maxsize=20_000)  # the same names come again, round after round
def folded(name: str) -> str:
    """A name without what people write in two ways: accents, capitals, spaces, the point of l·l, commas, full stops."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else "" if c in "·•.'’`" else " " for c in plain).split())


def _folded(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(folded(name) for name in names)


def _sorted(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(_folded(names)))
