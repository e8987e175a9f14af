"""On paper: pages that the browser prints, and the papers that come as PDF from the buttons."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from browser.rig import People
from desk.desks import load, write
from desk.played_rounds import draw, drawn, enter_all
from serving import Serving
from tritempo_host.tournament import Draft

A4_MM = (210, 297)
PRESSED = ":is(nav, button, .button, input, select):visible"  # on paper these are of no use
MANY = 60  # players: their standings take more than a sheet


def printed(page: Page) -> list[str]:
    """What stands on each sheet that the browser prints, which must be A4."""
    return sheets(page.pdf(prefer_css_page_size=True))


def sheets(pdf: bytes) -> list[str]:
    found = PdfReader(io.BytesIO(pdf)).pages
    for each in found:
        size: Any = each.mediabox
        assert (round(float(size.width) / 72 * 25.4), round(float(size.height) / 72 * 25.4)) == A4_MM
    return [re.sub(r"\s+", " ", each.extract_text()) for each in found]


def plain(text: str) -> str:
    """Without spaces: a narrow column may break a name anywhere."""
    return re.sub(r"[\s\u200b]", "", text)


@pytest.fixture
def desk(serve: Callable[..., Serving], tmp_path: Path) -> Serving:
    """A MàTaM after one round, with another drawn."""
    store = tmp_path / "store.db"
    slug = drawn(store)
    enter_all(store, slug)
    write(store, slug, Draft("close", {"round": 1}))
    draw(store, slug, 2)
    return serve()


def test_pages_on_paper(desk: Serving, people: People, tmp_path: Path) -> None:
    """All names, on A4; nothing that can only be pressed, and no way to other pages."""
    t = load(tmp_path / "store.db", "3r-matam")
    teams = [each.name for each in t.teams.values()]
    names = [each.name for each in t.players.values()]
    page = people.sit()
    for path, there in (
        ("/show/standings.html", teams),
        ("/show/standings-1.html", teams),
        ("/show/round-1.html", names),
        ("/show/people.html", names),
        ("/round/2", names),
        ("/results/1", names),
        ("/people", names),
    ):
        page.goto(f"{desk.base}/t/3r-matam{path}")
        text = plain("".join(printed(page)))
        assert not [each for each in there if plain(each) not in text], path
        page.emulate_media(media="print")
        assert page.locator(PRESSED).count() == 0, f"{path} prints {page.locator(PRESSED).all_inner_texts()}"
        page.emulate_media(media="screen")


def test_the_head_of_a_table_is_on_every_sheet(serve: Callable[..., Serving], people: People, tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    slug = drawn(store, "cusca", MANY)
    enter_all(store, slug)
    page = people.sit(lang="ca")
    page.goto(f"{serve().base}/t/{slug}/show/standings.html")
    heads = [each.strip() for each in page.locator("thead").first.locator("th:visible").all_inner_texts()]
    found = [each for each in printed(page) if "Player" in each]
    assert len(found) > 1
    for each in found[:2]:
        assert all(plain(head).lower() in plain(each).lower() for head in heads), (heads, each)


def test_papers_from_the_buttons(desk: Serving, people: People, tmp_path: Path) -> None:
    """Cards, sheets, the poster of the round, the standings, the list for the door."""
    t = load(tmp_path / "store.db", "3r-matam")
    names = [t.players[each].name for game in t.rounds[2].games.values() for each in game.players]
    page = people.sit()
    found: dict[str, str] = {}
    for path in ("/round/2", "/round/1", "/checkin"):
        page.goto(f"{desk.base}/t/3r-matam{path}")
        for link in page.locator("a[href*='.pdf']").all():
            address = link.get_attribute("href") or ""
            answer = page.request.get(desk.base + address)
            assert answer.ok and answer.headers["content-type"] == "application/pdf", address
            found[address.partition("?")[0].rpartition("/")[2]] = plain("".join(texts(answer.body())))
    assert {"cards.pdf", "sheets.pdf", "pairings.pdf", "standings.pdf"} <= set(found)
    for name in ("cards.pdf", "sheets.pdf", "pairings.pdf"):
        assert not [each for each in names if plain(each) not in found[name]], name
    assert not [each.name for each in t.teams.values() if plain(each.name) not in found["standings.pdf"]]


def texts(pdf: bytes) -> list[str]:
    return [each.extract_text() for each in PdfReader(io.BytesIO(pdf)).pages]


def test_a_paper_opens_in_a_window_of_its_own(desk: Serving, people: People) -> None:
    page = people.sit()
    page.goto(f"{desk.base}/t/3r-matam/round/2")
    link = page.locator("a[href$='cards.pdf']")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", "noopener")
