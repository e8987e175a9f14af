"""A drawn round is changed by hand at the desk: looked at, published with a reason, read by everybody, taken back."""

import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from desk.desks import Visitor, load, visited, write
from desk.hall import opened
from desk.played_rounds import drawn, fields, look
from tritempo_host.desk.access import Role
from tritempo_host.export import prints
from tritempo_host.tournament import Draft
from tritempo_host.tournament.entry import changes

LATE = Draft("player", {"name": "Late Larry", "from": 1})


def ask(visitor: Visitor, here: str, **given: object) -> str:
    """The page after somebody has chosen."""
    return visitor.get(f"{here}/change", params={key: str(each) for key, each in given.items()})


def publish(visitor: Visitor, here: str, page: str, why: str = "came late") -> str:
    return visitor.does(f"{here}/change", fields(page, "publish") | {"why": why}, form_at=here)


def seats(store: Path, slug: str, table: int) -> tuple[int, ...]:
    return load(store, slug).rounds[1].games[table].players


def notes(page: str) -> str:
    return " ".join(re.findall(r'<p class="note">(.*?)</p>', page, re.DOTALL))


def test_two_change_places_after_a_look_and_everybody_reads_why(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    here = f"/t/{slug}/round/1"
    (one, first), (_, two) = seats(store, slug, 1), seats(store, slug, 3)
    with visited(store) as visitor:
        assert f'href="{here}/change"' in visitor.get(here)
        assert 'optgroup label="Table 3"' in visitor.get(f"{here}/change")
        page = ask(visitor, here, do="swap", first=one, other=two)
        assert "New cards and sheets are needed: table 1, 3." in notes(page) and "Nothing has been saved" in page
        assert page.count('<th scope="row" class="no big">') == 2, "only the tables that change"
        assert seats(store, slug, 1) == (one, first)
        page = publish(visitor, here, page, "cousins <b>of</b> theirs")
        assert "Round 1 is changed, table: 1, 3." in page and seats(store, slug, 1) == (two, first)
        told = f"Player {one} and Player {two} have changed places. Reason: cousins &lt;b&gt;of&lt;/b&gt; theirs."
        assert told in notes(page)
        for public in (f"{here.replace('/round/1', '')}/show/round-1.html", f"/public/{slug}/en/round-1.html"):
            page = visitor.get(public)
            assert told in notes(page) and "as it was before the changes by hand" in page
            assert "tritempo draw" not in page, "no command gives this round"
        history = visitor.get(f"/t/{slug}/history")
        assert "changed by hand" in history and "cousins" in history


def test_whatever_names_the_seed_says_that_the_round_was_changed(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    assert "changed by hand" not in poster(store, slug) and "seed: molins" in poster(store, slug)
    with visited(store) as visitor:
        here = f"/t/{slug}/round/1"
        one, two = seats(store, slug, 2)
        api = f"/api/tournaments/{slug}/rounds/1"
        assert visitor.client.get(api).json()["changed_by_hand"] is False
        publish(visitor, here, ask(visitor, here, do="swap", first=one, other=two))
        assert visitor.client.get(api).json()["changed_by_hand"] is True
    assert "seed: molins · changed by hand" in poster(store, slug)


def poster(store: Path, slug: str) -> str:
    pages = PdfReader(io.BytesIO(prints.pairings(load(store, slug), 1, "en", "table", "a4"))).pages
    return " ".join(" ".join(each.extract_text() for each in pages).split())


def test_it_is_taken_back_in_the_history(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    here, before = f"/t/{slug}/round/1", load(store, slug)
    with visited(store) as visitor:
        one, two = seats(store, slug, 2)
        publish(visitor, here, ask(visitor, here, do="swap", first=one, other=two))
        entry = load(store, slug).last
        visitor.does(f"/t/{slug}/history/{entry}/undo", {"why": "not so"})
    assert load(store, slug) == before


def test_who_comes_late_gets_a_table_with_who_sits_out(store: Path) -> None:
    slug = drawn(store, "wespa", 7)
    write(store, slug, LATE)
    here = f"/t/{slug}/round/1"
    with visited(store) as visitor:
        assert f'href="{here}/change"' in notes(look(visitor).get(here)), "beside what does not fit"
        assert "a new table with who sits out" in visitor.get(f"{here}/change")
        page = publish(visitor, here, ask(visitor, here, do="late", first=8, other=0))
        t = load(store, slug)
        assert 8 in t.rounds[1].games[4].players and t.rounds[1].bye == ()
        assert "without a table" not in page and "a new table 4" in notes(page)


def test_where_the_rules_forbid_it_that_is_said(store: Path) -> None:
    slug = drawn(store, "romania", 7)
    write(store, slug, LATE)
    here = f"/t/{slug}/round/1"
    with visited(store) as visitor:
        page = look(visitor).get(f"{here}/change")
        assert "a new table with" not in page and "By the rules no table can have one more" in page
        page = ask(visitor, here, do="late", first=8, other=0)
        assert "The rules forbid pairing who is new with who sits out" in page and 'class="publish"' not in page


def test_who_comes_late_comes_to_a_table_of_three(store: Path) -> None:
    slug = drawn(store, "ebre", 7)
    write(store, slug, LATE)
    here = f"/t/{slug}/round/1"
    with visited(store) as visitor:
        page = look(visitor).get(f"{here}/change")
        assert "table 2: " in page and "table 1: " not in page, "table 1 has four"
        publish(visitor, here, ask(visitor, here, do="late", first=8, other=2))
    assert seats(store, slug, 2)[3] == 8


def test_teams_and_matches_change_whole(round_one: Visitor, store: Path) -> None:
    here = "/t/3r-matam/round/1"
    before = load(store, "3r-matam").rounds[1]
    page = round_one.get(f"{here}/change")
    assert "The whole team, at its three boards" in page and "Two matches change tables" in page and "P1B" not in page
    one, two = before.matches[0][0], before.matches[1][0]
    page = ask(round_one, here, do="swap", first=one, other=two)
    assert page.count('<th scope="row" class="no big">') == 6
    publish(round_one, here, page)
    after = load(store, "3r-matam").rounds[1]
    assert set(after.matches[0]) == {two, *before.matches[0][1:]}
    page = publish(round_one, here, ask(round_one, here, do="tables", first=1, other=7))
    assert "matches 1 and 3 have changed tables" in notes(page)
    assert load(store, "3r-matam").rounds[1].matches[2] == after.matches[0]


def test_without_a_reason_it_is_not_done_and_the_preview_stays(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    here = f"/t/{slug}/round/1"
    one, two = seats(store, slug, 1)
    with visited(store) as visitor:
        page = ask(visitor, here, do="swap", first=one, other=two)
        answer = visitor.post(f"{here}/change", fields(page, "publish"), form_at=here)
        assert answer.status_code == 422 and "Say why the round is changed" in answer.text
        assert 'name="digest"' in answer.text and seats(store, slug, 1) == (one, two)
        answer = visitor.post(f"{here}/change", fields(page, "publish") | {"why": "x" * 201}, form_at=here)
        assert answer.status_code == 422 and "x" * 201 in answer.text


def test_what_was_not_seen_is_not_written(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    here = f"/t/{slug}/round/1"
    one, two = seats(store, slug, 1)[0], seats(store, slug, 2)[0]
    with visited(store) as visitor:
        page = ask(visitor, here, do="swap", first=one, other=two)
        other = ask(visitor, here, do="swap", first=one, other=seats(store, slug, 3)[0])
        publish(visitor, here, other)
        answer = visitor.post(f"{here}/change", fields(page, "publish") | {"why": "kept"}, form_at=here)
        assert answer.status_code == 409 and "Meanwhile something has changed" in answer.text
        assert 'value="kept"' in answer.text and len(changes(load(store, slug).rounds[1].draw)) == 1


def test_a_round_with_a_result_or_that_is_not_drawn_is_not_changed(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    here = f"/t/{slug}/round/1"
    one, two = seats(store, slug, 1)
    with visited(store) as visitor:
        page = ask(visitor, here, do="swap", first=one, other=two)
        write(store, slug, Draft("result", {"round": 1, "table": 4, "scores": [400, 300], "end": "out"}))
        answer = visitor.post(f"{here}/change", fields(page, "publish") | {"why": "late"}, form_at=here)
        assert answer.status_code == 422 and "has results already" in answer.text
        assert seats(store, slug, 1) == (one, two)
        assert f'href="{here}/change"' not in visitor.get(here)
        assert "<form" not in main(visitor.get(f"{here}/change"))
        visitor.get(f"/t/{slug}/round/2/change", 404)


def main(page: str) -> str:
    return page[page.index("<main") :].partition("</main>")[0]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"do": "x", "first": 1, "other": 2},
        {"do": "swap", "first": "1"},
        {"do": "swap", "first": "9" * 40, "other": 1},
    ],
)
def test_what_cannot_be_understood_is_a_page_and_writes_nothing(store: Path, given: dict[str, object]) -> None:
    slug = drawn(store, "romania", 8)
    here, last = f"/t/{slug}/round/1", load(store, slug).last
    with visited(store) as visitor:
        assert 'class="swap"' in ask(visitor, here, **given)
        answer = visitor.post(f"{here}/change", {**{k: str(v) for k, v in given.items()}, "why": "x"}, form_at=here)
        assert answer.status_code == 422
    assert load(store, slug).last == last


def test_the_countdown_goes_on(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    here = f"/t/{slug}/round/1"
    with visited(store) as visitor:
        visitor.does(f"{here}/start", {"do": "now", "length": "45"}, form_at=here)
        begun = load(store, slug).rounds[1].started
        publish(
            visitor,
            here,
            ask(visitor, here, do="swap", **dict(zip(("first", "other"), seats(store, slug, 1), strict=True))),
        )
        after = load(store, slug).rounds[1].started
        assert begun and after and (after.at, after.length_ms) == (begun.at, begun.length_ms)


def test_only_the_organiser_changes(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    with opened(store) as hall:
        for role in (Role.ENTRY, Role.ARBITER):
            somebody = hall.somebody(role)
            assert "/change" not in somebody.get(f"/t/{slug}/round/1")
            somebody.get(f"/t/{slug}/round/1/change", 403)


@pytest.mark.parametrize(("lang", "said"), [("ca", "Canvi a mà: "), ("ro", "Schimbare manuală: ")])
def test_in_the_readers_language(store: Path, lang: str, said: str) -> None:
    slug = drawn(store, "romania", 8)
    here = f"/t/{slug}/round/1"
    with visited(store) as visitor:
        page = ask(visitor, here, do="swap", **dict(zip(("first", "other"), seats(store, slug, 1), strict=True)))
        publish(visitor, here, page)
        for path in (here, f"/t/{slug}/show/round-1.html"):
            assert said in visitor.get(path, headers={"Accept-Language": lang})
        visitor.get(f"{here}/change?do=swap&first=1&other=2", headers={"Accept-Language": lang})
