"""A round to its clocks and its start, from the desk, with real virtual clocks."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from desk.cables import clock_at, until
from desk.clock_desk import ClockDesk
from host.table_clocks import TableClock, load, make_tournament
from pty_clock import PtyClock
from tournament.rooms import NAMES
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


@pytest.fixture(scope="module")
def room() -> Iterator[list[VirtualClock]]:
    """Three clocks, in the order of their ids, in which they get the tables."""
    with ExitStack() as stack:
        yield sorted((stack.enter_context(VirtualClock(lang="en")) for _ in range(3)), key=lambda each: each.device_id)


def test_a_round_of_real_clocks_from_its_fixtures_to_its_start(place, room):
    ports = [clock.port for clock in room]
    with ClockDesk(place, ports) as desk:
        assert desk.sending.sent(desk.current, 1) is None
        assert desk.send(1) == {port: (n, "sent") for n, port in enumerate(ports, 1)}
        view = desk.sending.sent(desk.current, 1)
        assert view.sent.ok and view.sent.ready == 3 and view.problem is None
        assert {table: sent.device for (_, table), sent in load(place).sent.items()} == {
            n: clock.device_id for n, clock in enumerate(room, 1)
        }
        until(desk.hub, ["clocks"], lambda: {each.game for each in desk.hall.clocks()} == {"ready"})
        assert [each.table for each in desk.starting.clocks_of(desk.current, 1)] == [1, 2, 3]
        assert clock_at(desk.hall, ports[0]).names == NAMES[:3]
        assert desk.starting.clocks_of(desk.current, 2) == []

        last = load(place).last
        assert desk.send(1) == {port: (n, "again") for n, port in enumerate(ports, 1)}
        assert load(place).last == last

        room[1].press("A")
        until(desk.hub, ["clocks"], lambda: clock_at(desk.hall, ports[1]).game == "running")
        desk.plan(1)
        assert desk.told(1) == {ports[0]: "begun", ports[1]: "already", ports[2]: "begun"}
        until(desk.hub, ["clocks"], lambda: all(each.round_runs for each in desk.hall.clocks()))

        # the late table goes on; the others are told of the next round
        assert desk.send(2) == {ports[0]: (1, "sent"), ports[1]: (2, "playing"), ports[2]: (3, "sent")}
        assert not desk.sending.sent(desk.current, 2).sent.ok
        desk.has(2, clocks=2)
        desk.plan(2)
        assert desk.told(2) == {ports[0]: "begun", ports[2]: "begun"}


def test_a_person_says_which_goes_where_and_one_does_not_answer(place):
    with ExitStack() as stack:
        one, two, deaf = (stack.enter_context(PtyClock(each)) for each in (TableClock(1), TableClock(2), None))
        with ClockDesk(place, [one.path, two.path, deaf.path]) as desk:
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
    with PtyClock(clock) as one, ClockDesk(place, [one.path]) as desk:
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
    with PtyClock(clock) as one, ClockDesk(place, [one.path]) as desk:
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

    with PtyClock(Slow(1)) as one, ClockDesk(place, [one.path]) as desk:
        assert desk.send(2) == {one.path: (1, "sent")}
        assert 2 not in desk.current.tournament.rounds
        assert desk.send(1) == {one.path: (1, "sent")}
