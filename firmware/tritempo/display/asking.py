"""What is asked: the title of a dialog, what it is about, and what every button means while it is on.

`prompt` is what tritempo.buttons.dialogs says: `id`, `title`, `keys` (a word or None for each button), `value` of a
dial or None, `left_ms` until it goes away or None, `mark` and `word`. All here are pieces (tritempo.display.pieces).
"""

from tritempo.buttons.seating import DEFAULT, SEAT_BUTTONS, seat_of
from tritempo.display import digits, font, headings, times
from tritempo.display import panels as p

MARK_STEPS = ("pass", "exchange", "lost", "none")
OF_LAST_SEAT = ("salva", "cards_gap")  # dialogs in a gap that are about the turn before it
MOST_SOUND = 3  # of its levels; 0 is none
WHOLE_LINE_MS = 15000  # the time to answer that is a line as wide as the display
SPACE = font.width(" ")
NAME_IN_BRACKETS = font.width(" ()") + 4
MARKS = (0, p.SEATS_TOP - 1, p.WIDTH, p.SEATS_ROWS + 1)


def dialog(v, prompt, info):
    """The whole screen, where no time runs."""
    title = _title(prompt, info)
    at_right = headings.round_and_table(info)
    if v is not None and v["state"] == "paused":
        at_right = times.used(v["since_ms"])
        if prompt["title"] == "title_pause":
            title = headings.pause_title(v, info)
    yield headings.lit_bar(info, title, at_right, _countdown(prompt))
    if prompt["value"] is not None:
        yield _value(v, prompt, info)
    elif v is not None and v["state"] == "paused":
        yield from p.time_and_name(v, info)
    elif v is not None:
        yield _subject(v, prompt, info)
    yield p.LINE, _draw_hints, (_hint(prompt, "PAUSE", "⏸ ", info), _hint(prompt, "TRUMP", "♦ ", info))
    texts = labels(v, prompt, info)
    for place in range(len(texts)):
        if texts[place] is not None:
            yield soft_key(texts, place)


def title_bar(prompt, info):
    """The title alone, while the time runs under it."""
    return p.bar(_title(prompt, info), "", _countdown(prompt))


def beside_time(prompt, info):
    """The lines beside the time that runs: what PAUSE and TRUMP do. Three of (words, no number)."""
    pause, trump = _hint(prompt, "PAUSE", "⏸ ", info), _hint(prompt, "TRUMP", "♦ ", info)
    return (pause or trump, None), (trump if pause else "", None), ("", None)


def marking(v, mark, info):
    """In place of the seats: whose turn a held button is marking, and the four steps with the present one lit."""
    name = p.name_of(info, v, v["last_seat"], 80)
    turn = "%s %d" % (p.say(info, "turn"), v["last_turn"])
    return MARKS, _draw_marking, (name, turn, tuple([p.say(info, step) for step in MARK_STEPS]), MARK_STEPS.index(mark))


def _draw_marking(canvas, name, turn, steps, present):
    canvas.text(2, MARKS[1], name)
    p.right(canvas, p.WIDTH - 2, MARKS[1], turn)
    for place in range(len(steps)):
        x = place * 32
        if place == present:
            p.plate(canvas, x, 54, 31, 10)
        p.centred(canvas, x, 31, 54, steps[place], place == present)


def _title(prompt, info):
    return _capital(p.say(info, prompt["title"]))


@font.remembered(2)
def _capital(text):
    return text[0].upper() + text[1:]


