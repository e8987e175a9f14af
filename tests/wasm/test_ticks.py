"""The counter of microseconds that wraps at 2**30: `time.ticks_us` itself goes over the wrap, on a clock of our own."""

import in_wasm

PERIOD = 2**30
START_US = 3 * PERIOD - 40_000_000  # 40 s before a wrap
STEP_US = 20_000_017
READINGS = 500  # nearly three hours, and nine wraps

LOOP = f"""
import gc, time
from tritempo.ticks import Widener

widener = Widener(time.ticks_us(), time.ticks_add(0, -1) + 1)
before = widener.total_ms
falls = wraps = 0
last = time.ticks_us()
for _ in range({READINGS}):
    reading = time.ticks_us()
    wraps += reading < last
    last = reading
    free = gc.mem_free()
    now = widener.widen_ms(reading)
    taken = free - gc.mem_free()
    falls += now < before
    before = now
    print(reading, now, taken)
print(widener.total_us, widener.jumped_us, falls, wraps)
"""


def test_time_goes_on_over_every_wrap(tmp_path):
    """Each reading of the clock is STEP_US later; the program reads it once a turn of its loop, and twice before."""
    now = [START_US]

    def clock_us():
        now[0] += STEP_US
        return now[0]

    *turns, last = in_wasm.run(LOOP, tmp_path, heap="2m", clock_us=clock_us).splitlines()
    readings, times, taken = zip(*(map(int, turn.split()) for turn in turns), strict=True)
    total_us, jumped_us, falls, wraps = map(int, last.split())
    first = readings[0] - 2 * STEP_US  # the readings before the loop
    assert wraps > 5
    assert (jumped_us, falls) == (0, 0)
    assert total_us == (READINGS + 1) * STEP_US
    assert list(times) == [(i + 2) * STEP_US // 1000 for i in range(READINGS)]
    assert all((reading - first) % PERIOD == (i + 2) * STEP_US % PERIOD for i, reading in enumerate(readings))
    # Not one big integer: those would come after 18 minutes, 32 bytes each time.
    assert sorted(taken)[-READINGS // 10] == sorted(taken)[0]
