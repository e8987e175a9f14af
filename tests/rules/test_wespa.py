"""WESPA: overtime, wins, draws, byes, forfeits and spread."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.sheets import game
from tritempo_host.rules.ruleset import Sheet
from tritempo_host.rules.wespa import WESPA

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("sheet", "settings", "final", "won"),
    [
        pytest.param(Sheet((400, 380), "out", 0, racks=(0, 7)), {}, (414, 380), (1, 0), id="twice the rack"),
        pytest.param(Sheet((400, 380), "out", 0, racks=(0, 7)), {"racks": "both"}, (407, 373), (1, 0), id="both"),
        pytest.param(Sheet((400, 380), "zeros", racks=(9, 7)), {}, (391, 373), (1, 0), id="each his own"),
        pytest.param(Sheet((400, 400), "zeros"), {}, (400, 400), (HALF, HALF), id="a draw"),
        pytest.param(Sheet((0, 0), "zeros"), {}, (0, 0), (HALF, HALF), id="0-0"),
        pytest.param(Sheet((-3, -9), "zeros"), {}, (-3, -9), (1, 0), id="negative"),
        pytest.param(Sheet((400, 391), "zeros", overtime_ms=(1, 0)), {}, (390, 391), (0, 1), id="a minute begun"),
        pytest.param(Sheet((400, 380), "zeros", overtime_ms=(60_000, 0)), {}, (390, 380), (1, 0), id="a whole minute"),
        pytest.param(Sheet((400, 10), "zeros", overtime_ms=(600_001, 0)), {}, (290, 10), (1, 0), id="no limit"),
        pytest.param(
            Sheet((400, 10), "zeros", overtime_ms=(600_001, 0)),
            {"overtime_limit": "ten_minutes"},
            (0, 100),
            (0, 1),
            id="a limit",
        ),
        pytest.param(
            Sheet((400, 10), "zeros", overtime_ms=(600_000, 0)),
            {"overtime_limit": "ten_minutes"},
            (300, 10),
            (1, 0),
            id="at the limit",
        ),
        pytest.param(Sheet((0, 0), "no_show", absent=(1,)), {}, (100, 0), (1, 0), id="no-show"),
        pytest.param(Sheet((0, 0), "no_show", absent=(1,)), {"forfeit_spread": 75}, (75, 0), (1, 0), id="no-show 75"),
        pytest.param(Sheet((0, 0), "no_show", absent=(0, 1)), {}, (0, 0), (0, 0), id="nobody came"),
        pytest.param(Sheet((300, 200), "abandon", 0), {}, (0, 100), (0, 1), id="left"),
        pytest.param(Sheet((300, 401), "abandon", 0), {}, (300, 401), (0, 1), id="left far behind"),
        pytest.param(Sheet((300, 399), "abandon", 0), {}, (0, 100), (0, 1), id="left behind"),
        pytest.param(Sheet((0,), "bye"), {}, (50,), (1,), id="bye"),
        pytest.param(Sheet((0,), "bye"), {"bye_spread": 0}, (0,), (1,), id="bye 0"),
    ],
)
def test_score(sheet: Sheet, settings: dict, final: tuple[int, ...], won: tuple[int | Fraction, ...]):
    found = WESPA.score(sheet, settings)
    assert (found.final, found.points) == (final, won)


@given(st.integers(-99, 900), st.integers(-99, 900), st.integers(0, 60))
def test_both_ways_to_count_a_rack_give_the_same_spread(own: int, other: int, rack: int):
    sheet = Sheet((own, other), "out", 0, racks=(0, rack))
    one, two = WESPA.score(sheet, {}).final, WESPA.score(sheet, {"racks": "both"}).final
    assert one[0] - one[1] == two[0] - two[1]


def test_standings_by_wins_then_spread():
    games = [
        game(WESPA, (1, 2), Sheet((400, 300), "zeros"), (1, 1, 1)),
        game(WESPA, (3, 4), Sheet((350, 350), "zeros"), (1, 2, 2)),
        game(WESPA, (5,), Sheet((0,), "bye"), (1, 3, 3)),
        game(WESPA, (6, 7), Sheet((0, 0), "no_show", absent=(0,)), (1, 4, 4)),
    ]
    found = WESPA.standings(range(1, 8), games, {}, {})
    assert [(each.rank, each.entrant, each.values["wins"], each.values["spread"]) for each in found] == [
        (1, 1, 1, 100),
        (1, 7, 1, 100),
        (3, 5, 1, 50),
        (4, 3, HALF, 0),
        (4, 4, HALF, 0),
        (6, 2, 0, -100),
        (6, 6, 0, -100),
    ]
