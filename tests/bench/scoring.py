"""Benchmarks of the scoring: draws, standings from what was entered, and ten thousand logs into the store."""

import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.fetching import session_log
from bench.figures import Figure, median_s
from tritempo_host.draws import Drawn, Entrant, Field, draw, played
from tritempo_host.store import ClockLog, open_store
from tritempo_host.tournament import Entry, fold, standings
from tritempo_host.tournament.drawing import draw_body, field_of

PLAYERS, ROUNDS = 1000, 8
LOGS, CLOCKS, DISTINCT = 10_000, 15, 50
ON_DISK = 300  # each of them waits for the disk, and takes as long as the one before it
MEMORY = Path("/dev/shm")  # Linux has a disk in memory there
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def draws() -> list[Figure]:
    """A MàTaM of the largest size from its first round to its last, and one round of 1,000 players in each system."""
    figures = [
        Figure("draw of 15 teams, all 5 rounds", f"{median_s(_fifteen_teams, 5) * 1000:.0f} ms", "budget: 2 s a draw")
    ]
    everybody = tuple(Entrant(number, f"club {number % 40}") for number in range(1, PLAYERS + 1))
    for system in ("romania", "swiss", "ebre", "threes", "round_robin"):
        first = draw(system, Field(everybody), 1, "bench")
        ranking = tuple(random.Random(1).sample(range(1, PLAYERS + 1), PLAYERS))
        field = Field(everybody, played(first), ranking)
        spent = median_s(lambda system=system, field=field: draw(system, field, 2, "bench"), 3)
        figures.append(Figure(f"draw of {PLAYERS:,} players, {system}", f"{spent * 1000:.0f} ms", "budget: 2 s"))
    return figures


def _fifteen_teams() -> None:
    met = ()
    for number in range(1, 6):
        drawn = draw("molinenc", Field(tuple(map(Entrant, range(1, 16))), met), number, "bench")
        if drawn.repeats:
            raise AssertionError("two teams met twice")
        met += played(drawn)


def table() -> list[Figure]:
    """The standings of 1,000 players after 8 rounds, from the entries as they are read from the store."""
    entries = _tournament(PLAYERS, ROUNDS)
    folding = median_s(lambda: fold(entries), 3)
    tournament = fold(entries)
    ordering = median_s(lambda: standings(tournament), 3)
    if len(standings(tournament)) != PLAYERS:
        raise AssertionError("somebody is missing in the standings")
    return [
        Figure(
            f"{len(entries):,} entries added up", f"{folding * 1000:.0f} ms", f"{PLAYERS:,} players, {ROUNDS} rounds"
        ),
        Figure("their standings (Romania), with tie-breaks", f"{ordering * 1000:.0f} ms"),
        Figure("both", f"{folding + ordering:.2f} s", "budget: 2 s"),
    ]


def _tournament(players: int, rounds: int) -> list[Entry]:
    """A Romanian tournament as its entries, all games played, each round drawn from the standings before it."""
    rng = random.Random(4)
    bodies: list[tuple[str, dict]] = [("created", {"name": "bench", "rules": "romania", "uid": "0badcafe"})]
    bodies += [("player", {"player": n, "add": True, "name": f"Player {n:04}"}) for n in range(1, players + 1)]
    for number in range(1, rounds + 1):
        tournament = fold(_entries(bodies))
        drawn: Drawn = draw("romania", field_of(tournament, number), number, "bench")
        bodies.append(("draw", draw_body(tournament, drawn)))
        for game in drawn.tables:
            scores = [rng.randrange(250, 520), rng.randrange(250, 520)]
            more = {"end": "out", "by": 0, "racks": [0, 5]}
            bodies.append(("result", {"round": number, "table": game.number, "scores": scores} | more))
        bodies.append(("close", {"round": number}))
    return _entries(bodies)


def _entries(bodies: Sequence[tuple[str, dict]]) -> list[Entry]:
    return [Entry(n, NOON + timedelta(seconds=n), "bench", kind, body) for n, (kind, body) in enumerate(bodies, 1)]


def ingest() -> list[Figure]:
    """10,000 logs into the store, on a disk in memory: what the program takes for it. Then some on this machine's disk,
    each there before its clock may be told so; and what one would do by hand, a file each, with the same care."""
    made = [session_log(seed)[0] for seed in range(DISTINCT)]
    size = sum(len(made[i % DISTINCT]) for i in range(LOGS))
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        store = Path(name) / "store.db"
        all_s = _timed(lambda: _keep(store, made, LOGS))
        share = store.stat().st_size / size
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept_ms = _timed(lambda: _keep(folder / "store.db", made, ON_DISK)) / ON_DISK * 1000
        file_ms = _timed(lambda: _copy(folder / "files", made)) / ON_DISK * 1000
    return [
        Figure(
            f"{LOGS:,} logs ({size / 1e6:.0f} MB) into the store, in memory",
            f"{all_s:.1f} s",
            f"{LOGS / all_s:,.0f} a second; {share:.2f} of their bytes",
        ),
        Figure("a log into the store, safe on this disk", f"{kept_ms:.1f} ms"),
        Figure(
            "  the same as a file, synced and renamed", f"{file_ms:.1f} ms", f"{file_ms / kept_ms:.1f} times as long"
        ),
    ]


def _timed(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _keep(path: Path, made: Sequence[bytes], count: int) -> None:
    with open_store(path, "en") as store:
        for clock in range(CLOCKS):
            store.meet(f"clock{clock:02}", bytes([clock] * 32), "bench", "0")
        for i in range(count):
            data = made[i % DISTINCT]
            log = ClockLog(number=i // CLOCKS, game=f"{i:08x}", size=len(data), open=False, acknowledged=False)
            store.keep(f"clock{i % CLOCKS:02}", log, data)


def _copy(folder: Path, made: Sequence[bytes]) -> None:
    folder.mkdir()
    for i in range(ON_DISK):
        path = folder / f"{i:08x}.log"
        beside = path.with_suffix(".tmp")
        with beside.open("wb") as out:
            out.write(made[i % DISTINCT])
            out.flush()
            os.fsync(out.fileno())
        beside.rename(path)
        place = os.open(folder, os.O_RDONLY)
        os.fsync(place)
        os.close(place)
