"""`kill -9` at any moment of a result, an import, a restore or a backup: what was confirmed is there, and nothing is
there by halves. Real processes, killed at steps of the database and at moments by chance."""

import random
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from tournament.killed import COUNT, PLAYERS, lines, run, started, steps_of
from tournament.tournaments import one_round, three_teams
from tritempo_host.problem import Problem
from tritempo_host.store import Store, open_store
from tritempo_host.store.backup import backup, missing_snapshot, restore
from tritempo_host.store.tournaments import Listed, Tournaments
from tritempo_host.tournament import Conflict, Draft, Entry, fold

SAMPLED = 4  # of the steps of each; the first and the last ones always


def sample(steps: int) -> list[int]:
    between = random.Random(steps).sample(range(1, steps + 1), min(SAMPLED, steps))
    return sorted({1, 2, steps - 1, steps, *between})


@pytest.fixture
def made(store: Store) -> Listed:
    return Tournaments(store).new("x", "romania", "ana")


@pytest.fixture
def told(tmp_path: Path) -> Path:
    return tmp_path / "told"


def written(store: Store, tournament: Listed) -> list[Entry]:
    """All entries; that they are whole and without a gap is always looked at."""
    entries = Tournaments(store).entries(tournament)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    fold(entries)
    return entries


def test_results_that_were_confirmed_are_there(store: Store, made: Listed, place: str, told: Path) -> None:
    for stop in sample(steps_of(place, "results", "ana", told)):
        before = len(written(store, made))
        confirmed, killed = run(place, "results", stop, "ana", told)
        texts = [entry.body["text"] for entry in written(store, made)[before:]]
        assert killed
        # the one after the last that was confirmed may be there, too: the kill came between commit and word
        assert texts == [f"ana {n}" for n in range(len(texts))] and len(confirmed) <= len(texts) <= len(confirmed) + 1


def test_an_import_is_there_whole_or_not_at_all(store: Store, made: Listed, place: str, told: Path) -> None:
    for stop in sample(steps_of(place, "import", "ana", told)):
        new = Tournaments(store).new(f"y{stop}", "romania", "ana")
        confirmed, _ = run(place, "import", stop, "ana", told)
        have = len(written(store, new)) - 1
        assert have == PLAYERS if confirmed else have in (0, PLAYERS)


def whole_tournament(store: Store) -> Listed:
    new = Tournaments(store).new("x", "matam", "ana")
    Tournaments(store).append(new, [*three_teams(), *one_round()], "ana")
    return new


def test_a_restore_is_there_whole_or_not_at_all_and_goes_on(
    store: Store, made: Listed, place: str, told: Path, tmp_path: Path
) -> None:
    path = tmp_path / "backup.zip"
    with open_store(tmp_path / "source.db", "en") as source:
        new = whole_tournament(source)
        backup(source, new, path, "en")
        expected = Tournaments(source).entries(new)
    with open_store(tmp_path / "measured.db", "en") as measured:
        steps = steps_of(str(tmp_path / "measured.db"), "restore", str(path), told)
        assert len(Tournaments(measured).listed()) == 1
    listed = []
    for stop in (*sample(steps), 0):
        confirmed, _ = run(place, "restore", stop, str(path), told)
        listed = Tournaments(store).listed()
        assert listed[0].id == made.id and len(written(store, made)) == 1
        assert all(written(store, each) == expected for each in listed[1:])
        assert len(listed) == 2 if confirmed else len(listed) in (1, 2)
    assert len(listed) == 2


def test_a_backup_is_there_whole_or_not_at_all(tmp_path: Path, told: Path) -> None:
    place = str(tmp_path / "store.db")
    with open_store(place, "en") as store:
        expected = written(store, whole_tournament(store))
    for stop in sample(steps_of(place, "backup", str(tmp_path / "all.zip"), told)):
        path = tmp_path / f"{stop}.zip"
        confirmed, _ = run(place, "backup", stop, str(path), told)
        assert path.exists() or not confirmed
        with open_store(tmp_path / f"other{stop}.db", "en") as other:
            if path.exists():
                assert written(other, restore(other, path, "en")) == expected
            else:
                with pytest.raises(Problem, match="cannot be read"):
                    restore(other, path, "en")


