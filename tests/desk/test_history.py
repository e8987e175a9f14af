"""The history: who did what, and what is taken back, by whom, and why not."""

import re
from pathlib import Path

from desk.desks import Visitor, load, looks, make, write
from desk.hall import opened
from tournament.tournaments import one_draw, result
from tritempo_host.desk.access import Role
from tritempo_host.tournament import Draft

T = "/t/3r-matam/history"


def numbers(page: str) -> list[int]:
    return [int(each) for each in re.findall(r'<tr id="n(\d+)"', page)]


def test_who_did_what_the_newest_first(matam: Visitor) -> None:
    page = matam.get(T)
    assert numbers(page) == list(range(37, 0, -1))
    assert "new team: Team 1" in page and "Núria" in page
    for lang, said in (("ca", "equip nou: Team 1"), ("ro", "echip")):
        assert said in matam.get(T, headers={"Accept-Language": lang})


def test_by_person_and_by_kind(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("note", {"text": "<i>cold</i>"}, None), who="Pere <b>")
    looks(matam)
    page = matam.get(T, params={"who": "Pere <b>"})
    assert numbers(page) == [38] and "<b>" not in page and "&lt;i&gt;cold" in page
    assert len(numbers(matam.get(T, params={"kind": "team"}))) == 9
    assert "There is nothing of the kind." in matam.get(T, params={"who": "nobody"})
    assert numbers(matam.get(T, params={"before": "4"})) == [3, 2, 1]
    matam.get(T, params={"before": "x", "kind": "y"})


def test_a_long_history_has_pages(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", *(Draft("note", {"text": f"note {n}"}) for n in range(150)))
    looks(matam)
    page = matam.get(T)
    assert len(numbers(page)) == 100
    assert numbers(page)[-1] == 88 and "before=88" in page
    assert len(numbers(matam.get(T, params={"before": "88"}))) == 87


def test_it_is_asked_then_taken_back_and_brought_back(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("note", {"text": "wrong"}))
    looks(matam)
    page = matam.get(f"{T}/38/undo")
    assert "note: wrong" in page and "Yes, take it back" in page and "Pere" in page
    page = matam.does(f"{T}/38/undo", {"why": "mistyped"})
    assert "Entry 38 is taken back: note: wrong." in page
    assert "entry 39 took it back" in page and "mistyped" in page
    assert not load(store, "3r-matam").notes
    page = matam.get(f"{T}/39/undo")
    assert "Yes, bring it back" in page and "note: wrong" in page
    matam.does(f"{T}/39/undo", {})
    assert load(store, "3r-matam").notes
    assert matam.post(f"{T}/39/undo", {}, form_at="/t/3r-matam/penalties").status_code == 422


def test_what_others_build_on_says_so(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", one_draw(), result(1))
    looks(matam)
    page = matam.get(f"{T}/38/undo")
    assert "builds on it" in page and "Yes, take it back" not in page
    assert f'href="{T}/39/undo"' in page and "Take that back first" in page
    assert matam.post(f"{T}/38/undo", {}, form_at="/t/3r-matam/penalties").status_code == 422
    assert "cannot be undone" in matam.get(f"{T}/1/undo")
    matam.does(f"{T}/39/undo", {})
    assert "undone already" in matam.get(f"{T}/39/undo")


def test_the_second_draw_of_a_round_with_results_stays(matam: Visitor, store: Path) -> None:
    """Without it the results would be those of the first draw's games."""
    other = one_draw()
    tables = [{**table, "players": table["players"][::-1]} for table in other.body["tables"]]
    write(store, "3r-matam", other, Draft("draw", {**other.body, "tables": tables}), result(1))
    looks(matam)
    page = matam.get(f"{T}/39/undo")
    assert "Take that back first" in page and f'href="{T}/40/undo"' in page
    assert matam.post(f"{T}/39/undo", {}, form_at="/t/3r-matam/penalties").status_code == 422
    assert load(store, "3r-matam").rounds[1].entry == 39


def test_somebody_was_quicker(matam: Visitor, store: Path) -> None:
    write(store, "3r-matam", Draft("note", {"text": "wrong"}))
    looks(matam)
    page = matam.get(f"{T}/38/undo")
    write(store, "3r-matam", Draft("undo", {"entry": 38}), who="Quick")
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    answer = matam.post(f"{T}/38/undo", {"seen": seen[1], "why": "kept reason"}, form_at="/t/3r-matam/penalties")
    assert answer.status_code in (409, 422) and "Traceback" not in answer.text


def test_no_such_entry(matam: Visitor) -> None:
    for which in ("0", "38", "x", "99999999"):
        matam.get(f"{T}/{which}/undo", 404)


def test_an_arbiter_takes_back_their_own_last_thing_only(store: Path) -> None:
    make(store)
    with opened(store) as hall:
        arbiter = hall.somebody(Role.ARBITER, "Mireia")
        at = "/t/3r-matam/penalties"
        arbiter.does(at, {"do": "note", "text": "mine"})
        arbiter.does(at, {"do": "note", "text": "mine too"})
        first = load(store, "3r-matam").last - 1
        write(store, "3r-matam", Draft("note", {"text": "not mine"}))
        looks(arbiter)
        assert re.findall(rf'href="{T}/(\d+)/undo"', arbiter.get(T)) == [str(first + 1)]
        assert "Only the organiser" in arbiter.get(f"{T}/{first + 2}/undo")
        for other in (first, first + 2):
            assert arbiter.post(f"{T}/{other}/undo", {}, form_at=at).status_code == 403
        arbiter.does(f"{T}/{first + 1}/undo", {})
        assert [each.text for each in load(store, "3r-matam").notes] == ["mine", "not mine"]
        for page in ("settings", "people", "import", "backup"):
            arbiter.get(f"/t/3r-matam/{page}", 403)
        for page in ("checkin", "penalties", "files"):
            arbiter.get(f"/t/3r-matam/{page}")


def test_who_enters_results_has_no_history(store: Path) -> None:
    make(store)
    with opened(store) as hall:
        entry = hall.somebody(Role.ENTRY, "Joan")
        for page in ("history", "history/2/undo", "checkin", "penalties", "files"):
            entry.get(f"/t/3r-matam/{page}", 403)
