"""A tournament of two-player games as the program tsh and as rating officers read it.

Both formats number players by their lines, so the numbers are given anew from 1 in the order of entry. Games count as
they ended: racks, overtime and challenges are in the scores. What was not played against anybody is written as others
write it, too (opponent 0 in `.t`, the player's own number in TOU):

    sat out, as the draw had it     50 (the setting `bye_spread`, where the rules have it), in TOU not as a win
    the other never came            50, in TOU a win with 150
    never came                      -50, in TOU a loss with 100
    was not there, no game          0
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from tritempo_host.export import tou, tsh
from tritempo_host.export.plain import is_lost, to_ascii
from tritempo_host.export.table import exact
from tritempo_host.export.trouble import CannotHoldError, Trouble, refuse
from tritempo_host.tournament.state import Game, Player, Round, Tournament

DIVISION = "A"
PAIR = 2
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y")
ALONE = {"bye": tou.BYE_SCORE, "came": 50, "missing": -50, "away": 0}
TOU_ALONE = {"bye": ("l", tou.BYE_SCORE), "came": ("w", 150), "missing": ("l", 100), "away": ("l", 0)}
WITHDRAWN = "-50"  # what tsh itself writes for a player who is switched off


@dataclass(frozen=True, slots=True)
class _Half:
    """A player's half of a round. `kind`: game, or a key of ALONE. `score`: None before the result is in."""

    kind: str
    table: int = 0
    opponent: int = 0
    first: bool = False
    score: int | None = None
    result: str = ""


class _Field:
    """The players with the numbers that they get, and what each did in each round."""

    def __init__(self, tournament: Tournament) -> None:
        if tournament.by_teams or any(len(game.players) != PAIR for game in tournament.games()):
            raise refuse("pairs_only", rules=tournament.ruleset.name["en"])
        self.tournament = tournament
        self.players = [player for _, player in sorted(tournament.players.items())]
        self.number = {player.number: n for n, player in enumerate(self.players, 1)}
        chosen = tournament.ruleset.chosen(tournament.rule_settings)
        self.alone = {**ALONE, "bye": chosen.get("bye_spread", ALONE["bye"])}

    def half(self, player: Player, round_: Round) -> _Half:
        for game in round_.games.values():
            if player.number in game.players:
                return self._of_game(player, game)
        return _Half("bye" if player.number in round_.bye else "away")

    def _of_game(self, player: Player, game: Game) -> _Half:
        seat = game.players.index(player.number)
        other = self.number[game.players[1 - seat]]
        sheet = game.sheet
        if sheet is None:
            return _Half("game", game.table, other, seat == 0)
        if sheet.absent:
            return _Half("missing" if seat in sheet.absent else "came", game.table)
        score = self.tournament.ruleset.score(sheet, self.tournament.rule_settings)
        mine, theirs = score.places[seat], score.places[1 - seat]
        result = "d" if mine == theirs else "w" if mine < theirs else "l"
        return _Half("game", game.table, other, seat == 0, score.final[seat], result)


# tsh


def to_tsh(tournament: Tournament, ascii: bool = False, encoding: str = "latin-1") -> bytes:
    """The division's `.t` file. `ascii`: names without accents. Raises CannotHoldError."""
    field = _Field(tournament)
    title = to_ascii(tournament.name) if ascii else tournament.name
    remarks = [" ".join(f"{title} {tournament.date}".split()), "made by tritempo"]
    players = _all(field, lambda player: _tsh_line(field, player, ascii))
    return tsh.write(players, remarks, encoding)


