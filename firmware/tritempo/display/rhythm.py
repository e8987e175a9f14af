"""How long a picture can stand: so that a clock draws when something visible changes, and rests in between.

Drawing all the time would take a good part of a Pico, and the seconds would still change a little late.
"""

from tritempo.display.headings import TAKE_TURNS_MS
from tritempo.display.lights import SLOW_MS
from tritempo.display.times import TENTHS_MS

LIVELY_MS = 100  # while tenths run, something blinks, or a finger or a dialog may change what is shown
SECOND_MS = 1000


def still_ms(v, prompt, now_ms):
    """Milliseconds, 1 or more, for which the picture of this view and prompt stays true, if nothing happens.

    True in what counts: while a turn runs that is its time; the rest is a second old at most.
    """
    if prompt is not None and not (prompt["left_ms"] is None and prompt["mark"] is None and prompt["word"] is None):
        return LIVELY_MS
    if v is not None and v["state"] == "running" and v["left_ms"] is not None and v["left_ms"] <= TENTHS_MS + LIVELY_MS:
        return LIVELY_MS
    still = TAKE_TURNS_MS - now_ms % TAKE_TURNS_MS
    state = None if v is None else v["state"]
    if state is None or state == "ended":
        return still
    if state == "running":
        # By the turn's own second. The small figures beside it begin theirs at other times, and follow with it: two
        # more pictures a second would take a Pico as long as all the rest.
        return _counts_up(v["used_ms"]) if v["left_ms"] is None else _counts_down(v["left_ms"])
    if state == "paused":  # nothing else counts there
        return _counts_up(v["since_ms"])
    still = min(still, _counts_down(v["round_left_ms"]))
    return min(still, SLOW_MS // 2 - v["since_ms"] % (SLOW_MS // 2))  # the next seat blinks


def _counts_up(ms):
    return SECOND_MS - ms % SECOND_MS


def _counts_down(ms):
    """What has been started counts whole, on both sides of zero: 0:00 stands for one millisecond."""
    return TAKE_TURNS_MS if ms is None else (ms if ms <= 0 else ms - 1) % SECOND_MS + 1
