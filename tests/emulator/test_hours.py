"""Hours of games in one boot: memory does not shrink, the log's time does not drift, nothing is lost.

TRITEMPO_HOURS says how many emulated hours (default 0.1: six minutes). The figures are printed.
"""

import os
import random

import pytest

from emulator import firmware
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, up

HOURS = float(os.environ.get("TRITEMPO_HOURS", "0.1"))
GAME_MS = min(HOURS, 1.0) * 3_600_000 / 2  # two games at least
SEED = 10
# Of free memory: garbage that waits to be collected makes it go up and down.
SHRINKS_BY = 6 * 1024
DRIFT_MS = 1.2

pytestmark = pytest.mark.timeout(max(600, 5 * 3600 * HOURS))


def test_hours_of_games():
    at = Players(up(Pico(firmware.deployed())))
    rng = random.Random(SEED)
    end_ms = at.pico.now_ms + HOURS * 3_600_000
    at.press("B")
    free, games, drift = [], 0, 0.0
    while at.pico.now_ms < end_ms:
        drift = max(drift, abs(play(at, rng)))
        games += 1
        with at.pico.link() as clock:
            status = clock.status()
        assert status["trouble"] is None
        assert status["lost"] == 0
        free.append(status["mem_free"])
        print(f"{at.pico.now_ms / 3_600_000:.2f} h, game {games}: {free[-1] / 1024:.1f} KB free, drift {drift:.2f} ms")
    assert at.pico.chip.resets == 0
    assert drift <= DRIFT_MS
    assert min(free) >= free[0] - SHRINKS_BY, free


def play(at: Players, rng: random.Random) -> float:
    """One game, from set-up or the end of the one before. The drift of its log's time, in ms."""
    pico = at.pico
    with pico.link() as clock:
        clock.send_fixture("matam", 3, names=["Anna Puig", "Bernat Gascó", "Mariàngela Vilà"], round_number=1, table=1)
    at.wait(1000)
    start, first = pico.now_ms, len(pico.edges)
    pico.press("A")
    at.wait(1000)
    while pico.now_ms < start + GAME_MS:
        at.wait(rng.uniform(3_000, 110_000))
        what = rng.random()
        if what < 0.1:
            pico.tap("TRUMP", rng.choice("AB"))
        elif what < 0.2:
            pico.tap("PAUSE", "A", "A", then_ms=rng.uniform(300, 20_000))  # a challenge, valid
        pico.press("A", for_ms=rng.choice((60, 1700)))
    at.wait(2500)
    ended = pico.now_ms
    pico.tap("PAUSE", then_ms=700)
    with pico.link() as clock:
        assert clock.live()["state"] in ("paused", "ended"), ended
    end(at)
    lines = [line for line in last_log(pico.flash.image()).lines if line.word == "seat" and line.ignored is None]
    presses = [ms for ms, button, down in pico.edges[first:] if down and button == "A"]
    # The last turn's press that counted is the pin's that is nearest: all others are seconds away.
    apart = [lines[-1].t - lines[0].t - (ms - presses[0]) for ms in presses]
    return min(apart, key=abs)


def end(at: Players) -> None:
    """The arbiter ends the game: the keys of the end's pages are tried until it has ended."""
    for keys in (("TRUMP", "A"), ("TRUMP", "B"), ("TRUMP", "C", "A"), ("TRUMP", "C", "B")):
        at.pico.tap(*keys, then_ms=700)
        with at.pico.link() as clock:
            if clock.live()["state"] == "ended":
                return
        at.wait(16_000)  # a dialog that nobody touches goes away
    raise AssertionError("no key has ended the game")
