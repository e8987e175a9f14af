"""The arbiter's page, in three languages, says what the clock says and does."""

import re
from pathlib import Path

import pytest

from at_the_table import AtTheTable
from scenes import begun, late, middle
from tritempo.control import LANGUAGES
from tritempo.display import words

DOCS = Path(__file__).parents[1] / "docs"
LIKE_THIS = {"ca": "així", "ro": "așa", "en": "like this"}


def page(lang: str) -> str:
    return (DOCS / ("arbiters.md" if lang == "en" else f"arbiters.{lang}.md")).read_text(encoding="utf-8")


def quoted(lang: str) -> list[str]:
    return [" ".join(text.split()) for text in re.findall(r"`([^`]+)`", page(lang))]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_stands_on_the_display_stands_there_so(lang: str) -> None:
    shown = {words.word(lang, key) for key in words.keys()}  # noqa: SIM118 (a function of ours)
    others = [text for text in quoted(lang) if text not in shown and not text.startswith(("tritempo ", "make "))]
    assert set(others) == {LIKE_THIS[lang]}


def test_the_three_pages_say_the_same() -> None:
    keys = {lang: {words.word(lang, key): key for key in words.keys()} for lang in LANGUAGES}  # noqa: SIM118

    def said(lang: str) -> list[str]:
        """By what stands on the English display, where two keys may share a word."""
        return [words.word("en", keys[lang][text]) for text in quoted(lang) if text in keys[lang]]

    assert len(said("en")) > 40
    for lang in ("ca", "ro"):
        assert page(lang).count("\n| ") == page("en").count("\n| ")
        assert len(said(lang)) == len(said("en")), lang


# What the page tells, done at the table.


def menu(table: AtTheTable, *taps: str) -> AtTheTable:
    table.hold("PAUSE", 3200)
    table.tap(*taps)
    return table


def test_a_hold_stops_the_clock_and_opens_the_menu() -> None:
    table = menu(middle("en"))
    assert table.view()["state"] == "paused"
    assert table.words() == ("undo", "adjust", "more")


def test_the_time_since_an_undone_handover_goes_to_who_has_the_turn_again() -> None:
    table = middle("en")
    before = table.view()
    menu(table, "A", "B")
    after = table.view()
    assert (before["seat"], after["seat"]) == (1, 3)
    assert after["left_ms"] == 120000 - 30000 - 40000


def test_time_is_given_in_steps_of_5_s() -> None:
    table = menu(middle("en"), "B", "C", "C", "B")
    assert table.inputs()[-1] == ("adjust", 1, 10000)


def test_with_a_bank_the_clock_asks_whose() -> None:
    table = menu(begun("manresa-escacs", 2, "en").turns(30000), "B")
    assert table.words()[:2] == ("choose", "choose")


def test_after_void_the_next_player_begins_unless_a_second_try_is_played() -> None:
    table = begun("matam", 3, "en").turns(30000)
    table.tap("PAUSE", "A", "B")
    assert table.words()[:2] == ("salva_30", "turn_lost")
    table.tap("B", "C")
    assert (table.view()["state"], table.view()["seat"]) == ("running", 3)


def test_where_the_play_before_is_judged_the_turn_goes_on() -> None:
    table = begun("romania", 2, "en").turns(30000)
    table.tap("PAUSE", "A", "B")
    assert (table.view()["state"], table.view()["seat"]) == ("running", 2)


def test_the_play_that_went_out_can_be_challenged_and_the_game_reopens() -> None:
    table = middle("en")
    table.tap("PAUSE", "TRUMP", "A", "PAUSE")
    assert (table.view()["state"], table.words()[:2]) == ("paused", ("valid", "void"))
    table.tap("B")
    assert table.view()["state"] != "ended"


def test_an_end_can_be_undone() -> None:
    table = middle("en")
    table.tap("PAUSE", "TRUMP", "A")
    menu(table, "A", "B")
    assert table.view()["state"] == "paused"


@pytest.mark.parametrize(("pin", "offered"), [(None, 9 - 1), ("ABA", 4)])
def test_with_a_code_players_end_a_game_by_the_rules_only(pin: str | None, offered: int) -> None:
    table = middle("en")
    table.settings["pin"] = pin
    table.tap("PAUSE", "TRUMP")
    seen: list[str] = []
    while table.words()[0] not in seen:
        seen += [word for word in table.words() if word not in (None, "more")]
        table.tap("C")
    assert len(seen) == offered
    assert set(seen[:4]) == {"out", "passes", "no_score", "blocked"}


def test_the_code_is_asked_for_before_the_menu() -> None:
    table = middle("en")
    table.settings["pin"] = "ABA"
    menu(table)
    assert table.prompt()["title"] == "title_pin"
    table.tap("A", "B", "A")
    assert table.prompt()["title"] == "title_menu"


def test_in_a_pause_the_round_goes_on_and_nothing_ends() -> None:
    table = begun("matam", 3, "en")
    table.tap("PAUSE")
    left_ms = table.view()["round_left_ms"]
    table.wait(2 * 3_600_000)
    assert table.view()["round_left_ms"] == left_ms - 2 * 3_600_000
    assert table.view()["state"] == "paused"


def test_the_last_hand_ends_the_game_by_itself() -> None:
    table = late("en")
    left = table.view()["turns_left"]
    assert left == 4, "one of the hand in progress, three of one more"
    table.turns(*([1000] * left))
    assert table.view()["state"] == "ended"
