"""A round to its clocks and its start, from the desk, with real virtual clocks."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desk.cables import until
from host.table_clocks import TableClock, load, make_tournament
from pty_clock import PtyClock
from tournament.rooms import NAMES, draw_body
from tritempo_host.desk.current import Current, Currents
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.desk.live.sending import Sending
from tritempo_host.link.problems import LineTaken
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft, Refused
from tritempo_host.tournament.fixtures import BadAssignmentError
from tritempo_host.tournament.spoken import said
from tritempo_host.virtual.clock import VirtualClock


@pytest.fixture
def place(tmp_path: Path) -> Path:
    make_tournament(tmp_path / "store.db", rounds=2)
    return tmp_path / "store.db"


class Desk:
    """Clocks at a hall, and what sends rounds to them."""

    def __init__(self, place: Path, ports: list[str]) -> None:
        self.place = place
        self.hub = Hub()
        self.store = open_store(place, "en")
        self.now = Currents(Tournaments(self.store, "en"), self.hub)
        self.hall = ClockHall(self.store, self.hub, ports)
        self.sending = Sending(self.now, self.hall, self.hub)

    def __enter__(self) -> "Desk":
        self.hall.start()
        try:
            until(
                self.hub, ["clocks"], lambda: all(each.state not in ("looking", "gone") for each in self.hall.clocks())
            )
        except BaseException:
            self.__exit__()  # a hall that is left behind takes the ports of later tests
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.sending.stop()
        self.hall.stop()
        self.store.close()

    @property
    def current(self) -> Current:
        found = self.now.find("matinal")
        assert found is not None
        return found

    def send(self, number: int, **options) -> dict[str, tuple[int | None, str]]:
        """What came of each clock, by port."""
        assert self.sending.start_sending(self.current, number, "ana", "en", **options)
        until(self.hub, [self.current.topic], lambda: not self.sending.sent(self.current, number).running)
        view = self.sending.sent(self.current, number)
        assert view.sent is not None, view
        return {row.port: (row.table, row.how) for row in view.sent.rows}

    def start(self, number: int) -> dict[str, str]:
        assert self.sending.start_clocks(self.current, number)
        return self.started(number)

    def started(self, number: int) -> dict[str, str]:
        def done() -> bool:
            view = self.sending.begun(self.current, number)
            return view is not None and not view.running

        until(self.hub, [self.current.topic], done)
        return {begun.port: begun.how for _, begun in self.sending.begun(self.current, number).rows}


@pytest.fixture(scope="module")
def room() -> Iterator[list[VirtualClock]]:
    """Three clocks, in the order of their ids, in which they get the tables."""
    with ExitStack() as stack:
        yield sorted((stack.enter_context(VirtualClock(lang="en")) for _ in range(3)), key=lambda each: each.device_id)


def test_a_round_of_real_clocks_from_its_fixtures_to_its_start(place, room):
    ports = [clock.port for clock in room]
    with Desk(place, ports) as desk:
        assert desk.sending.sent(desk.current, 1) is None
        assert desk.send(1) == {port: (n, "sent") for n, port in enumerate(ports, 1)}
        view = desk.sending.sent(desk.current, 1)
        assert view.sent.ok and view.sent.ready == 3 and view.problem is None
        assert {table: sent.device for (_, table), sent in load(place).sent.items()} == {
            n: clock.device_id for n, clock in enumerate(room, 1)
        }
        until(desk.hub, ["clocks"], lambda: {each.game for each in desk.hall.clocks()} == {"ready"})
        assert [each.table for each in desk.sending.clocks_of(desk.current, 1)] == [1, 2, 3]
        assert desk.hall.clock(ports[0]).names == NAMES[:3]
        assert desk.sending.clocks_of(desk.current, 2) == []

        last = load(place).last
        assert desk.send(1) == {port: (n, "again") for n, port in enumerate(ports, 1)}
        assert load(place).last == last

        room[1].press("A")
        until(desk.hub, ["clocks"], lambda: desk.hall.clock(ports[1]).game == "running")
        assert desk.start(1) == {ports[0]: "begun", ports[1]: "already", ports[2]: "begun"}
        assert desk.sending.begun(desk.current, 1).missing == ()
        assert set(desk.start(1).values()) == {"already"}
        until(desk.hub, ["clocks"], lambda: all(each.round_runs for each in desk.hall.clocks()))

        # the late table goes on; the others are told of the next round
        assert desk.send(2) == {ports[0]: (1, "sent"), ports[1]: (2, "playing"), ports[2]: (3, "sent")}
        assert not desk.sending.sent(desk.current, 2).sent.ok
        until(desk.hub, ["clocks"], lambda: len(desk.sending.clocks_of(desk.current, 2)) == 2)
        assert desk.start(2) == {ports[0]: "begun", ports[2]: "begun"}
        assert desk.sending.begun(desk.current, 2).missing == (2,)


def test_a_person_says_which_goes_where_and_one_does_not_answer(place):
    with ExitStack() as stack:
        one, two, deaf = (stack.enter_context(PtyClock(each)) for each in (TableClock(1), TableClock(2), None))
        with Desk(place, [one.path, two.path, deaf.path]) as desk:
            with pytest.raises(BadAssignmentError):
                desk.sending.start_sending(desk.current, 2, "ana", "en", {one.path: 9})
            with pytest.raises(KeyError):
                desk.sending.start_sending(desk.current, 7, "ana", "en")
            assert desk.sending.sent(desk.current, 2) is None
            assert desk.send(2, assign={one.path: 3}) == {
                one.path: (3, "sent"),
                two.path: (1, "sent"),
                deaf.path: (None, "failed"),
            }
            sent = desk.sending.sent(desk.current, 2).sent
            assert [each.table for each in sent.plan.bare] == [2]
            assert not sent.ok and next(row for row in sent.rows if row.how == "failed").problem


def test_what_was_written_meanwhile_counts(place):
    """Another program corrects a name; this one had read the tournament before."""
    clock = TableClock(1)
    with PtyClock(clock) as one, Desk(place, [one.path]) as desk:
        before = desk.current
        with open_store(place, "en") as store:
            there = Tournaments(store, "en")
            there.append(there.find(), [Draft("player", {"player": 1, "name": "Anna P."})], "pere")
        assert desk.sending.start_sending(before, 2, "ana", "en")
        until(desk.hub, [before.topic], lambda: not desk.sending.sent(before, 2).running)
        assert clock.fixtures[0]["names"][0] == "Anna P."


def take_back(place: Path, number: int) -> None:
    """Another program takes the draw of a round back."""
    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        [drawn] = [each for each in there.entries(there.find()) if each.kind == "draw" and each.body["round"] == number]
        there.append(there.find(), [Draft("undo", {"entry": drawn.number}, "wrong")], "pere")


def test_a_round_that_was_taken_back_is_not_sent(place):
    clock = TableClock(1)
    with PtyClock(clock) as one, Desk(place, [one.path]) as desk:
        before = desk.current
        take_back(place, 2)
        assert desk.sending.start_sending(before, 2, "ana", "en")
        until(desk.hub, [before.topic], lambda: not desk.sending.sent(before, 2).running)
        view = desk.sending.sent(before, 2)
        assert isinstance(view.problem, Refused) and not view.broken
        assert "2" in said(view.problem, "ca")
        assert clock.fixtures == []


def test_a_round_that_is_taken_back_while_it_is_sent_does_no_harm(place):
    """Nobody has that game then, and the clock is free for the next."""

    class Slow(TableClock):
        def fixture(self, data):
            if data["round"] == 2:
                take_back(place, 2)
            super().fixture(data)

    with PtyClock(Slow(1)) as one, Desk(place, [one.path]) as desk:
        assert desk.send(2) == {one.path: (1, "sent")}
        assert 2 not in desk.current.tournament.rounds
        assert desk.send(1) == {one.path: (1, "sent")}


def test_a_clock_whose_logs_are_being_read_when_the_round_begins(place, monkeypatch):
    monkeypatch.setattr("tritempo_host.desk.live.sending.START_WAIT_S", 0.2)
    with PtyClock(TableClock(1)) as one, PtyClock(TableClock(2)) as two, Desk(place, [one.path, two.path]) as desk:
        desk.send(2)
        until(desk.hub, ["clocks"], lambda: len(desk.sending.clocks_of(desk.current, 2)) == 2)
        with desk.hall.borrow(one.path, "syncing"):
            assert desk.start(2) == {one.path: "failed", two.path: "begun"}
            (_, begun), _ = desk.sending.begun(desk.current, 2).rows
            assert isinstance(begun.problem, LineTaken)


def test_a_start_that_is_planned(place):
    clock = TableClock(1)
    with PtyClock(clock) as one, Desk(place, [one.path]) as desk:
        desk.send(2)
        until(desk.hub, ["clocks"], lambda: desk.sending.clocks_of(desk.current, 2))
        later = datetime.now(UTC) + timedelta(hours=1)
        desk.sending.start_at(desk.current, 2, later)
        assert desk.sending.planned(desk.current, 2) == later
        desk.sending.cancel_start(desk.current, 2)
        assert desk.sending.planned(desk.current, 2) is None
        desk.sending.start_at(desk.current, 2, later)
        at = datetime.now(UTC) + timedelta(seconds=0.5)
        desk.sending.start_at(desk.current, 2, at)  # in place of the other
        assert desk.started(2) == {one.path: "begun"}
        assert datetime.now(UTC) >= at and desk.sending.planned(desk.current, 2) is None
        assert clock.told[-1] == ("round_start",)


def test_a_control_without_a_clock_of_the_round(place, tmp_path):
    """It has none to start, and that is no fault."""
    file = tmp_path / "dijous.toml"
    file.write_text('base = "matam"\nname = "Dijous"\nround_ms = 0\n', encoding="utf-8")
    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        there.append(there.find(), [Draft("settings", {"settings": {"control": str(file)}})], "ana")
    with VirtualClock(lang="en") as clock, Desk(place, [clock.port]) as desk:
        desk.send(1)
        until(desk.hub, ["clocks"], lambda: desk.sending.clocks_of(desk.current, 1))
        assert desk.start(1) == {clock.port: "no_round"}


def test_drawn_anew_the_clock_of_the_draw_before_is_not_started(place):
    clock = TableClock(1)
    with PtyClock(clock) as one, Desk(place, [one.path]) as desk:
        desk.send(2)
        until(desk.hub, ["clocks"], lambda: desk.sending.clocks_of(desk.current, 2))
        drawn = [each for each in desk.current.entries if each.kind == "draw"][1]
        desk.now.append(desk.current, [Draft("undo", {"entry": drawn.number}, "wrong")], "ana")
        desk.now.append(desk.current, [Draft("draw", draw_body(2, shift=1))], "ana")
        assert desk.sending.clocks_of(desk.current, 2) == []
