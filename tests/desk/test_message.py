"""A line of the organiser's for the hall: on the wall, on the pages of who looks, on the public pages, until it is
taken away."""

import re
from pathlib import Path

import pytest

from desk.desks import Visitor, load, make, visited, write
from desk.hall import opened
from desk.played_rounds import drawn, look
from tritempo_host.desk.access import Role
from tritempo_host.tournament import Draft

T = "/t/3r-matam"
SEEN_BY_ALL = (
    "/wall/3r-matam",
    f"{T}/standings",
    *(f"/public/3r-matam/{lang}/index.html" for lang in ("ca", "ro", "en")),
)
TEXT = "Ronda 3 a les 15.10"


def says(visitor: Visitor, text: str, at: str = f"{T}/round/1") -> str:
    """Types it on a page and sends it; the page that follows."""
    back = re.search(r'name="back" value="([^"]*)"', visitor.get(at))
    assert back
    return visitor.does(f"{T}/message", {"message": text, "back": back[1]}, form_at=at)


def test_a_line_is_shown_to_all_and_taken_away_when_it_is_emptied(store: Path) -> None:
    drawn(store)
    with opened(store) as hall:
        núria, anybody = hall.somebody(Role.ORGANISER), hall.stranger()
        assert all(TEXT not in anybody.get(path) for path in SEEN_BY_ALL)
        page = says(núria, f" {TEXT}  ")
        assert "The hall sees" in page and f'value="{TEXT}"' in page and "<h1>Round 1</h1>" in page
        assert all(anybody.get(path).count(TEXT) == 1 for path in SEEN_BY_ALL)
        assert TEXT in hall.somebody(Role.ENTRY).get(f"{T}/round/1")
        assert "Nothing is shown" in says(núria, " ")
        assert all(TEXT not in anybody.get(path) for path in SEEN_BY_ALL)
        assert "message" not in load(store, "3r-matam").settings


def test_it_can_be_said_before_the_first_round(matam: Visitor) -> None:
    assert "<h1><bdi>3r MàTaM</bdi></h1>" in says(matam, TEXT, at=T)
    assert all(TEXT in matam.get(path) for path in ("/wall/3r-matam", "/public/3r-matam/ca/index.html"))


def test_whatever_is_typed_is_text(round_one: Visitor) -> None:
    look(round_one)
    says(round_one, '"><script>alert(1)</script> {{ 7*7 }} & <b>')
    for path in (*SEEN_BY_ALL, f"{T}/round/1", T, f"{T}/message", f"{T}/history"):
        page = round_one.get(path)
        assert "<script>alert" not in page and "& <b>" not in page and "49" not in page.replace("{{ 7*7 }}", "")


@pytest.mark.parametrize("text", ["x" * 201, "turned \u202e around"])
def test_what_cannot_be_shown_is_said_and_stays_in_its_field(round_one: Visitor, store: Path, text: str) -> None:
    look(round_one)
    answer = round_one.post(f"{T}/message", {"message": text}, form_at=f"{T}/round/1")
    assert answer.status_code == 422 and 'role="alert"' in answer.text and f'value="{text[:10]}' in answer.text
    assert "message" not in load(store, "3r-matam").settings


def test_only_the_organiser_can_say_it(store: Path) -> None:
    drawn(store)
    with opened(store) as hall:
        for role in (Role.ENTRY, Role.ARBITER):
            somebody = hall.somebody(role)
            assert f"{T}/message" not in somebody.get(f"{T}/round/1") + somebody.get(T)
            assert somebody.post(f"{T}/message", {"message": TEXT}, form_at=f"{T}/results/1/1").status_code == 403
        somebody = hall.stranger()
        answer = somebody.post(f"{T}/message", {"message": TEXT}, form_at="/enter")
        assert answer.status_code in (303, 403)
        assert "message" not in load(store, "3r-matam").settings


def test_it_is_in_the_history_and_can_be_taken_back(round_one: Visitor, store: Path) -> None:
    look(round_one)
    says(round_one, TEXT)
    says(round_one, "Table 7 is upstairs")
    history = round_one.get(f"{T}/history")
    assert TEXT in history and "Table 7 is upstairs" in history
    round_one.does(f"{T}/history/{load(store, '3r-matam').last}/undo", {})
    assert load(store, "3r-matam").settings["message"] == TEXT


def test_two_say_something(round_one: Visitor, store: Path) -> None:
    seen = load(store, "3r-matam").last
    write(store, "3r-matam", Draft("settings", {"settings": {"message": "Pere's"}}))
    answer = look(round_one).post(f"{T}/message", {"message": TEXT, "seen": seen}, form_at=f"{T}/round/1")
    assert answer.status_code == 409 and "Pere&#39;s" in answer.text and f'value="{TEXT}"' in answer.text
    assert load(store, "3r-matam").settings["message"] == "Pere's"


def test_who_changes_the_settings_is_not_in_the_way(round_one: Visitor, store: Path) -> None:
    seen = load(store, "3r-matam").last
    write(store, "3r-matam", Draft("settings", {"settings": {"rounds": 6}, "place": "Molins"}))
    look(round_one)
    round_one.does(f"{T}/message", {"message": TEXT, "seen": seen}, form_at=f"{T}/round/1")
    assert load(store, "3r-matam").settings == {"rounds": 6, "message": TEXT}


def test_the_settings_leave_it_as_it_is(matam: Visitor, store: Path) -> None:
    says(matam, TEXT, at=T)
    page = matam.get(f"{T}/settings")
    assert 'name="message"' not in page and "name=message" not in page
    fields = {"name": "Final", "date": "", "place": "", "rounds": "", "control": "", "control_file": ""}
    matam.does(f"{T}/settings", fields)
    assert load(store, "3r-matam").settings == {"message": TEXT}


@pytest.mark.parametrize("back", ["", "77", "//elsewhere.example", "x"])
def test_one_comes_back_to_a_page_of_the_tournament(round_one: Visitor, back: str) -> None:
    look(round_one)
    answer = round_one.post(f"{T}/message", {"message": TEXT, "back": back}, form_at=f"{T}/round/1")
    assert answer.status_code == 303 and answer.headers["location"] == T


def test_another_tournament_does_not_say_it(store: Path) -> None:
    one, other = make(store), make(store, "wespa", 4)
    write(store, one, Draft("settings", {"settings": {"message": TEXT}}))
    with visited(store) as visitor:
        assert TEXT in visitor.get(f"/wall/{one}") and TEXT not in visitor.get(f"/wall/{other}")
