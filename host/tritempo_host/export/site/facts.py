"""What the site shows of a tournament, computed once for all languages. Numbers and names only, no words.

Results, places and standings are what the rule set says; a match's result is the rule set's standings of that match
alone, so that nothing here knows what a trèvol or a coefficient is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tritempo_host.export.site.repeat import command
from tritempo_host.rules.ruleset import GameScore, Played, Standing
from tritempo_host.summary.model import Seat, Summary
from tritempo_host.tournament.hall import shown_round
from tritempo_host.tournament.standings import PlayerStanding, played, player_standings, standings
from tritempo_host.tournament.state import Game, Player, Round, Tournament

Logs = Mapping[tuple[int, int], Summary]
Number = int | Fraction | tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """How the rule set parted a line from the one above: by `column`, or not at all (None). `equal`: the columns in
    which both have the same."""

    column: str | None
    equal: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clocked:
    """A player's times in one game."""

    game: Game
    seat: Seat


@dataclass(frozen=True, slots=True)
class Times:
    """A player's times over all games whose logs are known; ended turns only, but for the total.

    `turns_ms`: of each ended turn, shortest first; `over_ms`: of those that went beyond their time. `rounds`: (round,
    average of its turns).
    """

    player: int
    games: tuple[Clocked, ...]
    turns: int
    used_ms: int
    average_ms: int
    longest_ms: int
    overrun_ms: int
    overrun_turns: int
    lost: int
    turns_ms: tuple[int, ...] = ()
    over_ms: tuple[int, ...] = ()
    rounds: tuple[tuple[int, int], ...] = ()

    @property
    def half(self) -> tuple[int, int]:
        """From where to where the half of the turns in the middle lies."""
        turns = self.turns_ms or (0,)
        return turns[len(turns) // 4], turns[-1 - len(turns) // 4]


class Facts:
    """Raises KeyError for a tournament whose rule set is not known here."""

    def __init__(self, tournament: Tournament, logs: Logs) -> None:
        self.t = tournament
        self.rules = tournament.ruleset
        self.rounds: list[Round] = [tournament.rounds[number] for number in sorted(tournament.rounds)]
        self.played: list[Played] = played(tournament)
        # also of games whose match is not whole yet, which do not count before it is
        self.scores: dict[tuple[int, int], GameScore] = {
            (game.round, game.table): self.rules.score(game.sheet, tournament.rule_settings)
            for game in tournament.games()
            if game.sheet is not None
        }
        self.logs: dict[tuple[int, int], Summary] = {
            (game.round, game.table): logs[game.round, game.table]
            for game in tournament.games()
            if (game.round, game.table) in logs and len(logs[game.round, game.table].seats) == len(game.players)
        }

    @cached_property
    def counted(self) -> list[int]:
        """The rounds after which there are standings: those with a result, or with somebody sitting out."""
        return [each.number for each in self.rounds if each.closed or any(g.result for g in each.games.values())]

    @cached_property
    def playing(self) -> Round | None:
        """The round that is played, or about to be: it has games without a result."""
        round_ = shown_round(self.t)
        return round_ if round_ is not None and round_.missing else None

    @cached_property
    def standings(self) -> dict[int, list[Standing]]:
        """The standings after each round that has any, the last one as far as it is played."""
        return {number: standings(self.t, number) for number in self.counted}

    @property
    def now(self) -> list[Standing]:
        """The standings as they are; before the first result all share the first place."""
        return self.standings[self.counted[-1]] if self.counted else standings(self.t, None)

    @cached_property
    def again(self) -> dict[int, str]:
        """The command that repeats the draw of a round, where there is one."""
        found = {each.number: command(self.t, each.number, self.standings) for each in self.rounds}
        return {number: text for number, text in found.items() if text}

    @cached_property
    def lines(self) -> dict[int, Standing]:
        """The lines of the standings as they are, by entrant."""
        return {line.entrant: line for line in self.now}

    @cached_property
    def uses(self) -> set[str]:
        """What the games of this tournament have: bonus, points, scrabbles. What none has needs no column."""
        scores = self.scores.values()
        sheets = [game.sheet for game in self.t.games() if game.sheet is not None]
        has = {
            "bonus": any(any(score.bonus) for score in scores),
            "points": any(any(score.points) for score in scores),
            "scrabbles": any(any(sheet.scrabbles) for sheet in sheets),
        }
        return {what for what, there in has.items() if there}

    def score(self, game: Game) -> GameScore | None:
        return self.scores.get((game.round, game.table))

    @cached_property
    def people(self) -> list[PlayerStanding]:
        """The players' own order, in an event of teams."""
        return player_standings(self.t) if self.t.by_teams else []

    @cached_property
    def person(self) -> dict[int, PlayerStanding]:
        """The lines of `people`, by player."""
        return {line.player: line for line in self.people}

    @cached_property
    def brought(self) -> dict[tuple[int, int], Standing]:
        """What a round brought each entrant: the standings of its match alone, by round and entrant."""
        matches: dict[tuple[int, int], list[Played]] = {}
        for each in self.played:
            matches.setdefault((each.round, each.match), []).append(each)
        return {
            (number, line.entrant): line
            for (number, _), games in matches.items()
            for line in self.rules.standings(
                sorted({entrant for game in games for entrant in game.entrants}), games, {}, self.t.rule_settings
            )
        }

    def matches(self, round_: Round) -> list[tuple[int, list[Game]]]:
        """The matches of a round with their games, by number."""
        found: dict[int, list[Game]] = {}
        for _, game in sorted(round_.games.items()):
            found.setdefault(game.match, []).append(game)
        return sorted(found.items())

    @cached_property
    def _games(self) -> dict[int, list[Game]]:
        found: dict[int, list[Game]] = {}
        for game in self.t.games():
            for player in game.players:
                found.setdefault(player, []).append(game)
        return found

    def games_of(self, player: int) -> list[Game]:
        """A player's games, by round."""
        return self._games.get(player, [])

    def lineup(self, team: int) -> list[Player]:
        """A team's players, by board."""
        boards = {board: place for place, board in enumerate(self.rules.boards)}
        return sorted(self.t.team_players(team), key=lambda p: (boards.get(self.board(p) or "", 99), p.number))

    def board(self, player: Player) -> str | None:
        """The board that a player sits at: the one of his last game, else the one that his team chose."""
        boards = [game.board for game in self.games_of(player.number) if game.board]
        return boards[-1] if boards else player.board

    @cached_property
    def _ranks(self) -> dict[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {}
        for number, lines in self.standings.items():
            for line in lines:
                found.setdefault(line.entrant, []).append((number, line.rank))
        return found

    def ranks(self, entrant: int) -> list[tuple[int, int]]:
        """[(round, rank)]"""
        return self._ranks.get(entrant, [])

    def tie(self, lines: Sequence[Standing], index: int) -> Tie | None:
        """Why a line is below the one above it; None where the first column says it, and for the first line."""
        line = lines[index]
        if index == 0:
            return None
        above = lines[index - 1]
        if line.rank == above.rank:
            return Tie(None, self.rules.columns)
        if line.parted_by is None or line.parted_by == self.rules.columns[0]:
            return None
        return Tie(line.parted_by, self.rules.columns[: self.rules.columns.index(line.parted_by)])

    @cached_property
    def times(self) -> dict[int, Times]:
        """By player: those who have a game with a log."""
        found: dict[int, list[Clocked]] = {}
        for (number, table), summary in sorted(self.logs.items()):
            game = self.t.rounds[number].games[table]
            for player, seat in zip(game.players, summary.seats, strict=True):
                found.setdefault(player, []).append(Clocked(game, seat))
        return {player: self._sum(player, games) for player, games in sorted(found.items())}

    @cached_property
    def turn_limit_ms(self) -> int | None:
        """The time that a turn has, if it is the same in all games whose logs are known."""
        limits = {summary.control["turn_ms"] for summary in self.logs.values()}
        return limits.pop() or None if len(limits) == 1 else None

    def _sum(self, player: int, games: list[Clocked]) -> Times:
        turns = [
            (each.game.round, turn)
            for each in games
            for turn in self.logs[each.game.round, each.game.table].turns
            if turn.seat == each.seat.seat and turn.mark != "running"
        ]
        ended = sorted(turn.used_ms for _, turn in turns)
        by_round: dict[int, list[int]] = {}
        for number, turn in turns:
            by_round.setdefault(number, []).append(turn.used_ms)
        seats = [each.seat for each in games]
        return Times(
            player,
            tuple(games),
            len(ended),
            sum(seat.used_ms for seat in seats),
            sum(ended) // len(ended) if ended else 0,
            max(ended, default=0),
            sum(seat.overrun_ms for seat in seats),
            sum(seat.overrun_turns for seat in seats),
            sum(seat.lost for seat in seats),
            tuple(ended),
            tuple(sorted(turn.used_ms for _, turn in turns if turn.overrun_ms)),
            tuple((number, sum(used) // len(used)) for number, used in sorted(by_round.items())),
        )
