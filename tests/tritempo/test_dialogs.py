"""What the buttons mean, rule by rule, as docs/buttons.md says it."""

import pytest

from at_the_table import AtTheTable
from dialog_words import WORD_KEYS
from tritempo.buttons.dialogs import Dialogs


def playing(control="matam", seats=3, **settings):
    """A game whose first turn has run for 20 s and a little."""
    table = AtTheTable(control, seats, settings)
    table.tap("A")
    table.wait(20000)
    table.actions.clear()
    return table


def beeps(table):
    return [action[2] for action in table.actions if action[1] == "sound"]


# -- seats ---------------------------------------------------------------------------------------------------------


def test_a_seat_press_acts_at_its_edge_with_its_own_time():
    x = playing()
    at = x.t
    x.edge("B", True)
    assert x.actions == [(at, "input", "seat", 2)]
    assert x.view()["seat"] == 2


@pytest.mark.parametrize("button", ["A", "B", "C", "D"])
def test_in_ready_any_seat_button_begins(button):
    x = AtTheTable("romania", 2)
    x.edge(button, True)
    assert x.view()["state"] == "running"
    assert x.view()["seat"] == 1


def test_a_button_where_nobody_sits_ends_no_turn():
    x = playing("ebre", 2)
    x.tap("C")
    assert x.inputs() == []
    assert beeps(x) == ["ignored"]
    assert x.prompt()["word"] == "ig_press"


@pytest.mark.parametrize(
    ("rotation", "button", "seat"), [("ABCD", "C", 3), ("ACBD", "C", 2), ("CBAD", "C", 1), ("BCAD", "A", 3)]
)
def test_the_seating_says_whose_button_it_is(rotation, button, seat):
    x = playing(rotation=rotation)
    x.edge(button, True)
    assert x.inputs() == [("seat", seat)]


def test_two_seat_buttons_at_once_end_one_turn():
    x = playing()
    x.edge("A", True)
    x.t += 1
    x.edge("B", True)
    assert x.view()["turn"] == 2
    assert [why for _, _, why in x.refused] == ["dead_time"]
    assert x.prompt()["word"] == "ig_dead_time"


def test_an_ignored_press_shows_a_word_for_a_moment_and_keeps_the_screen():
    x = playing("manresa-torn")
    x.edge("B", True)
    prompt = x.prompt()
    assert prompt["word"] == "ig_press"
    assert prompt["title"] is None and prompt["left_ms"] is None and set(prompt["keys"].values()) == {None}
    x.wait(2000)
    assert x.prompt() is None


@pytest.mark.parametrize(("why", "word"), [("held", "ig_held"), ("time", "ig_time"), ("args", "ig_other")])
def test_every_reason_of_the_game_has_a_word(why, word):
    dialogs = Dialogs({})
    assert list(dialogs.ignored(1000, why)) == [(1000, "sound", "ignored")]
    prompt = dialogs.prompt(1500)
    assert prompt is not None
    assert prompt["word"] == word
    assert word in WORD_KEYS


# -- pauses --------------------------------------------------------------------------------------------------------


def test_pause_stands_at_the_press_and_its_release_does_not_resume():
    x = playing()
    at = x.t
    x.edge("PAUSE", True)
    assert x.actions == [(at, "input", "pause")]
    x.wait(500)
    x.edge("PAUSE", False)
    assert x.view()["state"] == "paused"
    assert x.view()["reason"] is None
    assert x.words() == ("challenge", "score_tiles", "arbiter")


def test_pause_again_resumes_when_it_is_let_go():
    x = playing()
    x.tap("PAUSE")
    x.edge("PAUSE", True)
    assert x.view()["state"] == "paused"
    x.wait(90)
    at = x.t
    x.edge("PAUSE", False)
    assert x.actions[-1] == (at, "input", "resume")


@pytest.mark.parametrize(
    ("control", "seats", "pages"),
    [
        ("matam", 3, [("challenge", "score_tiles", "arbiter")]),
        ("ebre", 3, [("challenge", "score", "arbiter")]),
        ("duplicat", 3, [("arbiter", None, None)]),
        (
            "romania",
            2,
            [("challenge", "bag_empty", "more"), ("late", "flag", "more"), ("arbiter", None, "more")],
        ),
    ],
)
def test_the_reasons_are_those_of_the_control(control, seats, pages):
    x = playing(control, seats)
    x.tap("PAUSE")
    for page in pages:
        assert x.words() == page
        x.tap("C" if len(pages) > 1 else "B")
    if len(pages) > 1:
        assert x.words() == pages[0]


