"""The sync: wherever it stops nothing is lost, the next run goes on, and a clock is told only what is true."""

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

import fake_clock
from host.fake_clocks import FakeClock, FakeLog, pulled_at
from host.logs import DEVICE, KEY, OTHER_DEVICE, OTHER_KEY, PlayedLog, header, matam_game
from pty_clock import PtyClock
from tritempo_host.cli import cli
from tritempo_host.link.problems import CablePulled, Damaged, Refused
from tritempo_host.store import Store, open_store
from tritempo_host.sync import Fetched, Sync, Visit, engine
from tritempo_host.sync.screen import Bars, tell

GAMES = {"9f3a66c1": matam_game(), "01234567": matam_game(turns=10, game="01234567")}
ON = b"".join(matam_game(game="aaaa0000").lines[:30])


class Nobody:
    """A watcher that does not look."""

    def planned(self, visit: Visit) -> None: ...
    def moved(self, visit: Visit) -> None: ...
    def finished(self, visit: Visit) -> None: ...


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db", "en") as store:
        yield store


def a_clock(**changes) -> FakeClock:
    """Two games that are over and one that is on."""
    logs = [FakeLog(1, "9f3a66c1", GAMES["9f3a66c1"].data), FakeLog(2, "01234567", GAMES["01234567"].data)]
    return FakeClock([*logs, FakeLog(3, "aaaa0000", ON, open=True)], **changes)


def run(store: Store, *clocks: FakeClock, **options) -> list[Visit]:
    return Sync(store, Nobody(), **options).run({clock.port: clock.open for clock in clocks})


def contents(store: Store) -> dict[tuple[str, str], bytes]:
    return {(log.device, log.name): store.data(log) for log in store.logs()}


WHOLE = {(DEVICE, log.game): log.data for log in a_clock().logs_}


def test_all_logs_come_and_those_of_games_that_are_over_are_acknowledged(store: Store) -> None:
    clock = a_clock()
    [visit] = run(store, clock)
    assert visit.ok and visit.device == DEVICE and visit.meeting is not None and visit.meeting.first
    assert contents(store) == WHOLE
    assert [fetched.how for fetched in visit.fetched] == ["new"] * 3 and not visit.flagged
    assert [log.acked for log in clock.logs_] == [True, True, False]
    assert (visit.had, visit.still_open, visit.acknowledged) == (0, 1, 2)
    assert visit.read_bytes == visit.planned_bytes == sum(map(len, WHOLE.values()))
    assert [log.acknowledged_size for log in store.logs()] == [
        len(GAMES["9f3a66c1"].data),
        len(GAMES["01234567"].data),
        None,
    ]


def test_run_twice_it_does_nothing_twice(store: Store) -> None:
    clock = a_clock()
    run(store, clock)
    before = store.logs()
    clock.requests.clear()
    [visit] = run(store, clock)
    assert visit.ok and visit.meeting is not None and not visit.meeting.first
    assert (visit.fetched, visit.had, visit.still_open, visit.acknowledged) == ([], 3, 1, 0)
    assert store.logs() == before
    # of the game that is on, its last line is looked at, and that is all
    assert [request.split()[0] for request in clock.requests] == ["hello", "key", "logs", "read", "piece"]


def test_a_game_that_went_on_is_read_from_where_it_was(store: Store) -> None:
    clock = a_clock()
    run(store, clock)
    clock.logs_[2].data = matam_game(game="aaaa0000").data
    [visit] = run(store, clock)
    assert [(fetched.how, fetched.audit.verdict) for fetched in visit.fetched] == [("grown", "sound")]
    assert visit.read_bytes == len(clock.logs_[2].data) - len(ON)
    # ended, though the clock has begun no other game
    assert clock.logs_[2].acked and clock.logs_[2].open
    assert contents(store)[DEVICE, "aaaa0000"] == clock.logs_[2].data


def test_an_ended_game_that_goes_on_is_acknowledged_anew(store: Store) -> None:
    log = PlayedLog(header(game="bbbb0000"))
    log.take(1_000, "seat", 1)
    log.take(60_000, "end", "out")
    clock = FakeClock([FakeLog(1, "bbbb0000", log.data, open=True)])
    run(store, clock)
    assert clock.logs_[0].acked
    log.take(70_000, "undo")
    clock.logs_[0].data, clock.logs_[0].acked = log.data, False
    [visit] = run(store, clock)
    assert visit.still_open == 1 and not clock.logs_[0].acked
    log.take(80_000, "end", "out")
    clock.logs_[0].data = log.data
    run(store, clock)
    assert clock.logs_[0].acked
    [kept] = store.logs()
    assert kept.acknowledged_size == len(log.data)


