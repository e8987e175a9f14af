"""What is asked: the title of a dialog, what it is about, and what every button means while it is on.

`prompt` is what tritempo.buttons.dialogs says: `id`, `title`, `keys` (a word or None for each button), `value` of a
dial or None, `left_ms` until it goes away or None, `mark` and `word`.
"""

from tritempo.buttons.seating import DEFAULT, SEAT_BUTTONS, seat_of
from tritempo.display import digits, font, headings, times
from tritempo.display import panels as p

MARK_STEPS = ("pass", "exchange", "lost", "none")
OF_LAST_SEAT = ("salva", "cards_gap")  # dialogs in a gap that are about the turn before it
WHOLE_LINE_MS = 15000  # the time to answer that is a line as wide as the display


def dialog(canvas, v, prompt, info):
    """The whole screen, where no time runs."""
    title = _title(prompt, info)
    at_right = headings.round_and_table(info)
    if v is not None and v["state"] == "paused":
        at_right = times.used(v["since_ms"])
        if prompt["title"] == "title_pause":
            title = headings.pause_title(v, info)
    headings.lit_bar(canvas, info, title, at_right)
    _countdown(canvas, prompt)
    if prompt["value"] is not None:
        _value(canvas, v, prompt["value"], info)
    elif v is not None:
        _subject(canvas, v, prompt, info)
    _hints(canvas, prompt, info)
    _soft_keys(canvas, v, prompt, info)


def around_time(canvas, v, prompt, info):
    """The same while the time runs: above and below it. Returns the lines to stand beside it."""
    p.bar(canvas, _title(prompt, info))
    _countdown(canvas, prompt)
    _soft_keys(canvas, v, prompt, info)
    return [each for each in (_hint(prompt, "PAUSE", "⏸", info), _hint(prompt, "TRUMP", "♦", info)) if each]


def marking(canvas, v, mark, info):
    """In place of the seats: whose turn a held button is marking, and the four steps with the present one lit."""
    canvas.fill_rect(0, p.SEATS_TOP - 1, p.WIDTH, p.SEATS_ROWS + 1, 0)
    canvas.text(2, p.NAME_TOP - 1, p.name_of(info, v, v["last_seat"], 80))
    p.right(canvas, p.WIDTH - 2, p.NAME_TOP - 1, "%s %d" % (p.say(info, "turn"), v["last_turn"]))
    for place, step in enumerate(MARK_STEPS):
        x = place * 32
        if step == mark:
            p.plate(canvas, x, 54, 31, 10)
        p.centred(canvas, x, 31, 54, p.say(info, step), step == mark)


def _title(prompt, info):
    title = p.say(info, prompt["title"])
    return title[0].upper() + title[1:]


def _countdown(canvas, prompt):
    """The bar's lowest row runs out with the time to answer."""
    if prompt["left_ms"] is not None:
        left = min(p.WIDTH, prompt["left_ms"] * p.WIDTH // WHOLE_LINE_MS)
        canvas.hline(left, p.BAR_ROWS - 1, p.WIDTH - left, 0)


def _subject(canvas, v, prompt, info):
    """What is asked about."""
    if v["state"] == "paused":
        p.time_and_name(canvas, v, info)
    elif v["state"] == "ended":
        p.centred(canvas, 0, p.WIDTH, 18, headings.end_title(v, info))
    else:
        p.who(canvas, v, v["last_seat"] if prompt["id"] in OF_LAST_SEAT else v["next_seat"], info)


def _value(canvas, v, value, info):
    """The value of a dial: a word, a number, the stars of a PIN, or a time with the number of a seat before it."""
    seat, _, time = value.partition(": ")
    if v is not None and seat.isdigit() and digits.is_figures(time):
        canvas.text(2, 18, p.name_of(info, v, int(seat), 56))
        canvas.digits(p.WIDTH - 3 - digits.width(time, 16), 15, time, 16)
    elif digits.is_figures(value):
        canvas.digits((p.WIDTH - digits.width(value, 16)) // 2, 15, value, 16)
    else:
        p.headline(canvas, value.replace("*", "●"))


def _hint(prompt, button, sign, info):
    key = prompt["keys"].get(button)
    return "%s %s" % (sign, p.say(info, key)) if key else None


def _hints(canvas, prompt, info):
    """What PAUSE does, on the left, and TRUMP, on the right."""
    pause, trump = _hint(prompt, "PAUSE", "⏸", info), _hint(prompt, "TRUMP", "♦", info)
    if pause:
        canvas.text(1, p.LINE_TOP, pause)
    if trump:
        p.right(canvas, p.WIDTH - 1, p.LINE_TOP, trump)


def _soft_keys(canvas, v, prompt, info):
    """What A, B and C (and D, where it chooses a seat) mean now, each above its button."""
    labels = _labels(v, prompt, info)
    pitch = (p.WIDTH + 1) // len(labels)
    for place, label in enumerate(labels):
        if label is None:
            continue
        x, w = place * pitch, pitch - 1
        p.plate(canvas, x, p.SEATS_TOP, w, p.SEATS_ROWS)
        lines = two_lines(label, w - 4)
        top = p.SEATS_TOP if len(lines) == 2 else p.SEATS_TOP + 5
        for line in lines:
            p.centred(canvas, x, w, top, line, True)
            top += 9


def _labels(v, prompt, info):
    """A text or None for each of three buttons, or of four where the fourth has one too."""
    keys = [prompt["keys"].get(button) for button in SEAT_BUTTONS]
    labels = [p.say(info, key) if key else None for key in keys]
    if v is not None and "choose" in keys:
        # A button that chooses a seat says whose it is.
        order = info.get("rotation") or DEFAULT
        px = 28 if v["seats"] > 3 else 40
        for place, button in enumerate(SEAT_BUTTONS):
            seat = seat_of(button, v["seats"], order)
            labels[place] = p.name_of(info, v, seat, px) if seat else None
    return labels if labels[3] else labels[:3]


@font.remembered(4)
def two_lines(label, px):
    """The label as one line, or as two, broken at the space that makes them most even."""
    if font.width(label) <= px or " " not in label:
        return [label]
    parts = label.split(" ")
    pairs = [[" ".join(parts[:i]), " ".join(parts[i:])] for i in range(1, len(parts))]
    return min(pairs, key=lambda pair: max(font.width(pair[0]), font.width(pair[1])))