def test_a_reason_can_be_changed_and_points_become_tiles():
    x = playing()
    x.tap("PAUSE", "B")
    assert x.view()["reason"] == "score"
    x.tap("B")
    assert x.view()["reason"] == "overdraw"
    x.tap("B", "C")
    assert x.view()["reason"] == "arbiter"
    x.tap("A")
    assert x.view()["reason"] == "challenge"
    assert not x.refused


def test_a_paused_clock_keeps_asking_and_turns_back_to_its_first_page():
    x = playing("romania", 2)
    x.tap("PAUSE", "C")
    assert x.words()[0] == "late"
    x.wait(14300)
    assert x.words()[0] == "challenge"
    assert x.prompt()["left_ms"] is None
    assert x.inputs() == [("pause",)]


def test_presses_in_a_pause_hand_nothing_over():
    x = playing("duplicat", 3)
    x.tap("PAUSE", "B", "C")
    assert x.inputs() == [("pause",)]
    assert beeps(x) == ["ignored", "ignored"]


# -- challenges ----------------------------------------------------------------------------------------------------


def test_a_valid_play_goes_on():
    x = playing()
    x.tap("PAUSE", "A", "A")
    assert x.inputs() == [("pause",), ("reason", "challenge"), ("verdict", "valid")]
    assert x.view()["state"] == "running"
    assert x.view()["turn"] == 1


@pytest.mark.parametrize(("key", "kind"), [("A", "retry"), ("B", None)])
def test_void_asks_for_a_salva_where_one_is_possible(key, kind):
    x = playing()
    x.tap("PAUSE", "A", "B")
    assert x.view()["state"] == "gap"
    assert x.prompt()["title"] == "title_salva"
    assert x.words() == ("salva_30", "turn_lost", None)
    x.tap(key)
    assert x.view()["kind"] == kind
    assert x.prompt() is None


def test_void_asks_nothing_where_the_salva_is_gone():
    x = playing()
    x.tap("PAUSE", "A", "B", "A")
    x.tap("PAUSE", "A", "B")
    assert x.view()["state"] == "gap"
    assert x.prompt() is None


def test_a_salva_forgotten_for_15_s_is_still_a_card_of_the_gap():
    x = playing()
    x.tap("PAUSE", "A", "B")
    x.wait(15000)
    assert x.prompt() is None
    x.tap("TRUMP")
    assert x.words() == ("salva", None, None)
    x.tap("A")
    assert x.view()["kind"] == "retry"


def test_under_previous_the_verdict_needs_nothing_more():
    x = playing("romania", 2)
    x.tap("A")
    x.tap("PAUSE", "A", "A")
    assert x.view()["state"] == "running"
    assert x.view()["challenge_points"] == [0, -10]


def test_with_no_play_to_judge_no_verdict_is_offered():
    x = playing("romania", 2)
    x.tap("PAUSE", "A")
    assert x.words() == ("more", None, None)


def test_a_challenge_by_mistake_gets_another_reason():
    x = playing()
    x.tap("PAUSE", "A", "C")
    assert x.words() == ("score_tiles", "arbiter", None)
    x.tap("B")
    assert x.view()["reason"] == "arbiter"


# -- cards ---------------------------------------------------------------------------------------------------------


def test_the_clock_runs_on_under_the_cards():
    x = playing()
    used_ms = x.view()["used_ms"]
    x.tap("TRUMP")
    assert x.words() == ("prorroga", "tornar", "more")
    assert x.view()["used_ms"] == used_ms + 780
    x.tap("A")
    assert x.view()["allowance_ms"] == 240000
    assert x.inputs() == [("trump", "prorroga")]


def test_cards_go_away_after_8_s_or_with_trump():
    x = playing()
    x.tap("TRUMP", "TRUMP")
    assert x.prompt() is None
    x.tap("TRUMP")
    x.wait(8000 - 781)
    assert x.prompt()["left_ms"] == 1
    x.wait(1)
    assert x.prompt() is None
    assert x.actions == []


def test_pause_stops_the_clock_through_the_cards():
    x = playing()
    x.tap("TRUMP")
    at = x.t
    x.edge("PAUSE", True)
    assert x.actions == [(at, "input", "pause")]
    assert x.prompt()["title"] == "title_pause"


def test_played_cards_are_not_offered_and_nobody_plays_two():
    x = playing()
    x.tap("TRUMP", "A")
    x.tap("TRUMP")
    assert x.prompt()["word"] == "ig_trump"
    x.tap("A", "TRUMP")
    assert x.words() == (None, "tornar", "more")


