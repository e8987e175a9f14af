"""Faults that people reported of other clocks and boards, and the tests that would fail if this one had them.

Each row: where the fault was seen, what went wrong there, and our tests, as `file::test`, or `case: id` for a scenario
in tests/cases (these run on CPython, in MicroPython of 64 and of 32 bits, and against the model). Rows about
entries and withdrawals in a tournament are left out: no part of this program does those yet.

The test below only sees to it that none of them is renamed or taken away unnoticed.
"""

import json
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

FAULTS = [
    ("lichess mobile #932", "the time between the last tick and the stop was dropped, so fast tapping was free",
     "case: sum-1000", "host/test_app.py::test_presses_are_worth_their_own_milliseconds"),
    ("CircuitPython #3410", "plain subtraction broke when the tick counter wrapped",
     "wasm/test_ticks.py::test_time_goes_on_over_every_wrap",
     "device/board_cases.py::times_go_on_over_the_wrap_of_every_counter",
     "micropython/test_virtual_parts.py::test_ticks_are_widened"),
    ("MicroPython #4795", "a jump in the time source froze the scheduler",
     "host/test_app.py::test_a_jump_of_time_is_left_out_logged_and_pauses",
     "micropython/test_virtual_parts.py::test_live_time_runs_at_its_speed_and_leaves_jumps_out"),
    ("lila #1653, #13997, lichobile #676", "0:00 was shown while time was left",
     "tritempo/test_times.py::test_zero_is_only_shown_at_zero",
     "tritempo/test_lights.py::test_at_zero_it_is_not_yet_below"),
    ("anagrabble #21", "expiry and a press at once acted twice",
     "case: zero-minus-exact-plus", "case: same-millisecond-presses", "case: limit-at-the-press",
     "host/test_app.py::test_a_press_at_the_very_millisecond_of_zero_is_in_time"),
    ("lichobile #1214, simple-chess-clock 1.0.3", "the old game's timer flagged in the new one",
     "tritempo/test_session.py::test_nothing_of_the_old_game_goes_on",
     "tritempo/test_dialogs.py::test_a_new_game_takes_every_dialog_away",
     "tritempo/test_holds.py::test_a_new_game_knows_nothing_of_the_old_ones_finger"),
    ("lichess mobile #1726", "reset gave both sides the time of one", "case: handicap", "case: handicap-warnings"),
    ("mobile #1648, #3697, online-go #354", "undo ran the wrong clock or gave no time back",
     "case: undo-handover", "case: undo-prorroga", "case: undo-increment", "case: undo-recorded-card"),
    ("Hanabi Live #1678", "a second press of pause took the pause away",
     "case: pause-twice", "tritempo/test_dialogs.py::test_pause_stands_at_the_press_and_its_release_does_not_resume"),
    ("lichess mobile #1626", "the low-time alarm came again after each switch",
     "case: warn-lifted-and-held", "tritempo/test_control.py::test_warnings_are_sorted_and_each_is_given_once"),
    ("Chronos; FIDE's list (i)", "time was given after the flag",
     "case: prorroga-after-zero", "case: increment-not-below-zero", "case: bronstein-below-zero"),
    ("liwords PR 176", "the time penalty was applied twice",
     "case: penalty-60000-60001", "case: penalty-goes-with-the-bank",
     "tritempo/test_view.py::test_what_a_caller_does_to_a_view_stays_in_it"),
    ("Xanado #43, #22, #2, #6", "a challenge moved the turn; the last play could not be challenged",
     "case: verdict-valid", "case: verdict-in-gap", "case: out-challenged-invalid",
     "tritempo/test_dialogs.py::test_the_play_that_went_out_can_be_challenged"),
    ("micropython-async #24", "a poll missed a short press",
     "host/test_app.py::test_ten_milliseconds_are_a_press",
     "device/board_cases.py::ten_milliseconds_are_a_press",
     "device/test_buttons.py::test_every_press_of_ten_ms_counts_at_its_own_time",
     "emulator/test_presses.py::test_presses_at_any_instant_have_their_own_time"),
    ("micropython-async #101, #115", "double press and long press both fired",
     "tritempo/test_dialogs.py::test_holding_pause_opens_the_menu_once_and_letting_go_does_not_resume",
     "tritempo/test_holds.py::test_the_handover_was_at_the_press_and_the_turn_goes_on"),
    ("OneButton #67, ezButton #8", "several presses from one click",
     "device/test_buttons.py::test_traces", "device/board_cases.py::a_bouncing_press_is_one",
     "emulator/test_presses.py::test_a_bouncing_press_counts_once_at_its_first_edge", "case: dead-time-exact",
     "tritempo/test_dialogs.py::test_the_bounce_of_valid_does_not_end_the_turn"),
    ("shairport-sync-mqtt-display #29", "drawing blocked the buttons",
     "device/test_loop.py::test_a_press_at_any_moment_of_a_picture_has_its_light_at_once",
     "emulator/test_presses.py::test_presses_at_any_instant_have_their_own_time"),
    ("HomeButtons #26, picochess #28", "the first press was lost waking up; a nudge reset the display",
     "tritempo/test_dialogs.py::test_presses_in_a_pause_hand_nothing_over",
     "emulator/test_faults.py::test_a_display_that_lost_its_power_for_a_moment_shows_the_game_again"),
    ("MicroPython #17236", "writing flash stops interrupts",
     "device/board_cases.py::edges_have_their_own_time_while_the_chip_stands_still",
     "emulator/test_presses.py::test_presses_during_an_erase_have_their_own_time"),
    ("MicroPython #8793, #16619, #7204", "a second core with flash writes hung",
     "test_imports.py::test_one_core_and_no_threads"),
    ("littlefs #370, #758; raspberrypi/micropython #4", "data after the last sync was gone at power-off",
     "micropython/test_power_cuts.py::test_cut_at_every_operation_of_a_game",
     "emulator/test_power_cuts.py::test_every_cut_comes_back_with_all_that_was_promised"),
    ("MicroPython #7867", "junk on the port; Ctrl-C killed main.py",
     "tritempo/test_wire.py::test_junk_between_frames_costs_nothing",
     "device/board_cases.py::ctrl_c_is_a_byte_as_any_other",
     "emulator/test_faults.py::test_ctrl_c_on_the_line_ends_no_game"),
    ("MicroPython #15120, #8167", "the display answered EIO and the program died",
     "host/test_app.py::test_a_picture_that_cannot_be_drawn_stops_nothing",
     "emulator/test_faults.py::test_a_display_that_is_unplugged_in_mid_picture_comes_back"),
    ("MicroPython PR 17363", "timer callbacks come late",
     "device/board_cases.py::a_late_turn_makes_one_note_longer_and_the_next_sound_cuts_in",
     "tritempo/test_session.py::test_an_edge_that_comes_late_counts_at_the_first_open_millisecond"),
    ("picochess #142, #108, #161", "a lost acknowledgement; two sources of time; sides swapped",
     "tritempo/test_responder.py::test_a_repeated_change_gets_the_answer_again_and_nothing_is_done",
     "tritempo/test_dialogs.py::test_the_seating_says_whose_button_it_is",
     "tritempo/test_lights.py::test_a_light_stands_beside_the_button_of_its_seat"),
    ("quackle #18", "the final clock times could not be kept beside the penalty",
     "tritempo/test_screens.py::test_the_end_says_what_each_seat_used_and_pays_and_whether_the_log_is_safe",
     "host/test_summary.py::test_penalty_for_a_started_minute"),
    ("liwords #1433", "nobody could see who changed a result",
     "tritempo/test_journal.py::test_ten_thousand_random_mutations_are_all_found",
     "host/test_summary.py::test_undo_leaves_no_mark_on_the_timeline_but_is_told"),
    ("Xanado #13", "the timer was hard to read and could not be made soft",
     "tritempo/test_screens.py::test_whatever_is_pressed_everything_has_its_place", "case: zero-signal-counts-on"),
]  # fmt: skip
CASES = {
    scenario["id"]
    for file in (TESTS / "cases").glob("*scenarios*.json")
    for scenario in json.loads(file.read_text(encoding="utf-8"))
}
ROWS = [pytest.param(row[0], row[1], row[2:], id=row[0]) for row in FAULTS]


@pytest.mark.parametrize(("seen_in", "fault", "tests"), ROWS)
def test_each_known_fault_has_its_tests(seen_in, fault, tests):
    assert tests, f"{seen_in}: {fault}"
    for test in tests:
        if test.startswith("case: "):
            assert test.removeprefix("case: ") in CASES
            continue
        file, _, name = test.partition("::")
        source = (TESTS / file).read_text(encoding="utf-8")
        assert re.search(rf"^ *def {name}\(", source, re.MULTILINE), f"{seen_in} ({fault}): there is no test {test}"
