"""The hall of clocks, with real virtual clocks on cables: whatever is plugged in, pulled, killed or held by others."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from desk.cables import Cable, clock_at, until
from fake_clock import FakeClock
from pty_clock import PtyClock
from tritempo_host.desk.live import spoken
from tritempo_host.desk.live.clocks import ClockHall
from tritempo_host.desk.live.hub import Hub
from tritempo_host.link import Clock
from tritempo_host.link.problems import CablePulled, LineTaken, NoSuchPort, OtherVersion, PortBusy, Refused, Silent
from tritempo_host.store import Store, open_store
from tritempo_host.virtual.clock import VirtualClock

CLOCKS = ["clocks"]
SEEN_S = 2.0  # in which a clock that is plugged in must be seen


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db", "en") as store:
        yield store


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture(scope="module")
def room() -> Iterator[list[VirtualClock]]:
    with ExitStack() as stack:
        yield [stack.enter_context(VirtualClock(lang="en")) for _ in range(3)]


@pytest.fixture
def cables(tmp_path: Path) -> Iterator[list[Cable]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Cable(tmp_path / f"clock{n}")) for n in range(3)]


class Halls:
    """Makes halls and stops them."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store, self.hub = store, hub
        self.made: list[ClockHall] = []

    def __call__(self, *ports: Any) -> ClockHall:
        made = ClockHall(self.store, self.hub, [getattr(port, "path", port) for port in ports])
        self.made.append(made)
        made.start()
        return made


@pytest.fixture
def halls(store: Store, hub: Hub) -> Iterator[Halls]:
    halls = Halls(store, hub)
    yield halls
    for hall in halls.made:
        hall.stop()


def states(hall: ClockHall) -> list[str]:
    return [each.state for each in hall.clocks()]


def test_one_that_is_plugged_in_is_seen_at_once_and_so_is_one_that_is_pulled(room, cables, hub, halls):
    hall = halls(*cables)
    until(hub, CLOCKS, lambda: all(each.problem for each in hall.clocks()))
    assert states(hall) == ["looking"] * 3
    for cable, clock in zip(cables, room, strict=True):
        cable.plug(clock.port)
        assert until(hub, CLOCKS, lambda at=cable: clock_at(hall, at.path).state == "live") < SEEN_S
    assert [each.device for each in hall.clocks()] == [clock.device_id for clock in room]
    assert {each.game for each in hall.clocks()} == {"setup"}

    cables[1].pull()
    assert until(hub, CLOCKS, lambda: "gone" in states(hall)) < SEEN_S
    [*_, gone] = hall.clocks()
    assert (gone.port, gone.device, gone.connected) == (cables[1].path, room[1].device_id, False)
    assert spoken.state(gone, "ca") == "desendollat"
    assert len(hall.connected()) == 2
    cables[1].plug(room[1].port)
    assert until(hub, CLOCKS, lambda: states(hall) == ["live"] * 3) < SEEN_S
    assert all(each.problem is None for each in hall.clocks())


def test_one_that_is_plugged_in_elsewhere_is_not_shown_twice(room, cables, hub, halls):
    hall = halls(*cables)
    cables[0].plug(room[0].port)
    until(hub, CLOCKS, lambda: clock_at(hall, cables[0].path).connected)
    cables[0].pull()
    until(hub, CLOCKS, lambda: clock_at(hall, cables[0].path).state == "gone")
    cables[2].plug(room[0].port)
    until(hub, CLOCKS, lambda: clock_at(hall, cables[2].path).connected)
    assert [each.device for each in hall.clocks()] == [None, None, room[0].device_id]


def test_another_clock_at_the_same_port(room, cables, hub, halls):
    hall = halls(cables[0])
    cables[0].plug(room[0].port)
    until(hub, CLOCKS, lambda: states(hall) == ["live"])
    cables[0].pull()
    cables[0].plug(room[1].port)
    until(hub, CLOCKS, lambda: states(hall) == ["live", "gone"])
    assert [(each.device, each.state) for each in hall.clocks()] == [
        (room[1].device_id, "live"),
        (room[0].device_id, "gone"),
    ]


