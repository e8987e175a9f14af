"""Benchmarks of the clock itself, on MicroPython's unix port."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.figures import Figure
from tritempo_host import micropython
from tritempo_host.demo.story import story
from tritempo_host.link.client import Clock
from tritempo_host.virtual import recording
from tritempo_host.virtual.clock import VirtualClock

SCRIPT = Path(__file__).parent / "on_micropython.py"
# Raspberry Pi Pico's flash (Winbond W25Q16JV, data sheet): at least this many erases of each sector.
ENDURANCE = 100_000
BLOCKS = 352
GAMES_A_YEAR = 3 * 50  # three rounds an evening, fifty evenings


def measured(what: str, heap: str) -> dict[str, int]:
    done = micropython.run(SCRIPT, what, heap=heap)
    if done.returncode:
        raise RuntimeError(f"the {what} of the clock cannot be measured: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def inputs() -> list[Figure]:
    """Inputs a second, with and without the journal's line, and what the length of a game does to it."""
    found = measured("speed", "4m")
    per_second = {key: found["inputs"] * 1_000_000 // found[key] for key in ("game", "journal")}
    return [
        Figure("inputs a second, game alone", f"{per_second['game']:,}"),
        Figure("inputs a second, with the journal's line and tag", f"{per_second['journal']:,}"),
        Figure("input 6,000 of a game, to input 300", f"{found['growth']} %", "budget: no growth (100 %)"),
    ]


def memory() -> list[Figure]:
    """What a game of 600 inputs takes; on the Pico, with half as long words, about half of it."""
    found = measured("memory", "96k")
    return [
        Figure("RAM of the game's program, 64-bit", f"{found['program'] / 1024:.1f} KB"),
        Figure("RAM of a game of 600 inputs, 64-bit", f"{found['game'] / 1024:.1f} KB"),
        Figure("free of a heap of 96 KB then", f"{found['free'] / 1024:.1f} KB", "budget: it fits"),
    ]


def flash() -> list[Figure]:
    """Erases and bytes programmed for the demo's game of an hour and a few minutes, whole firmware, real littlefs."""
    with tempfile.TemporaryDirectory() as name:
        record = Path(name) / "record"
        with VirtualClock(flash=Path(name) / "clock.img", stepped=True, record=record) as clock:
            with Clock(clock.port) as link:
                link.send_fixture("matam", 3, names=("Núria", "Bernat", "Carla"), round_number=2, table=5)
                before = sum(1 for _ in recording.read(record))
            t = clock.now_ms
            for seconds, button, held_ms in presses():
                t += round(seconds * 1000)
                clock.hold(button, held_ms, at=t)
                t += held_ms
                clock.run_until(t + 200)
                if ended(clock):
                    break
            with Clock(clock.port) as link:
                size = link.logs()[-1]["size"]
        done = list(recording.read(record))[before:]
    erases = sum(1 for each in done if each.kind == "erase")
    programmed = sum(len(each.data) for each in done if each.kind == "program")
    years = ENDURANCE * BLOCKS // erases // GAMES_A_YEAR
    return [
        Figure("log of a game of an hour", f"{size / 1024:.1f} KB"),
        Figure("flash erases for it", f"{erases}", f"the flash lasts {years:,} years of club evenings"),
        Figure("bytes programmed for it", f"{programmed / 1024:.0f} KB"),
    ]


def presses() -> Iterator[tuple[float, str, int]]:
    """The story's presses without the plug, and without the press that goes on after it: seconds, button, ms."""
    steps = story()
    for seconds, step in steps:
        if step == "plug":
            next(steps)
        elif isinstance(step, tuple):
            yield seconds, step[1], step[2]
        elif not str(step).startswith("#"):
            yield seconds, str(step), 100


def ended(clock: VirtualClock) -> bool:
    with Clock(clock.port) as link:
        return link.hello()["state"] == "ended"
