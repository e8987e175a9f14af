"""Terres de l'Ebre, by its Bases (TE)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.sheets import game
from tritempo_host.rules.ebre import EBRE
from tritempo_host.rules.ruleset import Sheet

HALF = Fraction(1, 2)


# Puntuació: 4, 3, 2, 1


@pytest.mark.parametrize(
    ("final", "points"),
    [
        ((420, 380, 350, 300), (4, 3, 2, 1)),
        ((300, 350, 380, 420), (1, 2, 3, 4)),
        ((420, 380, 300, 300), (4, 3, 3 * HALF, 3 * HALF)),
        ((420, 380, 380, 300), (4, 5 * HALF, 5 * HALF, 1)),
        ((420, 420, 350, 300), (7 * HALF, 7 * HALF, 2, 1)),
        ((420, 420, 420, 300), (3, 3, 3, 1)),
        ((420, 300, 300, 300), (4, 2, 2, 2)),
        ((0, 0, 0, 0), (5 * HALF,) * 4),
        ((-1, -2, -3, -4), (4, 3, 2, 1)),
        ((300, 280, 260), (4, 3, 2)),
        ((300, 300, 260), (7 * HALF, 7 * HALF, 2)),
        ((300, 300, 300), (3, 3, 3)),
    ],
)
def test_table_points(final: tuple[int, ...], points: tuple[int | Fraction, ...]):
    assert EBRE.score(Sheet(final, "blocked"), {}).points == points


@pytest.mark.parametrize(
    ("final", "settings", "points"),
    [
        ((420, 380, 300, 300), {"ties": "highest"}, (4, 3, 2, 2)),
        ((300, 300, 300, 300), {"ties": "highest"}, (4, 4, 4, 4)),
        ((300, 280, 260), {"small_table": "players"}, (3, 2, 1)),
        ((300, 280, 280), {"small_table": "players", "ties": "highest"}, (3, 2, 2)),
    ],
)
def test_other_readings(final: tuple[int, ...], settings: dict[str, str], points: tuple[int, ...]):
    assert EBRE.score(Sheet(final, "blocked"), settings).points == points


@given(st.lists(st.integers(-99, 500), min_size=3, max_size=4))
def test_a_table_gives_all_its_points(final: list[int]):
    assert sum(EBRE.score(Sheet(tuple(final), "blocked"), {}).points) == sum((4, 3, 2, 1)[: len(final)])


# Puntuació: the racks, also when the hour ends the game


@pytest.mark.parametrize(
    ("end", "by", "settings", "final"),
    [
        ("out", 1, {}, (198, 212, 180, 164)),
        ("blocked", None, {}, (198, 190, 180, 164)),
        ("hour", None, {}, (198, 190, 180, 164)),
        ("hour", None, {"hour_racks": "leave"}, (201, 190, 188, 175)),
        ("out", 1, {"hour_racks": "leave"}, (198, 212, 180, 164)),
    ],
)
def test_racks(end: str, by: int | None, settings: dict[str, str], final: tuple[int, ...]):
    assert EBRE.score(Sheet((201, 190, 188, 175), end, by, racks=(3, 0, 8, 11)), settings).final == final


def test_who_never_came_gets_no_points():
    found = EBRE.score(Sheet((300, -2, 0, 280), "no_show", absent=(2,)), {})
    assert (found.places, found.points) == ((1, 3, 4, 2), (4, 2, 0, 3))


def test_sitting_out():
    assert EBRE.score(Sheet((0,), "bye"), {}).points == (5 * HALF,)
    assert EBRE.score(Sheet((0,), "bye"), {"bye": "nothing"}).points == (0,)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_tables_are_of_three_or_four(players: int):
    with pytest.raises(ValueError, match=r"^seats$"):
        EBRE.score(Sheet((0,) * players, "hour"), {})


# Puntuació: total points, then the sum of the games


def test_standings():
    games = [
        game(EBRE, (1, 2, 3, 4), Sheet((400, 300, 200, 100), "hour"), (1, 1, 1)),
        game(EBRE, (4, 3, 2, 1), Sheet((300, 250, 200, 120), "hour"), (2, 1, 1)),
    ]
    found = EBRE.standings((1, 2, 3, 4), games, {}, {})
    assert [(each.rank, each.entrant, each.values["points"], each.values["sum"]) for each in found] == [
        (1, 1, 5, 520),
        (2, 2, 5, 500),
        (3, 3, 5, 450),
        (4, 4, 5, 400),
    ]
    assert [each.parted_by for each in found] == [None, "sum", "sum", "sum"]
