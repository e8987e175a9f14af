"""Codes and sessions in the store, on SQLite and on PostgreSQL."""

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from tritempo_host.desk.access import Access, Role, WrongCodeError
from tritempo_host.store import Store, open_store
from tritempo_host.store.tournaments import Tournaments

CONFIG = SimpleNamespace(who="Núria", names=())
HERE = "192.168.1.31"


@pytest.fixture
def store(place: str) -> Store:
    store = open_store(place, "en")
    for name in ("3r MàTaM", "Cușca"):
        Tournaments(store, "en").new(name, "matam", "Núria")
    return store


def test_codes_let_in_until_they_are_renewed_or_taken_back(store: Store) -> None:
    access = Access(store, CONFIG)
    first = access.lent.lend(1, Role.ARBITER, "Núria", "")
    tokens = [access.enter(code, "Pere", HERE)[0] for code in (first.pin, first.link, first.link.lower())]
    found = access.sessions.find(tokens[0])
    assert found is not None and (found.role, found.who, found.slug) == (Role.ARBITER, "Pere", "3r-matam")
    second = access.lent.lend(1, Role.ARBITER, "Núria", "")
    assert [access.sessions.find(token) for token in tokens] == [None] * 3
    token, _ = access.enter(second.pin, "Pere", HERE)
    access.lent.revoke(1, Role.ARBITER)
    assert access.sessions.find(token) is None and access.lent.valid(1) == {}
    for code in (first.pin, second.pin, second.link):
        with pytest.raises(WrongCodeError):
            access.enter(code, "Pere", HERE)


def test_what_is_kept_outlives_the_program(store: Store, place: str) -> None:
    before = Access(store, CONFIG)
    token, session = before.enter(before.code, "Núria", HERE)
    form = before.seal.csrf(token)
    with open_store(place, "en") as again:
        after = Access(again, CONFIG)
        assert after.sessions.find(token) == session and after.seal.csrf(token) == form and after.code != before.code
        assert [each.session for each in after.sessions.present()] == [session]
        after.sessions.end(session.id or 0)
        assert after.sessions.present() == []


def test_all_who_come_in_at_once_are_in(store: Store) -> None:
    access = Access(store, CONFIG)
    link, tokens = access.lent.lend(1, Role.ENTRY, "Núria", "").link, []
    threads = [
        threading.Thread(target=lambda n=n: tokens.append(access.enter(link, f"P{n}", HERE)[0])) for n in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {session.who for token in tokens if (session := access.sessions.find(token))} == {f"P{n}" for n in range(12)}


def test_nobody_is_kept_in_who_was_put_out_meanwhile(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store said that the session is there; before that was noted down, it ended."""
    access = Access(store, CONFIG)
    token, session = access.enter(access.code, "Eve", HERE)
    access.sessions.look_anew()
    read = access.sessions._session

    def meanwhile(rows: object, key: bytes) -> object:
        found = read(rows, key)  # type: ignore[arg-type]
        monkeypatch.setattr(access.sessions, "_session", read)
        rows.rollback()  # type: ignore[attr-defined]
        access.sessions.end(session.id or 0)
        return found

    monkeypatch.setattr(access.sessions, "_session", meanwhile)
    access.sessions.find(token)
    assert access.sessions.find(token) is None


def test_a_row_that_this_program_did_not_write_gives_nobody_anything(store: Store) -> None:
    from sqlalchemy import text

    access = Access(store, CONFIG)
    token, _ = access.enter(access.lent.lend(1, Role.ENTRY, "Núria", "").link, "Pere", HERE)
    for change in ("role = 'king'", "role = 'arbiter', tournament_id = NULL"):
        store.write(lambda rows, change=change: rows.execute(text(f"UPDATE desk_sessions SET {change}")) and None)
        access.sessions.look_anew()
        assert access.sessions.find(token) is None


def test_a_store_that_can_only_be_read_can_be_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path, "en") as made:
        Tournaments(made, "en").new("3r MàTaM", "matam", "Núria")
    path.chmod(0o400)
    with open_store(path, "en") as store:
        access = Access(store, CONFIG)
        assert access.seal.csrf("token") == access.seal.csrf("token") and access.sessions.present() == []
