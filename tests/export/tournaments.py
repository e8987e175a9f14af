"""Tournaments for the tests of exports: entries written by the tournament's own rules, with odd names among them."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from tritempo_host.tournament import Draft, Entry
from tritempo_host.tournament.state import Tournament
from tritempo_host.tournament.writing import written

BEGAN = datetime(2026, 11, 28, 9, 0, tzinfo=UTC)
TEAMS = ("Molins; els bons", "Gal·la, Núria & co.", 'Ștefania "Fani"', "=SUM(A1)", "Línia\nnova", "'Puig")


class Written:
    """A tournament that grows: `add` writes entries one minute after the other."""

    def __init__(self, rules: str, **body: object) -> None:
        self.entries: list[Entry] = []
        self.tournament = Tournament()
        self.add(Draft("created", {"name": "Open de Molins", "rules": rules, "date": "2026-11-28", **body}))

    def add(self, *drafts: Draft) -> None:
        at = BEGAN + timedelta(minutes=len(self.entries))
        new, self.tournament = written(self.entries, drafts, "Anna", at)
        self.entries += new


def matam(rounds: int = 2, seed: int = 1, teams: Sequence[str] = TEAMS) -> Written:
    """Teams of three in groups of three that stay together; every result different for every seed."""
    rng, made = random.Random(seed), Written("matam", place="Molins de Rei")
    made.add(*(Draft("team", {"name": name, "club": "Club"}) for name in teams))
    for team in range(1, len(teams) + 1):
        for board in "BGP":
            made.add(
                Draft("player", {"name": f"{board}{team} Țurcanu", "team": team, "board": board, "rating": 9 * team})
            )
    for number in range(1, rounds + 1):
        _round_of_teams(made, number, len(teams), rng)
    return made


def _round_of_teams(made: Written, number: int, teams: int, rng: random.Random) -> None:
    matches = [list(range(first, first + 3)) for first in range(1, teams + 1, 3)]
    tables = []
    for n, group in enumerate(matches):
        for place, board in enumerate("BGP"):
            players = [3 * (team - 1) + place + 1 for team in group]
            tables.append({"table": 3 * n + place + 1, "match": n + 1, "board": board, "players": players})
    draw = {"round": number, "system": "molinenc", "seed": "molins", "matches": matches, "tables": tables}
    made.add(Draft("draw", draw))
    for each in tables:
        scores = [rng.randint(0, 400) for _ in range(3)]
        body = {"round": number, "table": each["table"], "scores": scores, "end": "limit", "scrabbles": [0, 1, 2]}
        made.add(Draft("result", {**body, "words": ["", "l·l", "=1+1"]}))


def pairs(rules: str, names: Sequence[str], results: Sequence[Sequence[tuple[int, int, int, int]]]) -> Written:
    """Two at a table. `results`: a round a list of (first player, second, their scores); who is in none sits out."""
    made = Written(rules)
    made.add(*(Draft("player", {"name": name, "rating": 1500 + n}) for n, name in enumerate(names)))
    for number, games in enumerate(results, 1):
        out = set(range(1, len(names) + 1)) - {player for game in games for player in game[:2]}
        tables = [{"table": n, "match": n, "players": list(game[:2])} for n, game in enumerate(games, 1)]
        matches = [list(game[:2]) for game in games]
        made.add(
            Draft(
                "draw",
                {
                    "round": number,
                    "system": "swiss",
                    "seed": "x",
                    "matches": matches,
                    "tables": tables,
                    "bye": sorted(out),
                },
            )
        )
        for n, game in enumerate(games, 1):
            if game[2:] != (-1, -1):
                made.add(Draft("result", {"round": number, "table": n, "scores": list(game[2:]), "end": "interrupted"}))
    return made
