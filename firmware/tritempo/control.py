"""Time controls: what a clock is told about time, seats, buttons and pauses.

A control is a dict with the fields of `FIELDS`; those left out have the defaults given there. All times are whole
milliseconds. The presets are in tritempo.presets, and what makes a control sound in tritempo.control_check.
"""

from collections import OrderedDict

PRESETS = ("matam", "manresa-torn", "manresa-escacs", "ebre", "romania", "duplicat", "wespa")
ANY_SEATS = (2, 3, 4)  # where a control says nothing of them
PAUSES = ("challenge", "score", "overdraw", "arbiter", "bag_empty", "late", "flag")
TRUMPS = ("canvi", "prorroga", "rescat", "tornar", "salva", "triple")
LANGUAGES = ("ca", "ro", "en")


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
    # Imported only where somebody chooses: on a Pico its 2 KB are the game's.
    from tritempo.presets import changes

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
    Raises ControlError for what cannot be used. `known_good`: it has been checked before, and is not again.
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

    def __init__(self, data, seats, known_good=False):
        whole = defaults()
        for field in data:
            if field not in whole:
                raise ControlError(str(field), "there is no such field; the fields are " + ", ".join(FIELDS), "unknown")
            whole[field] = data[field]
        if whole["name"] is None:  # null or empty: both say that it has none
            whole["name"] = {}
        if not known_good:
            # Imported only where a control comes from outside: on a Pico its 4 KB are the game's.
            from tritempo.control_check import check

            check(whole, seats)
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
