"""A tournament as its entries add up: who takes part, who meets whom, what came out.

Only `fold` writes here. Everybody else reads. Entrants are teams where the rule set has boards, else players.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from tritempo_host.draws.model import System
from tritempo_host.rules.registry import RULESETS
from tritempo_host.rules.ruleset import RuleSet, Sheet


@dataclass(slots=True)
class Team:
    """`entered`: the first round that it can be drawn in."""

    number: int
    name: str
    club: str = ""
    entered: int = 1


@dataclass(slots=True)
class Player:
    """`team`: its number, in events of teams. `board`: if the team chose it; else ratings decide (see `lineup`).
    `surnames`: the part of the name that it is sorted by, if that was said."""

    number: int
    name: str
    team: int | None = None
    board: str | None = None
    club: str = ""
    rating: Fraction | None = None
    surnames: str = ""
    licence: str = ""
    entered: int = 1


@dataclass(frozen=True, slots=True)
class Result:
    """What was entered of a game. `entry`: its number; with who, when, and for a correction why.

    `words`: best word of each seat, "" where none was written down; () if nobody wrote any.
    """

    entry: int
    at: datetime
    who: str
    why: str | None
    sheet: Sheet
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """Somebody else typed the same of a game, from the paper, without seeing what was there."""

    entry: int
    at: datetime
    who: str


@dataclass(slots=True)
class Game:
    """What one table plays. `players`, `entrants` in the order of play. `trumps`: card by seat, from 1. `drawn`: the
    number of the entry that drew it. `history`: all results, the one that counts last. `checked`: who else has
    entered that one."""

    round: int
    table: int
    match: int
    board: str | None
    players: tuple[int, ...]
    entrants: tuple[int, ...]
    trumps: Mapping[int, str] = field(default_factory=dict)
    drawn: int = 0
    history: list[Result] = field(default_factory=list)
    checked: Checked | None = None

    @property
    def result(self) -> Result | None:
        return self.history[-1] if self.history else None

    @property
    def sheet(self) -> Sheet | None:
        return self.history[-1].sheet if self.history else None


@dataclass(frozen=True, slots=True)
class Start:
    """When a round began, or will begin. `length_ms`: of its countdown, where the organiser said another than that of
    the time control (see `hall.round_clock`). `clocks`: the desk tells the connected clocks at that moment."""

    entry: int
    at: datetime
    length_ms: int | None = None
    clocks: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who has come: the entry that says so, when it was written and by whom."""

    entry: int
    at: datetime
    who: str


@dataclass(slots=True)
class Round:
    """`draw`: the body of the entry that drew it. `matches`: the entrants that meet, match 1 first. `games`: by table.
    `closed`: number of the entry that closed it. `started`: the last that was said of its beginning."""

    number: int
    entry: int
    draw: Mapping[str, Any]
    matches: tuple[tuple[int, ...], ...]
    bye: tuple[int, ...]
    games: dict[int, Game]
    closed: int | None = None
    started: Start | None = None

    @property
    def missing(self) -> list[Game]:
        """The games without a result, by table."""
        return [game for _, game in sorted(self.games.items()) if game.result is None]

    @property
    def seed(self) -> str:
        return str(self.draw.get("seed", ""))


@dataclass(frozen=True, slots=True)
class Penalty:
    """`kind`: "points", or a warning of the rule set ("technical", "disciplinary"). `points`: what comes off, if said.
    `player`: whose fault it was, in a team."""

    entry: int
    entrant: int
    kind: str
    points: Fraction
    round: int | None = None
    player: int | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class LogLink:
    """What a person said about a log: it is that of this game, or of none (round and table None)."""

    entry: int
    log: str
    round: int | None
    table: int | None


@dataclass(frozen=True, slots=True)
class Sent:
    """A clock was given this game. `fixture`: the id that it got; another one than the game's if it was drawn anew."""

    entry: int
    at: datetime
    device: str
    fixture: str


@dataclass(frozen=True, slots=True)
class Note:
    entry: int
    at: datetime
    who: str
    text: str
    round: int | None = None
    table: int | None = None


