"""The presets: what each of them changes of a control in which nothing is set (tritempo.control).

They follow the rules cited in their `source` (MG, MM, CSM, TE and RO: docs/glossary.md). A function each,
so that a Pico makes only the one that is asked for.
"""


def changes(name) -> dict:
    """The fields that a preset sets, a new dict each time. KeyError if there is none of that name."""
    return _CHANGES[name]()


def club():
    """The pauses of a club evening."""
    return ["challenge", "score", "overdraw", "arbiter"]


def _matam():
    return {
        "name": {"ca": "MàTaM", "ro": "MàTaM", "en": "MàTaM"},
        "source": "MG 30-33, MM",
        "seats": [3],
        "turn_ms": 120000,
        "at_zero": "lose_turn",
        "warn_ms": [15000],
        "round_ms": 3600000,
        "at_round_limit": "hand_plus_one",
        "pauses": club(),
        "suggest": "mg",
        "trumps": ["canvi", "prorroga", "rescat", "tornar", "salva", "triple"],
    }


def _manresa_torn():
    return {
        "name": {"ca": "Manresa, per torn", "ro": "Manresa, pe tură", "en": "Manresa, by turn"},
        "source": "CSM a",
        "turn_ms": 120000,
        "warn_ms": [15000],
        "press": "mover",
        "pauses": club(),
        "suggest": "csm",
    }


def _manresa_escacs():
    return {
        "name": {"ca": "Manresa, escacs", "ro": "Manresa, șah", "en": "Manresa, chess clock"},
        "source": "CSM b",
        "seats": [2],
        "bank_ms": 1800000,
        "at_zero": "penalty",
        "warn_ms": [300000, 60000],
        "press": "mover",
        "pauses": club(),
        "suggest": "csm",
    }


def _ebre():
    return {
        "name": {"ca": "Terres de l'Ebre", "ro": "Terres de l'Ebre", "en": "Terres de l'Ebre"},
        "source": "TE",
        "round_ms": 3600000,
        "at_round_limit": "stop",
        "pauses": ["challenge", "score", "arbiter"],
    }


def _romania():
    return {
        "name": {"ca": "Romania", "ro": "România", "en": "Romania"},
        "source": "RO",
        "seats": [2],
        "bank_ms": 1500000,
        "at_zero": "flag",
        "warn_ms": [300000, 60000],
        "round_ms": 3000000,
        "press": "mover",
        "challenge": "previous",
        "pauses": ["challenge", "bag_empty", "late", "flag", "arbiter"],
        "suggest": "ro",
    }


def _duplicat():
    return {
        "name": {"ca": "Duplicada", "ro": "Duplicat", "en": "Duplicate"},
        "source": "RO, duplicate: rounds with an end signal",
        "turn_ms": 180000,
        "warn_ms": [15000],
        "pauses": ["arbiter"],
    }


def _wespa():
    return {
        "name": {"ca": "WESPA", "ro": "WESPA", "en": "WESPA"},
        "source": "the common tournament form",
        "seats": [2],
        "bank_ms": 1500000,
        "at_zero": "penalty",
        "warn_ms": [300000, 60000],
        "press": "mover",
        "challenge": "previous",
        "pauses": club(),
    }


_CHANGES = {
    "matam": _matam,
    "manresa-torn": _manresa_torn,
    "manresa-escacs": _manresa_escacs,
    "ebre": _ebre,
    "romania": _romania,
    "duplicat": _duplicat,
    "wespa": _wespa,
}
