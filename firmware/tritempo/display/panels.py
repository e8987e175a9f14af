"""The pieces that screens are put together from.

The display is 128 x 64. Every screen keeps to three bands, so that an eye finds a thing where it was before:

    rows  0 to 10   one line of text, or a lit bar
    rows 12 to 43   the time, 32 rows high, or what is asked
    rows 45 to 63   the seats, left to right as their buttons; or what the buttons mean while something is asked
"""

from tritempo.buttons.seating import DEFAULT, SEAT_BUTTONS, seat_of
from tritempo.display import digits, font, naming, times
from tritempo.display.lights import SLOW_MS, blink, seat_in_question
from tritempo.display.words import word

WIDTH = 128
BAR_ROWS = 11
BAND_TOP = 12
LINE_TOP = 34  # one line between band and seats, where the band is not full
SEATS_TOP = 45
SEATS_ROWS = 19
NAME_TOP, TIME_TOP = 45, 55

TRUMP_LETTERS = {"prorroga": "P", "tornar": "T", "salva": "S", "canvi": "C", "rescat": "R", "triple": "3"}
MARK_SIGNS = {"pass": "▶", "exchange": "⇄", "lost": "⌛", "refused": "✗", "unfinished": "…"}

_BELOW = ("ș", "ț", "Ș", "Ț")  # the comma below takes one row more than any other letter


def say(info, key):
    """A word in the language of the table."""
    return word(info["lang"], key)


def names(info, seats):
    """A name for each seat; "Player 2" where none is known."""
    table = [seats, info["lang"]] + list(info.get("names") or ())
    if _names[0] != table:
        known = table[2:]
        known += [None] * (seats - len(known))
        _names[:] = table, [known[i] or "%s %d" % (say(info, "player"), i + 1) for i in range(seats)]
    return _names[1]


_names = [None, []]  # of the last table that was asked about, and what they are


def name_of(info, v, seat, px):
    """The name of one seat within `px` pixels, told apart from the others at the table."""
    name = names(info, v["seats"])[seat - 1]
    return name if font.width(name) <= px else naming.fit_all(names(info, v["seats"]), px)[seat - 1]


