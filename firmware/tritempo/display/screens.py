"""What the display shows: one function a state of the game. What is asked is in tritempo.display.asking.

    draw(canvas, v, prompt, info)                    # all at once
    for _ in drawing(canvas, v, prompt, info): …     # the same, in steps of at most about 2 ms on a Pico

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
    service       the serial line belongs to MicroPython's prompt now, and the clock does nothing else

A screen is a generator of pieces (tritempo.display.pieces); only those that have changed are drawn.
"""

from tritempo.display import asking, digits, headings, naming, pieces, times
from tritempo.display import panels as p
from tritempo.display.lights import overrun_lit

SIDE_PX = 38  # what stands beside the time
TIME = (0, p.BAND_TOP, p.WIDTH - SIDE_PX, p.BAND_ROWS)
# Three lines beside it. No word that stands there has a comma below, which would reach into the next line.
SIDE = tuple([(p.WIDTH - SIDE_PX, top, SIDE_PX, rows) for top, rows in ((p.BAND_TOP, 12), (23, 10), (33, 11))])
TOTALS = (0, p.BAND_TOP, p.WIDTH, 42)
BOTTOM_TOP = 53
BOTTOM = (0, BOTTOM_TOP, p.WIDTH, 11)
PERCENT = (0, p.BAND_TOP, p.WIDTH, 42)


def draw(canvas, v, prompt, info):
    """Draws the whole screen."""
    for _ in drawing(canvas, v, prompt, info):
        pass


def drawing(canvas, v, prompt, info):
    """A generator that draws the screen in small steps; it may be given up. The picture is whole when it ends."""
    asked = prompt if prompt is not None and prompt["title"] is not None else None
    above = []
    if prompt is not None:
        # A finger may rest on a button while its turn is undone: then there is nothing to mark.
        if prompt["mark"] is not None and v is not None and v["last_seat"] is not None:
            above.append(asking.marking(v, prompt["mark"], info))
        if prompt["word"] is not None:
            above.append(p.bar("✗ " + p.say(info, prompt["word"])))
    return pieces.drawing(canvas, _screen(v, asked, info), above)


def _screen(v, asked, info):
    if info.get("service"):
        return _service(info)
    if v is None and info.get("sync") is not None:
        return _sync(info)
    if v is not None and v["state"] == "running":
        return _running(v, asked, info)
    if asked is not None:
        return asking.dialog(v, asked, info)
    if v is None:
        return iter((p.headline("Tritempo", 20, p.BAND),))
    return _STATES[v["state"]](v, info)


def _ready(v, info):
    """Racks are being filled: who begins, and what to press."""
    yield headings.line(info, p.say(info, "begins"), headings.beginning(v, info))
    yield p.who(v, v["next_seat"], info)
    yield p.LINE, p.draw_centred_line, (p.say(info, "racks_full"),)
    order, short = p.seats(v, info)
    for place in range(len(order)):
        yield p.seat(v, order, place, short)


def _gap(v, info):
    """Between two turns: how the last one ended, who plays next."""
    at_right = headings.tag(v, info) or headings.round_left(v)
    yield headings.line(info, headings.last_turn(v, info), at_right, headings.suggestion(v, info))
    yield p.who(v, v["next_seat"], info)
    yield p.LINE, p.draw_centred_line, (p.say(info, "press_start"),)
    order, short = p.seats(v, info)
    for place in range(len(order)):
        yield p.seat(v, order, place, short)


def _running(v, prompt, info):
    """The time, as high as it goes. What is asked meanwhile stands around it, never in its place."""
    if prompt is not None:
        yield asking.title_bar(prompt, info)
        beside = asking.beside_time(prompt, info)
    else:
        name = p.names(info, v["seats"])[v["seat"] - 1]
        messages = headings.zero_line(v, info), headings.suggestion(v, info)
        yield headings.line(info, name, headings.tag(v, info), *messages)
        yield  # what stands beside the time takes a Pico 1 ms, and so does the time
        beside = _beside_time(v, info)
    over = v["left_ms"] is not None and v["left_ms"] < 0
    dark_on_lit = over and overrun_lit(v)
    time = p.time_digits(v)
    height = 32
    wide = digits.width(time, 32)
    if wide > p.WIDTH:
        height = 16
        wide = digits.width(time, 16)
    if wide > p.WIDTH - SIDE_PX:
        yield p.BAND, _draw_time, (time, height, wide, p.WIDTH, dark_on_lit)
    else:
        yield TIME, _draw_time, (time, height, wide, p.WIDTH - SIDE_PX, dark_on_lit)
        for i in range(len(SIDE)):
            words, number = beside[i]
            yield SIDE[i], _draw_beside, (i, words, number, dark_on_lit)
    if prompt is not None:
        labels = asking.labels(v, prompt, info)
        for place in range(len(labels)):
            if labels[place] is not None:
                yield asking.soft_key(labels, place)
        return
    order, short = p.seats(v, info)
    for place in range(len(order)):
        yield p.seat(v, order, place, short)


