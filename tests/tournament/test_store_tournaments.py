"""Tournaments in a store: what was confirmed is there, in order, and nothing is lost or overwritten."""

import pytest

from tournament.tournaments import one_draw, result, three_teams
from tritempo_host.store import Store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Conflict, Draft, Refused, standings


@pytest.fixture
def there(store: Store) -> Tournaments:
    return Tournaments(store, "en")


def test_the_simplest_tournament(there: Tournaments) -> None:
    new = there.new("3r MàTaM", "matam", "ana")
    assert new.slug == "3r-matam"
    there.append(new, [*three_teams(), one_draw()], "ana")
    for table in (1, 2, 3):
        there.append(new, [result(table)], "ana")
    after = there.append(new, [Draft("close", {"round": 1})], "ana").tournament
    assert there.load(new) == after
    assert [line.entrant for line in standings(after)] == [1, 2, 3]


def test_the_second_who_writes_about_a_game_is_told(there: Tournaments) -> None:
    new = there.new("x", "matam", "ana")
    seen = there.append(new, [*three_teams(), one_draw()], "ana").tournament.last
    there.append(new, [result(1)], "ana", seen)
    with pytest.raises(Conflict) as told:
        there.append(new, [result(1)], "bea", seen)
    assert told.value.entry.who == "ana"
    there.append(new, [result(2)], "bea", seen)


def test_a_round_with_results_is_not_drawn_again(there: Tournaments) -> None:
    new = there.new("x", "matam", "ana")
    there.append(new, [*three_teams(), one_draw(), result(1)], "ana")
    with pytest.raises(Refused, match="round_has_results"):
        there.append(new, [one_draw()], "ana")
