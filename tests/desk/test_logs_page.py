"""`/t/SLUG/logs`: which log is which game's, what is doubtful, and a person's word on it."""

import re
from pathlib import Path

import pytest

from desk.desks import Visitor, visited, write
from desk.hall import opened
from host.kept_logs import keep
from host.logs import DEVICE
from host.table_clocks import load, make_tournament
from tritempo_host.desk.access import Role
from tritempo_host.tournament import Draft

T = "/t/matinal"
LOGS = f"{T}/logs"
RESULT = {"round": 1, "table": 1, "scores": [3, 2, 1], "end": "limit"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    make_tournament(tmp_path / "store.db")
    return tmp_path / "store.db"


def text(page: str) -> str:
    """What is read on a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", re.sub(r"</?bdi>", "", page[page.index("<main") :])).split())


def said(visitor: Visitor, log: str, **fields: str) -> str:
    return text(visitor.does(f"{LOGS}/{DEVICE}/{log}", fields))


def test_without_logs_it_says_where_they_are(store):
    with visited(store) as visitor:
        page = visitor.get(LOGS)
        assert "There is no log of this tournament yet." in text(page) and 'href="/clocks?t=matinal"' in page


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_a_log_with_its_game(store, lang):
    keep(store, "9f3a66c1")
    with visited(store) as visitor:
        page = visitor.get(LOGS, headers={"Accept-Language": lang})
        assert f'href="{LOGS}/{DEVICE}/9f3a66c1"' in page
        assert f'href="{T}/show/game-1-1.html"' in page
        assert visitor.get(f"{T}/show/game-1-1.html")
        visitor.get(f"{LOGS}/{DEVICE}/9f3a66c1", headers={"Accept-Language": lang})
        if lang == "en":
            assert "Nothing to look at." in text(page)
            assert (
                "b7f2a2c/9f3a66c1"[1:] in text(page) and "sound" in text(page) and "by the fixture sent" in text(page)
            )
            assert text(page).count("no log") == 2


def test_a_game_that_goes_on_is_nothing_to_look_at_until_it_has_a_result(store):
    keep(store, "9f3a66c1", ends=False)
    with visited(store) as visitor:
        assert "Nothing to look at." in text(visitor.get(LOGS))
        write(store, "matinal", Draft("result", RESULT))
        visitor.client.app.state.desk.now.look()  # type: ignore[attr-defined]
        page = text(visitor.get(LOGS))
        assert "Nothing to look at." not in page and "It does not end" in page


def test_a_log_without_a_game_gets_one_by_hand_and_loses_it_again(store):
    keep(store, "9f3a66c1", fixture=None, names=["Xavi", "Yago", "Zoe"], round=None, table=None)
    with visited(store) as visitor:
        page = text(visitor.get(LOGS))
        assert "Logs without a game" in page and "Xavi, Yago, Zoe" in page
        assert visitor.post(f"{LOGS}/{DEVICE}/9f3a66c1", {"do": "game", "game": ""}).status_code == 422

        page = said(visitor, "9f3a66c1", do="game", game="1-2", why="They sat at table 2.")
        assert "is of round 1, table 2" in page and "chosen by hand" in page
        assert load(store).logs[f"{DEVICE}/9f3a66c1"].table == 2
        assert "They sat at table 2." in visitor.get(f"{T}/history")

        page = said(visitor, "9f3a66c1", do="part")
        assert "the program finds the game" in page and "Logs without a game" in page
        page = said(visitor, "9f3a66c1", do="none")
        assert "is of no game" in page and "Put aside (1)" in page and "Nothing to look at." in page


def test_two_logs_of_one_game(store):
    keep(store, "9f3a66c1")
    keep(store, "0badcafe")
    with visited(store) as visitor:
        page = text(visitor.get(LOGS))
        assert "Two logs or more of the same game" in page
        assert "Two logs or more" not in said(visitor, "0badcafe", do="none", why="A test of the clock.")


def test_somebody_else_said_something_meanwhile(store):
    keep(store, "9f3a66c1")
    with visited(store) as visitor:
        place = f"{LOGS}/{DEVICE}/9f3a66c1"
        seen = str(load(store).last)
        write(store, "matinal", Draft("log", {"log": f"{DEVICE}/9f3a66c1", "round": 1, "table": 3}))
        answer = visitor.post(place, {"do": "game", "game": "1-2", "why": "Mine.", "seen": seen})
        assert answer.status_code == 409
        assert "Pere" in answer.text and 'value="Mine."' in answer.text
        assert re.search(r'value="1-2" selected', answer.text)


@pytest.mark.parametrize("game", ["1-9", "9-1", "x", "1", "-", "1-1-1", "²-1", "1-999999999999"])
def test_what_is_no_game(store, game):
    keep(store, "9f3a66c1")
    with visited(store) as visitor:
        assert visitor.post(f"{LOGS}/{DEVICE}/9f3a66c1", {"do": "game", "game": game}).status_code == 422
        assert load(store).logs == {}


def test_what_is_no_log(store):
    with visited(store) as visitor:
        for path in ("x/y", f"{DEVICE}/9f3a66c1", "%2e%2e/x"):
            visitor.get(f"{LOGS}/{path}", 404)


def test_who_may(store):
    keep(store, "9f3a66c1")
    with opened(store) as hall:
        for path in (LOGS, f"{LOGS}/{DEVICE}/9f3a66c1"):
            assert hall.somebody(Role.ENTRY, "Eva").client.get(path).status_code == 403
            hall.somebody(Role.ARBITER, "Anna").get(path)


def test_names_of_strangers_play_no_tricks(store):
    keep(store, "9f3a66c1", names=["<b>x</b>", "a\u202eb", '"><script>'])
    with visited(store) as visitor:
        for path in (LOGS, f"{LOGS}/{DEVICE}/9f3a66c1"):
            page = visitor.get(path)
            assert "<b>x" not in page and "<script>" not in page and "\u202e" not in page
