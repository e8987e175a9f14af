"""What anybody may see: the site, the wall, the interface for programs; the same facts as the files."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from desk.desks import Visitor, load, looks, make, visited, write
from desk.played_rounds import drawn, enter_all
from tritempo_host.desk.current import Current
from tritempo_host.export.site import pages
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import draw_round

API = "/api/tournaments/3r-matam"


@pytest.fixture
def played(store: Path) -> Path:
    """A MàTaM whose first round is drawn, and three tables of it played."""
    slug = make(store)
    with open_store(store, "en") as opened:
        kept = Tournaments(opened, "en")
        body = draw_body(t := kept.load(kept.find(slug)), draw_round(t, 1, "molins"))
    write(store, slug, Draft("draw", body))
    write(store, slug, *(sheet(table) for table in (1, 2, 3)))
    return store


def sheet(table: int) -> Draft:
    return Draft(
        "result",
        {"round": 1, "table": table, "scores": [300 + table, 250, 200], "end": "limit", "scrabbles": [0, 0, 0]},
    )


def test_the_public_pages_are_those_of_the_files(played: Path) -> None:
    with open_store(played, "en") as opened:
        kept = Tournaments(opened, "en")
        files = pages(kept.load(kept.find("3r-matam")), {}, "en")
    with visited(played) as anybody:
        for name in ("ca/index.html", "ro/standings.html", "en/round-1.html", "en/team-4.html", "style.css"):
            assert _still(anybody.get(f"/public/3r-matam/{name}")) == files[name]
        for name in ("en/round-2.html", "xx/index.html", "en/..%2f..%2fstyle.css", "en/game-1-1.html"):
            anybody.get(f"/public/3r-matam/{name}", 404)


def _still(page: str) -> str:
    """Without what a page of the desk renews itself with."""
    for part in (r"<script [^>]*></script>\n", r' data-[a-z-]+="[^"]*"', r'<p class="offline-note".*</p>\n'):
        page = re.sub(part, "", page)
    return re.sub(r"(script|connect)-src &#39;self&#39;", r"\1-src &#39;none&#39;", page)


def test_a_public_page_renews_itself_and_runs_nothing_but_the_desks_script(played: Path) -> None:
    with visited(played) as anybody:
        for name in ("index.html", "round-1.html", "standings.html", "player-3.html", "people.html"):
            page = anybody.get(f"/public/3r-matam/en/{name}")
            assert re.findall(r"<script[^>]*>", page) == ['<script src="/assets/desk.js" defer>'], name
            assert "script-src &#39;self&#39;" in page and "connect-src &#39;self&#39;" in page
            assert 'id="main" data-live="t1 logs"' in page and 'id="pages" data-live="t1 logs"' in page
            known = json.loads(unescape(re.findall(r'data-versions="([^"]+)"', page)[0]))
            assert set(known) == {"t1", "logs"} and 'data-patience-ms="1500"' in page
            assert "No connection" in page


def test_what_a_page_knows_is_never_newer_than_what_it_shows(played: Path) -> None:
    """Somebody writes between the two: the page learns of it by the next event, and is fetched again."""
    with visited(played) as anybody:
        looks(anybody)
        desk = anybody.client.app.state.desk  # type: ignore[attr-defined]
        before, find = desk.hub.versions(("t1",))["t1"], desk.now.find

        def and_somebody_writes(slug: str) -> Current | None:
            found = find(slug)
            write(played, "3r-matam", sheet(6))
            desk.now.look()
            return found

        for path in ("/public/3r-matam/en/index.html", "/wall/3r-matam", "/t/3r-matam/show/standings.html"):
            desk.now.find = and_somebody_writes
            page = anybody.get(path)
            desk.now.find = find
            [entered] = load(played, "3r-matam").rounds[1].games[6].history
            write(played, "3r-matam", Draft("undo", {"entry": entered.entry}))
            looks(anybody)
            known = json.loads(unescape(re.findall(r'data-versions="([^"]+)"', page)[0]))
            assert known["t1"] == before < desk.hub.versions(("t1",))["t1"], path
            before = desk.hub.versions(("t1",))["t1"]


def test_a_page_that_has_not_changed_is_not_sent_again(played: Path) -> None:
    with visited(played) as anybody:
        first = anybody.client.get("/public/3r-matam/en/standings.html")
        again = {"If-None-Match": first.headers["etag"]}
        assert anybody.client.get("/public/3r-matam/en/standings.html", headers=again).status_code == 304
        write(played, "3r-matam", sheet(4))
        anybody.get("/")  # the desk looks
        assert anybody.client.get("/public/3r-matam/en/standings.html", headers=again).status_code == 200


def test_the_desk_shows_the_same_in_its_own_frame(played: Path) -> None:
    with visited(played) as desk:
        page = desk.get("/t/3r-matam/standings")
        assert "Standings, round 1 being played" in page and 'data-live="t1 logs"' in page
        assert page.count("<h1>") == 1
        assert "There is no game yet" in desk.get("/t/3r-matam/times")
        desk.get("/t/3r-matam/show/nothing.html", 404)


def test_before_the_first_result_the_standings_are_who_takes_part(matam: Visitor) -> None:
    assert "Team 4" in matam.get("/t/3r-matam/standings")


def test_the_wall_shows_seats_then_results_then_standings(played: Path) -> None:
    with visited(played) as hall:
        page = hall.get("/wall/3r-matam")
        assert re.findall(r'data-kind="(\w+)"', page) == ["seats", "results", "standings"]
        assert page.count("result in") == 3


def test_an_empty_tournament_has_a_wall(store: Path) -> None:
    make(store, entrants=0)
    with visited(store) as hall:
        assert "The draw will appear here" in hall.get("/wall/3r-matam")


def test_programs_read_the_same(played: Path) -> None:
    with visited(played) as program:
        [line] = json.loads(program.get("/api/tournaments"))
        assert (line["slug"], line["entrants"], line["rounds"], line["finished"]) == ("3r-matam", 9, 1, False)
        round_ = json.loads(program.get(f"{API}/rounds/1"))
        assert round_["state"] == "unstarted" and round_["seed"] == "molins"
        assert [table["end"] for table in round_["tables"]] == ["limit"] * 3 + [None] * 6
        assert round_["tables"][0]["seats"][0]["final"] == 301
        lines = json.loads(program.get(f"{API}/standings"))["lines"]
        assert lines[0]["values"]["trevols"] > lines[-1]["values"]["trevols"] == 0
        for path in ("/rounds/2", "/standings/7", "/nothing"):
            program.get(API + path, 404)


def test_what_changed_is_told_as_an_event(played: Path) -> None:
    with visited(played) as hall:
        page = hall.get("/wall/3r-matam")
        known = json.loads(re.search(r'data-versions="([^"]+)"', page)[1].replace("&#34;", '"'))  # type: ignore[index]
        hub = hall.client.app.state.desk.hub  # type: ignore[attr-defined]
        assert hub.versions(known) == known
        write(played, "3r-matam", sheet(5))
        hall.get("/")
        assert hub.versions(("t1",))["t1"] > known["t1"]


# Where each result is entered twice

TYPED = {"scores": [512, 488, 450], "end": "limit"}


@pytest.fixture
def once(store: Path) -> Path:
    """Each result is to be entered twice, and Pere has typed that of table 1."""
    drawn(store, settings={"double_entry": True})
    write(store, "3r-matam", Draft("result", {"round": 1, "table": 1, **TYPED}))
    return store


PLACES = [
    *(f"/public/3r-matam/en/{page}" for page in ("index.html", "round-1.html", "people.html")),
    *(f"/t/3r-matam/show/{page}" for page in ("index.html", "round-1.html")),
    "/wall/3r-matam",
    f"{API}/rounds/1",
    f"{API}/standings",
]


@pytest.mark.parametrize("where", PLACES)
def test_what_one_person_typed_is_shown_to_nobody(once: Path, where: str) -> None:
    with visited(once) as anybody:
        page = _still(anybody.get(where))
        assert not any(points in page for points in ("512", "488", "450", "result in")), where


def test_nor_does_it_count(once: Path) -> None:
    write(once, "3r-matam", *(Draft("result", {"round": 1, "table": n, **TYPED}) for n in range(2, 10)))
    with visited(once) as anybody:
        anybody.get("/public/3r-matam/en/standings.html", 404)
        assert json.loads(anybody.get(f"{API}/standings"))["after_round"] is None
        wall = anybody.get("/wall/3r-matam")
        assert re.findall(r'data-kind="(\w+)"', wall) == ["seats"] and "All results are in" not in wall


def test_what_a_second_person_has_checked_is(once: Path) -> None:
    t = load(once, "3r-matam")
    entered = t.rounds[1].games[1].result
    assert entered is not None
    write(once, "3r-matam", Draft("checked", {"round": 1, "table": 1, "entry": entered.entry}), who="Maria")
    with visited(once) as anybody:
        assert "512" in anybody.get("/public/3r-matam/en/round-1.html") and "512" in anybody.get("/wall/3r-matam")
        assert json.loads(anybody.get(f"{API}/rounds/1"))["tables"][0]["seats"][0]["final"] == 512


def test_and_all_that_was_in_when_the_round_was_closed(once: Path) -> None:
    enter_all(once, "3r-matam")
    write(once, "3r-matam", Draft("close", {"round": 1}))
    with visited(once) as anybody:
        assert "512" in anybody.get("/public/3r-matam/en/round-1.html") and "512" in anybody.get("/wall/3r-matam")
        assert json.loads(anybody.get(f"{API}/standings"))["after_round"] == 1


def test_at_the_desk_it_is_said_what_waits(once: Path) -> None:
    with visited(once) as desk:
        said = "Round 1, waiting for the second person, table: 1. Until then these results are neither shown here nor"
        assert said in desk.get("/t/3r-matam/show/round-1.html") and said in desk.get("/t/3r-matam/show/people.html")
