"""Logs of a tournament's games in its store, as a sync puts them there."""

from pathlib import Path
from typing import Any

from host.logs import DEVICE, KEY, PlayedLog, header
from host.table_clocks import load
from tournament.rooms import NAMES
from tritempo_host.store import ClockLog, open_store
from tritempo_host.tournament.fixtures import fixtures_of


def keep(where: Path, game: str, ends: bool = True, **changes: Any) -> None:
    """A game of eight turns into the store: table 1 of round 1, ended by the last play or not ended."""
    fixture = fixtures_of(load(where), 1, "matinal")[0].id
    head = {"round": 1, "table": 1, "names": list(NAMES[:3]), "game": game, "fixture": fixture, "wall": None, **changes}
    log = PlayedLog(header("matam", 3, **head))
    for n in range(8):
        log.take(50_000 * n, "seat", (n % 3) + 1)
    if ends:
        log.take(400_000, "end", "out")
    with open_store(where, "en") as store:
        store.meet(DEVICE, KEY, "virtual", "0.1.0")
        store.keep(DEVICE, ClockLog(1, game, len(log.data), open=False, acknowledged=False), log.data)
