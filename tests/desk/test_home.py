"""The first page and the overview: what there is, and what is to be done next."""

from pathlib import Path

import pytest

from desk.desks import Visitor, make, write
from tritempo_host.desk.pages.overview import steps
from tritempo_host.tournament import Draft, Tournament

T = "/t/3r-matam"


def test_an_empty_store_says_so(desk: Visitor) -> None:
    page = desk.get("/")
    assert "There is no tournament yet." in page
    assert 'href="/new"' in page


def test_all_tournaments_are_there(matam: Visitor) -> None:
    page = matam.get("/")
    assert 'href="/t/3r-matam"' in page and "3r MàTaM" in page and "not begun" in page


def test_an_unknown_page_has_a_way_back(matam: Visitor) -> None:
    for path in ("/t/nothing", "/nothing", "/t/3r-matam/nothing", "/assets/nothing.js", "/assets/..%2fdesk.css"):
        assert "There is no such page" in matam.get(path, 404)


def test_the_language_is_the_readers_choice(matam: Visitor) -> None:
    assert "Tournaments" in matam.get("/")
    assert "Torneigs" in matam.get("/", headers={"Accept-Language": "ca-ES,ca;q=0.9,en;q=0.5"})
    answer = matam.client.get("/lang/ro?next=/t/3r-matam", follow_redirects=False)
    assert answer.headers["location"] == T
    assert '<html lang="ro">' in matam.get(T)


@pytest.mark.parametrize("name", ["site.css", "desk.css", "desk.js", "icon.svg"])
def test_assets_come_from_the_package(desk: Visitor, name: str) -> None:
    assert len(desk.get(f"/assets/{name}")) > 100


def test_what_is_next_follows_the_day(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    slug = make(store, entrants=0)
    assert codes(write(store, slug, Draft("note", {"text": "nobody yet"})))[0] == "import"
    slug = make(store, entrants=3)
    t = write(store, slug, Draft("note", {"text": "three teams"}))
    assert codes(t)[:2] == ["check_in", "draw"]


def codes(t: Tournament) -> list[str]:
    return [step.code for step in steps(t)]
