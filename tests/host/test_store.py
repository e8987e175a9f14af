"""The store: bytes are only ever added, what returned is on disk, and every trouble is a word for a person."""

import os
import sqlite3
import stat
import threading
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, inspect, text

from tritempo_host.problem import Problem
from tritempo_host.store import ClockLog, Store, engine, list_logs, location, migrate, open_store
from tritempo_host.store.engine import connect
from tritempo_host.store.find import short_names
from tritempo_host.store.models import Base

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))


def listed(game: str = "9f3a66c1", size: int = 6, number: int = 1, open_: bool = False) -> ClockLog:
    return ClockLog(number=number, game=game, size=size, open=open_, acknowledged=False)


@pytest.fixture
def store(place: str):
    with open_store(place, "en") as store:
        store.meet("clock1", KEY, "virtual", "0.1.0")
        yield store


@pytest.fixture
def file_store(tmp_path: Path):
    """One on SQLite, for what only SQLite has."""
    with open_store(tmp_path / "store.db", "en") as store:
        store.meet("clock1", KEY, "virtual", "0.1.0")
        yield store


# Bytes are only ever added


def test_a_log_is_kept_byte_for_byte_and_found_again(store: Store, place: str) -> None:
    data = bytes(range(256))
    kept = store.keep("clock1", listed(size=256), data)
    assert kept.complete and kept.version == 1
    with open_store(place, "en", create=False) as again:
        record = again.find_log("9f3a")
        assert record.data == data and record.key == KEY and record.key_trusted and record.versions == 1
        assert record.stored == kept


def test_a_part_is_not_complete_until_the_rest_came(store: Store) -> None:
    part = store.keep("clock1", listed(size=6), b"abc")
    assert not part.complete
    whole = store.keep("clock1", listed(size=6), b"abcdef")
    assert whole.complete and whole.id == part.id
    assert store.data(whole) == b"abcdef"
    assert store.data(part) == b"abc"


def test_an_open_log_grows(store: Store) -> None:
    kept = store.keep("clock1", listed(size=3, open_=True), b"abc")
    assert kept.complete and not kept.closed
    grown = store.keep("clock1", listed(size=6, open_=True), b"abcdef")
    assert grown.id == kept.id and store.data(grown) == b"abcdef"


def test_another_content_of_the_same_game_stands_beside_the_first(store: Store) -> None:
    first = store.keep("clock1", listed(), b"abcdef")
    second = store.keep("clock1", listed(), b"abcxyz")
    assert (first.version, second.version) == (1, 2)
    assert store.data(first) == b"abcdef" and store.data(second) == b"abcxyz"
    assert store.versions("clock1", "9f3a66c1") == [second, first]
    assert {log.name for log in store.logs()} == {"9f3a66c1", "9f3a66c1.2"}


def test_a_clock_that_lost_its_tail_takes_nothing_away(store: Store) -> None:
    longer = store.keep("clock1", listed(size=6, open_=True), b"abcdef")
    again = store.keep("clock1", listed(size=4), b"abcd")
    assert again.id == longer.id and again.complete and store.data(again) == b"abcdef"


def test_the_same_game_on_another_clock_is_another_log(store: Store) -> None:
    store.meet("clock2", OTHER_KEY, "pico", "0.1.0")
    store.keep("clock1", listed(), b"abcdef")
    other = store.keep("clock2", listed(), b"xyz")
    assert other.version == 1 and len(store.logs()) == 2


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab", max_size=5), max_size=6))
def test_whatever_comes_every_content_can_be_read_again(contents: list[str]) -> None:
    with TemporaryDirectory() as folder, open_store(Path(folder) / "store.db", "en") as store:
        store.meet("clock1", KEY, "virtual", "0.1.0")
        for content in contents:
            store.keep("clock1", listed(size=len(content)), content.encode())
        kept = [store.data(log).decode() for log in store.logs()]
        assert all(any(have.startswith(content) for have in kept) for content in contents)
        assert not any(a != b and b.startswith(a) for a in kept for b in kept)