def centred(canvas, x, w, y, string, invert=False):
    canvas.text(x + (w - font.width(string)) // 2, y, string, invert)


def right(canvas, end, y, string, invert=False):
    """Text that ends before column `end`."""
    canvas.text(end - font.width(string), y, string, invert)


def plate(canvas, x, y, w, h):
    """A lit field with its corners off."""
    canvas.fill_rect(x, y, w, h)
    for corner_x in (x, x + w - 1):
        for corner_y in (y, y + h - 1):
            canvas.fill_rect(corner_x, corner_y, 1, 1, 0)


def bar(canvas, string, at_right=""):
    """The top line as a lit bar."""
    canvas.fill_rect(0, 0, WIDTH, BAR_ROWS)
    canvas.text(2, _bar_text_top(string), string, True)
    if at_right:
        right(canvas, WIDTH - 2, _bar_text_top(at_right), at_right, True)


def _bar_text_top(string):
    """In the middle of the bar, but where a comma below would be cut off."""
    return 0 if any(letter in string for letter in _BELOW) else 1


# One thing, as large as it goes.


def headline(canvas, string, top=BAND_TOP):
    """One line in the middle: all of it doubled, or its first word, or nothing of it."""
    first, rest = _parts(string)
    wide = _headline_width(first, rest)
    if wide > WIDTH:
        centred(canvas, 0, WIDTH, top + 6, string)
        return
    x = (WIDTH - wide) // 2
    canvas.big_text(x, top, first)
    if rest:
        # On the same base line: row 15 of the doubled text, row 7 of the plain one.
        canvas.text(x + 2 * font.width(first) + 6, top + 8, rest)


def _parts(string):
    if 2 * font.width(string) <= WIDTH:
        return string, ""
    first, _, rest = string.partition(" ")
    return first, rest


def _headline_width(first, rest):
    return 2 * font.width(first) + (6 + font.width(rest) if rest else 0)


def who(canvas, v, seat, info):
    """Whose turn it is, large."""
    name = names(info, v["seats"])[seat - 1]
    fits = _headline_width(*_parts(name)) <= WIDTH
    headline(canvas, name if fits else name_of(info, v, seat, WIDTH // 2), BAND_TOP - 1)


def time_digits(v):
    """The time of the turn in figures: what is left, or what it has used where no time is given."""
    return times.used(v["used_ms"]) if v["left_ms"] is None else times.left_tenths(v["left_ms"])


def time_and_name(canvas, v, info):
    """The time that stands still, whose it is, and where the game is, as far as there is room."""
    x = 2
    if v["seat"] is not None:
        time = time_digits(v)
        canvas.digits(x, 15, time, 16)
        x += digits.width(time, 16) + 8
        parts = ["%s %d" % (say(info, key), v[key]) for key in ("hand", "turn")]
        while parts and font.width(", ".join(parts)) > WIDTH - x:
            parts.pop(0)
        canvas.text(x, 23, ", ".join(parts))
    canvas.text(x, 13, name_of(info, v, seat_in_question(v), WIDTH - x - 1))


# The seats.


def seats_in_order(v, info):
    """The seats from left to right, as their buttons lie."""
    order = info.get("rotation") or DEFAULT
    found = [seat_of(button, v["seats"], order) for button in SEAT_BUTTONS]
    return [seat for seat in found if seat is not None]


def seats(canvas, v, info):
    """Each seat's name, its bank or the time it has used, the last mark and the card it has played.

    The seat on turn is lit; before a turn the one that comes next blinks together with its light.
    """
    order = seats_in_order(v, info)
    pitch = (WIDTH + 1) // len(order)
    inner = pitch - 4
    short = naming.fit_all(names(info, v["seats"]), inner)
    for place, seat in enumerate(order):
        x = place * pitch
        lit = is_lit(v, seat)
        if lit:
            plate(canvas, x, SEATS_TOP, pitch - 1, SEATS_ROWS)
        time = seat_time(v, seat)
        signs = _signs_width(v, seat)
        name = short[seat - 1]
        signs_top = TIME_TOP
        if signs and signs + font.width(time) + 1 > inner:
            signs_top = NAME_TOP
            name = naming.fit(name, inner - signs - 1)
        canvas.text(x + 2, NAME_TOP, name, lit)
        canvas.text(x + 2, TIME_TOP, time, lit)
        _signs(canvas, x + 2 + inner - signs, signs_top, v, seat, lit)


def is_lit(v, seat):
    """Whether a seat is marked as the one that it is all about."""
    if v["seat"] is not None:
        return seat == v["seat"]
    return seat == v["next_seat"] and (v["state"] == "paused" or blink(v["since_ms"], SLOW_MS))


def seat_time(v, seat):
    """What is left in a seat's bank, or, where there are none, what it has used."""
    if v["bank_ms"] is not None:
        return times.left(v["bank_ms"][seat - 1])
    return times.used(v["used_total_ms"][seat - 1])


def _card(v, seat):
    for holder, kind in v["trumps"]:
        if holder == seat:
            return TRUMP_LETTERS[kind]
    return ""


def _signs_width(v, seat):
    sign, letter = MARK_SIGNS.get(v["marks"][seat - 1], ""), _card(v, seat)
    pixels = font.width(sign) + (font.width(letter) + 2 if letter else 0)
    return pixels + 1 if sign and letter else pixels


def _signs(canvas, x, y, v, seat, invert):
    """The sign of the seat's last mark, and the letter of its card on a small card."""
    sign, letter = MARK_SIGNS.get(v["marks"][seat - 1], ""), _card(v, seat)
    if sign:
        canvas.text(x, y, sign, invert)
        x += font.width(sign) + 1
    if letter:
        canvas.fill_rect(x, y, font.width(letter) + 2, 9, 0 if invert else 1)
        canvas.text(x + 1, y, letter, not invert)
