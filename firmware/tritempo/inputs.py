"""Inputs as words, checked and packed into the small integers that a game remembers."""

from tritempo.codes import (
    ADJUST,
    END,
    ENDS,
    MARK,
    MARKS,
    MARKS_BY_HAND,
    PAUSE,
    POWER,
    REASON,
    REASONS,
    RESUME,
    ROUND_START,
    SEAT,
    TRUMP,
    VERDICT,
)
from tritempo.control import TRUMPS

# An adjustment beyond this many milliseconds (24 days) is cut to it: the history keeps 32 bits.
MOST_MS = 0x7FFFFFFF
MOST_WORDS = 99


def pack(game, kind, args):
    """Input words as (code, a, b); a string says why it is ignored; None: no such input."""
    n = len(args)
    one = args[0] if n else None
    two = args[1] if n > 1 else None
    if kind == "seat":
        return (SEAT, one, 0) if n == 1 and _is_seat(game, one) else None
    if kind == "pause":
        allowed = n < 2 and one in game.control.pauses
        if game.state == "ended" and not (allowed and one == "challenge"):
            return "state"
        # One that is not allowed still pauses, without a reason: a finger must be able to stop the clock.
        return PAUSE, REASONS.index(one) if allowed else -1, 0
    if kind == "reason":
        return (REASON, REASONS.index(one), 0) if n == 1 and one in game.control.pauses else "reason"
    if kind == "verdict":
        three = args[2] if n > 2 else None
        if one not in ("valid", "invalid") or n > 3 or not (two is None or _is_seat(game, two)):
            return None
        if not (three is None or (type(three) is int and 0 <= three <= MOST_WORDS)):
            return None
        return VERDICT, (two or 0) * 2 + (one == "valid"), -1 if three is None else three
    if kind == "trump":
        return (TRUMP, TRUMPS.index(one), 0) if n == 1 and one in TRUMPS else None
    if kind == "mark":
        if not 1 <= n <= 2 or one not in MARKS_BY_HAND or not (two is None or type(two) is int):
            return None
        number = game.ended_turns.count if two is None else two
        return (MARK, MARKS.index(one), number) if 1 <= number <= game.ended_turns.count else "mark"
    if kind == "adjust":
        if n != 2 or not _is_seat(game, one) or type(two) is not int:
            return None
        return ADJUST, one, max(-MOST_MS, min(MOST_MS, two))
    if kind == "end":
        ok = 1 <= n <= 2 and one in ENDS and (two is None or _is_seat(game, two))
        return (END, ENDS.index(one), two or 0) if ok else None
    if kind in ("resume", "round_start", "power") and not n:
        return {"resume": RESUME, "round_start": ROUND_START, "power": POWER}[kind], 0, 0
    return None


def _is_seat(game, value):
    return type(value) is int and 1 <= value <= game.control.seats
