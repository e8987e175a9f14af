"""Time controls as the rules page states them: presets, defaults and what is refused. Apart from the clock's own."""

from typing import Any

TRUMPS = ["prorroga", "tornar", "canvi", "rescat", "triple", "salva"]
REASONS = ["challenge", "score", "overdraw", "arbiter", "bag_empty", "late", "flag"]

DEFAULTS = {
    "id": None, "name": {}, "source": None, "seats": [2, 3, 4],
    "turn_ms": 0, "bank_ms": 0, "increment_ms": 0, "delay_ms": 0, "delay_kind": "simple",
    "at_zero": "signal", "warn_ms": [], "round_ms": 0, "at_round_limit": "signal",
    "press": "any", "handover": "direct", "dead_ms": 500, "challenge": "current", "pauses": [],
    "suggest": None, "trumps": [], "prorroga_ms": 120000, "retry_ms": 30000,
}  # fmt: skip

VALUES = {
    "delay_kind": ["simple", "bronstein"],
    "at_zero": ["signal", "lose_turn", "penalty", "flag"],
    "at_round_limit": ["hand_plus_one", "stop", "signal"],
    "press": ["any", "mover", "opponents"],
    "handover": ["direct", "two_step"],
    "challenge": ["current", "previous"],
    "suggest": ["mg", "csm", "ro", None],
}

PRESETS = {
    "matam": {
        "seats": [3], "turn_ms": 120000, "at_zero": "lose_turn", "round_ms": 3600000,
        "at_round_limit": "hand_plus_one", "pauses": ["challenge", "score", "overdraw", "arbiter"],
        "suggest": "mg", "trumps": TRUMPS, "warn_ms": [15000],
    },
    "manresa-torn": {
        "turn_ms": 120000, "press": "mover", "pauses": ["challenge", "score", "overdraw", "arbiter"],
        "suggest": "csm", "warn_ms": [15000],
    },
    "manresa-escacs": {
        "seats": [2], "bank_ms": 1800000, "at_zero": "penalty", "press": "mover",
        "pauses": ["challenge", "score", "overdraw", "arbiter"], "suggest": "csm", "warn_ms": [300000, 60000],
    },
    "ebre": {
        "round_ms": 3600000, "at_round_limit": "stop", "pauses": ["challenge", "score", "arbiter"],
    },
    "romania": {
        "seats": [2], "bank_ms": 1500000, "at_zero": "flag", "round_ms": 3000000, "press": "mover",
        "challenge": "previous", "pauses": ["challenge", "bag_empty", "late", "flag", "arbiter"],
        "suggest": "ro", "warn_ms": [300000, 60000],
    },
    "duplicat": {"turn_ms": 180000, "pauses": ["arbiter"], "warn_ms": [15000]},
    "wespa": {
        "seats": [2], "bank_ms": 1500000, "at_zero": "penalty", "press": "mover", "challenge": "previous",
        "pauses": ["challenge", "score", "overdraw", "arbiter"], "warn_ms": [300000, 60000],
    },
}  # fmt: skip


def whole(control, options=None) -> dict[str, Any]:
    """A scenario's `control` (a preset's id or a dict) with its `options` put in and every field present."""
    given = dict(PRESETS[control], id=control) if isinstance(control, str) else dict(control)
    return {**DEFAULTS, **given, **(options or {})}


def must_be_refused(control, seats):
    """Why the rules page refuses this whole control for this number of seats, or None."""
    banks = control["bank_ms"] if isinstance(control["bank_ms"], list) else [control["bank_ms"]]
    times = [control[field] for field in control if field.endswith("_ms") and field not in ("bank_ms", "warn_ms")]
    bad = {
        "unknown field": set(control) - set(DEFAULTS),
        "unknown value": [field for field in VALUES if control[field] not in VALUES[field]],
        "unknown reason": set(control["pauses"]) - set(REASONS),
        "unknown trump": set(control["trumps"]) - set(TRUMPS),
        "time not whole or negative": [
            ms for ms in [*times, *banks, *control["warn_ms"]] if type(ms) is not int or ms < 0
        ],
        "seats": seats not in control["seats"],
        "banks of another length": isinstance(control["bank_ms"], list) and len(banks) != seats,
        "turn_ms and bank_ms": control["turn_ms"] and any(banks),
        "hand_plus_one with previous": control["at_round_limit"] == "hand_plus_one"
        and control["challenge"] == "previous",
        "trumps without turn_ms": control["trumps"] and not control["turn_ms"],
        "increment or delay without a bank": (control["increment_ms"] or control["delay_ms"]) and not any(banks),
        "penalty or flag without a bank": control["at_zero"] in ("penalty", "flag") and not any(banks),
    }
    return next((why for why, found in bad.items() if found), None)