def test_what_another_computer_acknowledged_is_fetched_all_the_same(store: Store) -> None:
    clock = a_clock()
    for log in clock.logs_:
        log.acked = True
    [visit] = run(store, clock)
    assert contents(store) == WHOLE and visit.acknowledged == 0


# Wherever it stops


def requests_of_a_clean_run(tmp_path: Path) -> int:
    with open_store(tmp_path / "clean.db", "en") as store:
        clock = a_clock()
        run(store, clock)
        return len(clock.requests)


def test_a_cable_pulled_at_any_moment_loses_nothing_and_the_next_run_finishes(tmp_path: Path) -> None:
    total = requests_of_a_clean_run(tmp_path)
    for count in range(1, total + 1):
        with open_store(tmp_path / f"{count}.db", "en") as store:

            def told(log: FakeLog, size: int, place: str = store.place) -> None:
                assert on_disk(place, log.game) == log.data[:size] == log.data

            clock = a_clock(fault=pulled_at(count), at_acknowledge=told)
            [visit] = run(store, clock)
            assert isinstance(visit.problem, CablePulled)
            came = sum(1 for request in clock.requests[:-1] if request.startswith("piece"))
            assert sum(log.size for log in store.logs()) == sum(_pieces()[:came])
            # a log in part is not one that was changed
            assert {fetched.audit.verdict for fetched in visit.fetched} <= {"sound", "open"}

            clock.fault = lambda count, request: None
            [visit] = run(store, clock)
            assert visit.ok and not visit.flagged and contents(store) == WHOLE
            assert [log.acked for log in clock.logs_] == [True, True, False]
            assert [log.acknowledged_size is not None for log in store.logs()] == [True, True, False]


def _pieces() -> list[int]:
    sizes = []
    for log in a_clock().logs_:
        sizes += [min(768, len(log.data) - start) for start in range(0, len(log.data), 768)]
    return sizes


def on_disk(place: str, game: str) -> bytes:
    """What a program that knows nothing of ours finds in the file."""
    other = sqlite3.connect(place)
    try:
        rows = other.execute(
            "SELECT data FROM pieces JOIN logs ON logs.id = log_id WHERE game = ? ORDER BY start", (game,)
        ).fetchall()
    finally:
        other.close()
    return b"".join(data for (data,) in rows)


def fill_at(store: Store, limit: int) -> list[str]:
    """Makes the disk full at commit number `limit`: SQLite itself finds it so. Returns the list of commits."""
    commits = []

    def commit(dbapi_connection: Any) -> None:
        commits.append("commit")
        if len(commits) == limit:
            pages = dbapi_connection.execute("PRAGMA page_count").fetchone()[0]
            dbapi_connection.execute(f"PRAGMA max_page_count={pages}")
            dbapi_connection.execute("CREATE TABLE more AS SELECT zeroblob(10000000)")
        plain(dbapi_connection)

    plain = store.engine.dialect.do_commit
    store.engine.dialect.do_commit = commit
    return commits


def test_a_disk_that_is_full_at_any_moment_acknowledges_nothing_that_is_not_on_it(tmp_path: Path) -> None:
    with open_store(tmp_path / "clean.db", "en") as store:
        total = fill_at(store, -1)
        run(store, a_clock())
    assert len(total) >= 6  # the meeting, three logs, two acknowledgements
    for limit in range(1, len(total) + 1):
        path = tmp_path / f"{limit}.db"
        clock = a_clock(at_acknowledge=lambda log, size, path=path: _same(on_disk(str(path), log.game), log.data))
        with open_store(path, "en") as store:
            fill_at(store, limit)
            [visit] = run(store, clock)
            assert visit.problem is not None and "disk is full" in visit.problem.message
        with open_store(path, "en") as store:
            [visit] = run(store, clock)
            assert visit.ok and contents(store) == WHOLE
            assert [log.acked for log in clock.logs_] == [True, True, False]
            assert [log.acknowledged_size is not None for log in store.logs()] == [True, True, False]


