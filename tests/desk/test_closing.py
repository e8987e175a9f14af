"""A round is closed at the desk: not before all is in, not over a difference unseen; and opened again with a reason."""

import re
from pathlib import Path

import pytest

from desk.desks import Visitor, load, visited, write
from desk.played_rounds import drawn, enter_all, look, play
from tritempo_host.tournament import Draft

T = "/t/3r-matam"


def yes(page: str) -> dict[str, list[str]]:
    return {"yes": re.findall(r'name="yes" value="(\w+)"', page)}


def test_a_server_that_was_killed_before_the_copy_makes_it_when_it_starts(store: Path) -> None:
    drawn(store)
    enter_all(store, "3r-matam")
    write(store, "3r-matam", Draft("close", {"round": 1}))
    for _ in range(2):
        with visited(store):
            assert len(list((store.parent / "snapshots").glob("3r-matam-*-r01-*.zip"))) == 1


def test_results_can_be_hung_up_for_all_to_check_before_and_after(round_one: Visitor, store: Path) -> None:
    links = [f'href="{T}/round/1/results.pdf"', f'href="{T}/round/1/results.pdf?by=name"']
    assert not any(each in look(round_one).get(f"{T}/round/1") for each in links)
    assert "no result yet" in look(round_one).get(f"{T}/round/1/results.pdf", 422)
    enter_all(store, "3r-matam")
    for page in (look(round_one).get(f"{T}/round/1/close"), round_one.does(f"{T}/round/1/close")):
        assert all(each in page for each in links)
    for query in ("", "?by=name", "?by=name&paper=a3"):
        assert round_one.client.get(f"{T}/round/1/results.pdf{query}").content.startswith(b"%PDF")


