"""The sync at the desk, of real virtual clocks: in the background, watched, and with cables that are pulled."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from desk.cables import Cable, clock_at, until, until_synced
from host.table_clocks import load, make_tournament
from pty_clock import PtyClock
from tritempo_host.desk.live import spoken
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.desk.live.syncing import Syncing
from tritempo_host.link import Clock
from tritempo_host.link.fixtures_plan import plan
from tritempo_host.link.fixtures_send import meet, send
from tritempo_host.link.problems import CablePulled, LinkProblem, NotAClock
from tritempo_host.store import Store, open_store
from tritempo_host.store.played import matching_of
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.virtual.clock import VirtualClock

TURNS = 300  # so that its log does not fit into what a line takes at once
TOPICS = ["sync", "clocks", "logs"]


@dataclass(frozen=True)
class Played:
    """`store`: with a tournament of which nothing is known but the draw. `flashes`: of three clocks, in the order of
    their tables, each with a game of it that was begun."""

    store: bytes
    flashes: list[bytes]


@pytest.fixture
def store(played: Played, tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "store.db").write_bytes(played.store)
    with open_store(tmp_path / "store.db", "en") as store:
        yield store


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("played")
    make_tournament(folder / "store.db")
    with ExitStack() as stack:
        clocks = [stack.enter_context(VirtualClock(folder / f"{n}.img", stepped=True)) for n in range(3)]
        clocks.sort(key=lambda clock: clock.device_id)
        pairs = plan(load(folder / "store.db"), 1, "matinal", meet([clock.port for clock in clocks])).pairs
        assert [each.how for each in send(pairs)] == ["sent"] * 3
        for clock in clocks:
            play(clock, TURNS)
    return Played((folder / "store.db").read_bytes(), [clock.flash.read_bytes() for clock in clocks])


def play(clock: VirtualClock, turns: int) -> None:
    t = clock.now_ms
    for turn in range(turns):
        t += 2500
        clock.press("ABC"[turn % 3], at=t)
        if turn % 20 == 19:
            clock.run_until(t)
    clock.run_until(t + 500)


@pytest.fixture
def clocks(played: Played, tmp_path: Path) -> Iterator[list[VirtualClock]]:
    with ExitStack() as stack:
        room = []
        for n, flash in enumerate(played.flashes):
            (tmp_path / f"{n}.img").write_bytes(flash)
            room.append(stack.enter_context(VirtualClock(tmp_path / f"{n}.img", stepped=True)))
        yield room


class Desk:
    """A hall with a cable a clock, and its sync."""

    def __init__(self, store: Store, folder: Path, *more: str) -> None:
        self.hub = Hub()
        self.cables = [Cable(folder / f"clock{n}") for n in range(3)]
        self.hall = ClockHall(store, self.hub, [*(cable.path for cable in self.cables), *more])
        self.syncing = Syncing(store, self.hall, self.hub)

    def plug(self, *clocks: VirtualClock) -> None:
        for cable, clock in zip(self.cables, clocks, strict=False):
            cable.plug(clock.port)
        until(self.hub, TOPICS, lambda: len(self.hall.connected()) == len(clocks))

    def sync(self) -> None:
        assert self.syncing.start_sync()
        until_synced(self.hub, self.syncing, 120)


@pytest.fixture
def desk(store: Store, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(store, tmp_path)
    desk.hall.start()
    yield desk
    desk.hall.stop()
    for cable in desk.cables:
        cable.pull()


def logs(clocks: list[VirtualClock]) -> list[bytes]:
    """What the clocks themselves have, of which a line that was cut is none."""
    found = []
    for clock in clocks:
        with Clock(clock.port) as link:
            found.append(b"".join(link.read(link.logs()[-1]["log"])))
    return found


def test_all_clocks_at_once_and_again(desk, clocks, store):
    truth = logs(clocks)
    assert desk.syncing.progress().number == 0
    desk.plug(*clocks)
    known = desk.hub.versions(TOPICS)
    desk.sync()
    view = desk.syncing.progress()
    assert (view.number, view.running, view.ok, view.percent) == (1, False, True, 100)
    assert [clock.device for clock in view.clocks] == [clock.device_id for clock in clocks]
    assert [(clock.state, clock.first, clock.still_open, len(clock.logs)) for clock in view.clocks] == [
        ("done", True, 1, 1)
    ] * 3
    assert [store.data(log.stored) for log in view.logs] == truth
    assert view.read == view.planned == sum(map(len, truth))
    assert {log.audit.verdict for log in view.logs} == {"open"} and view.unread == ()
    assert all(number > known[topic] for topic, number in desk.hub.versions(["sync", "logs"]).items())

    kept = Tournaments(store, "en")
    matching = matching_of(store, kept.entries(kept.find()))
    found = [match for _, match in view.matched(matching)]
    assert [match and (match.how, match.game) for match in found] == [("fixture", (1, table)) for table in (1, 2, 3)]
    assert {each.state for each in desk.hall.clocks()} == {"live"}

    desk.sync()
    view = desk.syncing.progress()
    assert (view.number, view.ok, view.logs, view.read) == (2, True, (), 0)
    assert [(clock.state, clock.first) for clock in view.clocks] == [("done", False)] * 3


def test_a_cable_is_pulled_in_the_middle(desk, clocks, store):
    truth = logs(clocks)
    desk.plug(*clocks)
    desk.cables[1].pull_in_log(2)
    desk.sync()
    view = desk.syncing.progress()
    assert [clock.state for clock in view.clocks] == ["done", "failed", "done"]
    [cut] = view.unread
    assert isinstance(cut.problem, CablePulled) and 0 < cut.read < cut.planned
    assert "unplugged" in spoken.problem(cut.problem, "en")
    until(desk.hub, TOPICS, lambda: desk.hall.clocks()[-1].state == "gone")
    here = {log.device: store.data(log) for log in store.logs()}
    assert here[clocks[1].device_id] == truth[1][: cut.read]

    desk.cables[1].plug(clocks[1].port)
    until(desk.hub, TOPICS, lambda: len(desk.hall.connected()) == 3)
    desk.sync()
    view = desk.syncing.progress()
    assert view.ok and [log.how for log in view.logs] == ["grown"]
    assert view.read == len(truth[1]) - cut.read
    assert [store.data(log) for log in store.logs() if log.device == clocks[1].device_id] == [truth[1]]


def test_a_clock_dies_in_the_middle(desk, clocks, store):
    """Its port stays, and nobody answers."""
    desk.plug(*clocks)
    with desk.hall.borrow(desk.cables[0].path):  # so that its sync has to wait until it is dead
        assert desk.syncing.start_sync()
        assert not desk.syncing.start_sync()
        until(desk.hub, TOPICS, lambda: sum(clock.over for clock in desk.syncing.progress().clocks) == 2)
        view = desk.syncing.progress()
        assert view.running and 0 < view.percent < 100 and view.clocks[0].state == "asking"
        os.kill(clocks[0].pid, signal.SIGKILL)
    until_synced(desk.hub, desk.syncing)
    view = desk.syncing.progress()
    assert [clock.state for clock in view.clocks] == ["failed", "done", "done"]
    assert isinstance(view.clocks[0].problem, LinkProblem)
    assert len(view.logs) == 2


def test_what_is_no_clock_is_told_of_and_what_is_not_there_is_not(store, tmp_path):
    with PtyClock(None) as deaf:
        desk = Desk(store, tmp_path, deaf.path)
        desk.hall.start()
        until(desk.hub, TOPICS, lambda: clock_at(desk.hall, deaf.path).state == "problem")
        desk.sync()
        desk.hall.stop()
    [clock] = desk.syncing.progress().clocks
    assert isinstance(clock.problem, NotAClock) and not desk.syncing.progress().ok


def test_without_clocks_it_is_over_at_once(desk):
    desk.sync()
    assert desk.syncing.progress().clocks == ()


def test_the_server_ends_in_the_middle(desk, clocks, store):
    """What had come is kept; who waits for it is told."""
    desk.plug(*clocks)
    assert desk.syncing.start_sync()
    desk.hall.stop()
    until_synced(desk.hub, desk.syncing, 10)
    for log in store.logs():
        assert store.data(log)
