"""A round begins on its clocks at the moment that was planned, whatever happens to the server and to the plan."""

from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from desk.cables import Cable, until
from desk.clock_desk import ClockDesk
from host.table_clocks import TableClock, make_tournament, write
from pty_clock import PtyClock
from tournament.rooms import draw_body
from tritempo_host.desk.live import starting
from tritempo_host.link.problems import LineTaken
from tritempo_host.store import open_store
from tritempo_host.store.models import EntryRow
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft, Refused
from tritempo_host.virtual.clock import VirtualClock

TOLD = ("round_start",)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_tournament(tmp_path / "store.db", rounds=2)
    return tmp_path / "store.db"


def sent(desk: ClockDesk, number: int = 2, clocks: int = 1) -> None:
    desk.send(number)
    desk.has(number, clocks)


def told(clock: TableClock) -> int:
    """How often it was told that a round begins, and took it."""
    return clock.told.count(TOLD)


def looks_a_few_times(desk: ClockDesk) -> None:
    """As the thread does every second."""
    for _ in range(3):
        desk.starting.look()


def test_a_start_that_is_planned(place: Path) -> None:
    clock = TableClock(1)
    with PtyClock(clock) as one, ClockDesk(place, [one.path]) as desk:
        sent(desk)
        later = desk.plan(2, in_s=3600)
        assert desk.starting.planned(desk.current, 2) == later
        assert desk.starting.begun(desk.current, 2) is None
        at = desk.plan(2, in_s=0.5)  # in place of the other
        assert desk.told(2) == {one.path: "begun"}
        assert datetime.now(UTC) >= at and desk.starting.planned(desk.current, 2) is None
        looks_a_few_times(desk)
        assert told(clock) == 1


def test_a_server_that_was_killed_before_the_moment_tells_the_clocks_then(place: Path) -> None:
    clock = TableClock(1)
    with PtyClock(clock) as one:
        with ClockDesk(place, [one.path]) as desk:
            sent(desk)
            at = desk.plan(2, in_s=5)  # another desk is up by then, on a busy machine too
        with ClockDesk(place, [one.path]) as desk:
            desk.has(2)
            assert desk.starting.planned(desk.current, 2) == at and told(clock) == 0
            assert desk.told(2) == {one.path: "begun"}
        assert told(clock) == 1


def test_a_server_that_was_down_at_the_moment_tells_them_late(place: Path) -> None:
    clock = TableClock(1)
    with PtyClock(clock) as one:
        with ClockDesk(place, [one.path]) as desk:
            sent(desk)
        write(place, Draft("start", {"round": 2, "at": datetime.now(UTC).isoformat(), "clocks": True}))
        with ClockDesk(place, [one.path]) as desk:
            desk.has(2)
            until(desk.hub, ["clocks"], lambda: desk.knows(2) == {one.path: "begun"})
        # once more: what was told is told, and the clock does nothing
        with ClockDesk(place, [one.path]) as desk:
            desk.has(2)
            looks_a_few_times(desk)
        assert told(clock) == 1


def test_a_server_that_was_down_for_long_says_that_they_were_not_told(place, monkeypatch) -> None:
    clock = TableClock(1)
    with PtyClock(clock) as one:
        with ClockDesk(place, [one.path]) as desk:
            sent(desk)
        write(place, Draft("start", {"round": 2, "at": datetime.now(UTC).isoformat(), "clocks": True}))
        monkeypatch.setattr(starting, "LATE_S", 0.0)
        with ClockDesk(place, [one.path]) as desk:
            desk.has(2)
            looks_a_few_times(desk)
            assert desk.knows(2) == {one.path: "failed"}
        assert told(clock) == 0


def test_real_clocks_know_by_themselves_that_the_round_has_begun(place: Path) -> None:
    with ExitStack() as stack:
        one, two = (stack.enter_context(VirtualClock(lang="en")) for _ in range(2))
        ports = [one.port, two.port]
        with ClockDesk(place, ports) as desk:
            sent(desk, 1, clocks=2)
            desk.plan(1)
            assert desk.told(1) == dict.fromkeys(ports, "begun")
        with ClockDesk(place, ports) as desk:
            desk.has(1, clocks=2)
            until(desk.hub, ["clocks"], lambda: set(desk.knows(1).values()) == {"already"})


