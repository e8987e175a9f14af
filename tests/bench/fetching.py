"""Benchmarks of the link and the host: reading a game off a clock beside mpremote, 1,000 audits, 15 clocks at once."""

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from rich.console import Console

import random_games
from bench.figures import Figure, median_s
from log_part import part
from tritempo.control import preset
from tritempo.session import Session
from tritempo_host.audit import audit
from tritempo_host.link.client import Clock
from tritempo_host.store import open_store
from tritempo_host.sync import Sync
from tritempo_host.sync.screen import Bars
from tritempo_host.virtual.clock import VirtualClock

RUNS = 7
CLOCKS = 15


def press_through(
    clock: VirtualClock,
    presses: int,
    names: Sequence[str] = ("Núria", "Bernat", "Carla"),
    round_number: int | None = None,
    table: int | None = None,
) -> None:
    """A game of so many presses, 600 ms apart, in stepped time, and its end."""
    control = dict(preset("matam"), round_ms=0, dead_ms=0)
    with Clock(clock.port) as link:
        link.send_fixture(control, 3, names=names, round_number=round_number, table=table)
    t = clock.now_ms + 1000
    for i in range(presses):
        clock.press("ABC"[i % 3], at=t)
        t += 600
        if i % 20 == 19:
            clock.run_until(t - 1)  # the clock's line takes only so much ahead
    for button in ("PAUSE", "TRUMP", "A"):  # the end of the game: somebody went out
        clock.press(button, at=t)
        t += 1000
    clock.run_until(t)


def reading() -> list[Figure]:
    """The same log off the same virtual clock in the same run: by our link, and by mpremote in maintenance."""
    with tempfile.TemporaryDirectory() as name:
        image = Path(name) / "clock.img"
        with VirtualClock(flash=image, stepped=True) as clock:
            press_through(clock, 600)
        with VirtualClock(flash=image) as clock:
            with Clock(clock.port) as link:
                log = link.logs()[-1]
                ours = median_s(lambda: b"".join(link.read(log["log"])), RUNS)
                data = b"".join(link.read(log["log"]))
                link.maintenance()
            target = Path(name) / "copy.log"
            remote = f":logs/{log['log']:06d}-{log['game']}.log"
            theirs = median_s(lambda: mpremote(clock.port, "resume", "cp", remote, str(target)), RUNS)
            start = median_s(lambda: mpremote(clock.port, "resume", "eval", "1"), RUNS)
            if target.read_bytes() != data:
                raise AssertionError("the two copies differ")
    times = theirs / ours
    return [
        Figure(f"reading a log of {len(data) / 1024:.1f} KB", f"{ours * 1000:.1f} ms", "budget: 10 times mpremote"),
        Figure("the same by mpremote cp", f"{theirs * 1000:.0f} ms", f"{times:.0f} times as long"),
        Figure(
            "  without mpremote's start", f"{(theirs - start) * 1000:.0f} ms", f"{(theirs - start) / ours:.0f} times"
        ),
    ]


def mpremote(port: str, *words: str) -> None:
    subprocess.run([sys.executable, "-m", "mpremote", "connect", port, *words], check=True, capture_output=True)


def audits() -> list[Figure]:
    """Reading, checking and replaying a thousand logs of about 200 lines, on one core."""
    logs = [session_log(seed) for seed in range(50)]
    lines = statistics.mean(data.count(b"\n") for data, _ in logs)
    start = time.perf_counter()
    for i in range(1000):
        data, key = logs[i % len(logs)]
        if audit(data, key).flagged:
            raise AssertionError("a sound log was flagged")
    spent = time.perf_counter() - start
    return [Figure(f"audit of 1,000 logs of {lines:.0f} lines", f"{spent:.1f} s", f"{1000 / spent:,.0f} a second")]


def session_log(seed: int) -> tuple[bytes, bytes]:
    """A random game's log and the key of its clock."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as root:
        session = Session(root, "bench")
        session.new(0, {"control": dict(preset("matam"), round_ms=0), "seats": 3})
        now = 0
        for _ in range(200):
            now += rng.choice([600, 7000, 40_000])
            session.advance(now)
            kind, *args = random_games.choose_input(rng, 3)
            if kind not in ("end", "undo"):
                session.input(now, kind, *args)
            session.flush(now)
        session.input(now, "end", "aborted")
        return part(session.logbook, session.log, 0, 1_000_000), session.key


def fleet() -> list[Figure]:
    """Fifteen clocks after a round, all at once: everything fetched, audited and on disk."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        clocks = []
        for i in range(CLOCKS):
            image = Path(name) / f"clock-{i}.img"
            with VirtualClock(flash=image, stepped=True) as clock:
                press_through(clock, 120)
            clocks.append(stack.enter_context(VirtualClock(flash=image)))
        ports = [clock.port for clock in clocks]
        with open_store(Path(name) / "store.db", "en") as store:
            start = time.perf_counter()
            with Bars(Console(quiet=True), ports, "en") as bars:
                visits = Sync(store, bars).run({port: partial(Clock, port) for port in ports})
            spent = time.perf_counter() - start
        stored = sum(len(visit.fetched) for visit in visits)
        if not all(visit.ok for visit in visits) or stored != CLOCKS:
            raise AssertionError(f"only {stored} logs came through")
    return [Figure(f"{CLOCKS} clocks synced at once, audited and stored", f"{spent:.2f} s", "budget: 10 s")]