def test_a_draw_is_there_whole_or_not_at_all(store: Store, made: Listed, place: str, told: Path) -> None:
    def field(name: str) -> Listed:
        new = Tournaments(store).new(name, "romania", "ana")
        Tournaments(store).append(new, [Draft("player", {"name": f"Player {n}"}) for n in range(PLAYERS)], "ana")
        return new

    field("measured")
    for stop in sample(steps_of(place, "draw", "molins", told)):
        new = field(f"y{stop}")
        confirmed, _ = run(place, "draw", stop, "molins", told)
        drawn = fold(written(store, new)).rounds
        assert drawn or not confirmed
        assert not drawn or len(drawn[1].games) == PLAYERS // 2


def test_a_closing_is_there_with_a_copy_that_is_whole_or_gets_one(
    place: str, told: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a server's copies are in the user's folder, which the killed programs find in the same way
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    with open_store(place, "en") as store:

        def played(name: str) -> Listed:
            new = Tournaments(store).new(name, "matam", "ana")
            Tournaments(store).append(new, [*three_teams(), *one_round()[:-1]], "ana")
            return new

        played("measured")
        for stop in sample(steps_of(place, "close", "ana", told)):
            new = played(f"y{stop}")
            confirmed, _ = run(place, "close", stop, "ana", told)
            entries = written(store, new)
            closed = fold(entries).rounds[1].closed
            assert closed or not confirmed
            copy = missing_snapshot(store, new, "en")
            assert missing_snapshot(store, new, "en") is None
            copies = list(tmp_path.rglob(f"y{stop}-*.zip"))
            assert len(copies) == bool(closed) and (copy is None or copies == [copy])
            for each in copies:
                with open_store(tmp_path / f"other{stop}.db", "en") as other:
                    assert written(other, restore(other, each, "en")) == entries


def notes(entries: Sequence[Entry], who: str) -> list[str]:
    return [str(entry.number) for entry in entries if entry.who == who]


@pytest.mark.parametrize("seed", range(2))
def test_killed_from_outside_at_a_moment_by_chance(
    store: Store, made: Listed, place: str, tmp_path: Path, seed: int
) -> None:
    """Two programs write; one is killed after some of its words, the other goes on, and neither loses anything."""
    first, second = tmp_path / "first", tmp_path / "second"
    one, other = started(place, "results", 0, "one", first), started(place, "results", 0, "other", second)
    enough = random.Random(seed).randrange(1, COUNT)
    while len(lines(first)) < enough and one.is_alive():
        one.join(0.005)
    one.kill()
    one.join(100)
    other.join(100)
    assert one.exitcode in (0, -signal.SIGKILL) and other.exitcode == 0
    entries = written(store, made)
    assert notes(entries, "other") == lines(second)[:-1] and len(lines(second)) == COUNT + 1
    confirmed = [line for line in lines(first) if line.isdigit()]
    assert len(confirmed) >= enough
    assert notes(entries, "one")[: len(confirmed)] == confirmed
    assert len(notes(entries, "one")) <= len(confirmed) + 1


def test_stations_that_write_at_once_lose_nothing(store: Store, made: Listed, place: str, tmp_path: Path) -> None:
    names = ("one", "two", "three")
    programs = [started(place, "results", 0, who, tmp_path / who) for who in names]
    for each in programs:
        each.join(100)
    assert [each.exitcode for each in programs] == [0, 0, 0]
    entries = written(store, made)
    assert len(entries) == 1 + COUNT * len(names)
    for who in names:
        assert notes(entries, who) == lines(tmp_path / who)[:-1]
        assert [entry.body["text"] for entry in entries if entry.who == who] == [f"{who} {n}" for n in range(COUNT)]


def test_a_conflict_is_told_across_programs(store: Store, place: str) -> None:
    """Station two has read before station one wrote; each has a store of its own on the same place."""
    one = Tournaments(store)
    new = one.new("x", "matam", "ana")
    one.append(new, [*three_teams(), *one_round()[:1]], "ana")
    with open_store(place, "en") as opened:
        two = Tournaments(opened)
        seen = two.load(new).last
        sheet = {"round": 1, "table": 1, "scores": [3, 2, 1], "end": "limit"}
        one.append(new, [Draft("result", sheet)], "ana", seen)
        with pytest.raises(Conflict) as told:
            two.append(new, [Draft("result", sheet | {"scores": [1, 2, 3]})], "bea", seen)
        assert (told.value.entry.who, told.value.entry.body["scores"]) == ("ana", [3, 2, 1])
        assert two.load(new).rounds[1].games[1].sheet.scores == (3, 2, 1)
