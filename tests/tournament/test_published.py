"""Where each result is entered twice, one that only one person has typed is nobody else's business yet."""

from tournament.test_fold import DRAWN, NOW, checked, written_down
from tournament.tournaments import result
from tritempo_host.tournament import Draft, Entry, fold
from tritempo_host.tournament.published import published, unchecked
from tritempo_host.tournament.writing import written

IN = written_down(result(1), result(2), result(3), entries=DRAWN)
TWICE = written_down(Draft("settings", {"settings": {"double_entry": True}}), entries=IN)


def test_where_one_entry_is_enough_all_is_public() -> None:
    t = fold(IN)
    assert published(t) is t and unchecked(t) == []


def test_what_one_person_typed_is_not_public() -> None:
    t = fold(TWICE)
    assert [game.table for game in published(t).rounds[1].missing] == [1, 2, 3]
    assert [(game.round, game.table) for game in unchecked(t)] == [(1, 1), (1, 2), (1, 3)]
    assert t.rounds[1].missing == []  # who sits at the desk sees it


def second_person(entries: list[Entry], table: int) -> list[Entry]:
    entered = fold(entries).rounds[1].games[table].result
    assert entered is not None
    return entries + written(entries, [checked(entered.entry, table)], "bep", NOW)[0]


def test_once_it_is_checked_it_is() -> None:
    t = fold(second_person(TWICE, 2))
    shown = published(t)
    assert [game.table for game in shown.rounds[1].missing] == [1, 3]
    assert shown.rounds[1].games[2] == t.rounds[1].games[2]


def test_a_correction_waits_for_the_second_person_again() -> None:
    again = second_person(TWICE, 2)
    entered = fold(again).rounds[1].games[2].result
    assert entered is not None
    again = written_down(result(2, why="misread", scores=[400, 300, 200], replaces=entered.entry), entries=again)
    assert 2 in [game.table for game in published(fold(again)).rounds[1].missing]


def test_a_round_that_is_closed_is_public_as_it_is() -> None:
    closed = written_down(Draft("close", {"round": 1}), entries=TWICE)
    t = fold(closed)
    assert published(t) is t and unchecked(t) == []
    reopened = fold(written_down(Draft("reopen", {"round": 1}, "misread"), entries=closed))
    assert len(published(reopened).rounds[1].missing) == 3