def _countdown(prompt):
    """How much of the bar's lowest row is left of the time to answer, in pixels; None if there is no end to it."""
    if prompt["left_ms"] is None:
        return None
    return min(p.WIDTH, prompt["left_ms"] * p.WIDTH // WHOLE_LINE_MS)


def _subject(v, prompt, info):
    """What is asked about."""
    if v["state"] == "ended":
        title = headings.end_title(v, info)
        if v["abandoned_by"]:
            name = p.name_of(info, v, v["abandoned_by"], p.WIDTH - font.width(title) - NAME_IN_BRACKETS)
            title = "%s (%s)" % (title, name)
        return p.MIDDLE, _draw_middle, (title,)
    return p.who(v, v["last_seat"] if prompt["id"] in OF_LAST_SEAT else v["next_seat"], info)


def _draw_middle(canvas, string):
    p.centred(canvas, 0, p.WIDTH, 17, string)


def _value(v, prompt, info):
    """The value of a dial: a word, a number, the stars of a PIN, or a time with the number of a seat before it."""
    value = prompt["value"]
    if prompt["id"] == "setup_seats":
        return p.headline("%s %s" % (value, p.say(info, "players")))
    if prompt["id"] == "sound":
        return p.headline("%s / %d" % (value, MOST_SOUND))
    seat, _, time = value.partition(": ")
    if v is not None and seat.isdigit() and digits.is_figures(time):
        return p.MIDDLE, _draw_time_of, (p.name_of(info, v, int(seat), 56), time)
    if digits.is_figures(value):
        return p.MIDDLE, _draw_figures, (value,)
    return p.headline(value.replace("*", "●"))


def _draw_time_of(canvas, name, time):
    canvas.text(2, 18, name)
    return canvas.digits(p.WIDTH - 3 - digits.width(time, 16), 15, time, 16)


def _draw_figures(canvas, value):
    return canvas.digits((p.WIDTH - digits.width(value, 16)) // 2, 15, value, 16)


def _hint(prompt, button, sign, info):
    key = prompt["keys"].get(button)
    return sign + p.say(info, key) if key else ""


def _draw_hints(canvas, pause, trump):
    """What PAUSE does, on the left, and TRUMP, on the right."""
    yield
    canvas.text(1, p.LINE[1], pause)
    yield
    p.right(canvas, p.WIDTH - 1, p.LINE[1], trump)


def soft_key(labels, place):
    """What A, B or C (or D, where it chooses a seat) means now, above its button."""
    cell = p.cell(place, len(labels))
    return cell, _draw_key, (cell[0], p.pitch(len(labels)) - 1, labels[place])


def _draw_key(canvas, x, w, label):
    p.plate(canvas, x, p.SEATS_TOP, w, p.SEATS_ROWS)
    yield
    lines = two_lines(label, w - 4)
    if len(lines) == 1:
        p.centred(canvas, x, w, p.SEATS_TOP + 5, lines[0], True)
        return
    yield
    p.centred(canvas, x, w, p.SEATS_TOP, lines[0], True)
    yield
    # A row higher where a comma below would fall off the display.
    p.centred(canvas, x, w, p.SEATS_TOP + (8 if p.has_comma_below(lines[1]) else 9), lines[1], True)


def labels(v, prompt, info):
    """A text or None for each of three buttons, or of four where the fourth has one too."""
    keys = [prompt["keys"].get(button) for button in SEAT_BUTTONS]
    texts = [p.say(info, key) if key else None for key in keys]
    if v is not None and "choose" in keys:
        # A button that chooses a seat says whose it is.
        order = info.get("rotation") or DEFAULT
        px = 28 if v["seats"] > 3 else 40
        for place, button in enumerate(SEAT_BUTTONS):
            seat = seat_of(button, v["seats"], order)
            texts[place] = p.name_of(info, v, seat, px) if seat else None
    return texts if texts[3] else texts[:3]


@font.remembered(4)
def two_lines(label, px):
    """The label as one line, or as two, broken at the space that makes them most even."""
    parts = label.split(" ")
    wide = [font.width(part) for part in parts]
    between = SPACE + 2 * font.TEXT.gap
    right = sum(wide) + between * (len(parts) - 1)
    if right <= px or len(parts) == 1:
        return [label]
    left = -between
    best, at = None, 1
    for i in range(len(parts) - 1):
        left += between + wide[i]
        right -= wide[i] + between
        if best is None or max(left, right) < best:
            best = max(left, right)
            at = i + 1
    return [" ".join(parts[:at]), " ".join(parts[at:])]