def test_with_tables_missing_it_is_not_closed(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam", but=[3, 7])
    page = look(round_one).get(f"{T}/round/1/close")
    assert "Tables without a result: 2 of 9" in page and f"{T}/results/1/3" in page and "<button" not in main(page)
    answer = look(round_one).post(f"{T}/round/1/close", form_at=f"{T}/round/1")
    assert answer.status_code == 422 and "still missing is the result, table: 3, 7" in answer.text
    assert load(store, "3r-matam").rounds[1].closed is None


def main(page: str) -> str:
    return page[page.index("<main") :]


def test_it_is_closed_and_a_copy_is_made(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam")
    page = look(round_one).does(f"{T}/round/1/close")
    assert "Round 1 is closed. A copy of everything: 3r-matam-" in page
    assert load(store, "3r-matam").rounds[1].closed and list((store.parent / "snapshots").glob("*.zip"))
    # again is no error
    assert look(round_one).post(f"{T}/round/1/close", form_at=f"{T}/round/1").status_code in (303, 403)


def test_where_no_copy_can_be_made_it_is_closed_and_said(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam")
    (store.parent / "snapshots").write_text("in the way")
    page = look(round_one).does(f"{T}/round/1/close")
    assert "Round 1 is closed, but the copy could not be made" in page and load(store, "3r-matam").rounds[1].closed


def test_a_second_copy_goes_where_the_desk_was_told_and_is_one_sentence_where_it_cannot(
    store: Path, tmp_path: Path
) -> None:
    drawn(store)
    enter_all(store, "3r-matam")
    stick = tmp_path / "stick"
    with visited(store, copies=stick) as visitor:
        page = look(visitor).get(f"{T}/round/1/close")
        assert "The folder for the second copy is not there" in page and str(stick) in page and "<button" in main(page)
        page = look(visitor).does(f"{T}/round/1/close")
        assert "Round 1 is closed. A copy of everything: 3r-matam-" in page and "There is no second copy:" in page
        assert load(store, "3r-matam").rounds[1].closed

        look(visitor).does(f"{T}/round/1/reopen", {"why": "once more"})
        stick.mkdir()
        assert "not there" not in main(look(visitor).get(f"{T}/round/1/close"))
        page = look(visitor).does(f"{T}/round/1/close")
        [copy] = stick.iterdir()
        assert f"A second one: {copy}" in page and copy.suffix == ".zip"


def test_where_no_first_copy_can_be_made_there_is_the_second(store: Path, tmp_path: Path) -> None:
    drawn(store)
    enter_all(store, "3r-matam")
    (store.parent / "snapshots").write_text("in the way")
    (tmp_path / "stick").mkdir()
    with visited(store, copies=tmp_path / "stick") as visitor:
        page = look(visitor).does(f"{T}/round/1/close")
        assert "but the copy could not be made" in page and "A second one: " in page


def test_results_unlike_their_logs_are_asked_about(store: Path) -> None:
    drawn(store)
    play(store, "3r-matam")
    enter_all(store, "3r-matam")
    with visited(store) as visitor:
        page = look(visitor).get(f"{T}/round/1/close")
        assert "The log says: a player went out." in page and "table: 1" in page
        answer = look(visitor).post(f"{T}/round/1/close")
        assert answer.status_code == 422 and "confirm what is asked" in answer.text
        assert load(store, "3r-matam").rounds[1].closed is None
        look(visitor).does(f"{T}/round/1/close", yes(page))
    assert load(store, "3r-matam").rounds[1].closed


def test_tables_entered_once_are_asked_about(store: Path) -> None:
    drawn(store, settings={"double_entry": True})
    enter_all(store, "3r-matam")
    with visited(store) as visitor:
        page = look(visitor).get(f"{T}/round/1/close")
        assert "Entered only once, table: 1, 2, 3, 4, 5, 6, 7, 8, 9" in page
        look(visitor).does(f"{T}/round/1/close", yes(page))


def test_a_result_that_changed_meanwhile_is_told(round_one: Visitor, store: Path) -> None:
    t = enter_all(store, "3r-matam")
    page = look(round_one).get(f"{T}/round/1/close")
    seen = re.findall(r'name="seen" value="(\d+)"', page)[0]
    body = {"round": 1, "table": 1, "scores": [1, 2, 3], "end": "limit", "replaces": t.rounds[1].games[1].result.entry}
    write(store, "3r-matam", Draft("result", body, "misread"))
    answer = look(round_one).post(f"{T}/round/1/close", {"seen": seen})
    assert answer.status_code == 409 and "Meanwhile Pere wrote about the same thing" in answer.text
    assert load(store, "3r-matam").rounds[1].closed is None


def test_it_is_opened_again_with_a_reason(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam")
    look(round_one).does(f"{T}/round/1/close")
    answer = look(round_one).post(f"{T}/round/1/reopen", {"why": "  "})
    assert answer.status_code == 422 and "Write why the round is opened again" in answer.text
    answer = look(round_one).post(f"{T}/round/1/reopen", {"why": "a\u202eb"})
    assert answer.status_code == 422 and load(store, "3r-matam").rounds[1].closed
    page = look(round_one).does(f"{T}/round/1/reopen", {"why": "table 4 misread"})
    assert "Round 1 is open again" in page and load(store, "3r-matam").rounds[1].closed is None
    # and an open one needs no opening
    assert "Round 1" in look(round_one).get(f"{T}/round/1/reopen")


def test_nothing_of_a_closed_round_goes_to_the_clocks(round_one: Visitor, store: Path) -> None:
    enter_all(store, "3r-matam")
    look(round_one).does(f"{T}/round/1/close")
    for answer in (
        look(round_one).client.get(f"{T}/round/1/fixtures"),
        look(round_one).post(f"{T}/round/1/fixtures", form_at=f"{T}/round/1/reopen"),
    ):
        assert answer.status_code == 409 and "Round 1 is closed: nothing more of it is sent" in answer.text
        assert f'href="{T}/round/1"' in answer.text and f'href="{T}/round/1/reopen"' in answer.text
    assert f"{T}/round/1/fixtures" not in look(round_one).get(f"{T}/round/1")


@pytest.mark.parametrize("page", ["close", "reopen", "fixtures"])
def test_a_round_that_was_not_drawn_has_no_end(round_one: Visitor, page: str) -> None:
    look(round_one).get(f"{T}/round/2/{page}", 404)
