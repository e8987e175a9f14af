"""Times as people read them. Milliseconds in, text in figures (`:.+-`) out.

One rule for all that counts towards a limit: what has been started counts whole. While time is left, 0:00 (or 0.0)
means that there is truly none; from the first millisecond past it the text is +0:01, never a 0:00 that looks like time
left. The seconds past zero then agree with the penalty, which is for each started minute: 10 points up to +1:00, 20
from +1:01 on. What only counts up is rounded down, as on any stopwatch.
"""

TENTHS_MS = 9900  # the last 10 s; 9.9 is the first that fits its place, 10.0 would not


def minutes(seconds):
    """2:05, 75:00; from 1000 minutes on hours and minutes, 16h40 written 16.40 for want of an h in figures."""
    if seconds >= 60000:
        return "%d.%02d" % (seconds // 3600, seconds // 60 % 60)
    return "%d:%02d" % (seconds // 60, seconds % 60)


def whole(ms):
    """Seconds left as they are shown; negative past zero."""
    return (ms + 999) // 1000 if ms >= 0 else -((-ms + 999) // 1000)


def left_seconds(seconds):
    """Seconds left, or past zero with a plus."""
    return "+" + minutes(-seconds) if seconds < 0 else minutes(seconds)


def left(ms):
    """Time left, or past zero with a plus."""
    return left_seconds(whole(ms))


def left_tenths(ms):
    """As `left`, with tenths in the last ten seconds."""
    if 0 <= ms <= TENTHS_MS:
        tenths = (ms + 99) // 100
        return "%d.%d" % (tenths // 10, tenths % 10)
    return left(ms)


def used(ms):
    """Time that has been used."""
    return minutes(ms // 1000)
