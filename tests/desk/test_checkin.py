"""The check-in: ticked from two phones at once; who is missing is left out of a round after a question."""

import re
from pathlib import Path

from desk.desks import Visitor, load, looks, make, visited, write
from tournament.tournaments import one_draw
from tritempo_host.tournament import Draft

T = "/t/3r-matam/checkin"


def ticked(page: str) -> list[str]:
    return re.findall(r'<li id="e(\d+)" class="here">', page)


def test_a_tap_is_an_arrival_and_another_takes_it_back(matam: Visitor, store: Path) -> None:
    assert "Here: 0 of 9." in matam.get(T)
    page = matam.does(T, {"tick": "4"})
    assert ticked(page) == ["4"] and "Here: 1 of 9." in page
    assert set(load(store, "3r-matam").arrived) == {4}
    assert ticked(matam.does(T, {"untick": "4"})) == []
    assert not load(store, "3r-matam").arrived


def test_two_phones_tap_the_same(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("arrived", {"entrant": 2}))
    assert ticked(matam.does(T, {"tick": "2"})) == ["2"]
    assert ticked(matam.does(T, {"untick": "2"})) == []
    assert ticked(matam.does(T, {"untick": "2"})) == []
    assert load(store, "3r-matam").last == 1 + 9 + 27 + 2


def test_it_says_what_makes_it_out_of_date(matam: Visitor) -> None:
    page = matam.get(T)
    assert 'id="checkin" data-live="t1"' in page and "data-quiet" in page
    assert "&#34;t1&#34;" in page


def test_who_is_missing(matam: Visitor) -> None:
    matam.does(T, {"tick": "4"})
    page = matam.get(T, params={"show": "missing"})
    assert 'id="e4"' not in page and 'id="e5"' in page and "Missing (8)" in page
    assert 'id="e5"' not in matam.get(T, params={"show": "here"})
    after = matam.does(T, {"tick": "5", "show": "missing"})
    assert "Missing (7)" in after and 'id="e5"' not in after, "the filter stays"


def test_nobody_and_nothing(matam: Visitor, store: Path) -> None:
    for fields in ({"tick": "99"}, {"tick": "x"}, {}, {"absent": "0"}):
        matam.does(T, fields)
    assert load(store, "3r-matam").last == 1 + 9 + 27


def test_absent_in_one_round(matam: Visitor, store: Path) -> None:
    matam.does(T, {"absent": "3", "round": "1"})
    matam.does(T, {"absent": "3", "round": "1"})
    assert load(store, "3r-matam").absences == {(3, 1)}
    assert 'name="present" value="3" aria-pressed="true"' in matam.get(T)
    matam.does(T, {"present": "3", "round": "1"})
    assert not load(store, "3r-matam").absences


def test_who_is_missing_is_left_out_after_a_question(matam: Visitor, store: Path) -> None:
    for each in range(1, 7):
        matam.does(T, {"tick": str(each)})
    assert "Mark as absent in round 1 those who are missing: 3" in matam.get(T)
    page = matam.get(T, params={"ask": "1"})
    assert "Team 7" in page and 'name="who" value="7,8,9"' in page
    page = matam.does(T, {"do": "absent", "round": "1", "who": "7,8,9"})
    assert "Absent in round 1: 3." in page
    assert load(store, "3r-matam").present(1) == [1, 2, 3, 4, 5, 6]


def test_somebody_came_while_it_was_asked(matam: Visitor, store: Path) -> None:
    matam.get(T, params={"ask": "1"})
    write(store, "3r-matam", Draft("arrived", {"entrant": 9}))
    answer = matam.post(T, {"do": "absent", "round": "1", "who": ",".join(map(str, range(1, 10)))})
    assert answer.status_code == 409 and "Meanwhile somebody has come" in answer.text
    assert 'value="1,2,3,4,5,6,7,8"' in answer.text
    assert not load(store, "3r-matam").absences


def test_a_round_that_is_drawn_can_still_be_looked_at(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", one_draw())
    looks(matam)
    assert "Absent r. 2" in matam.get(T)
    page = matam.get(T, params={"round": "1", "ask": "1"})
    assert "Absent r. 1" in page and "Round 1 is drawn already" in page


def test_in_romanian_teams_are_no_men(matam: Visitor, store: Path) -> None:
    """`echipă` is feminine: what is said of teams and of players has one form for both."""
    write(store, "3r-matam", Draft("withdraw", {"entrant": 2}), Draft("absent", {"entrant": 3, "round": 1}))
    write(store, "3r-matam", *(Draft("arrived", {"entrant": n}) for n in range(4, 9)))
    looks(matam)
    pages = "".join(
        matam.get(f"/t/3r-matam/{at}", headers={"Accept-Language": "ro"}).lower()
        for at in ("people", "people/3", "checkin", "checkin?ask=1", "round/1/draw")
    )
    text = re.sub(r"<[^>]*>", " ", pages)
    assert "s-a retras" in text and "lipsește în runda 1" in text
    for man in ("absent ", "absenți", "toți", " retras în", "cu ei", "nu-i "):
        assert man not in text.replace("s-a retras", ""), man


def test_where_nobody_is_listed_it_says_where_to_begin(store: Path) -> None:
    slug = make(store, "ebre", 0)
    with visited(store) as visitor:
        page = visitor.get(f"/t/{slug}/checkin")
        main = page[page.index("<h1") :]
        assert "Nobody is on the list yet" in main and f'href="/t/{slug}/people"' in main and "(0)" not in main


def test_the_list_on_paper_is_a_press_away(matam: Visitor) -> None:
    assert 'href="/t/3r-matam/checkin.pdf"' in matam.get(T)
