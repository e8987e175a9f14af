"""The clock's time against the computer's: how fast its crystal runs, and how surely we know.

The clock is asked for its time again and again. Its answer lies between the moments of question and answer, so a short
round trip tells much; the shortest of many is taken, at the beginning of the test and at its end. What the two leave
open, over the time between them, is how unsure the result is. (The computer's own clock is taken for right: one that is
set by network time is good to some 20 ppm in half a minute.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tritempo_host.selftest.bench import Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "time"
LIMIT_PPM = 100  # the Pico's crystal is good to 30
WRAP_US = 1 << 30  # of MicroPython's ticks_us
ROUNDS = 40
LONGEST = 4  # times as long as asked for, where the line is too slow to tell


@dataclass(frozen=True)
class Reading:
    """The clock showed `clock_us` when the computer's clock was at `host_s`, give or take `unsure_s`."""

    host_s: float
    clock_us: int
    unsure_s: float


def read(bench: Bench) -> Reading:
    before, clock_us, after = min(bench.hands.ticks(ROUNDS), key=lambda each: each[2] - each[0])
    return Reading((before + after) / 2, clock_us, (after - before) / 2)


def drift_ppm(first: Reading, last: Reading) -> tuple[float, float]:
    """By how much the clock runs fast, and how unsure that is, both in ppm."""
    elapsed_us = (last.host_s - first.host_s) * 1e6
    counted_us = last.clock_us - first.clock_us
    counted_us += round((elapsed_us - counted_us) / WRAP_US) * WRAP_US
    unsure_us = (first.unsure_s + last.unsure_s) * 1e6
    return (counted_us / elapsed_us - 1) * 1e6, unsure_us / elapsed_us * 1e6


def run(bench: Bench, first: Reading, seconds: float) -> Iterator[Finding]:
    """At the end of a test that began with the reading `first`; waits until `seconds` have passed since."""
    end_s = first.host_s + seconds
    last_s = first.host_s + LONGEST * seconds
    while True:
        _wait_until(bench, end_s)
        last = read(bench)
        ppm, unsure_ppm = drift_ppm(first, last)
        clear = abs(ppm) + unsure_ppm <= LIMIT_PPM or abs(ppm) - unsure_ppm > LIMIT_PPM
        if clear or end_s >= last_s:
            break
        end_s = min(last_s, end_s + seconds)
    shown = {"ppm": f"{round(ppm):+d}", "unsure": f"{unsure_ppm:.0f}", "seconds": round(last.host_s - first.host_s)}
    figures = {
        "drift_ppm": round(ppm, 1),
        "unsure_ppm": round(unsure_ppm, 1),
        "seconds": round(last.host_s - first.host_s, 1),
        "round_trip_ms": round(2000 * max(first.unsure_s, last.unsure_s), 2),
        "limit_ppm": LIMIT_PPM,
    }
    if not clear:
        yield Finding(STEP, "", Status.SKIP, (remark("time_unsure", **shown, limit=LIMIT_PPM),), figures)
    elif abs(ppm) <= LIMIT_PPM:
        yield Finding(STEP, "", Status.PASS, (remark("time_good", **shown),), figures)
    else:
        yield Finding(STEP, "", Status.FAIL, (remark("time_bad", **shown, limit=LIMIT_PPM),), figures)


def _wait_until(bench: Bench, end_s: float) -> None:
    left_s = end_s - bench.now_s()
    if left_s > 0:
        bench.person.tell("time_wait", seconds=round(left_s))
        bench.rest(left_s)
