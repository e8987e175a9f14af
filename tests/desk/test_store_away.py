"""A store that another program locks for longer than anybody waits: what was kept is shown, and then it goes on."""

import sqlite3
from pathlib import Path

import pytest
from fastapi import FastAPI

from desk.desks import Visitor, looks, write
from tournament.tournaments import one_draw
from tritempo_host.desk import current
from tritempo_host.problem import Problem
from tritempo_host.store import tournaments
from tritempo_host.tournament import Draft

T = "/t/3r-matam"


def _now(visitor: Visitor) -> current.Currents:
    app = visitor.client.app
    assert isinstance(app, FastAPI)
    return app.state.desk.now


def test_what_others_write_is_seen_also_after_the_store_was_locked(
    matam: Visitor, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread that looks for it does not end, and says what is the matter once."""
    now = _now(matam)
    asked: list[int] = []
    real = tournaments.Tournaments.listed

    def locked(self: tournaments.Tournaments) -> list[tournaments.Listed]:
        asked.append(1)
        if len(asked) < 4:
            raise Problem("it is locked")
        now._end.set()  # of the thread, so that it looks once more only
        return real(self)

    write(store, "3r-matam", one_draw())
    monkeypatch.setattr(tournaments.Tournaments, "listed", locked)
    monkeypatch.setattr(current, "EVERY_S", 0.01)
    now._thread.join(20)
    assert len(asked) == 4 and not now._thread.is_alive()
    assert [each.levelname for each in caplog.records if each.name == current.__name__] == ["WARNING"]
    monkeypatch.undo()
    assert "Round 1" in matam.get(f"{T}/round/1")


def test_what_is_on_the_disk_was_saved_though_it_cannot_be_read_back_now(
    matam: Visitor, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = _now(matam)
    found = now.find("3r-matam")
    assert found

    def locked(_self: tournaments.Tournaments) -> list[tournaments.Listed]:
        raise Problem("it is locked")

    with monkeypatch.context() as patched:
        patched.setattr(tournaments.Tournaments, "listed", locked)
        assert now.append(found, [Draft("note", {"text": "cold"})], "Pere").entries
    assert sqlite3.connect(store).execute("SELECT count(*) FROM entries WHERE kind = 'note'").fetchone() == (1,)
    looks(matam)
    assert "cold" in matam.get(f"{T}/penalties")


def test_nobody_queues_up_behind_who_waits_for_a_locked_store(matam: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    now = _now(matam)
    matam.get("/")
    monkeypatch.setattr(current, "PATIENCE_S", 0.01)
    with now._looking:  # another thread is at it
        assert "3r MàTaM" in matam.get("/")
        assert "3r MàTaM" in matam.get(T)


def _takes_away(store: Path, how: str) -> None:
    if how == "moved":
        store.rename(store.with_name("elsewhere.db"))
    else:
        store.unlink()


@pytest.mark.parametrize("how", ["deleted", "moved"])
def test_a_store_that_was_taken_away_says_what_happened_and_what_to_do(matam: Visitor, store: Path, how: str) -> None:
    matam.get(f"{T}/people")
    _takes_away(store, how)
    answer = matam.post(f"{T}/penalties", {"do": "note", "text": "cold"})
    assert answer.status_code == 422 and "cold" in answer.text
    assert "is not where it was" in answer.text and "deleted or moved" in answer.text
    assert "can only be read" not in answer.text
    # what it says to do: what was saved before is still there for as long as the program runs
    backup = matam.client.get(f"{T}/backup")
    assert backup.status_code == 200 and backup.content.startswith(b"PK")


def test_no_empty_store_is_made_where_one_was_taken_away(matam: Visitor, store: Path) -> None:
    """Not by who needs another connection, either."""
    app = matam.client.app
    assert isinstance(app, FastAPI)
    store.unlink()
    app.state.desk.store.engine.dispose()
    with pytest.raises(Problem, match="is not where it was"):
        app.state.desk.tournaments.listed()
    assert not store.exists()
