"""The pieces that screens are put together from (tritempo.display.pieces says what a piece is).

The display is 128 x 64. Every screen keeps to three bands, so that an eye finds a thing where it was before:

    rows  0 to 10   one line of text, or a lit bar
    rows 11 to 43   the time, 32 rows high, or what is asked and a line below it
    rows 45 to 63   the seats, left to right as their buttons; or what the buttons mean while something is asked
"""

from tritempo.buttons.seating import DEFAULT, SEAT_BUTTONS, seat_of
from tritempo.display import digits, font, naming, times
from tritempo.display.lights import SLOW_MS, blink, seat_in_question
from tritempo.display.words import word

WIDTH = 128
BAR_ROWS = 11
BAND_TOP = 11
BAND_ROWS = 33
SEATS_TOP = 45
SEATS_ROWS = 19
NAME_TOP, TIME_TOP = 45, 55
SIGNS_GAP = 4  # from the time to the signs beside it

# The places of pieces: x, y, w, h.
TOP = (0, 0, WIDTH, BAR_ROWS)
BAND = (0, BAND_TOP, WIDTH, BAND_ROWS)
MIDDLE = (0, BAND_TOP, WIDTH, 23)  # a band that has a line of text below it,
LINE = (0, 34, WIDTH, 11)  # and that line

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


# Laid out at once, for it is drawn: a width alone of a new string takes a Pico a third as long, for nothing.


