"""The plug is pulled before and inside flash operations of a game: it comes back, and nothing promised is lost.

TRITEMPO_CUTS says what share of the operations is tried (1: all of them). Each cut costs a boot.
"""

import os

import pytest

from emulator import firmware
from emulator.cuts import Cut, Cutter
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, logs, up

pytestmark = pytest.mark.timeout(3600)
SHARE = float(os.environ.get("TRITEMPO_CUTS", "0.2"))
SEED = 3
MOST_WRONG_MS = 10_000
PRESS_TO_LOG_MS = 2  # the log's millisecond, and the sampling


@pytest.fixture(scope="module")
def game() -> tuple[Players, Cutter]:
    """A game with a long turn (heartbeats), a mark, a card and a challenge, and the cuts that were kept of it."""
    at = Players(up(Pico(firmware.deployed())))
    cutter = Cutter(at.pico, SHARE, SEED)
    at.begin()
    at.press("A", then_ms=1500)
    at.press("B", for_ms=1700, then_ms=1500)
    at.press("C", then_ms=29_000)
    at.press("A", then_ms=900)
    at.press("TRUMP", then_ms=300)
    at.press("A", then_ms=1200)
    at.press("B", then_ms=2000)
    at.press("PAUSE", then_ms=300)
    at.press("A", then_ms=1200)
    at.press("A", then_ms=1200)  # valid
    at.press("C", then_ms=1500)
    cutter.stop()
    return at, cutter


def test_every_cut_comes_back_with_all_that_was_promised(game: tuple[Players, Cutter]):
    at, cutter = game
    assert cutter.seen > 40
    assert cutter.cuts
    problems = [f"{cut}: {problem}" for cut in cutter.cuts for problem in after(cut, at)]
    assert not problems, "\n".join(problems)
    print(f"\n{len(cutter.cuts)} cuts of {cutter.seen} flash operations, each came back")


def after(cut: Cut, at: Players) -> list[str]:
    """The clock gets its power again. What is wrong then."""
    pico = up(Pico(cut.flash))
    problems = []
    with pico.link() as clock:
        live, status = clock.live(), clock.status()
    if status["trouble"]:
        problems.append(f"trouble {status['trouble']}")
    if not logs(cut.promised):
        return problems if live["state"] in ("setup", "ready", "paused") else [*problems, f"state {live['state']}"]
    promised = [str(vars(line)) for line in last_log(cut.promised).lines]
    pico.run_ms(500)
    back = [str(vars(line)) for line in last_log(pico.flash.image()).lines]
    if back[: len(promised)] != promised:
        problems.append(f"{len(promised)} lines were promised, not all of them are there")
    begun = [line for line in last_log(cut.promised).lines if line.word == "seat"]
    if begun and live["state"] != "paused":
        problems.append(f"comes back as {live['state']}")
    if begun and live["turn"]:
        problems += wrong_time(cut, at, live["turn"], live["used_ms"])
    return problems


def wrong_time(cut: Cut, at: Players, turn: int, used_ms: int) -> list[str]:
    """Whether the running turn has lost more than it may, or has been charged too much."""
    presses = [ms for ms, button, down in at.pico.edges if down]
    pauses = [ms for ms, button, down in at.pico.edges if down and button == "PAUSE"]
    if any(ms < cut.at_ms for ms in pauses):
        return []  # the time of a pause is not the turn's: the game's own tests know how much that is
    starts = [line.t for line in last_log(at.pico.flash.image()).lines if line.word == "seat" and line.ignored is None]
    true_ms = cut.at_ms - presses[2] - (starts[turn - 1] - starts[0])
    if used_ms > true_ms + PRESS_TO_LOG_MS:
        return [f"turn {turn}: {used_ms} ms were charged for {true_ms:.1f}"]
    if true_ms - used_ms > MOST_WRONG_MS:
        return [f"turn {turn}: only {used_ms} ms of {true_ms:.1f} came back"]
    return []