def test_after_zero_no_time_is_offered():
    x = playing()
    x.wait(99300)
    x.tap("TRUMP")
    assert x.words() == (None, "tornar", "more")


def test_without_cards_trump_says_so():
    x = playing("ebre")
    x.tap("TRUMP")
    assert beeps(x) == ["ignored"]
    assert x.prompt()["word"] == "ig_trump"


def test_a_card_that_is_somebody_elses_is_refused_by_the_game_with_a_word():
    x = playing()
    x.game.holders["prorroga"] = 3
    x.tap("TRUMP", "A")
    assert x.prompt()["word"] == "ig_held"


# -- one gesture, one meaning --------------------------------------------------------------------------------------


def test_the_bounce_of_valid_does_not_end_the_turn():
    x = playing()
    x.tap("PAUSE", "A")
    x.edge("A", True)
    x.wait(2000)
    x.edge("A", False)
    x.wait(1)
    x.edge("A", True)
    assert x.view()["turn"] == 1
    assert beeps(x) == ["ignored"]
    x.edge("A", False)
    x.wait(498)
    x.edge("A", True)
    assert x.view()["turn"] == 1  # 499 ms since the soft key was let go
    x.edge("A", False)
    x.wait(1)
    x.edge("A", True)
    assert x.view()["turn"] == 2


def test_another_finger_right_after_valid_does_not_end_the_turn():
    x = playing()
    x.tap("PAUSE", "A")
    x.edge("A", True)
    x.wait(30)
    x.edge("B", True)
    assert x.view()["turn"] == 1
    x.edge("B", False)
    x.wait(470)
    x.edge("B", True)
    assert x.view()["turn"] == 2


def test_a_press_for_a_card_a_moment_too_late_does_not_end_the_turn():
    x = playing()
    x.tap("TRUMP")
    x.wait(7500)
    assert x.prompt() is None
    x.edge("A", True)
    assert x.inputs() == []
    assert x.prompt()["word"] == "ig_dead_time"


@pytest.mark.parametrize("first", ["PAUSE", "TRUMP"])
def test_a_handover_at_the_same_moment_is_no_soft_key(first):
    x = playing()
    x.edge(first, True)
    x.t += 3
    x.edge("A", True)
    assert ("reason", "challenge") not in x.inputs()
    assert ("trump", "prorroga") not in x.inputs()
    assert beeps(x) == ["ignored"]
    x.wait(200)
    x.edge("A", False)
    x.edge("A", True)
    assert x.inputs()[-1] in (("reason", "challenge"), ("trump", "prorroga"))


def test_a_soft_key_while_pause_is_down_takes_its_meanings_away():
    x = playing()
    x.tap("PAUSE")
    x.edge("PAUSE", True)
    x.wait(200)
    x.tap("A")
    x.wait(3000)
    x.edge("PAUSE", False)
    assert x.view()["state"] == "paused"
    assert x.prompt()["id"] == "challenge"


def test_holding_pause_opens_the_menu_once_and_letting_go_does_not_resume():
    x = playing()
    x.tap("PAUSE")
    x.edge("PAUSE", True)
    x.wait(2990)
    assert x.prompt()["id"] == "paused"
    x.wait(10)
    assert x.prompt()["id"] == "menu"
    x.wait(4000)
    x.edge("PAUSE", False)
    assert x.prompt()["id"] == "menu"
    assert x.inputs() == [("pause",)]


def test_a_pause_button_whose_release_is_lost_locks_nothing():
    x = playing()
    x.edge("PAUSE", True)
    x.wait(20000)
    assert x.prompt()["id"] == "paused"
    x.tap("PAUSE")
    assert x.view()["state"] == "running"


# -- the arbiter ---------------------------------------------------------------------------------------------------


def menu(table, *keys):
    table.hold("PAUSE", 3000)
    table.wait(700)
    table.tap(*keys)


def test_undo_asks_first():
    x = playing()
    x.tap("B")
    menu(x, "A")
    assert x.words() == (None, "confirm", None)
    assert x.view()["turn"] == 2
    x.tap("B")
    assert x.view()["state"] == "paused"
    assert x.view()["turn"] == 1
    assert x.inputs()[-1] == ("undo",)


def test_a_round_that_stopped_the_game_cannot_be_undone():
    x = playing("ebre")
    x.tick_ms = 100000
    x.wait(3600000)
    assert x.view()["reason"] == "round_limit"
    x.tick_ms = 10
    menu(x)
    assert x.words() == ("setup", "settings", "maintenance")


