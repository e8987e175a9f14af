"""What makes a time control sound: each field by itself, and what does not go together. Raises ControlError."""

from tritempo.control import LANGUAGES, PAUSES, TRUMPS, ControlError
from tritempo.text import to_json

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


def check(whole, seats):
    """`whole`: a control with all its fields; `seats`: how many play. Raises ControlError for what cannot be used."""
    _check_words(whole)
    _check_times(whole)
    _check_seats(whole, seats)
    _check_together(whole)


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


def _check_together(whole):
    bank = whole["bank_ms"]
    has_bank = any(bank) if isinstance(bank, (list, tuple)) else bank > 0
    if whole["turn_ms"] and has_bank:
        raise ControlError("bank_ms", "a control has a turn time (turn_ms) or a bank, not both", "both")
    if whole["at_round_limit"] == "hand_plus_one" and whole["challenge"] == "previous":
        raise ControlError("at_round_limit", "hand_plus_one does not go with challenge `previous`", "previous")
    if whole["trumps"] and not whole["turn_ms"]:
        raise ControlError("trumps", "trump cards need a turn time (turn_ms)", "turn")
    if not has_bank:
        for field in ("increment_ms", "delay_ms"):
            if whole[field]:
                raise ControlError(field, "it needs a bank (bank_ms)", "bank")
        if whole["at_zero"] in ("penalty", "flag"):
            raise ControlError("at_zero", "`" + whole["at_zero"] + "` needs a bank (bank_ms)", "bank", whole["at_zero"])
