"""A backup is all of a tournament in one file; a restore adds it whole, or says why it cannot and touches nothing."""

import errno
import hashlib
import json
import os
import stat
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.logs import DEVICE, KEY, OTHER_KEY, matam_game
from tournament.tournaments import one_round, three_teams
from tritempo_host.problem import Problem
from tritempo_host.store import ClockLog, Store, archive, examine, open_store
from tritempo_host.store.archive import DamagedError, NotABackupError, pack, unpack
from tritempo_host.store.backup import backup, copy_to, packed, restore, snapshot
from tritempo_host.store.tournaments import Listed, Tournaments
from tritempo_host.tournament import Draft, Tournament, standings

GAME = "9f3a66c1"


def kept(store: Store, data: bytes, key: bytes = KEY) -> None:
    store.meet(DEVICE, key, "virtual", "0.1.0")
    store.keep(DEVICE, ClockLog(1, GAME, len(data), open=False, acknowledged=False), data)


@pytest.fixture
def played(store: Store) -> Listed:
    """A tournament with a round, and the log of one of its games."""
    tournaments = Tournaments(store, "en")
    new = tournaments.new("3r MàTaM", "matam", "Núria")
    kept(store, matam_game(round=1, table=1).data)
    link = Draft("log", {"log": f"{DEVICE}/{GAME}", "round": 1, "table": 1})
    tournaments.append(new, [*three_teams(), *one_round(), link], "Núria")
    return new


@pytest.fixture
def other(tmp_path: Path):
    with open_store(tmp_path / "other.db", "en") as store:
        yield store


def file(store: Store, played: Listed, tmp_path: Path) -> Path:
    return backup(store, played, tmp_path / "backup.zip", "en")