def test_a_game_as_it_is_played(cables, hub, halls):
    with VirtualClock(lang="en") as clock:
        with Clock(clock.port) as link:
            link.set_time()
            link.send_fixture("matam", 3, names=["Anna", "Ștefan", "Núria"], round_number=2, table=5)
        hall = halls(cables[0].plug(clock.port))
        until(hub, CLOCKS, lambda: hall.clocks()[0].game == "ready")
        [now] = hall.clocks()
        assert (now.round, now.table, now.names, now.warnings) == (2, 5, ("Anna", "Ștefan", "Núria"), ())
        assert now.stands and not now.round_runs

        for seat, button in ((1, "A"), (2, "B")):
            clock.press(button)
            until(hub, CLOCKS, lambda seat=seat: hall.clocks()[0].seat == seat)
            # a press counts again a second later; nothing else tells when
            clock.wait_for(lambda at=clock.now_ms: clock.now_ms > at + 1300)
        [now] = hall.clocks()
        assert spoken.state(now, "ro") == "la rând: Ștefan"
        until(hub, CLOCKS, lambda: hall.clocks()[0].round_runs)
        with hall.borrow(now.port) as link:
            truth = link.live()
            [shown] = hall.clocks()
        assert truth["left_ms"] == pytest.approx(shown.left_ms, abs=300)
        assert truth["round_left_ms"] == pytest.approx(shown.round_left_ms, abs=300)
        assert truth["used_ms"] == pytest.approx(shown.used_ms, abs=300)

        clock.press("PAUSE")
        until(hub, CLOCKS, lambda: hall.clocks()[0].game == "paused")
        [now] = hall.clocks()
        assert now.stands and now.left_ms == now.live["left_ms"]
        assert spoken.state(now, "en").startswith("paused")


def heard(clock: PtyClock, what: bytes) -> int:
    return bytes(clock.heard).count(what)


def asked(clock: PtyClock, times: int) -> None:
    """Waits until it was asked so many times more how it stands."""
    until_s, wanted = time.monotonic() + 20, heard(clock, b"live") + times
    while heard(clock, b"live") < wanted:
        assert time.monotonic() < until_s
        time.sleep(0.05)


def test_nothing_is_told_while_nothing_changes(hub, halls):
    """Nor while a turn goes on: whoever shows its time counts on."""

    class Running(FakeClock):
        began_s = time.monotonic()

        def live(self) -> dict[str, Any]:
            used = round((time.monotonic() - self.began_s) * 1000)
            return {"state": "running", "seat": 1, "left_ms": 120_000 - used, "used_ms": used, "since_ms": used}

    with PtyClock(Running(state="running")) as one:
        hall = halls(one)
        until(hub, CLOCKS, lambda: states(hall) == ["live"])
        asked(one, 2)
        known = hub.versions(CLOCKS)
        asked(one, 6)
        assert hub.versions(CLOCKS) == known
        [now] = hall.clocks()
        assert now.left_ms == pytest.approx(Running().live()["left_ms"], abs=300)


def test_the_program_of_a_clock_is_killed(cables, hub, halls, tmp_path):
    """Its port stays and nobody answers there; the other goes on. It comes back by itself."""
    with VirtualClock(tmp_path / "a.img") as one, VirtualClock(tmp_path / "b.img") as other:
        hall = halls(cables[0].plug(one.port), cables[1].plug(other.port))
        until(hub, CLOCKS, lambda: states(hall) == ["live", "live"])
        os.kill(one.pid, signal.SIGKILL)
        until(hub, CLOCKS, lambda: hall.clocks()[0].state == "problem", 10)
        [dead, alive] = hall.clocks()
        assert isinstance(dead.problem, Silent) and alive.state == "live"
        assert "nothing is lost" in spoken.problem(dead.problem, "en")
        cables[0].pull()
        until(hub, CLOCKS, lambda: "gone" in states(hall))
        with VirtualClock(tmp_path / "a.img") as again:
            cables[0].plug(again.port)
            assert until(hub, CLOCKS, lambda: states(hall) == ["live", "live"]) < SEEN_S


