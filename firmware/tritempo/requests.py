"""What a host may change about a clock, but for its log and its time of day: every field is checked before it is done.

No game asks for any of it, so a Pico loads this for an answer and forgets it again (tritempo.responder).
"""

import hashlib

from tritempo.codes import ON
from tritempo.control import PRESETS, Control, ControlError, preset
from tritempo.refusal import RequestError, bad, done, optional, whole
from tritempo.text import to_json

# Longest name of a player and longest id of a fixture, characters.
MAX_NAME = 40
FIXTURE = ("id", "round", "table", "control", "seats", "names", "holders")


def change(clock, taken, verb, data):
    """Does what a host wants of a clock: `verb` with its data, the clock as in tritempo.responder.

    `taken`: what this gave for the last fixture that was taken, or None. Returns the data of `ok`, and the new `taken`.
    Raises RequestError.
    """
    if verb == b"fixture":
        return _take(clock, taken, data)
    if verb == b"settings":
        # None of them touches the game: a PIN can be given, or taken away, while one is on.
        return done(clock.settings(settings(data))), taken
    if verb == b"round_start":
        return done(clock.round_start()), taken
    _not_while_playing(clock)
    return done(clock.maintenance()), taken


def _take(clock, taken, data):
    given = fixture(data)
    # Its hash is kept and not the fixture, which takes a Pico a kilobyte or two.
    this = given["id"], hashlib.sha256(to_json(_in_order(data)).encode()).digest()
    if taken is not None and taken[0] == this[0]:
        if taken != this:
            raise RequestError("fixture")
        return {"repeated": True}, taken
    _not_while_playing(clock)
    return done(clock.fixture(given)), this


def _in_order(data):
    """The same for two tables that are equal: MicroPython's have no order of their own."""
    if isinstance(data, dict):
        return [[key, _in_order(data[key])] for key in sorted(data)]
    return [_in_order(each) for each in data] if isinstance(data, list) else data


def _not_while_playing(clock):
    if clock.state in ON:
        raise RequestError("playing")


def text(value, what, longest=MAX_NAME):
    """A text that can be shown: not too long, without control characters. RequestError `data` for anything else."""
    if not isinstance(value, str) or len(value) > longest or any(sign < " " or sign == "\x7f" for sign in value):
        raise bad("%s is a text of at most %d characters" % (what, longest))
    return value


def settings(data):
    """Some of the clock's settings, as docs/link.md lists them; a new dict. RequestError `data` for what is none."""
    from tritempo import kept

    if not data or not all(kept.is_setting(name, data[name]) for name in data):
        raise bad("no settings, or not such values; there are " + ", ".join(sorted(kept.SETTINGS)))
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
