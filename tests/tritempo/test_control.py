"""Time controls: the presets are those of the rules, and what cannot be used is refused with a clear word."""

import json
from pathlib import Path

import pytest

from tritempo.control import FIELDS, PRESETS, Control, ControlError, preset

MINUTE = 60_000
CLUB = ["challenge", "score", "overdraw", "arbiter"]

# id, seats, turn, bank, at zero, round, at the limit, press, challenge, pauses, suggest, warnings (clock.md, section 1)
TABLE = [
    ("matam", [3], 2, 0, "lose_turn", 60, "hand_plus_one", "any", "current", CLUB, "mg", [15_000]),
    ("manresa-torn", [2, 3, 4], 2, 0, "signal", 0, "signal", "mover", "current", CLUB, "csm", [15_000]),
    ("manresa-escacs", [2], 0, 30, "penalty", 0, "signal", "mover", "current", CLUB, "csm", [300_000, 60_000]),
    ("ebre", [2, 3, 4], 0, 0, "signal", 60, "stop", "any", "current", ["challenge", "score", "arbiter"], None, []),
    (
        "romania",
        [2],
        0,
        25,
        "flag",
        50,
        "signal",
        "mover",
        "previous",
        ["challenge", "bag_empty", "late", "flag", "arbiter"],
        "ro",
        [300_000, 60_000],
    ),
    ("duplicat", [2, 3, 4], 3, 0, "signal", 0, "signal", "any", "current", ["arbiter"], None, [15_000]),
    ("wespa", [2], 0, 25, "penalty", 0, "signal", "mover", "previous", CLUB, None, [300_000, 60_000]),
]


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_presets_are_those_of_the_rules(row):
    name, seats, turn, bank, at_zero, round_, at_limit, press, challenge, pauses, suggest, warn = row
    control = preset(name)
    assert control["id"] == name
    assert control["seats"] == seats
    assert control["turn_ms"] == turn * MINUTE
    assert control["bank_ms"] == bank * MINUTE
    assert control["at_zero"] == at_zero
    assert control["round_ms"] == round_ * MINUTE
    assert control["at_round_limit"] == at_limit
    assert control["press"] == press
    assert control["challenge"] == challenge
    assert control["pauses"] == pauses
    assert control["suggest"] == suggest
    assert control["warn_ms"] == warn
    assert control["handover"] == "direct"
    assert control["dead_ms"] == 500
    assert len(control["trumps"]) == (6 if name == "matam" else 0)
    assert set(control["name"]) == {"ca", "ro", "en"}
    assert control["source"]
    for number in seats:
        assert Control(control, number).seats == number


def test_the_table_above_has_every_preset():
    assert tuple(row[0] for row in TABLE) == PRESETS


def test_presets_survive_json():
    """A control goes into a log's header and comes back the same."""
    for name in PRESETS:
        assert json.loads(json.dumps(preset(name))) == preset(name)


def test_fields_left_out_have_their_defaults():
    control = Control({"id": "mine"}, 2)
    assert (control.turn_ms, control.bank_ms, control.round_ms, control.dead_ms) == (0, (0, 0), 0, 500)
    assert (control.at_zero, control.press, control.handover, control.challenge) == (
        "signal",
        "any",
        "direct",
        "current",
    )
    assert (control.prorroga_ms, control.retry_ms) == (120_000, 30_000)
    assert set(control.data) == set(FIELDS)


