"""What the display says in each state, and rules that hold for all screens. How they look: tests/test_pictures.py."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import golden
from paper import MisdrawnError, Paper
from scenes import Scene, after, all_scenes, bank, begun, ended, late, menu, middle, over
from tritempo.buttons import dials
from tritempo.control import PRESETS
from tritempo.display import panels, screens
from tritempo.display.words import LANGUAGES, word


def texts(table, **told):
    """Every string on the display."""
    paper = Paper()
    screens.draw(paper, *table.tell(**told).shown())
    return [text[4] for text in paper.texts]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", all_scenes())
def test_everything_has_its_place(name, lang):
    for now in (0, 2000, 4000):
        golden.drawn(all_scenes(lang)[name]().tell(now=now))


NAMES = st.lists(st.text("aàbçdeéfgilmnoprsșțtuüzMWÀĂȘȚÍ .'-·ŞŢ漢", max_size=24), min_size=4, max_size=4)
TOLD = st.fixed_dictionaries(
    {
        "now": st.integers(0, 20000),
        "names": NAMES,
        "round": st.none() | st.integers(1, 99),
        "table": st.none() | st.integers(1, 99),
        "trouble": st.sampled_from([None, "tr_log_not_saved", "tr_button_stuck"]),
        "sync": st.none() | st.integers(0, 100),
        "log": st.none() | st.integers(1, 999999),
        "saved": st.booleans(),
    }
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["A", "B", "C", "D", "PAUSE", "TRUMP"]),
        st.booleans(),
        st.sampled_from([0, 300, 700, 3000, 60000, 125000, 1400000]),
    ),
    max_size=25,
)
TABLES = [(name, seats) for name in PRESETS for seats in dials.seats_of(name, 4)]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TABLES), st.sampled_from(LANGUAGES), TOLD, STEPS)
def test_whatever_is_pressed_everything_has_its_place(table, lang, told, steps):
    """Text meets neither text nor an edge, and nothing is drawn outside, with any names at any time of any game."""
    control, seats = table
    scene = Scene(control, seats, lang, buttons=4 if seats == 4 else 3)
    for button, down, wait_ms in steps:
        scene.edge(button, down)
        scene.wait(wait_ms)
        golden.drawn(scene.tell(**told))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TABLES), st.sampled_from(LANGUAGES), TOLD, STEPS, st.integers(0, 12))
def test_what_is_drawn_over_another_picture_is_what_is_drawn_alone(table, lang, told, steps, given_up_after):
    """Whatever stood there before, and wherever a drawing was given up: only pieces that changed are drawn."""
    control, seats = table
    scene = Scene(control, seats, lang, buttons=4 if seats == 4 else 3)
    paper = Paper()
    for button, down, wait_ms in steps:
        scene.edge(button, down)
        for _, __ in zip(range(given_up_after), screens.drawing(paper, *scene.tell(**told).shown()), strict=False):
            pass
        scene.wait(wait_ms)
        shown = scene.tell(now=scene.t).shown()
        screens.draw(paper, *shown)
        alone = Paper()
        screens.draw(alone, *shown)
        assert paper.rows == alone.rows


def test_the_next_second_draws_what_it_changes():
    """The time, the seat on turn, and what is left of the round."""
    paper, table = Paper(), middle()
    screens.draw(paper, *table.shown())
    before = dict(paper.kept)
    table.wait(1000)
    screens.draw(paper, *table.shown())
    changed = [place for place, piece in paper.kept.items() if before[place] is not piece]
    assert changed == [screens.TIME, screens.SIDE[2], panels.cell(0, 3)]


def test_paper_is_strict():
    paper = Paper()
    paper.text(10, 10, "abc")
    for wrong in (
        lambda: paper.text(20, 12, "abc"),
        lambda: paper.text(120, 30, "abc"),
        lambda: paper.text(40, 30, "abc", True),
        lambda: paper.digits(0, 40, "1", 32),
        lambda: paper.fill_rect(12, 10, 5, 20),
        lambda: paper.hline(100, 0, 29),
    ):
        with pytest.raises(MisdrawnError):
            wrong()


# What each state must say (table.md, Display).


def test_ready_says_who_begins_and_what_to_press():
    shown = texts(after(Scene()))
    assert "Comença" in shown and "Anna Puig" in shown and "Faristols plens? Premeu" in shown and "R2 T5" in shown


@pytest.mark.parametrize(
    "table, time",
    [
        (lambda: middle(), "1:20"),
        (lambda: over(by_ms=-9901), "0:10"),
        (lambda: over(by_ms=-9900), "9.9"),
        (lambda: over(by_ms=-1), "0.1"),
        (lambda: over(by_ms=0), "0.0"),
        (lambda: over(by_ms=1), "+0:01"),
        (lambda: over(by_ms=1001), "+0:02"),
        (lambda: bank(ms=1799999), "0.1"),
        (lambda: after(begun("ebre", 4), wait_ms=61999), "1:01"),
    ],
)
def test_time(table, time):
    assert time in texts(table())


def test_running_says_where_the_game_is():
    shown = texts(middle())
    assert {"Anna Puig", "mà", " 2", "torn", " 4", "⌛56:04"} <= set(shown)


def test_the_seats_show_time_used_the_card_and_the_last_mark():
    shown = texts(middle())
    assert {"Anna", "1:25", "Bernat", "2:01", "⇄", "P", "Mariànge.", "0:30", "▶"} <= set(shown)


def test_a_hundred_minutes_have_their_place_at_four_seats():
    v, prompt, info = begun("ebre", 4).shown()
    paper = Paper()
    screens.draw(paper, dict(v, used_total_ms=[7000000, 7000000, 60000, 0]), prompt, info)
    assert {"116'", "1:00"} <= {text[4] for text in paper.texts}


def test_the_seats_show_banks():
    assert {"23:20", "18:20"} <= set(texts(bank()))


def test_seats_stand_as_their_buttons_do():
    paper = Paper()
    table = after(Scene("manresa-torn", 4, buttons=4, rotation="ADCB"))
    screens.draw(paper, *table.shown())
    row = sorted(text for text in paper.texts if text[1] == 46)
    assert [text[4] for text in row] == ["Àngel", "Joan", "Iñaki", "Ilinca"]


@pytest.mark.parametrize(
    "table, now, said",
    [
        (over, 0, "TEMPS"),
        (over, 2000, "manteniu: torn perdut"),
        (lambda: bank(ms=1800001), 0, "-10 punts"),
        (lambda: bank(ms=1860000), 0, "-10 punts"),
        (lambda: bank(ms=1860001), 0, "-20 punts"),
        (lambda: after(begun("romania", 2), wait_ms=1506000), 2000, "bandera caiguda"),
    ],
)
def test_overrun_says_what_it_means(table, now, said):
    assert said in texts(table(), now=now)


def test_overrun_turns_over_with_the_light():
    """Lit in the first 200 ms of each 400."""
    lit = [golden.drawn(over(by_ms=by_ms))[2 * 128 + 64 : 2 * 128 + 70] for by_ms in (1, 200, 201, 400, 401)]
    assert lit[0] == lit[1] == lit[4] != lit[2] == lit[3]


def test_the_last_hand():
    assert {"i una més", "resten", " 4"} <= set(texts(late()))
    assert {"ÚLTIMA MÀ", "resta", " 1"} <= set(texts(late(more=(0, 1000, 50000))))


def test_gap_says_how_the_turn_ended_and_who_is_next():
    table = after(middle(), "PAUSE", "A", "B", "B")
    shown = texts(table)
    assert {"torn 4: anul·lada", "Bernat Gascó", "Premeu per començar"} <= set(shown)


def test_a_pause_says_why_since_when_and_what_the_keys_do():
    shown = texts(after(middle(), "PAUSE", "C", wait_ms=60000))
    assert {"PAUSA: àrbitre", "1:01", "1:20", "⏸ continua", "♦ acaba partida", "impugna"} <= set(shown)


def test_salva_asks_the_one_whose_play_was_refused():
    shown = texts(after(begun().turns(30000), "PAUSE", "A", "B"))
    assert {"Salvaimpugnació?", "Bernat Gascó", "salva", "30 s", "torn", "perdut"} <= set(shown)


def test_keys_that_choose_a_seat_have_its_name():
    table = bank()
    table = after(after(table, "PAUSE", hold=("PAUSE", 3100)), "B")
    assert {"Anna", "Bernat"} <= set(texts(table))


def test_the_end_says_what_each_seat_used_and_pays_and_whether_the_log_is_safe():
    shown = texts(ended(bank(ms=1861001)))
    assert {"FI: sense fitxes", "6:40", "23:20", "31:01", "-20 p", "registre 12", "✓ desat"} <= set(shown)
    assert "⚠ NO DESAT" in texts(ended(bank()), saved=False)
    assert "⇅ 45 %" in texts(ended(bank()), sync=45)


def test_the_end_says_how_far_turns_ran_over():
    v, prompt, info = ended(over()).shown()
    paper = Paper()
    screens.draw(paper, dict(v, overtime_ms=[6501, 0, 0]), prompt, info)
    assert "+0:07" in [text[4] for text in paper.texts]


def test_points_for_challenges_are_among_those_a_seat_pays():
    v, prompt, info = ended(bank()).shown()
    paper = Paper()
    screens.draw(paper, dict(v, challenge_points=[-20, 0]), prompt, info)
    assert "-20 p" in [text[4] for text in paper.texts]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("log", [1, 99999, 100000, 999999])
@pytest.mark.parametrize("told", [{"saved": False}, {"saved": True}, {"sync": 100}])
def test_the_longest_number_of_a_log_has_room_beside_the_longest_word(told, log, lang):
    shown = texts(ended(middle(lang)).tell(log=log, **told))
    [number] = [text for text in shown if text.endswith(f" {log}")]
    assert number[:3] == word(lang, "log")[:3]


@pytest.mark.parametrize(("seats", "seat"), [(3, 1), (3, 2), (3, 3), (4, 4), (3, None)])
def test_the_end_lights_the_name_of_the_one_who_abandoned(seats, seat):
    paper = Paper()
    screens.draw(paper, *ended(begun("manresa-torn", seats), "abandon", *([seat] if seat else [])).shown())
    tops = [text[1] for text in paper.texts if text[0] == 2 and 11 < text[1] < 50]
    assert len(tops) == seats
    before_name = [bool(paper.rows[top + 5] & 2) for top in tops]
    assert before_name == [place + 1 == seat for place in range(seats)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_arbiter_sees_who_abandoned(lang):
    shown = texts(menu(ended(middle(lang), "abandon", 2)))
    assert any(text.endswith(("(Bernat Gascó)", "(Bernat)")) for text in shown)


@pytest.mark.parametrize("make", [middle, lambda: after(middle(), "PAUSE"), lambda: ended(middle())])
def test_trouble_shows_in_every_state_and_hides_nothing_for_long(make):
    shown = [texts(make(), trouble="tr_flash_full", now=now) for now in (0, 2000)]
    assert "⚠ memòria plena" not in shown[0]
    assert "⚠ memòria plena" in shown[1]


def test_an_ignored_press_says_why():
    assert "✗ massa aviat" in texts(middle().soon("B"))


def test_a_held_button_shows_its_steps():
    shown = texts(after(middle(), hold=("A", 2600), wait_ms=0))
    assert {"Anna Puig", "torn 4", "passa", "canvi", "perdut", "jugada"} <= set(shown)


def test_a_mark_without_a_turn_shows_nothing():
    v, prompt, info = after(middle(), hold=("A", 2600), wait_ms=0).shown()
    for gone in (dict(v, last_seat=None, last_turn=None), None):
        paper = Paper()
        screens.draw(paper, gone, prompt, info)
        assert "perdut" not in [text[4] for text in paper.texts]


def test_a_clock_without_a_game_shows_what_the_host_reads():
    assert "45" in texts(Scene(""), sync=45)


def test_nothing_at_all_is_a_picture_too():
    paper = Paper()
    screens.draw(paper, None, None, {"lang": "xx", "now": 0})
    assert [text[4] for text in paper.texts] == ["Tritempo"]


def test_a_screen_asks_for_no_word_that_is_missing():
    missing = []

    def strict(lang, key):
        missing.extend([key] if key not in known else [])
        return original(lang, key)

    from tritempo.display import panels, words

    known, original = set(words.keys()), words.word
    with patch.object(panels, "word", strict):
        for make in all_scenes().values():
            for now in (0, 2000, 4000):
                golden.drawn(make().tell(now=now))
    assert missing == []
