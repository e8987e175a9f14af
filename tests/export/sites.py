"""Tournaments for tests of the web site: drawn by the real draws, with results that chance makes, in every state."""

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from host.rounds import case_of, matam_round
from tritempo_host.draws import draw
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.summary.model import Summary
from tritempo_host.tournament import Draft, Tournament
from tritempo_host.tournament.drawing import draw_body, field_of
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fold import body_of
from tritempo_host.tournament.state import Game
from tritempo_host.tournament.writing import written

BEGAN = datetime(2026, 11, 28, 9, tzinfo=UTC)
TEAMS = (
    "Els Quatre Gats",
    "Óssos Bruns",
    "Xiquets de Gal·la",
    "L'Espiga d'Or",
    "Ça Ira",
    "Ventafocs",
    "Àguiles de Molins",
    "Paraules & Cia",
    "Lletraferits",
)
FIRST = ("Anna", "Bernat", "Carla", "Dídac", "Eulàlia", "Ferran", "Gemma", "Hèctor", "Iolanda", "Jordi", "Llúcia")
LAST = (
    "Puig",
    "Soler",
    "Vidal",
    "Roca",
    "Sala",
    "Coll",
    "Ibàñez",
    "Òdena",
    "Xirgu",
    "Çela",
    "Marcel·lí",
    "Font",
    "Bosch",
)
ROMANIANS = (
    "Ștefan Șerban",
    "Ana Țepeș",
    "Ionuț Înălțatu",
    "Sorin Sandu",
    "Țvetana Âncu",
    "Andrei Ăscuțitu",
    "Maria Ionescu",
    "Zoe Tudor",
    "Dan Alexandru",
)
HOSTILE = '<script>alert("1")</script>\'&amp;--></svg>'
HIDDEN = "\u202egnirts\x1b[31m"  # turns a line around, and colours a terminal


class Event:
    """A tournament being written, entry by entry."""

    def __init__(self, name: str, rules: str, seed: int = 1, **body: Any) -> None:
        self.entries: list[Entry] = []
        self.random = random.Random(seed)
        self.write("created", name=name, rules=rules, **body)

    def write(self, kind: str, why: str | None = None, values: Mapping[str, Any] | None = None, **body: Any) -> None:
        """One entry, a minute after the one before."""
        at = BEGAN + timedelta(minutes=len(self.entries))
        new, self.t = written(self.entries, [Draft(kind, body | dict(values or {}), why)], "taula", at)
        self.entries += new

    def draw(self, seed: str | None = None, **settings: Any) -> int:
        """The next round; returns its number."""
        number = self.t.next_round
        system, seed = self.t.ruleset.draws[0], seed or f"llavor-{number}"
        self.write("draw", **draw_body(self.t, draw(system, field_of(self.t, number), number, seed, settings)))
        return number

    def result(self, game: Game, scores: Sequence[int] | None = None, why: str | None = None, **more: Any) -> None:
        """The result of a game: the one given, or any."""
        chance = self.random
        seats = len(game.players)
        scores = scores or [chance.randint(180, 480) for _ in range(seats)]
        out = chance.randrange(seats)
        racks = tuple(0 if seat == out else chance.randint(1, 15) for seat in range(seats))
        scrabbles = tuple(chance.choice((0, 0, 1, 1, 2)) for _ in range(seats))
        values: dict[str, Any] = {
            "scores": tuple(scores),
            "end": "out",
            "by": out,
            "racks": racks,
            "scrabbles": scrabbles,
        }
        body = body_of(
            game.round, game.table, Sheet(**(values | more)), replaces=game.result.entry if game.result else None
        )
        self.write("result", why, **body)

    def play(self, number: int, games: Iterable[int] | None = None, close: bool = True) -> None:
        """Results of a round, of all its tables or of these."""
        for table, game in sorted(self.t.rounds[number].games.items()):
            if games is None or table in games:
                self.result(game)
        if close:
            self.write("close", round=number)


def matam(rounds: int = 3, teams: int = 9) -> Event:
    """A MàTaM, so many rounds of it played."""
    event = Event("4t MàTaM de Molins", "matam", date="2026-11-28", place="Molins de Rei")
    for team, name in enumerate(TEAMS[:teams]):
        event.write("team", name=name, club=("Molins", "Manresa", "Tortosa")[team % 3])
        for n in range(3):
            person = team * 3 + n
            player = f"{FIRST[person % len(FIRST)]} {LAST[person * 5 % len(LAST)]}"
            event.write("player", name=player, team=team + 1, rating=1500 - 17 * person % 400)
    for _ in range(rounds):
        event.play(event.draw())
    return event


def romania(rounds: int = 2, players: int = 9) -> Event:
    """A tournament of free games, nine players: somebody sits out in every round."""
    event = Event("Cupa Țării", "romania", date="2026-11-28", place="București")
    for name in ROMANIANS[:players]:
        event.write("player", name=name, club="Argus" if "a" in name else "Locomotiva")
    for _ in range(rounds):
        event.play(event.draw())
    return event


def logs_of(tournament: Tournament, most: int = 6) -> dict[tuple[int, int], Summary]:
    """Logs of the first games of three of a tournament, each another game."""
    games = [game for game in tournament.games() if len(game.players) == 3][:most]
    return {
        (game.round, game.table): case_of(matam_round(seed, round=game.round, table=game.table), "en").summary
        for seed, game in enumerate(games)
    }
