"""`/clocks`: each clock as it stands, and their logs with a button, whatever the cables do."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.cables import until, until_synced
from desk.desks import Visitor, visited
from desk.hall import opened
from host.table_clocks import TableClock, make_tournament
from pty_clock import PtyClock
from tritempo_host.desk.access import Role
from tritempo_host.desk.desk import Desk
from tritempo_host.store import open_store
from tritempo_host.virtual.clock import VirtualClock

PAGE = "/clocks?t=matinal"
LANGUAGES = ("ca", "ro", "en")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    make_tournament(tmp_path / "store.db", rounds=2)
    return tmp_path / "store.db"


@pytest.fixture(scope="module")
def clock() -> Iterator[VirtualClock]:
    with VirtualClock(lang="en") as clock:
        yield clock


def desk_of(visitor: Visitor) -> Desk:
    return visitor.client.app.state.desk  # type: ignore[attr-defined]


def text(page: str) -> str:
    """What is read on a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def seen(visitor: Visitor) -> None:
    desk = desk_of(visitor)
    until(desk.hub, ["clocks"], lambda: desk.clocks.clocks() and all(each.live for each in desk.clocks.connected()))
    until(desk.hub, ["clocks"], lambda: all(each.state != "looking" for each in desk.clocks.clocks()))


def synced(visitor: Visitor, **fields: str) -> str:
    page = visitor.post("/clocks/sync", {"t": "matinal", **fields}, form_at=PAGE)
    assert page.status_code == 303
    until_synced(desk_of(visitor).hub, desk_of(visitor).syncing)
    return text(visitor.get(PAGE))


def test_a_clock_from_its_fixture_to_its_log(store, clock):
    with visited(store, ports=(clock.port,)) as visitor:
        seen(visitor)
        desk = desk_of(visitor)
        current = desk.now.find("matinal")
        assert current is not None
        assert "does not know the time of day" in text(visitor.get(PAGE))
        assert desk.sending.start_sending(current, 2, "ana", "en")
        until(desk.hub, ["clocks"], lambda: desk.clocks.connected()[0].game == "ready")
        page = text(visitor.get(PAGE))
        assert "Plugged in: 1" in page and "Table 1 Round 2" in page and "Anna Puig" in page
        clock.press("A")
        until(desk.hub, ["clocks"], lambda: desk.clocks.connected()[0].game == "running")
        page = visitor.get(PAGE)
        assert "on turn: Anna Puig" in text(page)
        left = re.search(r'data-left-ms="(\d+)">', page)
        assert left and 100_000 < int(left[1]) <= 120_000

        page = synced(visitor)
        assert "Clocks: 1. Logs new or grown: 1." in page and "Games still on: 1." in page
        assert "Round 2, table 1" in page and "not ended" in page and "A new clock" in page
        for lang in LANGUAGES:
            visitor.get(PAGE, headers={"Accept-Language": lang})
        # without a tournament it is there, too
        assert "Round 2, table 1" not in text(visitor.get("/clocks"))
        assert "Logs new or grown: 0." in synced(visitor)


def test_nothing_is_plugged_in(store, tmp_path):
    with visited(store, ports=(str(tmp_path / "nothing"),)) as visitor:
        seen_none = text(visitor.get(PAGE))
        assert "Plugged in: 0" in seen_none and "not there yet" in seen_none
        assert "No clock was plugged in" in synced(visitor)


def test_one_that_does_not_answer_is_a_message(store):
    with PtyClock(None) as deaf, PtyClock(TableClock(2)) as other, visited(store, ports=(deaf.path, other.path)) as it:
        seen(it)
        page = synced(it)
        assert "NOT here yet" in page and deaf.path in page
        assert "no Tritempo clock answers there" in page
        assert desk_of(it).syncing.progress().clocks[1].state == "done"


def test_while_they_are_read_the_page_is_there_and_the_button_is_not(store):
    with PtyClock(TableClock(1)) as one, visited(store, ports=(one.path,)) as visitor:
        seen(visitor)
        desk = desk_of(visitor)
        with desk.clocks.borrow(one.path):
            assert visitor.post("/clocks/sync", {"t": "matinal"}, form_at=PAGE).status_code == 303
            page = visitor.get(PAGE)
            assert re.search(r'<button[^>]*id="sync-go"[^>]* disabled', page)
            assert "Reading: 0 %" in text(page)
            assert "They are being read already." in text(visitor.does("/clocks/sync", {"t": "matinal"}, form_at=PAGE))
        until_synced(desk.hub, desk.syncing)


def test_a_changed_key_is_loud_and_accepted_by_an_organiser_only(store):
    clock = TableClock(1)
    with open_store(store, "en") as kept:
        kept.meet(clock.device, b"k" * 32, "virtual", "0.1.0")
    with PtyClock(clock) as one, opened(store, ports=(one.path,)) as hall:
        organiser, arbiter = hall.somebody(Role.ORGANISER, "Núria"), hall.somebody(Role.ARBITER, "Anna")
        seen(organiser)
        assert "gives a key that is not the one known" in text(arbiter.get(PAGE))
        page = synced(arbiter)
        assert "The key of this clock has changed" in page and "accept its key" not in page
        trust = {"t": "matinal", "port": one.path, "trust": "1"}
        assert arbiter.post("/clocks/sync", trust, form_at=PAGE).status_code == 403
        assert "accept its key" in text(organiser.get(PAGE))
        assert organiser.post("/clocks/sync", {"t": "matinal", "trust": "1"}, form_at=PAGE).status_code == 403
        assert "The new key of this clock is accepted." in synced(organiser, port=one.path, trust="1")
        with open_store(store, "en") as kept:
            assert not kept.key_changed(clock.device, clock.key)


def test_who_may_look_and_of_which_tournament(store):
    make_tournament(store)  # another of the same name
    with opened(store) as hall:
        for role, code in ((Role.ENTRY, 403), (Role.ARBITER, 200)):
            assert hall.somebody(role, role.name).client.get(PAGE, follow_redirects=False).status_code == code
        assert hall.stranger().client.get(PAGE, follow_redirects=False).status_code in (303, 403)
        arbiter = hall.somebody(Role.ARBITER, "Anna")
        assert "/t/matinal/logs" in arbiter.get(PAGE)
        assert "/t/matinal-2" not in arbiter.get("/clocks?t=matinal-2")
        assert arbiter.get("/clocks?t=nothing")


def test_names_of_strangers_play_no_tricks(store):
    wild = TableClock(1, "running", names=["<script>alert(1)</script>", "a\u202eb", "x" * 500], round=1, table=1)
    with PtyClock(wild) as one, visited(store, ports=(one.path,)) as visitor:
        seen(visitor)
        page = visitor.get(PAGE)
        assert (
            "<script>alert" not in page and "&lt;script&gt;" in page and "\u202e" not in page and "x" * 50 not in page
        )