def _same(a: bytes, b: bytes) -> None:
    assert a == b


@pytest.mark.parametrize("count", [4, 6, 9, 14])
def test_a_program_killed_at_any_moment_goes_on_where_it_was(tmp_path: Path, count: int) -> None:
    """At the same requests as above, but by the system: nothing is cleaned up, nothing is said."""
    script = textwrap.dedent(
        f"""
        import os, signal
        from host.test_sync import a_clock, run
        from tritempo_host.store import open_store

        def kill(now, request):
            if now == {count}:
                os.kill(os.getpid(), signal.SIGKILL)

        run(open_store({str(tmp_path / "store.db")!r}, "en"), a_clock(fault=kill))
        """
    )
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    killed = subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": path}, check=False)
    assert killed.returncode == -signal.SIGKILL
    with open_store(tmp_path / "store.db", "en") as store:
        [visit] = run(store, a_clock())
        assert visit.ok and contents(store) == WHOLE


def test_ctrl_c_stops_at_the_next_piece_and_keeps_what_came(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = a_clock()
    heard = threading.Event()

    class Impatient(Nobody):
        def moved(self, visit: Visit) -> None:
            if visit.read_bytes > 1000 and not heard.is_set():
                signal.raise_signal(signal.SIGINT)
                # this is the clock's thread: it goes on once the main one has heard of it
                assert heard.wait(10)

    work = Sync(store, Impatient())
    stop = work._stop.set
    monkeypatch.setattr(work._stop, "set", lambda: (stop(), heard.set()))
    [visit] = work.run({clock.port: clock.open})
    assert visit.stopped and not visit.ok and visit.problem is None
    assert store.logs()[0].size == visit.read_bytes == 1536 < len(GAMES["9f3a66c1"].data)
    [visit] = run(store, clock)
    assert visit.ok and contents(store) == WHOLE


def test_a_large_log_is_kept_on_the_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "KEEP_EVERY", 1000)
    clock = a_clock()
    sizes = []
    clock.fault = lambda count, request: sizes.append([log.size for log in store.logs()])
    run(store, clock)
    assert [1536] in sizes and contents(store) == WHOLE


# Several clocks


def test_one_clock_that_fails_does_not_stop_the_others(store: Store) -> None:
    good = a_clock(port="/dev/good")
    bad = a_clock(port="/dev/bad", device=OTHER_DEVICE, fault=pulled_at(5))
    first, second = run(store, good, bad)
    assert first.ok and not second.ok
    assert {name for device, name in contents(store) if device == DEVICE} == {name for _, name in WHOLE}


def test_fifteen_clocks_at_once(store: Store) -> None:
    clocks = [
        FakeClock(
            [FakeLog(1, f"{n:08x}", matam_game(game=f"{n:08x}", device=f"clock{n}").data)],
            device=f"clock{n}",
            port=f"/dev/{n}",
        )
        for n in range(15)
    ]
    visits = run(store, *clocks)
    assert all(visit.ok and not visit.flagged for visit in visits)
    assert len(store.logs()) == 15 and all(clock.logs_[0].acked for clock in clocks)


def test_two_clocks_that_say_they_are_the_same_are_told_apart_by_what_they_have(store: Store) -> None:
    one = a_clock(port="/dev/one")
    other_game = matam_game(turns=12, game="9f3a66c1").data
    two = FakeClock([FakeLog(1, "9f3a66c1", other_game)], port="/dev/two", key_=OTHER_KEY)
    visits = run(store, one, two)
    assert all(visit.ok for visit in visits)
    assert sorted(filter(None, (visit.twin for visit in visits))) in (["/dev/one"], ["/dev/two"])
    kept = contents(store)
    assert {kept[DEVICE, "9f3a66c1"], kept[DEVICE, "9f3a66c1.2"]} == {GAMES["9f3a66c1"].data, other_game}
    assert any("other_content" in _codes(each) for visit in visits for each in visit.flagged)


def test_the_same_clock_twice_brings_its_logs_once(store: Store) -> None:
    one, two = a_clock(port="/dev/one"), a_clock(port="/dev/two")
    visits = run(store, one, two)
    assert contents(store) == WHOLE and sorted(visit.had for visit in visits) == [0, 3]


def _codes(fetched: Fetched) -> list[str]:
    return [finding.code for finding in fetched.audit.findings]


