"""The top line: whose turn or what state, the one thing that matters beside it, and what else must be told.

What does not fit beside it takes turns with it, two seconds each; trouble shows as a lit bar. Nothing here hides the
time, and nothing stays hidden for long.
"""

from tritempo.display import font, naming, times
from tritempo.display.panels import BAR_ROWS, TOP, WIDTH, bar, right, say

TAKE_TURNS_MS = 2000
GAP = 8  # pixels between a name and what stands at the right

_ZERO_LINES = {"lose_turn": "hold_lost", "flag": "flag_down"}
_END_WORDS = {"flag": "flag_end"}  # as the reason of a pause the same word means a claim


def line(info, left, at_right, *messages):
    """A plain top line, taking turns with those messages that are not None, and with trouble."""
    told = [message for message in messages if message]
    turns = len(told) + (2 if info.get("trouble") else 1)
    turn = info["now"] // TAKE_TURNS_MS % turns
    sync = info.get("sync")
    if turn == 0:
        return TOP, _draw_line, (left, at_right, sync)
    if turn <= len(told):
        return TOP, _draw_line, (told[turn - 1], "", sync)
    return bar(_trouble(info), "", None, sync)


def _draw_line(canvas, left, at_right, sync):
    room = WIDTH - 2 - (font.width(at_right) + GAP if at_right else 0)
    canvas.text(1, 0, left if font.width(left) <= room else naming.fit(left, room))
    right(canvas, WIDTH - 1, 0, at_right)
    if sync is not None:
        canvas.hline(0, BAR_ROWS - 1, sync * WIDTH // 100)


def lit_bar(info, left, at_right="", countdown=None):
    """A lit bar, which gives way to trouble every other time."""
    if info.get("trouble") and info["now"] // TAKE_TURNS_MS % 2:
        left = _trouble(info)
        if font.width(left) + font.width(at_right) + 8 > WIDTH:
            at_right = ""
    return bar(left, at_right, countdown)


def _trouble(info):
    return "⚠ " + say(info, info["trouble"])


def beginning(v, info):
    """Beside the name of who begins: round and table, the time control, the round's clock, in turns."""
    shown = [text for text in (round_and_table(info), info.get("control_name"), round_left(v)) if text]
    return shown[info["now"] // TAKE_TURNS_MS % len(shown)] if shown else ""


def round_and_table(info):
    """R2 T5, as far as they are known."""
    parts = [say(info, key)[0] + str(info[key]) for key in ("round", "table") if info.get(key) is not None]
    return " ".join(parts)


def round_left(v):
    return "" if v["round_left_ms"] is None else "⌛" + times.left(v["round_left_ms"])


def tag(v, info):
    """One short thing that matters most about this turn, or nothing."""
    if v["left_ms"] is not None and v["left_ms"] < 0:
        points = v["penalty"][v["seat"] - 1]
        return "-%d %s" % (points, say(info, "points")) if points else say(info, "time_up")
    if v["kind"] in ("again", "retry"):
        return say(info, v["kind"])
    if v["turns_left"] is not None:
        return say(info, "last_hand" if v["turns_left"] <= v["seats"] else "one_more")
    return ""


def zero_line(v, info):
    """What it means under this control that the time has run out."""
    key = _ZERO_LINES.get(info.get("at_zero"))
    if key is None or v["left_ms"] is None or v["left_ms"] >= 0:
        return None
    return say(info, key)


def suggestion(v, info):
    """That the rules would let the game end here, which the players decide."""
    return say(info, "sg_" + v["suggest_end"]) if v["suggest_end"] else None


def last_turn(v, info):
    """How the last turn ended if it was not a play; else that somebody plays next."""
    if v["last_mark"] is None:
        return say(info, "to_play")
    return "%s %d: %s" % (say(info, "turn"), v["last_turn"], say(info, v["last_mark"]))


def pause_title(v, info):
    if v["reason"] is None:
        return say(info, "title_pause")
    return "%s: %s" % (say(info, "pause"), say(info, "why_" + v["reason"]))


def end_title(v, info):
    return "%s: %s" % (say(info, "over"), say(info, _END_WORDS.get(v["reason"], v["reason"])))
