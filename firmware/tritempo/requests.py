"""What the host's requests may hold: every field is checked here before the clock does anything with it."""

from tritempo.control import PRESETS, Control, ControlError, preset
from tritempo.keeper import SETTINGS, is_setting

# Longest name of a player and longest id of a fixture, characters.
MAX_NAME = 40
# Largest whole number in any request. Flash is smaller, and so is every round and table number.
MAX_WHOLE = 0x7FFFFFFF
# From 2020 to the end of 2099: a time outside of it comes from a computer whose own clock is not set.
UNIX_RANGE = (1577836800, 4102444799)
FIXTURE = ("id", "round", "table", "control", "seats", "names", "holders")


class RequestError(Exception):
    """The clock says no: `reason` is a word for programs, `text` says more in English, to the person who writes one."""

    def __init__(self, reason, text=""):
        super().__init__(reason)
        self.reason = reason
        self.text = text


def bad(text):
    """The refusal of data that is not what the verb needs."""
    return RequestError("data", text)


def whole(data, field, low=0, high=MAX_WHOLE):
    """A whole number that must be there. RequestError `data` for anything else: a float, a boolean, out of range."""
    value = data.get(field)
    # bool counts as int in Python, and `true` is no log number.
    if type(value) is not int or not low <= value <= high:
        raise bad("%s is a whole number from %d to %d" % (field, low, high))
    return value


def optional(data, field):
    """A whole number from 0 on, or None where it is null or missing."""
    return None if data.get(field) is None else whole(data, field)


def text(value, what, longest=MAX_NAME):
    """A text that can be shown: not too long, without control characters. RequestError `data` for anything else."""
    if not isinstance(value, str) or len(value) > longest or any(sign < " " or sign == "\x7f" for sign in value):
        raise bad("%s is a text of at most %d characters" % (what, longest))
    return value


def unix(data):
    """The time in seconds since 1970 of a `time` request."""
    return whole(data, "unix", UNIX_RANGE[0], UNIX_RANGE[1])


def settings(data):
    """Some of the clock's settings, as docs/link.md lists them; a new dict. RequestError `data` for what is none."""
    if not data or not all(is_setting(name, data[name]) for name in data):
        raise bad("no settings, or not such values; there are " + ", ".join(sorted(SETTINGS)))
    return dict(data)


def fixture(data):
    """A fixture with all its fields, its control as whole data, checked; a new dict.

    `{id: text, round: int|None, table: int|None, control: dict, seats: 2 to 4, names: [text] or [], holders: {trump:
    seat}}`. Raises RequestError: `control` for a time control that cannot be used, `data` for the rest.
    """
    for field in data:
        if field not in FIXTURE:
            raise bad("a fixture has no field %s; its fields are %s" % (field, ", ".join(FIXTURE)))
    if not text(data.get("id"), "id"):
        raise bad("id is empty; give every fixture its own, so that it can be repeated without harm")
    seats = whole(data, "seats", 2, 4)
    control = _control(data.get("control"), seats)
    return {
        "id": data["id"],
        "round": optional(data, "round"),
        "table": optional(data, "table"),
        "control": control.data,
        "seats": seats,
        "names": _names(data.get("names") or [], seats),
        "holders": _holders(data.get("holders") or {}, control),
    }


def _control(given, seats):
    try:
        if isinstance(given, str):
            if given not in PRESETS:
                raise RequestError("control", "there is no preset %s" % given)
            given = preset(given)
        if not isinstance(given, dict):
            raise bad("control is the id of a preset, or a whole time control")
        return Control(given, seats)
    except ControlError as error:
        raise RequestError("control", error.field + ": " + error.text)


def _names(names, seats):
    if not isinstance(names, list) or len(names) not in (0, seats):
        raise bad("names is a list with a name for each seat, or empty")
    return [text(name, "a name") for name in names]


def _holders(holders, control):
    if not isinstance(holders, dict):
        raise bad("holders is a table: trump, and the seat that holds it")
    for kind in holders:
        if kind not in control.trumps:
            raise bad("holders: this time control has no trump %s" % kind)
        whole(holders, kind, 1, control.seats)
    if len(set(holders.values())) != len(holders):
        raise bad("holders: a seat is dealt one trump (MM 1)")
    return holders