def test_a_clock_that_is_plugged_in_late_is_told(place: Path, tmp_path: Path) -> None:
    with VirtualClock(lang="en") as clock, Cable(tmp_path / "port") as cable:
        cable.plug(clock.port)
        with ClockDesk(place, [cable.path]) as desk:
            sent(desk, 1)
            cable.pull()
            until(desk.hub, ["clocks"], lambda: not desk.hall.connected())
            desk.plan(1)
            assert desk.knows(1) == {}
            cable.plug(clock.port)
            until(desk.hub, ["clocks"], lambda: set(desk.knows(1).values()) == {"begun"})


@pytest.mark.parametrize("how", ["undo", "close", "draw", "without clocks"])
def test_what_another_program_writes_changes_the_plan(place: Path, how: str, monkeypatch) -> None:
    clock = TableClock(1)
    with PtyClock(clock) as one, ClockDesk(place, [one.path]) as desk:
        sent(desk)
        at = desk.plan(2, in_s=3600)
        last = desk.current.tournament.last
        sheets = [
            Draft("result", {"round": 2, "table": n, "scores": [3, 2, 1], "end": "limit", "scrabbles": [0, 0, 0]})
            for n in (1, 2, 3)
        ]
        changes = {
            "undo": [Draft("undo", {"entry": last})],
            "close": [*sheets, Draft("close", {"round": 2})],
            "draw": [Draft("draw", draw_body(2, shift=1))],
            "without clocks": [Draft("start", {"round": 2, "at": at.isoformat()})],
        }
        write(place, *changes[how])
        until(desk.hub, [desk.current.topic], lambda: desk.current.tournament.last > last)
        assert desk.starting.planned(desk.current, 2) is None
        monkeypatch.setattr(starting, "datetime", SimpleNamespace(now=lambda _zone: at + timedelta(seconds=1)))
        looks_a_few_times(desk)
        assert told(clock) == 0 and desk.starting.begun(desk.current, 2) is None


def test_a_clock_whose_logs_are_being_read_when_the_round_begins_is_told_afterwards(place, monkeypatch) -> None:
    monkeypatch.setattr(starting, "WAIT_S", 0.2)
    monkeypatch.setattr(starting, "AGAIN_S", 0.5)
    clocks = TableClock(1), TableClock(2)
    with PtyClock(clocks[0]) as one, PtyClock(clocks[1]) as two, ClockDesk(place, [one.path, two.path]) as desk:
        sent(desk, clocks=2)
        with desk.hall.borrow(one.path, "syncing"):
            desk.plan(2)
            assert desk.told(2) == {one.path: "failed", two.path: "begun"}
            (_, begun), _ = desk.starting.begun(desk.current, 2).rows
            assert isinstance(begun.problem, LineTaken)
        until(desk.hub, ["clocks"], lambda: set(desk.knows(2).values()) == {"begun"})
        assert [told(each) for each in clocks] == [1, 1]


def test_a_tournament_that_cannot_be_read_keeps_no_other_from_beginning(place: Path) -> None:
    """A later version of this program wrote something into it that this one does not know."""
    with open_store(place, "en") as store:
        other = Tournaments(store, "en").new("Another", "matam", "ana")
        marvel = EntryRow(tournament_id=other.id, number=2, at=datetime.now(UTC), who="ana", kind="marvel", body={})
        store.write(lambda rows: rows.add(marvel))
    clock = TableClock(1)
    with PtyClock(clock) as one, ClockDesk(place, [one.path]) as desk:
        sent(desk)
        desk.plan(2)
        assert desk.told(2) == {one.path: "begun"}
        with pytest.raises(Refused):
            desk.now.find(other.slug)


def test_a_control_without_a_clock_of_the_round(place: Path, tmp_path: Path) -> None:
    """It has none to start, and that is no fault."""
    file = tmp_path / "dijous.toml"
    file.write_text('base = "matam"\nname = "Dijous"\nround_ms = 0\n', encoding="utf-8")
    write(place, Draft("settings", {"settings": {"control": str(file)}}))
    with VirtualClock(lang="en") as clock, ClockDesk(place, [clock.port]) as desk:
        sent(desk, 1)
        desk.plan(1)
        assert desk.told(1) == {clock.port: "no_round"}


def test_drawn_anew_the_clock_of_the_draw_before_is_not_told(place: Path) -> None:
    clock = TableClock(1)
    with PtyClock(clock) as one, ClockDesk(place, [one.path]) as desk:
        sent(desk)
        desk.now.append(desk.current, [Draft("draw", draw_body(2, shift=1))], "ana")
        assert desk.starting.clocks_of(desk.current, 2) == []
