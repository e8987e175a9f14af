"""A drawn round that no longer fits who is there: the desk says so where the round is looked at, and only then."""

import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from desk.desks import Visitor, load, visited, write
from desk.played_rounds import draw, drawn, enter_all, look
from tritempo_host.export import prints
from tritempo_host.tournament import Draft

T = "/t/3r-matam"
ABSENT = Draft("absent", {"entrant": 8, "round": 1})


def notes(page: str) -> str:
    """What is said on the page beside everything else."""
    return " ".join(re.findall(r'<p class="note">(.*?)</p>', page, re.DOTALL))


def out(page: str) -> str:
    """What stands under `Not playing`."""
    return page[page.index('id="out"') :].partition("</ul>")[0] if 'id="out"' in page else ""


@pytest.mark.parametrize(("rules", "entrants"), [("matam", 9), ("romania", 9), ("ebre", 8), ("manresa", 7)])
def test_of_an_untouched_round_nothing_is_said(store: Path, rules: str, entrants: int) -> None:
    slug = drawn(store, rules, entrants)
    with visited(store) as visitor:
        for results in ([1], []):
            for path in (f"/t/{slug}/round/1", f"/t/{slug}"):
                assert notes(look(visitor).get(path)) == ""
            enter_all(store, slug, but=results)


def test_who_leaves_after_the_draw_is_named_on_the_round_and_on_the_overview(store: Path) -> None:
    slug = drawn(store, "romania", 8)
    table = next(n for n, game in load(store, slug).rounds[1].games.items() if 3 in game.entrants)
    with visited(store) as visitor:
        visitor.does(f"/t/{slug}/people/3", {"do": "withdraw", "round": "1", "why": "ill"})
        for path in (f"/t/{slug}/round/1", f"/t/{slug}"):
            said = notes(visitor.get(path))
            assert f"No longer playing in round 1, yet drawn: Player 3 (table {table})." in said
            assert "drawn anew" in said
        assert f'href="/t/{slug}/round/1/draw"' in notes(visitor.get(f"/t/{slug}/round/1"))
        enter_all(store, slug, but=[table])
        said = notes(look(visitor).get(f"/t/{slug}/round/1"))
        assert "Player 3" in said and "on the sheet" in said and "/draw" not in said


def test_an_absent_team_is_not_said_to_play_and_not_to_play(round_one: Visitor, store: Path) -> None:
    page = look(round_one).get(f"{T}/round/1")
    assert "Team 8" in page
    round_one.does(f"{T}/checkin", {"absent": "8", "round": "1"})
    page = round_one.get(f"{T}/round/1")
    assert "Marked as absent in round 1, yet drawn: Team 8" in notes(page) and "Team 8" not in out(page)
    assert "Team 8" not in out(round_one.get(f"{T}/show/round-1.html"))
    poster = PdfReader(io.BytesIO(prints.pairings(load(store, "3r-matam"), 1, "en", "table", "a4")))
    text = " ".join(each.extract_text() for each in poster.pages)
    assert "absent" not in text.lower() and "Team 8" in text


def test_who_was_absent_before_the_draw_is_still_said_not_to_play(store: Path) -> None:
    slug = drawn(store, "romania", 9)
    write(store, slug, Draft("absent", {"entrant": 4, "round": 2}))
    enter_all(store, slug)
    write(store, slug, Draft("close", {"round": 1}))
    with visited(store) as visitor:
        look(visitor).does(
            f"/t/{slug}/round/2/draw", {"seed": "x", "system": "romania", "digest": digest(visitor, slug)}
        )
        assert "Player 4" in out(visitor.get(f"/t/{slug}/round/2"))
        assert notes(visitor.get(f"/t/{slug}/round/2")) == ""


def digest(visitor: Visitor, slug: str) -> str:
    page = visitor.get(f"/t/{slug}/round/2/draw?seed=x&system=romania")
    found = re.search(r'name="digest" value="(\w+)"', page)
    assert found
    return found[1]


def test_results_of_who_was_absent_are_asked_about_at_the_end(round_one: Visitor, store: Path) -> None:
    write(store, "3r-matam", ABSENT)
    enter_all(store, "3r-matam")
    page = look(round_one).get(f"{T}/round/1/close")
    assert "yet counted as if they had been there: Team 8 (table" in page
    answer = round_one.post(f"{T}/round/1/close")
    assert answer.status_code == 422 and load(store, "3r-matam").rounds[1].closed is None
    yes = re.findall(r'name="yes" value="(\w+)"', page)
    round_one.does(f"{T}/round/1/close", {"yes": yes})
    assert load(store, "3r-matam").rounds[1].closed


def test_a_late_entry_without_a_table_is_named(store: Path) -> None:
    slug = drawn(store, "romania", 9)
    write(store, slug, Draft("player", {"name": "Late <b>Larry</b>", "from": 1}))
    with visited(store) as visitor:
        for path in (f"/t/{slug}/round/1", f"/t/{slug}"):
            said = notes(look(visitor).get(path))
            assert "without a table: Late &lt;b&gt;Larry&lt;/b&gt;" in said
        enter_all(store, slug, but=[2])
        assert "plays from round 2 on" in notes(look(visitor).get(f"/t/{slug}/round/1"))


def test_a_result_corrected_after_the_next_draw_is_said_with_the_tables_that_would_be_others(
    store: Path,
) -> None:
    slug = drawn(store, "romania", 10)
    enter_all(store, slug)
    write(store, slug, Draft("close", {"round": 1}))
    draw(store, slug, 2)
    here = f"/t/{slug}/round/2"
    with visited(store) as visitor:
        assert notes(look(visitor).get(here)) == ""
        game = load(store, slug).rounds[1].games[1]
        assert game.result is not None
        sheet = {"round": 1, "table": 1, "scores": [100, 399], "end": game.result.sheet.end}
        write(
            store,
            slug,
            Draft("reopen", {"round": 1}),
            Draft("result", sheet | {"replaces": game.result.entry}, "the wrong way round"),
        )
        said = notes(look(visitor).get(here))
        assert "Corrected after this draw: round 1, table 1. Drawn now, other people would sit at table " in said
        assert f'href="{here}/draw"' in said
        assert "Corrected after this draw" in notes(visitor.get(f"/t/{slug}"))
        assert notes(visitor.get(f"/t/{slug}/round/1")) == ""
        draw(store, slug, 2)
        assert notes(look(visitor).get(here)) == "", "drawn anew it is that of now"


@pytest.mark.parametrize(("lang", "said"), [("ca", "Consten com a absents"), ("ro", "Absențe notate")])
def test_it_is_said_in_the_readers_language(round_one: Visitor, store: Path, lang: str, said: str) -> None:
    write(store, "3r-matam", ABSENT)
    assert said in look(round_one).get(f"{T}/round/1", headers={"Accept-Language": lang})