def test_what_is_no_clock(hub, halls, tmp_path):
    file = tmp_path / "file"
    file.touch()
    with PtyClock(None) as deaf, PtyClock(FakeClock()) as clock:
        hall = halls(str(file), deaf, str(tmp_path / "nothing"), clock)
        until(hub, CLOCKS, lambda: sorted(states(hall)) == ["live", "looking", "problem", "problem"])
        for each in hall.clocks():
            assert each.state == "live" or each.port in spoken.problem(each.problem, "ro")
        with pytest.raises(NoSuchPort), hall.borrow("/dev/unheard-of"):
            pass


def test_a_port_that_another_program_has(hub, halls):
    with PtyClock(FakeClock()) as one:
        with Clock(one.path):
            hall = halls(one)
            until(hub, CLOCKS, lambda: states(hall) == ["problem"])
            assert isinstance(hall.clocks()[0].problem, PortBusy)
        assert until(hub, CLOCKS, lambda: states(hall) == ["live"]) < SEEN_S


def test_two_halls_at_one_port(hub, halls):
    with PtyClock(FakeClock()) as one:
        first = halls(one)
        until(hub, CLOCKS, lambda: states(first) == ["live"])
        second = halls(one)
        until(hub, CLOCKS, lambda: states(second) == ["problem"])
        assert isinstance(second.clocks()[0].problem, PortBusy)
        assert states(first) == ["live"]
        first.stop()
        assert until(hub, CLOCKS, lambda: states(second) == ["live"]) < SEEN_S


def test_one_port_by_two_names_is_one(hub, halls, tmp_path):
    with PtyClock(FakeClock()) as one:
        (tmp_path / "link").symlink_to(one.path)
        hall = halls(one, str(tmp_path / "link"))
        until(hub, CLOCKS, lambda: "live" in states(hall))
        assert len(hall.clocks()) == 1


def test_a_clock_that_speaks_another_version(hub, halls):
    class Newer(FakeClock):
        def hello(self) -> dict[str, Any]:
            return super().hello() | {"wire": 99}

    with PtyClock(Newer()) as one:
        hall = halls(one)
        until(hub, CLOCKS, lambda: states(hall) == ["problem"])
        [now] = hall.clocks()
        assert isinstance(now.problem, OtherVersion)
        assert "99" in spoken.problem(now.problem, "en")


def test_a_clock_that_talks_nonsense_is_shown_as_far_as_it_goes(hub, halls):
    class Mad(FakeClock):
        def hello(self) -> dict[str, Any]:
            return super().hello() | {"device": ["x"], "firmware": 7, "flash_free": "much"}

        def live(self) -> dict[str, Any]:
            wrong = {"seat": "A", "left_ms": True, "names": {"a": 1}, "bank_ms": [None, "x", 3], "round": 1.5}
            return {"state": 3, "reason": [], "round_left_ms": "long", "fixture": {}, **wrong}

        def status(self) -> dict[str, Any]:
            return {"trouble": 5, "lost": "x", "flash_free": []}

    with PtyClock(Mad()) as one:
        hall = halls(one)
        until(hub, CLOCKS, lambda: states(hall) == ["live"] and hall.clocks()[0].live)
        asked(one, 3)
        [now] = hall.clocks()
        assert (now.game, now.seat, now.left_ms, now.names, now.bank_ms) == ("", None, None, (), (3,))
        assert [spoken.warning(each, "en") for each in now.warnings] == []
        assert spoken.state(now, "en")