def test_time_for_the_turn_goes_to_the_seat_on_turn():
    x = playing()
    menu(x, "B")
    assert x.prompt()["value"] == "1: +0:00"
    assert x.words() == ("minus", None, "plus")
    x.tap("C", "C", "A", "C", "C")
    assert x.prompt()["value"] == "1: +0:15"
    x.tap("B")
    assert x.inputs()[-1] == ("adjust", 1, 15000)
    assert x.view()["allowance_ms"] == 135000


def test_a_held_key_goes_on_by_itself_and_stops_when_let_go():
    x = playing()
    menu(x, "B")
    x.hold("A", 600 + 150 * 3)
    assert x.prompt()["value"] == "1: -0:25"
    x.wait(2000)
    assert x.prompt()["value"] == "1: -0:25"
    x.edge("C", True)
    x.wait(60000)  # its release is lost: the dialog goes away all the same, and nothing has changed
    assert x.prompt()["id"] == "paused"
    assert x.inputs() == [("pause",)]


def test_time_has_two_ends():
    x = playing()
    menu(x, "B")
    x.dialogs.place = 1
    x.tap("A", "A", "A")
    assert x.prompt()["value"] == "1: -60:00"


def test_with_banks_the_arbiter_points_at_the_player():
    x = playing("romania", 2)
    menu(x, "B")
    x.tap("C")
    assert x.prompt()["word"] == "ig_press"
    x.tap("B", "C", "B")
    assert x.inputs()[-1] == ("adjust", 2, 5000)
    assert x.view()["bank_ms"][1] == 1505000


def test_the_arbiter_marks_the_last_turn():
    x = playing()
    x.tap("A")
    menu(x, "C", "B", "C", "A")
    assert x.inputs()[-1] == ("mark", "lost", 1)
    menu(x, "C", "B", "C", "B")
    assert x.inputs()[-1] == ("mark", None, 1)


def test_abandoning_names_the_seat():
    x = AtTheTable()
    menu(x, "A")
    assert x.words() == ("abandon", "interrupted", "aborted")
    x.tap("A", "C")
    assert x.inputs() == [("end", "abandon", 3)]
    assert x.view()["reason"] == "abandon"


def test_back_leads_back_one_step_at_a_time():
    x = playing()
    menu(x, "C", "A", "C", "C")
    assert x.words() == ("abandon", "draw", "more")
    x.tap("A")
    assert x.prompt()["id"] == "abandon"
    x.tap("PAUSE")
    assert x.prompt()["id"] == "end"
    x.tap("PAUSE")
    assert x.prompt()["id"] == "paused"
    assert x.inputs() == [("pause",)]


def test_what_the_clock_suggests_comes_first():
    x = playing()
    for _ in range(6):
        x.hold("A", 1600)
        x.wait(600)
    assert x.view()["suggest_end"] == "passes"
    x.tap("PAUSE", "TRUMP")
    assert x.words() == ("passes", "out", "more")
    x.tap("A")
    assert (x.view()["state"], x.view()["reason"]) == ("ended", "passes")


def test_a_fallen_flag_can_be_claimed():
    x = playing("romania", 2)
    x.tap("PAUSE", "TRUMP", "C")
    assert "flag_end" not in x.words()
    x.tap("PAUSE", "PAUSE")
    x.tick_ms = 100000
    x.wait(1500000)
    x.tap("PAUSE", "TRUMP", "C", "C")
    assert x.words()[0] == "flag_end"
    x.tap("A")
    assert x.view()["reason"] == "flag"


# -- the code ------------------------------------------------------------------------------------------------------


def test_the_code_guards_the_menu_and_not_the_ordinary_end():
    x = playing(pin=("A", "TRUMP", "C"))
    menu(x)
    assert x.prompt()["id"] == "pin"
    x.tap("A")
    assert x.prompt()["value"] == "*"
    x.tap("TRUMP", "C")
    assert x.prompt()["id"] == "menu"
    x.tap("PAUSE")
    menu(x, "B", "B", "B")
    assert x.prompt()["word"] == "ig_pin"
    assert x.prompt()["id"] == "paused"
    x.tap("TRUMP")
    offered = set()
    for _ in range(3):
        offered.update(x.words())
        x.tap("C")
    assert offered == {"out", "passes", "no_score", "blocked", "more"}


def test_the_code_guards_the_choice_of_a_game():
    x = AtTheTable("matam", 3, {"pin": ("A", "A", "B")})
    x.tap("PAUSE")
    assert x.prompt()["id"] == "pin"
    x.tap("A", "A", "B")
    assert x.prompt()["id"] == "setup"