@dataclass(slots=True)
class Tournament:
    """`rules`: id of the rule set. `settings`: of its rules, and ours. `gone`: [(from round, until before round or
    None)] by entrant. `absences`: (entrant, round). `logs`: what a person said, by log. `sent`: by round and table.
    `uid`: its name for clocks, the same in every copy. `last`: number of the last entry that was read; it and what
    follows it do not count when two are compared. `rests_on`: of whom an entry was written, by its number, where a draw
    decides that."""

    name: str = ""
    rules: str = ""
    uid: str = ""
    date: str = ""
    place: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    teams: dict[int, Team] = field(default_factory=dict)
    players: dict[int, Player] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    gone: dict[int, list[tuple[int, int | None]]] = field(default_factory=dict)
    arrived: dict[int, Arrival] = field(default_factory=dict)
    absences: set[tuple[int, int]] = field(default_factory=set)
    penalties: list[Penalty] = field(default_factory=list)
    logs: dict[str, LogLink] = field(default_factory=dict)
    sent: dict[tuple[int, int], Sent] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    last: int = field(default=0, compare=False)
    teams_ever: int = field(default=0, compare=False)  # highest number that was ever given, also if taken back
    players_ever: int = field(default=0, compare=False)
    rests_on: dict[int, object] = field(default_factory=dict, compare=False)

    @property
    def ruleset(self) -> RuleSet:
        """Raises KeyError for a rule set that this program does not know."""
        return RULESETS[self.rules]

    @property
    def by_teams(self) -> bool:
        return bool(self.ruleset.boards)

    @property
    def rule_settings(self) -> dict[str, Any]:
        """The settings that are the rule set's own."""
        known = {each.key for each in self.ruleset.settings}
        return {key: value for key, value in self.settings.items() if key in known}

    def draw_settings(self, system: System) -> dict[str, Any]:
        """The settings of a draw system; in the tournament they are called `draw_KEY`."""
        known = {f"draw_{each.key}": each.key for each in system.settings}
        return {known[key]: value for key, value in self.settings.items() if key in known}

    @property
    def finished(self) -> bool:
        """Whether all rounds are closed."""
        planned = self.planned
        return planned > 0 and all(n in self.rounds and self.rounds[n].closed for n in range(1, planned + 1))

    @property
    def planned(self) -> int:
        """How many rounds there will be: the setting `rounds`; else what the rules say for so many entrants; else those
        that were drawn."""
        if self.settings.get("rounds"):
            return self.settings["rounds"]
        return max(max(self.rounds, default=0), self.ruleset.rounds(len(self.entrants)))

    @property
    def entrants(self) -> dict[int, Team] | dict[int, Player]:
        """Who takes part, by number: teams, or players."""
        return self.teams if self.by_teams else self.players

    def entrant_of(self, player: int) -> int:
        """The team of a player, or the player."""
        team = self.players[player].team
        return team if self.by_teams and team is not None else player

    def name_of(self, entrant: int) -> str:
        return self.entrants[entrant].name

    def team_players(self, team: int) -> list[Player]:
        """In the order in which they were entered."""
        return [player for player in self.players.values() if player.team == team]

    def games(self, number: int | None = None) -> Iterator[Game]:
        """All games, or those of a round, by round and table."""
        for each in sorted(self.rounds) if number is None else [number]:
            for _, game in sorted(self.rounds[each].games.items()):
                yield game

    def game(self, number: int, table: int) -> Game | None:
        found = self.rounds.get(number)
        return found.games.get(table) if found else None

    def is_gone(self, entrant: int, number: int) -> bool:
        """Whether the entrant has withdrawn and is not back in that round."""
        return any(start <= number and (until is None or number < until) for start, until in self.gone.get(entrant, ()))

    def present(self, number: int) -> list[int]:
        """The entrants who are to be drawn in a round: entered, not withdrawn, not absent."""
        return [
            entrant
            for entrant, who in sorted(self.entrants.items())
            if who.entered <= number and not self.is_gone(entrant, number) and (entrant, number) not in self.absences
        ]

    @property
    def current_round(self) -> int | None:
        """The first round that is not closed, else the last; None before the first draw."""
        waiting = [number for number, each in sorted(self.rounds.items()) if not each.closed]
        return waiting[0] if waiting else max(self.rounds, default=None)

    @property
    def next_round(self) -> int:
        return max(self.rounds, default=0) + 1