def test_one_that_refuses_is_a_problem_that_passes(hub, halls):
    class Broken(FakeClock):
        broken = True

        def live(self) -> dict[str, Any]:
            if self.broken:
                raise OSError(5)
            return super().live()

    clock = Broken()
    with PtyClock(clock) as one:
        hall = halls(one)
        until(hub, CLOCKS, lambda: states(hall) == ["problem"])
        assert isinstance(hall.clocks()[0].problem, Refused)
        clock.broken = False
        until(hub, CLOCKS, lambda: states(hall) == ["live"])


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_warnings(hub, halls, store, lang):
    class Worn(FakeClock):
        def hello(self) -> dict[str, Any]:
            return super().hello() | {"unix": None}

        def status(self) -> dict[str, Any]:
            return {"trouble": "tr_button_stuck", "lost": 2, "flash_free": 40_000}

    store.meet(Worn().hello()["device"], b"k" * 32, "pico", "0.1.0")
    with PtyClock(Worn()) as one, PtyClock(Worn()) as twin:
        hall = halls(one, twin)
        until(hub, CLOCKS, lambda: all(each.status for each in hall.clocks()))
        first, second = hall.clocks()
        assert first.warnings == ("tr_button_stuck", "lost", "key_changed", "tr_memory", "no_time")
        assert second.twin == first.port and "twin" in second.warnings
        said = [spoken.warning(each, lang) for each in second.warnings]
        assert len(set(said)) == len(said) and not set(said) & set(second.warnings)


def test_who_borrows_a_line_has_it_alone(hub, halls):
    clock = FakeClock()
    with PtyClock(clock) as one:
        hall = halls(one)
        until(hub, CLOCKS, lambda: states(hall) == ["live"])
        with hall.borrow(one.path, "syncing") as link:
            assert states(hall) == ["syncing"]
            before = heard(one, b"live")
            assert link.hello()["state"] == "setup"
            with pytest.raises(LineTaken), hall.borrow(one.path, wait_s=1.2):
                pass
            assert heard(one, b"live") == before  # it rested
            clock.state = "ready"
        until(hub, CLOCKS, lambda: hall.clocks()[0].game == "ready", 2)
        assert states(hall) == ["live"]


def test_borrowers_take_turns(hub, halls):
    with PtyClock(FakeClock()) as one:
        hall = halls(one)
        inside, most, done = [0], [0], []

        def borrow() -> None:
            for _ in range(10):
                with hall.borrow(one.path) as link:
                    inside[0] += 1
                    most[0] = max(most[0], inside[0])
                    assert link.live() == {"state": "setup"}
                    inside[0] -= 1
            done.append(True)

        until(hub, CLOCKS, lambda: states(hall) == ["live"])
        borrowers = [threading.Thread(target=borrow) for _ in range(4)]
        for each in borrowers:
            each.start()
        for each in borrowers:
            each.join(30)
        assert (len(done), most[0]) == (4, 1)
        asked(one, 2)


def test_a_refusal_to_a_borrower_is_no_problem_of_the_clock(hub, halls):
    with PtyClock(FakeClock(state="running")) as one:
        hall = halls(one)
        until(hub, CLOCKS, lambda: states(hall) == ["live"])
        with pytest.raises(Refused), hall.borrow(one.path) as link:
            link.send_fixture("matam", 3)
        assert states(hall) == ["live"]


def test_it_stops_at_once_whatever_the_clocks_do(hub, halls, tmp_path):
    with PtyClock(None) as deaf, PtyClock(FakeClock()) as clock:
        hall = halls(deaf, clock, str(tmp_path / "nothing"))
        until(hub, CLOCKS, lambda: "live" in states(hall))
        pulled = threading.Event()

        def hold() -> None:
            with hall.borrow(clock.path) as link:
                inside.set()
                try:
                    while True:
                        link.live()
                except CablePulled:
                    pulled.set()

        inside = threading.Event()
        threading.Thread(target=hold, daemon=True).start()
        assert inside.wait(10)
        began_s = time.monotonic()
        hall.stop()
        assert time.monotonic() - began_s < 1.5
        assert pulled.wait(5)
        assert not [each.name for each in threading.enumerate() if each.name.startswith("clock ")]
        with Clock(clock.path) as link:  # and lets go of the ports
            assert link.live()