# What is not as it should be is kept, and said


def test_another_content_of_a_game_is_kept_beside_the_first(store: Store) -> None:
    clock = a_clock()
    run(store, clock)
    swapped = matam_game(turns=30, game="9f3a66c1").data
    clock.logs_[0].data, clock.logs_[0].acked = swapped, False
    [visit] = run(store, clock)
    [beside] = visit.fetched
    assert beside.how == "beside" and "other_content" in _codes(beside) and beside.audit.flagged
    assert contents(store) == {**WHOLE, (DEVICE, "9f3a66c1.2"): swapped}
    [visit] = run(store, clock)
    assert visit.fetched == []


def test_a_clock_that_lost_its_last_lines_and_went_on_differently_loses_nothing_here(store: Store) -> None:
    """Lines of a failing flash are in the clock's memory only: fetched, then gone with a power cut."""
    clock = FakeClock([FakeLog(1, "aaaa0000", ON, open=True)])
    run(store, clock)
    shorter = b"".join(matam_game(game="aaaa0000").lines[:25])
    clock.logs_[0].data = shorter
    [visit] = run(store, clock)
    assert visit.ok and visit.fetched == [] and contents(store) == {(DEVICE, "aaaa0000"): ON}
    other = matam_game(turns=12, game="aaaa0000", names=["A", "B", "C"]).data
    clock.logs_[0].data = other
    run(store, clock)
    assert contents(store) == {(DEVICE, "aaaa0000"): ON, (DEVICE, "aaaa0000.2"): other}


def test_a_changed_log_is_kept_flagged_and_named(store: Store) -> None:
    data = GAMES["9f3a66c1"].data.replace(b"*flag 2", b"*flag 3")
    clock = FakeClock([FakeLog(1, "9f3a66c1", data)])
    [visit] = run(store, clock)
    [flagged] = visit.flagged
    assert flagged.audit.verdict == "changed" and flagged.audit.findings[0].line == 4
    assert contents(store) == {(DEVICE, "9f3a66c1"): data}


def test_a_changed_copy_here_does_not_vouch_for_the_log_on_the_clock(store: Store) -> None:
    """Its last line is the same; but a broken chain says nothing about the lines before."""
    good = GAMES["9f3a66c1"].data
    clock = FakeClock([FakeLog(1, "9f3a66c1", good.replace(b"*flag 2", b"*flag 3"))])
    clock.at_acknowledge = pulled_at_once
    run(store, clock)
    clock.logs_[0].data, clock.at_acknowledge = good, lambda log, size: None
    [visit] = run(store, clock)
    assert [fetched.how for fetched in visit.fetched] == ["beside"] and clock.logs_[0].acked
    assert contents(store)[DEVICE, "9f3a66c1.2"] == good


def pulled_at_once(log: FakeLog, size: int) -> None:
    raise CablePulled("/dev/clock")


LINES = {
    "as it was": matam_game().lines,
    "another course": matam_game(turns=9, names=["A", "B", "C"]).lines,
    "another end": [*matam_game().lines[:25], *matam_game(OTHER_KEY).lines[25:]],
    "changed": [line.replace(b"*flag 2", b"*flag 3") for line in matam_game().lines],
}


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(LINES)), st.integers(1, 60), st.integers(0, 3), st.booleans(), st.integers(1, 25)
        ),
        min_size=1,
        max_size=5,
    )
)
def test_whatever_the_clock_has_all_that_came_is_kept_and_only_that_is_acknowledged(steps: list) -> None:
    """The log grows, shrinks, goes on differently, is changed; the cable is pulled at any moment."""
    with TemporaryDirectory() as folder, open_store(Path(folder) / "store.db", "en") as store:
        came: set[bytes] = set()

        def kept(content: bytes) -> bool:
            # a log that was changed on the clock after its sound lines came here may pass for them: they count
            sound = content.replace(b"*flag 3", b"*flag 2")
            return any(store.data(log).startswith((content, sound)) for log in store.logs())

        def told(log: FakeLog, size: int) -> None:
            assert size == len(log.data) and kept(log.data)
            came.add(log.data)

        log = FakeLog(1, "9f3a66c1", b"")
        for kind, lines, cut, still_open, count in steps:
            data = b"".join(LINES[kind][:lines])
            log = FakeLog(1, "9f3a66c1", data[: len(data) - cut], open=still_open)
            [visit] = run(store, FakeClock([log], fault=pulled_at(count), at_acknowledge=told))
            if visit.ok:
                came.add(log.data)
            assert all(kept(content) for content in came)
        [visit] = run(store, FakeClock([log], at_acknowledge=told))
        assert visit.ok and kept(log.data)