def test_threads_that_keep_the_same_log_keep_it_once(store: Store) -> None:
    whole = b"0123456789"
    threads = [threading.Thread(target=store.keep, args=("clock1", listed(size=10), whole[: n + 1])) for n in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [log] = store.logs()
    assert store.data(log) == whole


def test_what_the_clock_was_told_is_noted(store: Store) -> None:
    kept = store.keep("clock1", listed(), b"abcdef")
    store.note_acknowledged(kept, 6)
    [log] = store.logs()
    assert log.acknowledged_size == 6
    assert log.acknowledged_at is not None and log.acknowledged_at.tzinfo is UTC


# Clocks and keys


def test_the_first_key_is_trusted_and_another_is_not_until_a_person_says_so(store: Store) -> None:
    assert not store.meet("clock1", KEY, "virtual", "0.1.0").first
    assert store.meet("clock1", OTHER_KEY, "virtual", "0.1.0").key_changed
    assert store.meet("clock1", OTHER_KEY, "virtual", "0.1.0").key_changed
    assert not store.meet("clock1", KEY, "virtual", "0.1.0").key_changed
    assert store.keys("clock1") == [(KEY, True), (OTHER_KEY, False)]
    store.trust_key("clock1", OTHER_KEY)
    assert not store.meet("clock1", OTHER_KEY, "virtual", "0.1.0").key_changed


def test_a_clock_is_met_first_once(store: Store) -> None:
    assert store.meet("clock2", KEY, "pico", "0.1.0").first
    assert not store.meet("clock2", KEY, "pico", "0.2.0").first


# Names of logs


def test_short_names_find_their_log_and_no_other(store: Store) -> None:
    store.meet("clock2", OTHER_KEY, "virtual", "0.1.0")
    for device, game, data in (
        ("clock1", "9f3a66c1", b"a"),
        ("clock1", "9f3a77c1", b"b"),
        ("clock1", "01234567", b"c"),
        ("clock1", "01234567", b"d"),
        ("clock1", "aaaa0000", b"e"),
        ("clock2", "aaaa0000", b"f"),
    ):
        store.keep(device, listed(game, size=1), data)
    logs = store.logs()
    names = short_names(logs)
    assert sorted(names.values()) == ["0123.1", "0123.2", "9f3a6", "9f3a7", "ock1/aaaa", "ock2/aaaa"]
    for log in logs:
        assert store.find_log(names[log.id]).stored == log
    assert store.find_log("CLOCK1/9F3A66C1").data == b"a"


@pytest.mark.parametrize("name", ["9f3a", "0123", "aaaa0000"])
def test_a_name_of_several_logs_is_not_chosen_between(store: Store, name: str) -> None:
    store.meet("clock2", OTHER_KEY, "virtual", "0.1.0")
    for device, game, data in (
        ("clock1", "9f3a66c1", b"a"),
        ("clock1", "9f3a77c1", b"b"),
        ("clock1", "01234567", b"c"),
        ("clock1", "01234567", b"d"),
        ("clock1", "aaaa0000", b"e"),
        ("clock2", "aaaa0000", b"f"),
    ):
        store.keep(device, listed(game, size=1), data)
    with pytest.raises(Problem, match="can be several logs") as problem:
        store.find_log(name)
    assert problem.value.message.count(",") == 1


@pytest.mark.parametrize("name", ["ffff", "", "/", ".2", "9f3a66c1.2", "clock3/9f3a", "%", "_f3a66c1"])
def test_a_name_of_no_log_says_where_it_looked(store: Store, name: str) -> None:
    store.keep("clock1", listed(), b"abcdef")
    with pytest.raises(Problem, match="no log") as problem:
        store.find_log(name)
    assert store.place in problem.value.message


def test_a_whole_id_means_that_game_even_where_another_begins_with_it(store: Store) -> None:
    store.keep("clock1", listed("9f3a", size=1), b"a")
    store.keep("clock1", listed("9f3a66c1", size=1), b"b")
    names = short_names(store.logs())
    assert {store.find_log(name).data for name in names.values()} == {b"a", b"b"}


# The schema


def test_the_models_are_what_the_migrations_make(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_a_store_of_the_first_version_comes_up_to_date_with_everything_in_it(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    at_first = connect(location.locate(path))
    migrate.upgrade(at_first, "0001")
    with at_first.begin() as old:
        old.execute(text("INSERT INTO devices VALUES ('c', '2026-01-01', '2026-01-02', 'pico', '0.1.0')"))
        old.execute(text("INSERT INTO device_keys VALUES (1, 'c', :key, '2026-01-01', '2026-01-02', 1)"), {"key": KEY})
        old.execute(
            text(
                "INSERT INTO logs VALUES (7, 'c', '9f3a66c1', 1, 12, 3, :sha, 3, 1, '2026-01-01', '2026-01-01', 3,"
                " '2026-01-01 10:00:00')"
            ),
            {"sha": "0" * 64},
        )
        old.execute(text("INSERT INTO pieces VALUES (7, 0, :data)"), {"data": b"abc"})
    assert "summaries" not in inspect(at_first).get_table_names()
    at_first.dispose()
    with open_store(path, "en", create=False) as store:
        record = store.find_log("9f3a")
        assert (record.data, record.key, record.stored.number) == (b"abc", KEY, 12)
        assert record.stored.acknowledged_at == datetime(2026, 1, 1, 10, tzinfo=UTC)
        assert "summaries" in inspect(store.engine).get_table_names()


def test_a_migration_that_breaks_in_its_middle_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    old = connect(location.locate(tmp_path / "old.db"))
    migrate.upgrade(old, "0001")

    def fail(_connection, _cursor, statement: str, *_rest) -> None:
        if statement.startswith("UPDATE alembic_version"):
            raise KeyboardInterrupt

    event.listen(old, "before_cursor_execute", fail)
    with pytest.raises(KeyboardInterrupt):
        migrate.upgrade(old)
    event.remove(old, "before_cursor_execute", fail)
    assert "summaries" not in inspect(old).get_table_names()
    migrate.upgrade(old)
    assert "summaries" in inspect(old).get_table_names()


def test_programs_that_make_the_store_at_once_make_it_once(place: str) -> None:
    failed = []

    def make() -> None:
        try:
            open_store(place, "en").close()
        except Problem as problem:
            failed.append(problem)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_store_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with open_store(path, "en") as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Problem, match="newer version"):
        open_store(path, "en")


def test_a_store_that_a_later_version_has_brought_up_to_date_meanwhile_is_left_alone(store: Store) -> None:
    """A desk is open, and another program on the same store is a newer one."""
    store.meet("clock1", KEY, "virtual", "0.1.0")
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Problem, match="newer version"):
        store.meet("clock1", KEY, "virtual", "0.2.0")


def test_opening_a_store_that_is_up_to_date_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    open_store(path, "en").close()
    before = path.read_bytes()
    with open_store(path, "en") as store:
        assert store.logs() == []
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]