def _tsh_line(field: _Field, player: Player, ascii: bool) -> tsh.Line:
    rounds = [round_ for _, round_ in sorted(field.tournament.rounds.items())]
    halves = [field.half(player, round_) for round_ in rounds]
    _no_contradiction(field, player, rounds)
    scores = [half.score if half.kind == "game" else field.alone[half.kind] for half in halves]
    while scores and scores[-1] is None:
        scores.pop()
    etc: dict[str, tuple[str | None, ...]] = {
        "board": tuple(str(half.table if half.kind == "game" else 0) for half in halves),
        "p12": tuple("0" if half.kind != "game" else "1" if half.first else "2" for half in halves),
    }
    club = _plain(player.club) if ascii else player.club
    if club:
        etc["team"] = tuple(club.split())
    if field.tournament.is_gone(player.number, field.tournament.next_round):
        etc["off"] = (WITHDRAWN,)
    rating = Fraction(player.rating or 0)
    shown = int(rating) if rating == int(rating) else exact(rating)
    name = _plain(player.name) if ascii else player.name
    return tsh.Line(name, shown, tuple(half.opponent for half in halves), tuple(scores), etc)


def _no_contradiction(field: _Field, player: Player, rounds: Iterable[Round]) -> None:
    """tsh takes the higher score for the winner's. Raises CannotHoldError where the rules do not (RO, a flag)."""
    troubles = []
    for round_ in rounds:
        mine = field.half(player, round_)
        theirs = field.half(field.players[mine.opponent - 1], round_) if mine.kind == "game" else mine
        if mine.score is not None and theirs.score is not None and mine.result == "w" and mine.score <= theirs.score:
            troubles.append(Trouble("tsh_winner", {"name": player.name, "round": round_.number, "table": mine.table}))
        if mine.score is not None and mine.result == "d" and mine.score != theirs.score and mine.first:
            troubles.append(Trouble("tsh_winner", {"name": player.name, "round": round_.number, "table": mine.table}))
    if troubles:
        raise CannotHoldError(troubles)


def _plain(text: str) -> str:
    lost = sorted({letter for letter in text if is_lost(letter)})
    if lost:
        raise refuse("letters_lost", name=text, letters=" ".join(lost))
    return " ".join(to_ascii(text).split())


# TOU


def to_tou(tournament: Tournament, ascii: bool = False) -> bytes:
    """The file for the rating officer. `ascii`: names without accents, and cut to what the format has room for.

    A round in which nothing was entered is left out, so that it can be made while the next is drawn already. Raises
    CannotHoldError, also for a round of which results are missing.
    """
    field = _Field(tournament)
    rounds = [
        round_
        for _, round_ in sorted(tournament.rounds.items())
        if not round_.games or len(round_.missing) < len(round_.games)
    ]
    missing = [Trouble("no_result", {"round": g.round, "table": g.table}) for each in rounds for g in each.missing]
    if missing:
        raise CannotHoldError(missing)
    players = _all(field, lambda player: _tou_player(field, player, rounds, ascii))
    twice = [name for name, count in Counter(player.name for player in players).items() if count > 1]
    if ascii and twice:
        raise CannotHoldError(Trouble("names_alike", {"name": name}) for name in twice)
    if len(players) > tou.MOST:
        raise refuse("tou_many", most=tou.MOST, count=len(players))
    title = to_ascii(tournament.name) if ascii else tournament.name
    return tou.write(tou.Tou(_day(tournament), title, (tou.Division(DIVISION, tuple(players)),)))


def _day(tournament: Tournament) -> date:
    """The day, which organisers write as they like. Raises CannotHoldError."""
    for form in DAYS:
        with suppress(ValueError):
            return datetime.strptime(tournament.date.strip(), form).date()
    raise refuse("no_date", date=tournament.date)


def _tou_player(field: _Field, player: Player, rounds: Iterable[Round], ascii: bool) -> tou.Player:
    own = field.number[player.number]
    games = []
    for round_ in rounds:
        half = field.half(player, round_)
        if half.kind == "game":
            games.append(tou.Game(half.result, half.score or 0, half.first, half.opponent))
        else:
            result, score = TOU_ALONE[half.kind]
            games.append(tou.Game(result, score, False, own))
    return tou.Player(tou.plain_name(player.name) if ascii else player.name, tuple(games))


def _all(field: _Field, make):
    """What `make` gives for each player; what is wrong with any of them all at once."""
    made, troubles = [], []
    for player in field.players:
        try:
            made.append(make(player))
        except CannotHoldError as error:
            troubles += error.troubles
    if troubles:
        raise CannotHoldError(troubles)
    return made