def test_a_changed_key_is_shouted_and_its_logs_flagged_until_a_person_accepts_it(store: Store) -> None:
    run(store, FakeClock([FakeLog(1, "9f3a66c1", GAMES["9f3a66c1"].data)]))
    new = matam_game(OTHER_KEY, turns=12, game="01234567").data
    clock = FakeClock([FakeLog(2, "01234567", new)], key_=OTHER_KEY)
    [visit] = run(store, clock)
    assert visit.meeting is not None and visit.meeting.key_changed
    assert _codes(visit.flagged[0])[0] == "key_changed" and visit.flagged[0].audit.verdict == "sound"
    assert store.find_log("0123").key == OTHER_KEY and store.find_log("9f3a").key == KEY
    assert store.find_log("9f3a").key_trusted and not store.find_log("0123").key_trusted
    run(store, clock, trust_keys=True)
    assert store.find_log("0123").key_trusted


def test_a_log_that_cannot_be_read_does_not_stop_the_next(store: Store) -> None:
    clock = a_clock()

    def broken(count: int, request: str) -> None:
        if request.startswith("piece 1"):
            raise Refused(clock.port, "failed", "the flash cannot be read")

    clock.fault = broken
    [visit] = run(store, clock)
    assert [log.number for log, _ in visit.troubles] == [1] and not visit.ok
    assert {name for _, name in contents(store)} == {"01234567", "aaaa0000"}


def test_bytes_that_are_not_what_the_clock_sent_are_not_kept(store: Store) -> None:
    clock = a_clock()

    def damaged(count: int, request: str) -> None:
        if request == "piece 1 768":
            raise Damaged(clock.port, log=1)

    clock.fault = damaged
    run(store, clock)
    assert (DEVICE, "9f3a66c1") not in contents(store) and not clock.logs_[0].acked
    clock.fault = lambda count, request: None
    run(store, clock)
    assert contents(store) == WHOLE


def test_an_acknowledgement_that_the_clock_does_not_take_is_told(store: Store) -> None:
    clock = a_clock()

    def grew(log: FakeLog, size: int) -> None:
        raise Refused(clock.port, "size", "the log has another size")

    clock.at_acknowledge = grew
    [visit] = run(store, clock)
    assert [log.number for log, _ in visit.troubles] == [1, 2]
    assert contents(store) == WHOLE and all(log.acknowledged_size is None for log in store.logs())


@pytest.mark.parametrize(
    "nonsense",
    [
        {"device": "../../etc/passwd"},
        {"device": ""},
        {"device": None},
        {"key_": b"short"},
        {"logs_": [FakeLog(-1, "9f3a66c1", b"")]},
        {"logs_": [FakeLog(1, "9f 3a", b"")]},
        {"logs_": [FakeLog(1, None, b"")]},  # pyright: ignore[reportArgumentType]
    ],
)
def test_a_clock_that_talks_nonsense_is_a_problem_not_a_crash(store: Store, nonsense: dict) -> None:
    [visit] = run(store, FakeClock(**nonsense))
    assert visit.problem is not None and "/dev/clock" in visit.problem.message
    assert store.logs() == []


def test_an_empty_log_is_kept_as_what_it_is(store: Store) -> None:
    clock = FakeClock([FakeLog(1, "9f3a66c1", b"")])
    [visit] = run(store, clock)
    assert [fetched.audit.verdict for fetched in visit.fetched] == ["not_a_log"] and visit.flagged
    assert clock.logs_[0].acked
    [visit] = run(store, clock)
    assert visit.had == 1


def test_a_mistake_of_ours_is_not_hidden(store: Store) -> None:
    clock = a_clock(fault=lambda count, request: 1 // (count - 3))
    with pytest.raises(ZeroDivisionError):
        run(store, clock)


# The command, over real serial lines


class PlayedClock(fake_clock.FakeClock):
    """A clock behind the real responder, with a game for each log."""

    def __init__(self, device: str, games: int) -> None:
        super().__init__({n: matam_game(device=device, game=f"{n:08x}").data for n in range(1, games + 1)})
        self.device = device

    def hello(self) -> dict[str, Any]:
        return {**super().hello(), "device": self.device, "firmware": "0.1.0"}


def tritempo(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], catch_exceptions=False)