REFUSED = [
    ("turn-and-bank", {"turn_ms": 1000, "bank_ms": 1000}, 2, "bank_ms"),
    ("turn-and-banks", {"turn_ms": 1000, "bank_ms": [0, 1000]}, 2, "bank_ms"),
    ("hand-plus-one-previous", {"at_round_limit": "hand_plus_one", "challenge": "previous"}, 2, "at_round_limit"),
    ("trumps-without-turn", {"trumps": ["canvi"]}, 2, "trumps"),
    ("increment-without-bank", {"increment_ms": 1}, 2, "increment_ms"),
    ("delay-without-bank", {"delay_ms": 1}, 2, "delay_ms"),
    ("penalty-without-bank", {"at_zero": "penalty"}, 2, "at_zero"),
    ("flag-without-bank", {"at_zero": "flag", "turn_ms": 1000}, 2, "at_zero"),
    ("unknown-field", {"turn": 1000}, 2, "turn"),
    ("unknown-value", {"press": "left"}, 2, "press"),
    ("true-is-no-value", {"suggest": True}, 2, "suggest"),
    ("unknown-pause", {"pauses": ["power"]}, 2, "pauses"),
    ("pauses-no-list", {"pauses": "score"}, 2, "pauses"),
    ("unknown-trump", {"turn_ms": 1000, "trumps": ["ace"]}, 2, "trumps"),
    ("unhashable-value", {"press": ["any"]}, 2, "press"),
    ("seats-not-allowed", {"seats": [3]}, 2, "seats"),
    ("seats-too-many", {"seats": [5]}, 5, "seats"),
    ("seats-not-whole", {"seats": [2.0]}, 2, "seats"),
    ("seats-no-list", {"seats": 2}, 2, "seats"),
    ("seats-empty", {"seats": []}, 2, "seats"),
    ("seats-asked-true", {}, True, "seats"),
    ("seats-asked-none", {}, None, "seats"),
    ("banks-of-another-length", {"bank_ms": [1000, 1000, 1000]}, 2, "bank_ms"),
    ("negative", {"turn_ms": -1}, 2, "turn_ms"),
    ("not-whole", {"turn_ms": 1.0}, 2, "turn_ms"),
    ("text-for-time", {"round_ms": "60"}, 2, "round_ms"),
    ("true-for-time", {"dead_ms": True}, 2, "dead_ms"),
    ("null-for-time", {"retry_ms": None}, 2, "retry_ms"),
    ("negative-warning", {"warn_ms": [-1]}, 2, "warn_ms"),
    ("warning-no-list", {"warn_ms": 15000}, 2, "warn_ms"),
    ("too-many-warnings", {"warn_ms": list(range(17))}, 2, "warn_ms"),
    ("bank-in-list-negative", {"bank_ms": [1000, -1]}, 2, "bank_ms"),
    ("longer-than-any-game", {"turn_ms": 3_600_000_001}, 2, "turn_ms"),
    ("name-no-table", {"name": "mine"}, 2, "name"),
    ("name-in-another-language", {"name": {"fr": "le mien"}}, 2, "name"),
    ("id-no-text", {"id": 3}, 2, "id"),
    ("id-on-two-lines", {"id": "a\nb"}, 2, "id"),
    ("source-too-long", {"source": "x" * 81}, 2, "source"),
    ("name-with-a-bell", {"name": {"ca": "\x07"}}, 2, "name"),
]

# The kinds of refusal, for those who say them in other words.
CODES = {
    "unknown",
    "choice",
    "list",
    "names",
    "text",
    "time",
    "longest",
    "many",
    "seats",
    "players",
    "banks",
    "both",
    "previous",
    "turn",
    "bank",
}


@pytest.mark.parametrize(("changes", "seats", "field"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused_with_the_field_that_is_wrong(changes, seats, field):
    with pytest.raises(ControlError) as caught:
        Control(changes, seats)
    assert caught.value.field == field
    assert caught.value.text
    assert str(caught.value).startswith(field + ": ")
    assert caught.value.code in CODES


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"dead_ms": True}, "true is not a whole number"),
        ({"retry_ms": None}, "null is not a whole number"),
        ({"press": ["any"]}, '["any"] is not one of'),
        ({"round_ms": "60"}, "`60` is not a whole number"),
        ({"seats": [3]}, "it is for 3 players, not 2"),
    ],
)
def test_values_are_shown_as_they_were_written(changes, text):
    with pytest.raises(ControlError) as caught:
        Control(changes, 2)
    assert text in caught.value.text


def test_a_name_may_be_null():
    assert Control({"name": None}, 2).name == {}


def test_warnings_are_sorted_and_each_is_given_once():
    assert Control({"turn_ms": 60_000, "warn_ms": [5000, 30_000, 5000]}, 2).warn_ms == (30_000, 5000)


def test_the_copy_of_the_reference_cases_is_current():
    """Where the shared reference cases are at hand, ours are the same."""
    shared = Path(__file__).parents[3] / "shared" / "cases" / "clock_scenarios.json"
    ours = Path(__file__).parents[1] / "cases" / "clock_scenarios.json"
    reference = json.loads(shared.read_text(encoding="utf-8")) if shared.exists() else None
    assert reference in (None, json.loads(ours.read_text(encoding="utf-8")))
