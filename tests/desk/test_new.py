"""A new tournament: made in one form, with what is usual already there."""

from datetime import date
from pathlib import Path

import pytest

from desk.desks import Visitor, load
from tritempo_host.rules import RULESETS

MADE = {"name": "4t MàTaM", "rules": "matam", "date": "2026-11-28", "place": "Molins", "rounds": ""}


def test_all_rule_sets_are_offered_and_today_is_the_day(desk: Visitor) -> None:
    page = desk.get("/new")
    assert all(f'value="{rules}"' in page for rules in RULESETS)
    assert page.count(" checked") == 1
    assert f'value="{date.today().isoformat()}"' in page


def test_it_is_made_and_the_list_is_next(desk: Visitor, store: Path) -> None:
    page = desk.does("/new", MADE | {"rounds": "6"})
    assert "“4t MàTaM” is made." in page and "Import a list" in page
    made = load(store, "4t-matam")
    assert (made.name, made.rules, made.date, made.place) == ("4t MàTaM", "matam", "2026-11-28", "Molins")
    assert made.settings == {"rounds": 6}


def test_the_rules_of_the_last_time_are_the_usual_ones(desk: Visitor) -> None:
    desk.does("/new", MADE | {"rules": "romania", "name": "Cupa"})
    page = desk.get("/new")
    assert 'value="romania" checked' in page
    assert '<option value="Molins">' in page


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "  "}, "empty"),
        ({"name": "x" * 101}, "too long"),
        ({"name": "a\u202eb"}, "hidden characters"),
        ({"rounds": "0"}, "from 1 to 100"),
        ({"rounds": "many"}, "from 1 to 100"),
        ({"rounds": "101"}, "from 1 to 100"),
        ({"rules": "chess"}, "Choose by which rules"),
    ],
)
def test_what_cannot_be_is_said_and_the_rest_stays(desk: Visitor, given: dict[str, str], said: str) -> None:
    answer = desk.post("/new", MADE | given)
    assert answer.status_code == 422
    assert said in answer.text and 'value="Molins"' in answer.text
    assert "There is no tournament yet." in desk.get("/")


def test_a_name_is_shown_as_it_was_typed(desk: Visitor) -> None:
    name = '<script>alert(1)</script> & "4t"'
    page = desk.does("/new", MADE | {"name": name})
    assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in desk.get("/")


def test_two_of_one_name_have_two_addresses(desk: Visitor) -> None:
    desk.does("/new", MADE)
    desk.does("/new", MADE)
    assert 'href="/t/4t-matam-2"' in desk.get("/")