# Troubles are words for a person


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "contacts.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE people (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(Problem, match="not a Tritempo store"):
        open_store(path, "en")
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"Dear arbiter, " * 100)
    with pytest.raises(Problem, match="not a Tritempo store"):
        open_store(path, "en")
    assert path.read_bytes() == b"Dear arbiter, " * 100


def test_a_mistyped_path_is_not_an_empty_store(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="is not there"):
        open_store(tmp_path / "stroe.db", "en", create=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("folder", "is not a file"),
        ("/dev/null", "is not a file"),
        ("file/store.db", "there is no folder"),
        ("absent/store.db", "there is no folder"),
    ],
)
def test_a_place_where_no_store_can_be_is_named_and_nothing_is_made(tmp_path: Path, where: str, words: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match=words) as problem:
        open_store(tmp_path / where, "en")
    assert where.rpartition("/")[0] in problem.value.message
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_the_usual_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = tmp_path / "data" / "tritempo" / "tritempo.db"
    monkeypatch.delenv("TRITEMPO_STORE", raising=False)
    monkeypatch.setattr(location, "default_path", lambda: usual)
    with open_store(lang="en"):
        assert usual.is_file()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_a_new_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    """The clocks' keys are in it."""
    open_store(tmp_path / "store.db", "en").close()
    assert stat.S_IMODE((tmp_path / "store.db").stat().st_mode) == 0o600
    (tmp_path / "store.db").chmod(0o640)  # whoever shares it says so once
    with open_store(tmp_path / "store.db", "en") as store:
        store.meet("clock1", KEY, "virtual", "0.1.0")
    assert stat.S_IMODE((tmp_path / "store.db").stat().st_mode) == 0o640