def test_a_restored_tournament_is_complete(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    there = restore(other, file(store, played, tmp_path), "en")
    mine, theirs = Tournaments(store), Tournaments(other)
    assert theirs.entries(there) == mine.entries(played)
    assert standings(theirs.load(there)) == standings(mine.load(played))
    record = other.find_log(GAME)
    assert record.data == store.find_log(GAME).data and record.key == KEY and record.key_trusted
    assert examine(record).verdict == examine(store.find_log(GAME)).verdict == "sound"
    assert packed(other, there) == packed(store, played)


def test_a_restore_works_into_either_database(played: Listed, store: Store, place: str, tmp_path: Path) -> None:
    """The same store, emptied of nothing: the tournament is there, and stays as it is."""
    path = file(store, played, tmp_path)
    before = Tournaments(store).entries(played)
    assert restore(store, path, "en") == Tournaments(store).find(played.slug)
    assert Tournaments(store).entries(played) == before and len(store.logs()) == 1


def test_a_file_that_knows_more_continues_and_one_that_knows_less_changes_nothing(
    store: Store, played: Listed, other: Store, tmp_path: Path
) -> None:
    early = backup(store, played, tmp_path / "early.zip", "en")
    Tournaments(store).append(played, [Draft("note", {"text": "more"})], "Pau")
    late = backup(store, played, tmp_path / "late.zip", "en")
    there = [restore(other, path, "en") for path in (early, late, early, late)][-1]
    assert Tournaments(other).entries(there) == Tournaments(store).entries(played)
    assert len(Tournaments(other).listed()) == 1


def test_what_went_another_way_is_not_touched(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    there = restore(other, file(store, played, tmp_path), "en")
    Tournaments(other).append(there, [Draft("note", {"text": "here"})], "Pau")
    Tournaments(store).append(played, [Draft("note", {"text": "there"})], "Pau")
    before = Tournaments(other).entries(there)
    with pytest.raises(Problem, match="went another way"):
        restore(other, backup(store, played, tmp_path / "late.zip", "en"), "en")
    assert Tournaments(other).entries(there) == before


def test_another_tournament_of_the_same_name_stays(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    mine = Tournaments(other).new("3r MàTaM", "matam", "Pau")
    there = restore(other, file(store, played, tmp_path), "en")
    assert (mine.slug, there.slug) == ("3r-matam", "3r-matam-2")
    assert len(Tournaments(other).entries(mine)) == 1


def test_another_content_of_a_log_refuses_the_whole(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    kept(other, matam_game(round=9, table=9).data)
    with pytest.raises(Problem, match="another content of the log"):
        restore(other, file(store, played, tmp_path), "en")
    assert Tournaments(other).listed() == []


def test_a_log_that_is_longer_here_stays(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    data = store.find_log(GAME).data
    kept(other, data + b"more\n")
    restore(other, file(store, played, tmp_path), "en")
    assert other.find_log(GAME).data == data + b"more\n"


def test_a_log_that_is_shorter_here_grows(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    data = store.find_log(GAME).data
    kept(other, data[:-100])
    restore(other, file(store, played, tmp_path), "en")
    assert other.find_log(GAME).data == data
    assert other.find_log(GAME).stored.sha256 == hashlib.sha256(data).hexdigest()


def test_a_key_that_a_known_clock_never_gave_is_not_trusted(
    store: Store, played: Listed, other: Store, tmp_path: Path
) -> None:
    other.meet(DEVICE, OTHER_KEY, "virtual", "0.1.0")
    restore(other, file(store, played, tmp_path), "en")
    assert other.keys(DEVICE) == [(OTHER_KEY, True), (KEY, False)]


# The file


def test_a_backup_writes_over_nothing_and_is_for_its_owner(store: Store, played: Listed, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("mine")
    with pytest.raises(Problem, match="is there already"):
        backup(store, played, path, "en")
    assert path.read_text() == "mine"
    made = file(store, played, tmp_path)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert {each.name for each in tmp_path.iterdir() if each.suffix == ".tmp"} == set()


def test_what_a_program_that_was_killed_has_left_is_in_nobodys_way(
    store: Store, played: Listed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash the next program may well have the number that the one before had."""
    link = Path.hardlink_to
    monkeypatch.setattr(Path, "hardlink_to", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: None)
    path = tmp_path / "all.zip"
    with pytest.raises(KeyboardInterrupt):
        backup(store, played, path, "en")
    monkeypatch.setattr(Path, "hardlink_to", link)
    assert backup(store, played, path, "en") == path and path.is_file()


def test_other_programs_can_read_it(store: Store, played: Listed, tmp_path: Path) -> None:
    with zipfile.ZipFile(file(store, played, tmp_path)) as archive:
        assert archive.testzip() is None
        manifest = json.loads(archive.read("manifest.json"))
        assert set(manifest["files"]) == {"entries.jsonl", "clocks.json", "logs/00001.log"}
        for name, about in manifest["files"].items():
            assert hashlib.sha256(archive.read(name)).hexdigest() == about["sha256"]
        assert len(archive.read("entries.jsonl").splitlines()) == manifest["entries"]


def test_what_is_no_backup_is_refused(other: Store, tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(Problem, match="cannot be read"):
        restore(other, path, "en")
    empty = BytesIO()
    zipfile.ZipFile(empty, "w").close()
    for data in (b"", b"PK", b"name;club\n", empty.getvalue()):
        path.write_bytes(data)
        with pytest.raises(Problem, match="is not a backup"):
            restore(other, path, "en")


def test_a_backup_of_a_newer_program_is_refused(
    store: Store, played: Listed, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tritempo_host.store.archive.VERSION", 2)
    path = file(store, played, tmp_path)
    monkeypatch.undo()
    with pytest.raises(Problem, match="newer version"):
        restore(other, path, "en")
    tournament = packed(store, played)
    manifest, files = unpack(tournament)
    lines = files["entries.jsonl"].replace(b'"kind": "close"', b'"kind": "marvel"')
    path.write_bytes(pack({"slug": manifest["slug"]}, files | {"entries.jsonl": lines}))
    with pytest.raises(Problem, match="does not know"):
        restore(other, path, "en")
    assert Tournaments(other).listed() == []


SMALL = pack({"slug": "x"}, {"entries.jsonl": b'{"number": 1}\n', "clocks.json": b"[]"})


@given(st.integers(0, len(SMALL) - 1), st.integers(1, 255))
def test_a_changed_byte_is_noticed_wherever_it_is(place: int, change: int) -> None:
    changed = bytearray(SMALL)
    changed[place] ^= change
    with pytest.raises((DamagedError, NotABackupError)):
        unpack(bytes(changed))


@given(st.integers(0, len(SMALL) - 1))
def test_a_cut_is_noticed_wherever_it_is(size: int) -> None:
    with pytest.raises((DamagedError, NotABackupError)):
        unpack(SMALL[:size])


def test_a_cut_backup_is_said_to_be_one(store: Store, played: Listed, other: Store, tmp_path: Path) -> None:
    path = file(store, played, tmp_path)
    path.write_bytes(path.read_bytes()[:-1000])
    with pytest.raises(Problem, match="was cut or changed"):
        restore(other, path, "en")
    assert Tournaments(other).listed() == []


@pytest.mark.parametrize(
    "line",
    [
        {},
        {
            "number": 2,
            "at": "2026-11-30T10:00:00+00:00",
            "who": "x",
            "kind": "note",
            "body": {"text": "x"},
            "why": None,
        },
        {"number": 1, "at": "2026-11-30T10:00:00", "who": "x", "kind": "note", "body": {"text": "x"}, "why": None},
        {"number": 1, "at": "yesterday", "who": "x", "kind": "note", "body": {"text": "x"}, "why": None},
        {"number": 1, "at": "2026-11-30T10:00:00+00:00", "who": "x", "kind": "note", "body": 7, "why": None},
    ],
)
def test_a_sealed_file_with_nonsense_in_it_is_refused(line: dict, other: Store, tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    path.write_bytes(pack({"slug": "x"}, {"entries.jsonl": json.dumps(line).encode(), "clocks.json": b"[]"}))
    with pytest.raises(Problem):
        restore(other, path, "en")
    assert Tournaments(other).listed() == []


# Snapshots


def test_a_snapshot_is_a_backup_beside_the_store(store: Store, played: Listed, other: Store, tmp_path, monkeypatch):
    monkeypatch.setattr("tritempo_host.store.location.default_path", lambda: tmp_path / "tritempo.db")
    path = snapshot(store, played, "en")
    assert path.parent == tmp_path / "snapshots" and path.name.startswith("3r-matam-")
    assert snapshot(store, played, "en") == path
    state: Tournament = Tournaments(other).load(restore(other, path, "en"))
    assert state == Tournaments(store).load(played)


def test_a_snapshot_that_cannot_be_made_is_said(store: Store, played: Listed, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tritempo_host.store.location.default_path", lambda: tmp_path / "tritempo.db")
    (tmp_path / "snapshots").write_text("a file")
    with pytest.raises(Problem, match="could not be written"):
        snapshot(store, played, "en")


# A second copy, on a stick


def test_a_second_copy_holds_all_that_the_first_does(
    store: Store, played: Listed, other: Store, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    path = copy_to(store, played, stick, "en")
    assert path.parent == stick and copy_to(store, played, stick, "en") == path and len(list(stick.iterdir())) == 1
    state: Tournament = Tournaments(other).load(restore(other, path, "en"))
    assert state == Tournaments(store).load(played) and other.logs()


def test_a_stick_that_is_not_there_is_not_made_on_this_disk(store: Store, played: Listed, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"is not there.*plugged in"):
        copy_to(store, played, tmp_path / "stick", "en")
    assert not (tmp_path / "stick").exists()


def test_a_place_where_nothing_can_be_written_is_said(store: Store, played: Listed) -> None:
    with pytest.raises(Problem, match="could not be written"):
        copy_to(store, played, Path("/proc"), "en")  # not even by root


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
def test_a_stick_that_is_full_or_pulled_or_locked_is_said_and_nothing_half_stays(
    store: Store, played: Listed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    def fails(_: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(archive.os, "fsync", fails)
    with pytest.raises(Problem, match=f"could not be written .{os.strerror(error)}"):
        copy_to(store, played, tmp_path, "en")
    assert not list(tmp_path.glob("*.zip")) and not list(tmp_path.glob(".*"))
