"""The figures of docs/architecture.md's budgets, measured on the emulated clock. `bench.py` prints them."""

import random
import statistics
from dataclasses import dataclass, field

from emulator import firmware
from emulator.copies import PressedCopies
from emulator.loopwatch import LoopWatch
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, time_error, up
from tritempo.control import preset

SEED = 7
YEARS_CYCLES = 100_000  # erases that a sector stands (W25Q16JV data sheet)
BLOCKS = 352
GAMES_A_YEAR = 150  # three a club evening, fifty evenings
COLLECTION_MS = 15  # a turn of the loop that takes longer, and writes nothing, has collected garbage
# What is pressed besides seats: a pause, a pause with a reason, a card, a card that is not played, and back.
ASKED = ("PAUSE", "PAUSE", "PAUSE", "A", "A", "PAUSE", "PAUSE", "TRUMP", "TRUMP", "TRUMP", "A", "PAUSE", "B", "PAUSE")
EVERY_MS = (2.0, 12.0)  # from press to press, where none of them has any effect
LONG_GAME = 310  # presses: a log of 311 lines, as docs/pico.md has measured it before


@dataclass
class Found:
    """Rows for the table: what, the budget, and what was measured."""

    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, what: str, budget: str, value: str) -> None:
        self.rows.append((what, budget, value))


def from_to(values: list[float], unit: str = "ms") -> str:
    return f"{statistics.median(values):.1f} {unit} (most {max(values):.1f})"


def ready(found: Found) -> None:
    """Power on, nothing on the flash but the firmware; the second time, when the key is there."""
    first = up(Pico(firmware.deployed()))
    pico = Pico(first.flash.image())
    pico.chip.run_until(lambda: any(pico.picture()), 5000, 1)
    seen = pico.now_ms
    with pico.link() as clock:
        answered = pico.now_ms
        free = clock.status()["mem_free"]
    found.add("power on → the set-up screen", "1 s", f"{seen:.0f} ms (answers its host at {answered:.0f} ms)")
    found.add("RAM free in set-up", "", f"{free / 1024:.1f} KB")


def presses(found: Found, count: int = 24) -> None:
    """A game of seat presses at random instants: light, first pixel, the log's time; and how long the loop is held."""
    at = Players(up(Pico(firmware.deployed())))
    pico = at.pico
    at.begin()
    at.wait(1000)
    rng = random.Random(SEED)
    pressed, lights, pixels = [], [], []
    erases, since = pico.flash.erases, pico.now_ms
    for i in range(count):
        at.wait(rng.uniform(900, 2300))
        next_light = pico.lights["BCA"[i % 3]]
        pressed.append(pico.now_ms)
        shown = pico.picture()
        pico.press("A")
        pico.chip.run_until(lambda before=shown: pico.picture() != before, 500, 0.2)
        pixels.append(pico.now_ms - pressed[-1])
        pico.run_ms(20)
        rise = next_light.first_rise(pressed[-1])
        lights.append((rise or pico.now_ms) - pressed[-1])
    at.wait(1500)
    lines = [line for line in last_log(pico.flash.image()).lines if line.word == "seat" and line.ignored is None]
    error = time_error([pico.presses("A")[0], *pressed], [line.t for line in lines])
    found.add("press's time, against the log", "1 ms", f"{error.spread_ms:.2f} ms over {error.presses} presses")
    found.add("press → light of the next seat", "5 ms", from_to(lights))
    found.add("press → first new pixel row", "60 ms", from_to(pixels))
    found.add("flash erases a handover", "", f"{(pico.flash.erases - erases) / count:.2f}")
    copies = PressedCopies(pico, EVERY_MS, SEED)
    copies.start()
    pico.run_ms(2000)
    copies.stop()
    found.add("press → light, at any instant of a turn", "5 ms", copies.told())
    watch = LoopWatch(pico)
    for _ in range(4):
        watch.run_ms(4000)
        pico.press("A")
    quiet = [turn.busy_ms for turn in watch.turns if not turn.wrote]
    writing = [turn.busy_ms for turn in watch.turns if turn.wrote]
    watch.turns.clear()
    for button in ASKED:
        pico.press(button)
        watch.run_ms(1300)
    asked = [turn.busy_ms for turn in watch.turns if not turn.wrote]
    collecting = [ms for ms in quiet + asked if ms > COLLECTION_MS]
    found.add("loop held, drawing and sending", "5 ms", from_to([ms for ms in quiet if ms <= COLLECTION_MS]))
    found.add("  with PAUSE, TRUMP and what they ask", "5 ms", from_to([ms for ms in asked if ms <= COLLECTION_MS]))
    if collecting:
        found.add("  where nothing waits, collecting", "", from_to(collecting))
    found.add("loop held, writing the log", "", from_to(writing))
    found.add("share of the CPU in a turn", "", f"{100 * sum(quiet) / 16_000:.0f} %")
    found.add("emulated time of this part", "", f"{(pico.now_ms - since) / 1000:.0f} s")


