"""Resting a finger on a seat button after a handover: the marks, their steps, and what a gesture cannot mean."""

import pytest

from at_the_table import AtTheTable
from tritempo.buttons.holds import Finger


@pytest.fixture
def x():
    """A game in its first turn: seat 1 has thought for a while and is about to hand over."""
    table = AtTheTable()
    table.tap("A")
    table.wait(20000)
    table.actions.clear()
    return table


def marks(table):
    return [each for each in table.inputs() if each[0] == "mark"]


@pytest.mark.parametrize(
    ("ms", "mark"),
    [
        (1499, None),
        (1500, "pass"),
        (2499, "pass"),
        (2500, "exchange"),
        (3499, "exchange"),
        (3500, "lost"),
        (4499, "lost"),
    ],
)
def test_release_keeps_the_step_that_shows(x, ms, mark):
    x.hold("A", ms)
    assert marks(x) == ([("mark", mark, 1)] if mark else [])
    assert x.view()["last_mark"] == mark
    assert not x.refused


def test_after_the_last_step_there_is_no_mark(x):
    x.hold("A", 4500)
    assert marks(x) == []
    assert x.view()["last_mark"] is None


def test_the_handover_was_at_the_press_and_the_turn_goes_on(x):
    at = x.t
    x.hold("A", 2600)
    assert x.actions[0] == (at, "input", "seat", 1)
    assert x.view()["turn"] == 2
    assert x.view()["used_ms"] == 2600


def test_each_step_beeps_at_its_own_time_and_shows(x):
    at = x.t
    x.tick_ms = 7
    x.edge("A", True)
    shown = []
    for _ in range(6):
        x.wait(1000)
        shown.append(x.prompt() and x.prompt()["mark"])
    beeps = [(t - at, *rest) for t, word, *rest in x.actions if word == "sound"]
    assert beeps == [(1500, "mark1"), (2500, "mark2"), (3500, "mark3"), (4500, "mark4")]
    # What is shown asks nothing; and a finger (or a stuck button) that stays on is shown no longer.
    assert shown == [None, "pass", "exchange", "lost", "none", None]


def test_a_program_that_was_busy_misses_no_step(x):
    x.tick_ms = 2700
    x.hold("A", 2700)
    assert [a[2] for a in x.actions if a[1] == "sound"] == ["mark1", "mark2"]
    assert x.view()["last_mark"] == "exchange"


def test_the_mark_is_for_the_turn_that_this_press_ended(x):
    """The next player hands over before the finger is lifted: what shows stands, for the turn it was shown for."""
    x.edge("A", True)
    x.wait(1700)
    x.tap("B")
    assert marks(x) == [("mark", "pass", 1)]
    x.wait(2000)
    x.edge("A", False)
    assert marks(x) == [("mark", "pass", 1)]
    assert [turn["mark"] for turn in x.game.turns()] == ["pass", None]


def test_a_finger_that_rests_for_several_turns_marks_none_of_them(x):
    x.edge("A", True)
    x.wait(900)
    x.edge("B", True)
    x.wait(5000)
    x.edge("B", False)
    x.edge("A", False)
    assert marks(x) == []


def test_two_fingers_at_once_only_the_one_that_handed_over_marks(x):
    x.edge("A", True)
    x.edge("B", True)
    assert [each[1:] for each in x.refused] == [("seat", "dead_time")]
    x.wait(1600)
    x.edge("B", False)
    x.edge("A", False)
    assert marks(x) == [("mark", "pass", 1)]


def test_a_press_that_the_control_forbids_is_no_gesture():
    table = AtTheTable("manresa-torn")
    table.tap("A")
    table.wait(5000)
    table.hold("B", 2000)
    assert [each[1:] for each in table.refused] == [("seat", "press")]
    assert marks(table) == []
    assert table.view()["turn"] == 1


def test_the_press_that_begins_the_game_ends_no_turn():
    table = AtTheTable()
    table.hold("B", 2000)
    assert table.inputs() == [("seat", 2)]
    assert table.view()["seat"] == 1


def test_in_two_steps_the_first_press_ends_the_turn_and_the_second_none():
    table = AtTheTable({"turn_ms": 120000, "handover": "two_step"})
    table.tap("A")
    table.wait(5000)
    table.hold("A", 1600)
    assert table.view()["state"] == "gap"
    assert table.view()["last_mark"] == "pass"
    table.wait(600)
    table.hold("A", 2600)
    assert marks(table) == [("mark", "pass", 1)]


def test_the_mark_survives_a_pause_in_between(x):
    x.edge("A", True)
    x.wait(1600)
    x.tap("PAUSE")
    x.edge("A", False)
    assert x.view()["state"] == "paused"
    assert x.view()["last_mark"] == "pass"


def test_a_release_that_never_comes_locks_nothing(x):
    x.edge("A", True)
    x.wait(1600)
    x.edge("A", True)  # pressed again; the release in between got lost
    assert x.inputs() == [("seat", 1), ("mark", "pass", 1), ("seat", 1)]
    x.wait(100)
    x.edge("A", False)
    x.wait(600)
    x.tap("A")
    assert x.view()["turn"] == 4


def test_a_new_game_knows_nothing_of_the_old_ones_finger(x):
    x.edge("A", True)
    x.wait(1600)
    x.begin(x.game.control)
    x.wait(3000)
    x.edge("A", False)
    assert marks(x) == []
    assert x.prompt() is None


def test_a_spent_finger_is_free_after_its_release_and_the_dead_time():
    finger = Finger()
    assert finger.is_free(0, 500)
    finger.press(1000)
    finger.spend(1000)
    finger.release(3000)
    assert not finger.is_free(3499, 500)
    assert finger.is_free(3500, 500)
    assert finger.is_free(3501, 500)


def test_a_spent_finger_whose_release_got_lost_is_free_after_the_dead_time():
    finger = Finger()
    finger.press(1000)
    finger.spend(1000)
    assert not finger.is_free(1499, 500)
    assert finger.is_free(1500, 500)