def centred(canvas, x, w, y, string, invert=False):
    canvas.text(x + (w - font.TEXT.laid(string)[1]) // 2, y, string, invert)


def right(canvas, end, y, string, invert=False):
    """Text that ends before column `end`."""
    canvas.text(end - font.TEXT.laid(string)[1], y, string, invert)


def plate(canvas, x, y, w, h):
    """A lit field with its corners off."""
    canvas.fill_rect(x, y, w, h)
    for corner_x in (x, x + w - 1):
        for corner_y in (y, y + h - 1):
            canvas.fill_rect(corner_x, corner_y, 1, 1, 0)


def draw_centred_line(canvas, string):
    centred(canvas, 0, WIDTH, LINE[1], string)


def bar(string, at_right="", countdown=None, sync=None):
    """The top line as a lit bar.

    `countdown`: so many pixels of its lowest row stay lit, None: all. `sync`: percent of it that are, or None.
    """
    if sync is not None:
        countdown = sync * WIDTH // 100
    return TOP, _draw_bar, (string, at_right, countdown)


def _draw_bar(canvas, string, at_right, countdown):
    canvas.fill_rect(0, 0, WIDTH, BAR_ROWS)
    yield
    canvas.text(2, _bar_text_top(string), string, True)
    if at_right:
        yield
        right(canvas, WIDTH - 2, _bar_text_top(at_right), at_right, True)
    if countdown is not None:
        canvas.hline(countdown, BAR_ROWS - 1, WIDTH - countdown, 0)


def _bar_text_top(string):
    """In the middle of the bar, but where a comma below would be cut off."""
    return 0 if has_comma_below(string) else 1


def has_comma_below(string):
    """Whether it needs all rows of its line: a comma there must not look like an accent of what stands below it."""
    return any(letter in string for letter in _BELOW)


# One thing, as large as it goes.


def headline(string, top=BAND_TOP, place=MIDDLE):
    """One line in the middle: all of it doubled, or its first word, or nothing of it."""
    if place == MIDDLE and not has_comma_below(string):
        top += 1  # an accent does not touch the line above
    return place, _draw_headline, (string, top)


def _draw_headline(canvas, string, top):
    first, rest = _parts(string)
    wide = _headline_width(first, rest)
    if wide > WIDTH:
        centred(canvas, 0, WIDTH, top + 6, string)
        return
    x = (WIDTH - wide) // 2
    if rest:
        # On the same base line: row 15 of the doubled text, row 7 of the plain one.
        canvas.text(x + 2 * font.width(first) + 6, top + 8, rest)
    for _ in canvas.big_text(x, top, first):
        yield


def _parts(string):
    if 2 * font.width(string) <= WIDTH:
        return string, ""
    first, _, rest = string.partition(" ")
    return first, rest


def _headline_width(first, rest):
    return 2 * font.width(first) + (6 + font.width(rest) if rest else 0)


def who(v, seat, info):
    """Whose turn it is, large."""
    name = names(info, v["seats"])[seat - 1]
    fits = _headline_width(*_parts(name)) <= WIDTH
    return headline(name if fits else name_of(info, v, seat, WIDTH // 2))


def time_digits(v):
    """The time of the turn in figures: what is left, or what it has used where no time is given."""
    return times.used(v["used_ms"]) if v["left_ms"] is None else times.left_tenths(v["left_ms"])


def time_and_name(v, info):
    """The time that stands still, whose it is, and where the game is, as far as there is room. A generator."""
    x = 2
    time = where = ""
    if v["seat"] is not None:
        time = time_digits(v)
        x += digits.width(time, 16) + 8
        yield
        parts = ["%s %d" % (say(info, key), v[key]) for key in ("hand", "turn")]
        while parts and font.width(", ".join(parts)) > WIDTH - x:
            parts.pop(0)
        where = ", ".join(parts)
        yield
    yield MIDDLE, _draw_time_and_name, (time, x, where, name_of(info, v, seat_in_question(v), WIDTH - x - 1))


def _draw_time_and_name(canvas, time, x, where, name):
    yield
    for _ in canvas.digits(2, 14, time, 16):
        yield
    yield
    canvas.text(x, 22, where)
    yield
    canvas.text(x, BAND_TOP if has_comma_below(name) else BAND_TOP + 1, name)


# The seats.


def pitch(count):
    """Pixels from one of `count` fields above the buttons to the next."""
    return (WIDTH + 1) // count


def cell(place, count):
    """The place of one of `count` fields above the buttons; the last may be a pixel narrower."""
    x = place * pitch(count)
    return (x, SEATS_TOP, min(pitch(count), WIDTH - x), SEATS_ROWS)


@font.remembered(2)
def seats_in_order(count, order):
    """The seats from left to right, as their buttons lie."""
    found = [seat_of(button, count, order) for button in SEAT_BUTTONS]
    return [seat for seat in found if seat is not None]


def seats(v, info):
    """(the seats from left to right, all names within a field)."""
    order = seats_in_order(v["seats"], info.get("rotation") or DEFAULT)
    return order, naming.fit_all(names(info, v["seats"]), pitch(len(order)) - 4)


def seat(v, order, place, short):
    """A seat's name, its bank or the time it has used, the last mark and the card it has played.

    The seat on turn is lit; before a turn the one that comes next blinks together with its light.
    """
    seat = order[place]
    field = cell(place, len(order))
    banks = v["bank_ms"]
    # What is left in the seat's bank, or, where there are none, what it has used, which is never negative.
    seconds = v["used_total_ms"][seat - 1] // 1000 if banks is None else times.whole(banks[seat - 1])
    mark, card = v["marks"][seat - 1], _card(v, seat)
    args = (field[0], pitch(len(order)) - 4, short[seat - 1], seconds, mark, card, is_lit(v, seat))
    return field, _draw_seat, args


def _draw_seat(canvas, x, inner, name, seconds, mark, card, lit):
    time = times.left_seconds(seconds)
    if font.width(time) > inner:  # from 100 minutes on a narrow field has room for those alone
        time = "%s%d'" % ("+" if seconds < 0 else "", abs(seconds) // 60)
    if lit:
        plate(canvas, x, SEATS_TOP, inner + 3, SEATS_ROWS)
    sign = MARK_SIGNS.get(mark, "")
    signs = _signs_width(sign, card)
    signs_top, before = TIME_TOP, font.width(time)
    if signs and signs + before + 1 > inner:
        signs_top = NAME_TOP
        name = naming.fit(name, inner - signs - 1)
        before = font.width(name)
    yield
    canvas.text(x + 2, NAME_TOP, name, lit)
    if has_comma_below(name):
        # Its second row would touch the time, and be read as an accent: the 0 below Ștefan as an Ó.
        canvas.fill_rect(x + 2, TIME_TOP, font.width(name), 1, 1 if lit else 0)
    yield
    canvas.text(x + 2, TIME_TOP, time, lit)
    # Near what they belong to: at the end of the field they would stand beside the next seat's time.
    _draw_signs(canvas, x + 2 + min(before + SIGNS_GAP, inner - signs), signs_top, sign, card, lit)


def is_lit(v, seat):
    """Whether a seat is marked as the one that it is all about."""
    if v["seat"] is not None:
        return seat == v["seat"]
    return seat == v["next_seat"] and (v["state"] == "paused" or blink(v["since_ms"], SLOW_MS))


def _card(v, seat):
    for holder, kind in v["trumps"]:
        if holder == seat:
            return TRUMP_LETTERS[kind]
    return ""


def _signs_width(sign, letter):
    pixels = font.width(sign) + (font.width(letter) + 2 if letter else 0)
    return pixels + 1 if sign and letter else pixels


def _draw_signs(canvas, x, y, sign, letter, invert):
    """The sign of the seat's last mark, and the letter of its card on a small card."""
    if sign:
        canvas.text(x, y, sign, invert)
        x += font.width(sign) + 1
    if letter:
        canvas.fill_rect(x, y, font.width(letter) + 2, 9, 0 if invert else 1)
        canvas.text(x + 1, y, letter, not invert)
