"""A round is closed: what stands in the way, what is asked, and the copy beside the store."""

from pathlib import Path

import pytest

from tournament.test_fold import DRAWN, LANGS, NOW, PLAYED, checked, written_down
from tournament.tournaments import one_round, result, three_teams
from tritempo_host.store import Store, closing
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft, Entry, Refused, fold
from tritempo_host.tournament.closing import questions, refusal
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.writing import written

IN = written_down(result(1), result(2), result(3), entries=DRAWN)
TWICE = written_down(Draft("settings", {"settings": {"double_entry": True}}), entries=IN)


@pytest.mark.parametrize(
    ("entries", "number", "code"),
    [
        (DRAWN, 1, "results_missing"),
        (DRAWN, 2, "unknown_round"),
        (PLAYED, 1, "round_closed"),
        (IN, 1, None),
    ],
)
def test_what_stands_in_the_way(entries: list[Entry], number: int, code: str | None) -> None:
    found = refusal(fold(entries), number)
    assert (found and found.code) == code
    assert found is None or all(said(found, lang) for lang in LANGS)
    if code:
        assert questions(fold(entries), number, [(1, 1)]) == []


def test_missing_tables_are_named() -> None:
    found = refusal(fold(written_down(result(2), entries=DRAWN)), 1)
    assert found is not None
    assert found.values["tables"] == "1, 3"


def test_what_the_logs_say_otherwise_is_asked() -> None:
    found = questions(fold(IN), 1, [(1, 3), (1, 1), (2, 2)])
    assert [(each.code, each.values) for each in found] == [("close_unlike", {"round": 1, "tables": "1, 3"})]
    assert all("1, 3" in said(found[0], lang) for lang in LANGS)
    assert questions(fold(IN), 1) == []


def test_what_was_entered_only_once_is_asked_where_it_is_entered_twice() -> None:
    entries = TWICE + written(TWICE, [checked(TWICE[-3].number, table=2)], "eva", NOW)[0]
    found = questions(fold(entries), 1)
    assert [(each.code, each.values["tables"]) for each in found] == [("close_once", "1, 3")]
    assert all(said(found[0], lang) for lang in LANGS)


def test_a_closed_round_has_its_copy_and_is_closed_without_one_too(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tournaments = Tournaments(store, "en")
    mine = tournaments.new("Trial", "matam", "ana")
    *drafts, _ = [*three_teams(), *one_round()]
    tournaments.append(mine, drafts, "ana")
    monkeypatch.setattr("tritempo_host.store.backup.location.default_path", lambda: tmp_path / "tritempo.sqlite")
    done = closing.close_round(store, mine, 1, "ana", lang="en")
    assert done.copy is not None
    assert done.copy.is_file()
    assert done.written.tournament.rounds[1].closed
    with pytest.raises(Refused, match="round_closed"):
        closing.close_round(store, mine, 1, "ana", lang="en")
    tournaments.append(mine, [Draft("reopen", {"round": 1})], "ana")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tritempo_host.store.archive.create", full)
    done = closing.close_round(store, mine, 1, "ana", lang="en")
    assert (done.copy, done.written.tournament.rounds[1].closed is not None) == (None, True)
    assert "No space" in str(done.why)
