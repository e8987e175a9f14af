"""The papers of the demo's morning: the list of the teams, and the sheets of the tables, as files that people write.

Names and points are made up; the same every time. Headings are those of a spreadsheet in the demo's language.
"""

import random
from collections.abc import Collection

from tritempo_host.tournament import Game, Tournament
from tritempo_host.words import catalogue, speak

# Nine teams of clubs and towns; three players each, with their ratings.
TEAMS = {
    "Els Castellers": ("Núria Camps 1480", "Bernat Puig 1390", "Carla Soler 1310"),
    "Lletraferits": ("Anna Vidal 1455", "David Roca 1402", "Elena Font 1288"),
    "Mots de Molins": ("Ferran Mas 1510", "Gemma Serra 1366", "Hug Pons 1325"),
    "La Ceba": ("Irene Vila 1441", "Jordi Coll 1350", "Laia Bosch 1299"),
    "Raval·lejant": ("Marc Prat 1420", "Oriol Sala 1385", "Paula Riu 1270"),
    "Tres i l'As": ("Quim Torres 1467", "Rosa Martí 1344", "Sergi Gil 1301"),
    "Banyoles": ("Teresa Pla 1433", "Uriel Costa 1378", "Vera Ferrer 1290"),
    "Cluj-Napoca": ("Ștefan Țurcanu 1495", "Ioana Mureșan 1409", "Vlad Ionescu 1333"),
    "Sense Blancs": ("Xavier Grau 1398", "Zoe Planas 1371", "Cesc Duran 1282"),
}


def teams(lang: str) -> str:
    """The list of the teams, a line a player, as a spreadsheet of that country writes it: with semicolons."""
    say = speak("demo", lang)
    lines = [";".join(say(f"csv_{key}") for key in ("team", "player", "rating"))]
    for team, players in TEAMS.items():
        lines += [";".join((team, *player.rsplit(" ", 1))) for player in players]
    return "\n".join(lines) + "\n"


def results(tournament: Tournament, number: int, but: Collection[int], lang: str) -> str:
    """The sheets of a round's tables, but those in `but`."""
    say = speak("demo", lang)
    keys = ("table", "player", "score", "rack", "scrabbles", "end")
    lines = [";".join(say(f"csv_{key}") for key in keys)]
    for game in tournament.games(number):
        if game.table not in but:
            lines += _sheet(tournament, game, lang)
    return "\n".join(lines) + "\n"


def scores(number: int, table: int) -> tuple[int, ...]:
    """Points on the sheet of three players; the same for the same table, every time."""
    rng = random.Random(f"points {number} {table}")
    return tuple(rng.randrange(215, 460) for _ in range(3))


def _sheet(tournament: Tournament, game: Game, lang: str) -> list[str]:
    """Two games of three end when somebody goes out, the others at the limit."""
    rng = random.Random(f"sheet {game.round} {game.table}")
    out = rng.randrange(3) if rng.randrange(3) else None
    words = catalogue("scoring")
    lines = []
    for seat, score in enumerate(scores(game.round, game.table)):
        rack = 0 if seat == out else rng.randrange(1, 18)
        end = words["end_out" if out is not None else "end_limit"][lang] if seat == (out or 0) else ""
        name = tournament.players[game.players[seat]].name
        row = (game.table, name, score, rack if out is not None else "", rng.choice((0, 0, 1, 1, 2)), end)
        lines.append(";".join(map(str, row)))
    return lines