def _draw_time(canvas, time, height, wide, room, dark_on_lit):
    yield  # it takes a Pico 2 ms, and so may what was looked at before it
    if dark_on_lit:
        canvas.fill_rect(0, p.BAND_TOP, room, p.BAND_ROWS)
    for _ in canvas.digits((room - wide) // 2, 12 + (32 - height) // 2, time, height, dark_on_lit):
        yield


def _draw_beside(canvas, i, words, number, dark_on_lit):
    if dark_on_lit:
        place = SIDE[i]
        canvas.fill_rect(place[0], place[1], place[2], place[3])
    # Words and number one by one: the words are laid out already, and both together never are. Without a number they
    # are the round's time, which is new each second: laid out at once, for that takes a Pico a millisecond.
    figures = "" if number is None else " %d" % number
    wide = p.font.TEXT.laid(words)[1] + (p.font.TEXT.gap + p.font.width(figures) if figures else 0)
    yield
    end = p.WIDTH if wide == SIDE_PX else p.WIDTH - 1  # a dark letter needs a lit edge
    canvas.text(end - wide, 13 + 10 * i, words, dark_on_lit)
    if figures:
        yield
        p.right(canvas, end, 13 + 10 * i, figures, dark_on_lit)


def _beside_time(v, info):
    """Where the game is: hand, turn, and what is left of the round, in time or in turns. Three of (words, number)."""
    third = headings.round_left(v), None
    if v["turns_left"] is not None:
        third = p.say(info, "turn_left" if v["turns_left"] == 1 else "turns_left"), v["turns_left"]
    return (p.say(info, "hand"), v["hand"]), (p.say(info, "turn"), v["turn"]), third


def _paused(v, info):
    """A pause in which nothing is asked."""
    yield headings.lit_bar(info, headings.pause_title(v, info), times.used(v["since_ms"]))
    yield from p.time_and_name(v, info)
    order, short = p.seats(v, info)
    for place in range(len(order)):
        yield p.seat(v, order, place, short)


def _ended(v, info):
    """The end and its reason, each seat's time and what it costs, and whether the log is safe."""
    yield headings.lit_bar(info, headings.end_title(v, info), headings.round_and_table(info))
    seats = range(v["seats"])
    names = naming.fit_all(p.names(info, v["seats"]), 52)
    used = tuple([v["used_total_ms"][i] // 1000 for i in seats])
    # Whoever abandons is lit, as the seat that it is about always is.
    yield TOTALS, _draw_totals, (tuple(names), used, tuple([_cost(v, i) for i in seats]), v["abandoned_by"])
    log = "" if info.get("log") is None else "%s %d" % (p.say(info, "log"), info["log"])
    yield BOTTOM, _draw_bottom, (log, _safe(info))


def _draw_totals(canvas, names, used, costs, lit):
    pitch = 13 if len(names) < 4 else 10
    y = 12
    for i in range(len(names)):
        if lit == i + 1:
            p.plate(canvas, 0, y, p.font.width(names[i]) + 4, min(pitch, 11))
        canvas.text(2, y, names[i], lit == i + 1)
        p.right(canvas, 86, y, times.minutes(used[i]))
        p.right(canvas, p.WIDTH - 2, y, costs[i])
        y += pitch


def _draw_bottom(canvas, log, safe):
    # A number of six figures and the longest word do not stand side by side: the first word is cut then.
    canvas.text(2, BOTTOM_TOP, naming.fit(log, p.WIDTH - 8 - p.font.width(safe)))
    p.right(canvas, p.WIDTH - 2, BOTTOM_TOP, safe)


def _cost(v, i):
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


def _service(info):
    """The clock has given its line away: what for, and how it comes back."""
    yield p.bar(p.say(info, "service"))
    yield p.headline("USB")
    yield p.LINE, p.draw_centred_line, (p.say(info, "service_back"),)


def _sync(info):
    """The host is reading, and there is no game: how far it is."""
    yield p.bar("⇅ " + p.say(info, "sync"))
    yield PERCENT, _draw_percent, (info["sync"],)
    yield BOTTOM, _draw_progress, (info["sync"],)


def _draw_percent(canvas, percent):
    figures = str(percent)
    wide = digits.width(figures, 32)
    x = (p.WIDTH - wide - 8) // 2
    for _ in canvas.digits(x, 14, figures, 32):
        yield
    canvas.text(x + wide + 3, 38, "%")


def _draw_progress(canvas, percent):
    canvas.rect(0, 54, p.WIDTH, 10)
    canvas.fill_rect(2, 56, percent * (p.WIDTH - 4) // 100, 6)