def test_the_code_is_forgotten_when_the_menu_goes_away():
    x = playing(pin=("A", "A", "A"))
    menu(x, "A", "A", "A")
    assert x.prompt()["id"] == "menu"
    x.wait(15000)
    x.hold("PAUSE", 3000)
    assert x.prompt()["id"] == "pin"


# -- set-up --------------------------------------------------------------------------------------------------------


def test_a_clock_without_a_game_asks_which():
    x = AtTheTable(None)
    prompt = x.prompt()
    assert (prompt["title"], prompt["value"], prompt["left_ms"]) == ("title_setup", "MàTaM", None)
    x.tap("A")
    assert x.prompt()["value"] == "WESPA"
    x.tap("C", "C", "B")
    assert x.prompt()["value"] == "2"
    x.tap("A", "B")
    assert [action[1:] for action in x.actions] == [("new", "manresa-torn", 3)]
    assert x.view()["state"] == "ready"


def test_the_press_that_accepts_a_game_does_not_begin_it():
    x = AtTheTable(None)
    x.tap("B")
    x.edge("B", True)
    x.edge("B", False)
    x.wait(20)
    x.edge("B", True)
    assert x.view()["state"] == "ready"


def test_in_ready_pause_leads_to_the_choice_and_back():
    x = AtTheTable()
    x.tap("PAUSE")
    assert x.prompt()["id"] == "setup"
    x.tap("PAUSE")
    assert x.prompt() is None
    assert x.actions == []


def test_four_seats_need_four_buttons():
    x = AtTheTable(None, settings={"buttons": 4})
    x.tap("C", "B", "A")
    assert x.prompt()["value"] == "4"
    y = AtTheTable(None)
    y.tap("C", "B", "A")
    assert y.prompt()["value"] == "3"


def test_a_new_game_takes_every_dialog_away():
    x = playing()
    x.tap("TRUMP")
    x.begin(x.game.control)
    assert x.prompt() is None
    x.wait(600)
    x.tap("A")
    assert x.view()["state"] == "running"


@pytest.mark.parametrize(
    ("key", "presses", "name", "value", "shown"),
    [
        ("A", "A", "lang", "ro", "Română"),
        ("B", "CC", "sound", 3, "3"),
        ("C", "C", "rotation", "BCAD", "B-C-A"),
    ],
)
def test_settings(key, presses, name, value, shown):
    x = playing()
    menu(x, "C")
    assert x.words() == ("end_game", "settings", "more")
    x.tap("B", key, *presses)
    assert x.prompt()["value"] == shown
    assert [action for action in x.actions if action[1] == "setting"] == []
    x.tap("B")
    assert [action[1:] for action in x.actions if action[1] == "setting"] == [("setting", name, value)]
    assert x.settings[name] == value
    assert x.prompt()["id"] == "paused"


def test_maintenance_asks_first():
    x = AtTheTable(None)
    x.hold("PAUSE", 3000)
    x.wait(700)
    assert x.words() == ("settings", "maintenance", None)
    x.tap("B")
    assert x.actions == []
    x.tap("B")
    assert [action[1:] for action in x.actions] == [("maintenance",)]


# -- the end -------------------------------------------------------------------------------------------------------


def test_the_play_that_went_out_can_be_challenged():
    x = playing()
    x.tap("PAUSE", "TRUMP", "A")
    assert x.view()["reason"] == "out"
    x.tap("PAUSE")
    assert x.prompt()["id"] == "challenge"
    x.tap("TRUMP")
    assert x.prompt()["id"] == "challenge"  # the game has ended: there is no other end to choose
    x.tap("B", "B")
    assert x.view()["state"] == "gap"
    assert x.inputs()[-2:] == [("pause", "challenge"), ("verdict", "invalid")]


def test_another_end_cannot_be_challenged_but_undone():
    x = playing()
    x.tap("PAUSE", "TRUMP", "C", "A")
    assert x.view()["state"] == "ended"
    x.tap("PAUSE")
    assert x.prompt()["word"] == "ig_state"
    menu(x, "A", "B")
    assert x.view()["state"] == "paused"


def test_after_the_end_a_seat_button_does_nothing():
    x = playing()
    x.tap("PAUSE", "TRUMP", "A")
    x.actions.clear()
    x.tap("A")
    assert beeps(x) == ["ignored"]
    assert x.inputs() == []


# -- a hundred times a second --------------------------------------------------------------------------------------


def test_with_nothing_to_do_a_tick_makes_nothing():
    x = playing()
    x.wait(20)
    first = x.dialogs.tick(x.t, x.view())
    assert len(first) == 0
    assert x.dialogs.tick(x.t + 10, x.view()) is first
