"""Time controls: what a clock is told about time, seats, buttons and pauses. Data, and the check that it is sound.

A control is a dict with the fields of `FIELDS`; those left out have the defaults given there. All times are whole
milliseconds. The presets are in tritempo.presets.
"""

from collections import OrderedDict

from tritempo.presets import ANY_SEATS, changes
from tritempo.presets import PRESETS as PRESETS
from tritempo.text import to_json

PAUSES = ("challenge", "score", "overdraw", "arbiter", "bag_empty", "late", "flag")
TRUMPS = ("canvi", "prorroga", "rescat", "tornar", "salva", "triple")
LANGUAGES = ("ca", "ro", "en")

CHOICES = {
    "delay_kind": ("simple", "bronstein"),
    "at_zero": ("signal", "lose_turn", "penalty", "flag"),
    "at_round_limit": ("signal", "stop", "hand_plus_one"),
    "press": ("any", "mover", "opponents"),
    "handover": ("direct", "two_step"),
    "challenge": ("current", "previous"),
    "suggest": (None, "mg", "csm", "ro"),
}
TIMES = ("turn_ms", "increment_ms", "delay_ms", "round_ms", "dead_ms", "prorroga_ms", "retry_ms")
# A thousand hours. Beyond it lies a slip of the keyboard, not a game.
LONGEST_MS = 3600000000
MOST_WARNINGS = 16
LONGEST_TEXT = 80


def defaults() -> dict:
    """A control in which nothing is set: no times, no pauses, no trumps, 2 to 4 seats.

    In order, so that a log's header reads well: MicroPython's plain dicts have none.
    """
    return OrderedDict(
        (
            ("id", None),
            ("name", {}),
            ("source", None),
            ("seats", list(ANY_SEATS)),
            ("turn_ms", 0),
            ("bank_ms", 0),
            ("increment_ms", 0),
            ("delay_ms", 0),
            ("delay_kind", "simple"),
            ("at_zero", "signal"),
            ("warn_ms", []),
            ("round_ms", 0),
            ("at_round_limit", "signal"),
            ("press", "any"),
            ("handover", "direct"),
            ("dead_ms", 500),
            ("challenge", "current"),
            ("pauses", []),
            ("suggest", None),
            ("trumps", []),
            ("prorroga_ms", 120000),
            ("retry_ms", 30000),
        )
    )


FIELDS = tuple(defaults())


def preset(name):
    """The whole control of a preset, a new dict each time. KeyError if there is none of that name."""
    control = defaults()
    control.update(changes(name))
    control["id"] = name
    return control


class ControlError(Exception):
    """A control that cannot be used: `field` says where, `text` what is wrong and what is allowed (English).

    For programs that say it in another language, `code` is the kind of it and `value` what it is about:
    unknown (field), choice, list, names, text, time, longest, many, seats (a wrong number), players (not for so many),
    banks (how many there are), both (turn time and bank), previous, turn (needs one), bank (needs one).
    """

    def __init__(self, field, text, code="other", value=None):
        super().__init__(field + ": " + text)
        self.field = field
        self.text = text
        self.code = code
        self.value = value


class Control:
    """A sound time control for one game: an attribute for each field.

    `data` is the whole dict, as it goes into a log's header; `seats` is the number of seats in this game; `bank_ms`
    is a tuple with the bank of each seat; `warn_ms` a tuple from the highest threshold down.
    Raises ControlError for what cannot be used.
    """

    id: str
    name: dict
    turn_ms: int
    increment_ms: int
    delay_ms: int
    delay_kind: str
    at_zero: str
    round_ms: int
    at_round_limit: str
    press: str
    handover: str
    dead_ms: int
    challenge: str
    pauses: list
    suggest: str
    trumps: list
    prorroga_ms: int
    retry_ms: int

    def __init__(self, data, seats):
        whole = defaults()
        for field in data:
            if field not in whole:
                raise ControlError(str(field), "there is no such field; the fields are " + ", ".join(FIELDS), "unknown")
            whole[field] = data[field]
        if whole["name"] is None:  # null or empty: both say that it has none
            whole["name"] = {}
        _check_words(whole)
        _check_times(whole)
        _check_seats(whole, seats)
        bank = whole["bank_ms"]
        self.data = whole
        for field in FIELDS:
            setattr(self, field, whole[field])
        self.seats = seats
        self.bank_ms = tuple(bank) if isinstance(bank, (list, tuple)) else (bank,) * seats
        self.warn_ms = tuple(sorted(set(whole["warn_ms"]), reverse=True))
        self.has_bank = any(self.bank_ms)
        # What the bank is not charged for at the start of a turn; Bronstein's delay is charged and given back.
        self.free_ms = self.delay_ms if self.delay_kind == "simple" else 0
        self.back_ms = self.delay_ms if self.delay_kind == "bronstein" else 0
        _check_together(self)


