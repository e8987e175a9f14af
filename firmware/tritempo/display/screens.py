"""What the display shows: one function a state of the game. What is asked is in tritempo.display.asking.

    draw(canvas, v, prompt, info)

`v`: the view of the game (tritempo.view), or None where there is none. `prompt`: what is asked (Dialogs.prompt), or
None. `info`, what neither of them knows; only `lang` and `now` must be there:

    lang          "ca", "ro" or "en"
    now           milliseconds of any running clock, for what takes turns
    names         names by seat, as the host sent them
    rotation      the seating (tritempo.buttons.seating)
    round, table  numbers, or None
    control_name  name of the time control
    at_zero       the control's, so that the display says what running out of time means
    log, saved    number of this game's log, and whether all of it is on the flash
    trouble       word of what is wrong with the clock, or None
    sync          how much the host has read, in percent, or None

Pure but for the canvas. Everything is drawn anew each time: at most some 120 glyphs, each one blit.
"""

from tritempo.display import asking, digits, headings, naming, times
from tritempo.display import panels as p
from tritempo.display.lights import overrun_lit

SIDE_PX = 38  # what stands beside the time


def draw(canvas, v, prompt, info):
    """Draws the whole screen."""
    canvas.clear()
    asked = prompt if prompt is not None and prompt["title"] is not None else None
    if v is None and info.get("sync") is not None:
        _sync(canvas, info)
    elif v is not None and v["state"] == "running":
        _running(canvas, v, asked, info)
    elif asked is not None:
        asking.dialog(canvas, v, asked, info)
    elif v is None:
        p.headline(canvas, "Tritempo", 20)
    else:
        _STATES[v["state"]](canvas, v, info)
    # A finger may rest on a button while its turn is undone: then there is nothing to mark.
    if prompt is not None and prompt["mark"] is not None and v is not None and v["last_seat"] is not None:
        asking.marking(canvas, v, prompt["mark"], info)
    if prompt is not None and prompt["word"] is not None:
        p.bar(canvas, "✗ " + p.say(info, prompt["word"]))


def _ready(canvas, v, info):
    """Racks are being filled: who begins, and what to press."""
    headings.line(canvas, info, p.say(info, "begins"), headings.beginning(v, info))
    p.who(canvas, v, v["next_seat"], info)
    p.centred(canvas, 0, p.WIDTH, p.LINE_TOP, p.say(info, "racks_full"))
    p.seats(canvas, v, info)


def _gap(canvas, v, info):
    """Between two turns: how the last one ended, who plays next."""
    at_right = headings.tag(v, info) or headings.round_left(v)
    headings.line(canvas, info, headings.last_turn(v, info), at_right, headings.suggestion(v, info))
    p.who(canvas, v, v["next_seat"], info)
    p.centred(canvas, 0, p.WIDTH, p.LINE_TOP, p.say(info, "press_start"))
    p.seats(canvas, v, info)


def _running(canvas, v, prompt, info):
    """The time, as high as it goes. What is asked meanwhile stands around it, never in its place."""
    over = v["left_ms"] is not None and v["left_ms"] < 0
    if prompt is not None:
        beside = asking.around_time(canvas, v, prompt, info)
    else:
        name = p.names(info, v["seats"])[v["seat"] - 1]
        messages = headings.zero_line(v, info), headings.suggestion(v, info)
        headings.line(canvas, info, name, headings.tag(v, info), *messages)
        p.seats(canvas, v, info)
        beside = _place(v, info)
    dark_on_lit = over and overrun_lit(v)
    if dark_on_lit:
        top = p.BAND_TOP if prompt is not None else p.BAND_TOP - 1
        canvas.fill_rect(0, top, p.WIDTH, p.SEATS_TOP - top)
    time = p.time_digits(v)
    height = 32 if digits.width(time, 32) <= p.WIDTH else 16
    wide = digits.width(time, height)
    room = p.WIDTH - SIDE_PX
    if wide > room:
        room, beside = p.WIDTH, ()
    canvas.digits((room - wide) // 2, p.BAND_TOP + (32 - height) // 2, time, height, dark_on_lit)
    for i, line in enumerate(beside):
        p.right(canvas, p.WIDTH, 13 + 10 * i, line, dark_on_lit)


def _place(v, info):
    """Where the game is: hand, turn, and what is left of the round, in time or in turns."""
    lines = ["%s %d" % (p.say(info, key), v[key]) for key in ("hand", "turn")]
    if v["turns_left"] is not None:
        key = "turn_left" if v["turns_left"] == 1 else "turns_left"
        lines.append("%s %d" % (p.say(info, key), v["turns_left"]))
    elif v["round_left_ms"] is not None:
        lines.append(headings.round_left(v))
    return lines


def _paused(canvas, v, info):
    """A pause in which nothing is asked."""
    headings.lit_bar(canvas, info, headings.pause_title(v, info), times.used(v["since_ms"]))
    p.time_and_name(canvas, v, info)
    p.seats(canvas, v, info)


def _ended(canvas, v, info):
    """The end and its reason, each seat's time and what it costs, and whether the log is safe."""
    headings.lit_bar(canvas, info, headings.end_title(v, info), headings.round_and_table(info))
    pitch = 13 if v["seats"] < 4 else 10
    for i, name in enumerate(naming.fit_all(p.names(info, v["seats"]), 52)):
        y = 12 + i * pitch
        canvas.text(2, y, name)
        p.right(canvas, 86, y, times.used(v["used_total_ms"][i]))
        p.right(canvas, p.WIDTH - 2, y, _cost(v, i, info))
    if info.get("log") is not None:
        canvas.text(2, 53, "%s %d" % (p.say(info, "log"), info["log"]))
    p.right(canvas, p.WIDTH - 2, 53, _safe(info))


def _cost(v, i, info):
    """Points off a seat, for time or for challenges; or its bank; or how far its turns ran over."""
    points = v["penalty"][i] - v["challenge_points"][i]
    if points:
        return "-%d p" % points  # the word for points begins so in all our languages
    if v["bank_ms"] is not None:
        return times.left(v["bank_ms"][i])
    overtime_ms = v.get("overtime_ms")
    return times.left(-overtime_ms[i]) if overtime_ms and overtime_ms[i] else ""


def _safe(info):
    if info.get("sync") is not None:
        return "⇅ %d %%" % info["sync"]
    return "✓ " + p.say(info, "saved") if info.get("saved") else "⚠ " + p.say(info, "not_saved")


_STATES = {"ready": _ready, "gap": _gap, "paused": _paused, "ended": _ended}


def _sync(canvas, info):
    """The host is reading, and there is no game: how far it is."""
    percent = str(info["sync"])
    p.bar(canvas, "⇅ " + p.say(info, "sync"))
    x = (p.WIDTH - digits.width(percent, 32) - 8) // 2
    canvas.digits(x, 14, percent, 32)
    canvas.text(x + digits.width(percent, 32) + 3, 38, "%")
    canvas.rect(0, 54, p.WIDTH, 10)
    canvas.fill_rect(2, 56, info["sync"] * (p.WIDTH - 4) // 100, 6)
