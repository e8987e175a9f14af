"""When a key is offered: the tests that the rows of tritempo.buttons.dialog_table name.

Each takes the view (None where there is no game), the `Dialogs` (for the control, what has been chosen, and whether
the arbiter's keys are free) and the arguments of the table. A key that is offered is one that the game will take,
but for what the display cannot know, such as who holds which card.
"""

from tritempo.trumps import refused_card


def _reason(v, dialogs, *reasons):
    return v["reason"] in reasons


def _reason_not(v, dialogs, *reasons):
    return v["reason"] not in reasons


def _state(v, dialogs, *states):
    return v is not None and v["state"] in states


def _not_state(v, dialogs, *states):
    return v is None or v["state"] not in states


def _not_under(v, dialogs, state):
    return v is None or v["under"] != state


def _allows(v, dialogs, reason):
    return dialogs.control is not None and reason in dialogs.control.pauses


def _allows_not(v, dialogs, reason):
    return not _allows(v, dialogs, reason)


def _challenged(v, dialogs):
    """There is a play to be judged: the one that is being made, or the last one if it was a play."""
    if v["under"] == "running" and dialogs.control is not None and dialogs.control.challenge == "current":
        return True
    return v["last_turn"] is not None and v["last_mark"] is None


def _salva(v, dialogs):
    return v["salva"]


def _salva_not(v, dialogs):
    return not v["salva"]


def _card(v, dialogs, kind):
    """This card can still be played here, as far as the display knows: not who holds which."""
    if kind == "salva":
        return v["salva"]
    seat = v["seat"] or v["last_seat"]
    if dialogs.control is None or refused_card(dialogs.control.trumps, v["trumps"], {}, seat, kind) is not None:
        return False
    if kind == "prorroga":
        return (v["left_ms"] or 0) > 0  # nothing is given once time has run out
    if v["state"] == "gap":
        return v["last_turn"] is not None and v["last_mark"] is None
    return True


def _cards_more(v, dialogs):
    return _card(v, dialogs, "canvi") or _card(v, dialogs, "rescat") or _card(v, dialogs, "triple")


def _banks(v, dialogs):
    return v is not None and v["bank_ms"] is not None


def _turn_time(v, dialogs):
    """A turn with a time of its own stands still: its time can be changed."""
    if v is None or v["state"] != "paused" or v["bank_ms"] is not None:
        return False
    return v["seat"] is not None and v["left_ms"] is not None


def _undoable(v, dialogs):
    """A move can be taken back, but for a round that stopped the game: nobody pressed for that."""
    if not _state(v, dialogs, "paused", "ended"):
        return False
    stops = dialogs.control is not None and dialogs.control.at_round_limit == "stop"
    return not (stops and v["reason"] == "round_limit")


def _markable(v, dialogs):
    return _state(v, dialogs, "paused", "ended") and v["last_turn"] is not None and v["last_mark"] not in FIXED


def _fell(v, dialogs):
    return v["state"] == "paused" and bool(v["fell"])


def _suggested(v, dialogs, reason):
    return v["suggest_end"] == reason


def _suggested_not(v, dialogs, reason):
    return v["suggest_end"] != reason


def _arbiter(v, dialogs):
    return dialogs.unlocked or not dialogs.settings.get("pin")


def _dialled(v, dialogs, dial):
    return bool(dialogs.picked.get(dial))


FIXED = ("refused", "unfinished")  # marks that no hand can change
TESTS = {
    "reason": _reason,
    "reason_not": _reason_not,
    "state": _state,
    "not_state": _not_state,
    "not_under": _not_under,
    "allows": _allows,
    "allows_not": _allows_not,
    "challenged": _challenged,
    "salva": _salva,
    "salva_not": _salva_not,
    "card": _card,
    "cards_more": _cards_more,
    "banks": _banks,
    "turn_time": _turn_time,
    "undoable": _undoable,
    "markable": _markable,
    "fell": _fell,
    "suggested": _suggested,
    "suggested_not": _suggested_not,
    "arbiter": _arbiter,
    "dialled": _dialled,
}


def offered(key, v, dialogs):
    """Whether all tests of a `Key` hold."""
    for test in key.tests:  # noqa: SIM110 (a generator takes memory, and most keys have no test)
        if not TESTS[test[0]](v, dialogs, *test[1:]):
            return False
    return True