def _check_words(whole):
    for field in CHOICES:
        _one_of(field, whole[field], CHOICES[field])
    for field, allowed in (("pauses", PAUSES), ("trumps", TRUMPS)):
        if not isinstance(whole[field], (list, tuple)):
            raise ControlError(field, "it is a list of " + ", ".join(allowed), "list")
        for value in whole[field]:
            _one_of(field, value, allowed)
    for field in ("id", "source"):
        if whole[field] is not None:
            _check_text(field, whole[field])
    names = whole["name"]
    if not isinstance(names, dict):
        raise ControlError("name", 'it is a table with a text for each of "ca", "ro" and "en"', "names")
    for language in names:
        _one_of("name", language, LANGUAGES)
        _check_text("name", names[language])


def _check_text(field, value):
    # It goes into the header of each log, and onto displays and pages.
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or any(sign < " " or sign == "\x7f" for sign in value):
        raise ControlError(field, "it is a text of at most {} characters, on one line".format(LONGEST_TEXT), "text")


def _one_of(field, value, allowed):
    # `in` would take True for 1 and unhashable values are fine: the allowed ones are compared one by one.
    for word in allowed:
        if type(value) is type(word) and value == word:
            return
    words = ", ".join("null" if word is None else word for word in allowed)
    raise ControlError(field, "{} is not one of {}".format(_show(value), words), "choice", value)


def _show(value):
    # As the person wrote it, and not as Python would: `true`, not True.
    if isinstance(value, str):
        return "`" + value + "`"
    try:
        return to_json(value)
    except TypeError:  # a file of the host may hold what JSON has not: a date
        return str(value)


def _check_times(whole):
    for field in TIMES:
        _check_ms(field, whole[field])
    for field in ("bank_ms", "warn_ms"):
        value = whole[field]
        if isinstance(value, (list, tuple)):
            if len(value) > MOST_WARNINGS:
                raise ControlError(field, "more than {} of them are too many".format(MOST_WARNINGS), "many")
            for each in value:
                _check_ms(field, each)
        elif field == "bank_ms":
            _check_ms(field, value)
        else:
            raise ControlError(field, "it is a list of times in milliseconds", "list")


def _check_ms(field, value):
    if type(value) is not int or value < 0:
        raise ControlError(field, _show(value) + " is not a whole number of milliseconds, zero or more", "time", value)
    if value > LONGEST_MS:
        raise ControlError(field, str(value) + " ms is more than a thousand hours", "longest", value)


def _check_seats(whole, seats):
    allowed = whole["seats"]
    if not isinstance(allowed, (list, tuple)) or not allowed:
        raise ControlError("seats", "it is a list of the numbers of seats allowed, such as [2, 3, 4]", "list")
    for number in allowed:
        if type(number) is not int or not 2 <= number <= 4:
            raise ControlError("seats", _show(number) + " is no number of seats; they are 2, 3 or 4", "seats", number)
    if type(seats) is not int or seats not in allowed:
        numbers = ", ".join(str(number) for number in allowed)
        raise ControlError("seats", "it is for " + numbers + " players, not " + _show(seats), "players", seats)
    bank = whole["bank_ms"]
    if isinstance(bank, (list, tuple)) and len(bank) != seats:
        raise ControlError("bank_ms", "there are {} banks for {} seats".format(len(bank), seats), "banks", len(bank))


def _check_together(control):
    if control.turn_ms and control.has_bank:
        raise ControlError("bank_ms", "a control has a turn time (turn_ms) or a bank, not both", "both")
    if control.at_round_limit == "hand_plus_one" and control.challenge == "previous":
        raise ControlError("at_round_limit", "hand_plus_one does not go with challenge `previous`", "previous")
    if control.trumps and not control.turn_ms:
        raise ControlError("trumps", "trump cards need a turn time (turn_ms)", "turn")
    if not control.has_bank:
        for field in ("increment_ms", "delay_ms"):
            if getattr(control, field):
                raise ControlError(field, "it needs a bank (bank_ms)", "bank")
        if control.at_zero in ("penalty", "flag"):
            raise ControlError("at_zero", "`" + control.at_zero + "` needs a bank (bank_ms)", "bank", control.at_zero)