def hour(found: Found, minutes: float) -> None:
    """A MàTaM game at a club's pace, as long as there is time for: flash, memory, drift."""
    at = Players(up(Pico(firmware.deployed())))
    pico = at.pico
    at.begin()
    rng = random.Random(SEED)
    start_ms, start_erases, start_pages = pico.now_ms, pico.flash.erases, pico.flash.pages
    turns = 0
    while pico.now_ms < start_ms + minutes * 60_000:
        at.wait(rng.uniform(20_000, 95_000))
        pico.press("A")
        turns += 1
    at.wait(2000)
    with pico.link() as clock:
        free = clock.status()["mem_free"]
    spent_h = (pico.now_ms - start_ms) / 3_600_000
    erases = (pico.flash.erases - start_erases) / spent_h
    pages = (pico.flash.pages - start_pages) / spent_h
    years = YEARS_CYCLES * BLOCKS / (erases * GAMES_A_YEAR)
    first, last = pico.presses("A")[0], pico.presses("A")[-1]
    lines = [line for line in last_log(pico.flash.image()).lines if line.word == "seat" and line.ignored is None]
    drift = (lines[-1].t - lines[0].t) - (last - first)
    found.add("flash erases an hour's game", "small", f"{erases:.0f} (and {pages:.0f} pages; {turns} turns measured)")
    found.add("  years of club evenings", "", f"{years:,.0f}, if they are spread over the flash")
    found.add("RAM free in the game", "100 KB", f"{free / 1024:.1f} KB after {60 * spent_h:.0f} minutes")
    found.add("drift of the log's time", "0", f"{drift:+.2f} ms in {60 * spent_h:.0f} minutes")


def long_game() -> Pico:
    """A clock with a game that presses can follow each other in: its control has no dead time."""
    pico = up(Pico(firmware.deployed()))
    with pico.link() as clock:
        clock.send_fixture(dict(preset("matam"), round_ms=0, dead_ms=0), 3, names=["Anna", "Bernat", "Carla"])
    return pico


def play_on(pico: Pico, presses: int) -> None:
    """Presses 150 ms apart, until there have been so many."""
    for i in range(len(pico.presses()), presses):
        pico.press("ABC"[i % 3], for_ms=40)
        pico.run_ms(150)
    pico.run_ms(2000)


def coming_back(found: Found, pico: Pico) -> None:
    """The plug is pulled in a game of 311 lines, and put in again."""
    lines = len(last_log(pico.flash.image()).lines)
    again = Pico(pico.flash.image())
    again.chip.run_until(lambda: any(again.picture()), 5000, 1)
    first = again.now_ms
    # A host that asks meanwhile would be a part of what is measured.
    again.chip.run_until(lambda: last_log(again.flash.image()).lines[-1].word == "power", 8000, 10)
    back = again.now_ms
    with again.link() as clock:
        state = clock.live()["state"]
        free = clock.status()["mem_free"]
    found.add(f"back after a cut, {lines} lines", "1 s", f"picture at {first:.0f} ms, {state} at {back:.0f} ms")
    found.add("RAM free after it, with a host", "100 KB", f"{free / 1024:.1f} KB")
