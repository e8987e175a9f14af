"""A small MàTaM on paper, and logs for it, for tests of matching, proposals and fixtures."""

from datetime import UTC, datetime
from typing import Any

from tritempo_host.tournament import Entry, Tournament, fold
from tritempo_host.tournament.fixtures import fixtures_of
from tritempo_host.tournament.matching import LogFacts, Slot, slots_of

NAMES = ("Anna Puig", "Bernat Soler", "Carla Vidal", "Dídac Roca", "Eva Sala", "Ferran Coll", "Gal·la Pi", "Hug", "Iu")
DRAWN = datetime(2026, 11, 28, 9, 55, tzinfo=UTC)
SLUG = "mat"


def entry(number: int, kind: str, body: dict[str, Any], at: datetime = DRAWN) -> Entry:
    return Entry(number, at, "ana", kind, body)


def draw_body(round_number: int = 1, shift: int = 0, **first: Any) -> dict[str, Any]:
    """Teams 1, 2, 3 meet; players 1 to 3 at table 1, and so on. `first`: more about table 1."""
    tables: list[dict[str, Any]] = []
    for n, board in enumerate("BGP"):
        players = [3 * n + 1 + (k + shift) % 3 for k in range(3)]
        tables.append({"table": n + 1, "match": 1, "board": board, "players": players})
    tables[0] |= first
    return {"round": round_number, "system": "molinenc", "seed": "x", "matches": [[1, 2, 3]], "tables": tables}


def entries(uid: str = "0a1b2c3d", draws: int = 1, **first: Any) -> list[Entry]:
    """A tournament of three teams: those who sit together are of different teams."""
    made = [entry(1, "created", {"name": "Matinal", "rules": "matam", "uid": uid})]
    made += [entry(1 + n, "team", {"team": n, "add": True, "name": f"Equip {n}"}) for n in (1, 2, 3)]
    for n, player in enumerate(NAMES):
        body = {"player": n + 1, "add": True, "name": player, "team": n % 3 + 1, "board": "BGP"[n // 3]}
        made.append(entry(5 + n, "player", body))
    for n in range(1, draws + 1):
        made.append(entry(len(made) + 1, "draw", draw_body(n, **first)))
    return made


def tournament(*more: Any, **first: Any) -> tuple[Tournament, list[Entry]]:
    made = [*entries(**first), *more]
    return fold(made), made


def slots(made: list[Entry]) -> list[Slot]:
    return slots_of(fold(made), made)


def fixture(made: list[Entry], table: int, round_number: int = 1) -> str:
    """The id that the clock of a table was sent."""
    sent = fixtures_of(fold(made), round_number, SLUG)
    return next(each.id for each in sent if each.table == table)


def log(game: str = "9f3a66c1", **changes: Any) -> LogFacts:
    """A log of table 1 in round 1, played to its end."""
    facts: dict[str, Any] = {
        "id": f"e6614c311b7f2a2c/{game}",
        "device": "e6614c311b7f2a2c",
        "game": game,
        "round": 1,
        "table": 1,
        "names": NAMES[:3],
        "wall": datetime(2026, 11, 28, 10, tzinfo=UTC),
        "reason": "out",
        "turns": 40,
    }
    return LogFacts(**(facts | changes))
