"""Hours of games in one boot: memory does not shrink, the log's time does not drift, nothing is lost.

TRITEMPO_HOURS says how many emulated hours; without it some minutes of short rounds. The figures are printed.
"""

import os

import pytest

from emulator.hours import Tournament

HOURS = float(os.environ.get("TRITEMPO_HOURS", "0"))
SHORT_HOURS, SHORT_ROUND_MS, SHORT_BREAK_MS = 0.12, 90_000, 10_000
# Of free memory: a game with more turns, or other strings that are kept, makes it go up and down.
SHRINKS_BY = 3 * 1024
DRIFT_MS = 1.2

pytestmark = pytest.mark.timeout(max(900, 5 * 3600 * HOURS))


def test_hours_of_games():
    tournament = Tournament() if HOURS else Tournament(SHORT_ROUND_MS, SHORT_BREAK_MS)
    day = tournament.play(HOURS or SHORT_HOURS)
    assert day.troubles == []
    assert day.games >= (int(HOURS / 2) if HOURS else 2)
    assert abs(day.drift_ms) <= DRIFT_MS
    assert shrinks_by(day.free) <= SHRINKS_BY, day.free


def shrinks_by(free: list[int]) -> int:
    """How much less the later games leave free than the earlier ones; the first fills what is kept, and is left out."""
    warm = free[1:]
    half = len(warm) // 2
    return min(warm[:half]) - min(warm[half:]) if half else 0