def test_a_store_that_is_made_late_is_made_by_what_is_put_in(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db", "en", late=True) as store:
        assert (store.new, store.made, list(tmp_path.iterdir())) == (True, False, [])
        store.meet("clock1", KEY, "virtual", "0.1.0")
        assert store.made and store.keys("clock1") == [(KEY, True)]
    with open_store(tmp_path / "store.db", "en", late=True) as store:
        assert (store.new, store.made) == (False, True)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE logs SET fetched_at = '2026x11-30 10:00:00'",
        "UPDATE logs SET changed_at = 12",
        "UPDATE logs SET game = x'ff00'",
        "UPDATE logs SET game = CAST(x'ff00' AS TEXT)",
        "UPDATE logs SET size = 'many'",
        "UPDATE logs SET size = -1",
        "UPDATE logs SET clock_size = x''",
        "UPDATE logs SET acknowledged_size = 'x'",
        "UPDATE pieces SET data = 5",
        "UPDATE pieces SET data = 'abc'",
        "UPDATE device_keys SET key = 'abc'",
        "UPDATE summaries SET row = '{'",
        "UPDATE summaries SET row = 7",
        "UPDATE alembic_version SET version_num = 'x'",
        "ALTER TABLE logs DROP COLUMN sha256",
        "DROP TABLE pieces",
    ],
)
def test_rows_that_a_bad_disk_changed_are_a_damaged_store(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "store.db"
    with open_store(path, "en") as store:
        store.meet("clock1", KEY, "virtual", "0.1.0")
        store.keep("clock1", listed(), b"abcdef")
        list_logs(store)
    with sqlite3.connect(path) as bad:
        bad.execute(damage)
    bad.close()
    with pytest.raises(Problem, match="the file is damaged"), open_store(path, "en", create=False) as store:
        list_logs(store)
        store.find_log("9f3a")


def test_a_line_of_a_list_that_a_bad_disk_changed_is_computed_again(file_store: Store) -> None:
    file_store.keep("clock1", listed(), b"abcdef")
    before = list_logs(file_store)
    with file_store.engine.begin() as bad:
        bad.execute(text("UPDATE summaries SET row = replace(row, 'not_a_log', 'not_a_lag')"))
    assert list_logs(file_store) == before


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense://x", "nonsense is not supported"),
        ("mysql://a:secret@localhost/x", "mysql is not supported"),
        ("postgresql://localhost:port/x", "is no database address"),
        ("postgresql://a:secret@localhost:port/x", "is no database address"),
        ("sqlite://", "is no database address"),
        (":memory:", "is no database address"),
        ("postgresql+pg8000://a:secret@localhost/x", "needs the Python module pg8000"),
    ],
)
def test_an_url_that_cannot_be_used_says_why(url: str, words: str) -> None:
    with pytest.raises(Problem, match=words) as problem:
        open_store(url, "en")
    assert "secret" not in problem.value.message


def test_a_full_disk_loses_nothing_and_says_so(file_store: Store) -> None:
    kept = file_store.keep("clock1", listed(), b"abcdef")
    with file_store.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    def limit(connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    event.listen(file_store.engine, "begin", limit)
    with pytest.raises(Problem, match="disk is full"):
        file_store.keep("clock1", listed("01234567", size=100_000), b"x" * 100_000)
    event.remove(file_store.engine, "begin", limit)
    assert [file_store.data(log) for log in file_store.logs()] == [b"abcdef"]
    assert file_store.logs() == [kept]


def test_a_read_only_store_can_be_read_and_says_why_not_more(file_store: Store) -> None:
    file_store.keep("clock1", listed(), b"abcdef")

    def read_only(connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    event.listen(file_store.engine, "begin", read_only)
    assert file_store.find_log("9f3a").data == b"abcdef"
    with pytest.raises(Problem, match="can only be read"):
        file_store.keep("clock1", listed("01234567"), b"abcdef")


def test_a_store_that_another_program_holds_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_MS", 1)
    with open_store(tmp_path / "store.db", "en") as store:
        store.meet("clock1", KEY, "virtual", "0.1.0")
        other = sqlite3.connect(store.place, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Problem, match="another program is writing"):
            store.keep("clock1", listed(), b"abcdef")
        other.execute("ROLLBACK")
        other.close()
        assert store.keep("clock1", listed(), b"abcdef").complete


def test_a_commit_is_on_the_disk_when_it_returns(file_store: Store) -> None:
    """The settings that make it so; what they do is SQLite's, and tested there."""
    with file_store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 3
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "delete"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1


# Where it is


def test_the_store_is_the_one_asked_for_else_the_environments_else_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TRITEMPO_STORE", raising=False)
    assert location.locate().database == str(location.default_path())
    monkeypatch.setenv("TRITEMPO_STORE", str(tmp_path / "a.db"))
    assert location.locate().database == str(tmp_path / "a.db")
    assert location.locate(tmp_path / "b.db").database == str(tmp_path / "b.db")
    assert location.locate("postgres://u:secret@host/t").drivername == "postgresql+psycopg"
    assert location.shown(location.locate("postgresql://u:secret@host/t")) == "postgresql+psycopg://u:***@host/t"


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
def test_problems_are_told_in_the_language_asked_for(tmp_path: Path, lang: str) -> None:
    with pytest.raises(Problem) as problem:
        open_store(tmp_path / "absent.db", lang, create=False)
    start = {"ca": "no hi és", "ro": "nu există", "en": "is not there"}[lang]
    assert start in problem.value.message