def test_two_clocks_on_serial_lines_are_synced_and_then_there_is_nothing_new(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    first, second = PlayedClock("clock1", 3), PlayedClock("clock2", 2)
    with PtyClock(first) as one, PtyClock(second) as two:
        ports = ["--port", one.path, "--port", two.path, "--store", str(place)]
        told = json.loads(tritempo("sync", *ports, "--json").output)
        assert [(clock["device"], clock["ok"], clock["first"]) for clock in told["clocks"]] == [
            ("clock1", True, True),
            ("clock2", True, True),
        ]
        assert [[log["verdict"] for log in clock["logs"]] for clock in told["clocks"]] == [["sound"] * 3, ["sound"] * 2]
        again = tritempo("sync", *ports, "--lang", "ca")
    assert again.exit_code == 0 and "No hi ha res de nou" in again.output
    with open_store(place, "en") as store:
        assert {(log.device, log.number): store.data(log) for log in store.logs()} == {
            (clock.device, number): data for clock in (first, second) for number, data in clock.logbook.logs.items()
        }
    assert set(first.logbook.acknowledged) == {1, 2, 3} and set(second.logbook.acknowledged) == {1, 2}


def test_a_clock_that_is_unplugged_is_told_and_the_other_is_synced(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    with PtyClock(PlayedClock("clock1", 2)) as one, PtyClock(None) as nobody:
        ports = ["--port", one.path, "--port", nobody.path, "--port", str(tmp_path / "absent")]
        result = tritempo("sync", *ports, "--store", place, "--lang", "en")
    assert result.exit_code == 1
    text = " ".join(result.output.split())
    assert nobody.path in text and "absent" in text and "Traceback" not in text
    with open_store(place, "en") as store:
        assert len(store.logs()) == 2


ALL_HERE = {"ca": "Tot és a", "ro": "Totul este în", "en": "All is in"}
NOT_ALL = {"ca": "NO és al magatzem", "ro": "NU este încă în arhivă", "en": "NOT in the store"}


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_all_is_in_the_store_is_said_only_when_every_clock_was_read_to_its_end(store: Store, lang: str) -> None:
    """People pack their clocks on that sentence."""
    good, other = a_clock(port="/dev/good"), a_clock(port="/dev/bad", device=OTHER_DEVICE)
    run(store, good, other)
    said = shown(store, run(store, good, other), lang)
    assert ALL_HERE[lang] in said and NOT_ALL[lang] not in said
    other.requests.clear()
    other.fault = pulled_at(2, "/dev/bad")
    said = shown(store, run(store, good, other), lang)
    assert ALL_HERE[lang] not in said and NOT_ALL[lang] in said and " 1 " in said
    [stopped] = run(store, good)
    stopped.stopped = True
    said = shown(store, [stopped], lang)
    assert ALL_HERE[lang] not in said and NOT_ALL[lang] in said
    good.logs_[0].acked = False
    good.at_acknowledge = _refused  # a log's own trouble
    said = shown(store, run(store, good), lang)
    assert ALL_HERE[lang] not in said and NOT_ALL[lang] in said


def _refused(log: FakeLog, size: int) -> None:
    raise Refused("/dev/good", "size", "the log has another size")


@pytest.mark.parametrize("given", [True, False])
def test_no_store_is_made_where_no_clock_answered(tmp_path: Path, given: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with PtyClock(None) as nobody:
        monkeypatch.setattr("tritempo_host.link.find.boards", lambda: [nobody.path])
        ports = ["--port", nobody.path] if given else []
        result = tritempo("sync", *ports, "--store", tmp_path / "store.db", "--lang", "en")
    text = " ".join(result.output.split())
    # a Pico that does not answer may be a clock that hangs: it is never passed over
    assert result.exit_code == 1 and "no Tritempo clock answers there" in text and NOT_ALL["en"] in text
    assert "All is in" not in text and list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_while_a_clock_is_asked_who_it_is(tmp_path: Path) -> None:
    with PtyClock(None) as nobody:
        options = ["--port", nobody.path, "--store", str(tmp_path / "store.db"), "--lang", "en"]
        process = subprocess.Popen(
            [sys.executable, "-m", "tritempo_host", "sync", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        until = time.monotonic() + 20
        while b"hello" not in nobody.heard and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=20)[0]
    assert process.returncode == 130 and "Stopped." in said and NOT_ALL["en"] in " ".join(said.split())
    assert "Traceback" not in said and list(tmp_path.iterdir()) == []


def test_a_new_store_is_told(tmp_path: Path) -> None:
    with PtyClock(PlayedClock("clock1", 1)) as one:
        options = ["--port", one.path, "--store", tmp_path / "store.db", "--lang", "en"]
        said = [" ".join(tritempo("sync", *options).output.split()) for _ in range(2)]
    assert ["a new store; there was none" in each for each in said] == [True, False]


def test_a_mistyped_folder_is_told_before_any_clock_is_asked(tmp_path: Path) -> None:
    result = tritempo("sync", "--port", "/dev/none", "--store", tmp_path / "absent" / "store.db", "--lang", "en")
    assert result.exit_code == 1 and "there is no folder" in result.output and list(tmp_path.iterdir()) == []


def test_a_key_that_is_accepted_is_no_alarm(store: Store) -> None:
    run(store, a_clock())
    changed = a_clock(key_=OTHER_KEY)
    assert "has changed!" in shown(store, run(store, changed))
    said = shown(store, run(store, changed, trust_keys=True))
    assert "the new key of clock" in said and "has changed!" not in said
    assert "the new key" not in shown(store, run(store, changed, trust_keys=True))


def test_without_any_clock_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tritempo_host.link.find.boards", list)
    result = tritempo("sync", "--store", tmp_path / "store.db", "--lang", "ro")
    assert result.exit_code == 1 and "--port" in result.output
    assert not (tmp_path / "store.db").exists()


def shown(store: Store, visits: list[Visit], lang: str = "en") -> str:
    console = Console(file=io.StringIO(), width=100)
    for part in tell(visits, store, lang):
        console.print(part, soft_wrap=True)
    return console.file.getvalue()  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("width", [30, 40, 60, 100])
def test_a_narrow_terminal_leaves_nothing_out(store: Store, width: int) -> None:
    console = Console(file=io.StringIO(), width=width)
    for part in tell(run(store, a_clock()), store, "en"):
        console.print(part, soft_wrap=isinstance(part, str))
    said = console.file.getvalue()  # pyright: ignore[reportAttributeAccessIssue]
    assert all(word in said for word in ("/dev/clock", DEVICE[-8:], "flagged", "done")) and "…" not in said


def test_what_must_not_be_overlooked_is_said_loudly(store: Store) -> None:
    changed = GAMES["9f3a66c1"].data.replace(b"*flag 2", b"*flag 3")
    said = shown(store, run(store, FakeClock([FakeLog(1, "9f3a66c1", changed)])))
    assert "a new clock, " + DEVICE in said
    assert "9f3a: changed" in said and "line 4 (byte " in said
    other = FakeClock([FakeLog(1, "9f3a66c1", GAMES["9f3a66c1"].data)], port="/dev/one", key_=OTHER_KEY)
    twin = FakeClock([], port="/dev/two", key_=OTHER_KEY)
    said = shown(store, run(store, other, twin))
    assert "the key of clock" in said and "has changed!" in said
    assert "both say that they are clock" in said
    assert "9f3a.2: the clock now has another content of this game" in said


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_everything_is_said_in_every_language(store: Store, lang: str) -> None:
    said = shown(store, run(store, a_clock(), a_clock(port="/dev/two", fault=pulled_at(6))), lang)
    assert {"ca": "fet", "ro": "gata", "en": "done"}[lang] in said
    assert "{" not in said and said.count("/dev/two") >= 2


def test_bars_are_drawn_on_a_terminal_and_not_into_a_file(store: Store) -> None:
    for terminal in (True, False):
        file = io.StringIO()
        console = Console(file=file, force_terminal=terminal, width=100)
        clock = a_clock(device=f"clock{terminal}")
        with Bars(console, [clock.port, "/dev/other"], "en") as bars:
            Sync(store, bars).run({clock.port: clock.open})
        assert (clock.port in file.getvalue()) == terminal
        assert ("all clocks" in file.getvalue()) == terminal
