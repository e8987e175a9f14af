"""The CUSCA league: points times players, averaged; the formula and the least number of games are Manacor's."""

from fractions import Fraction

import pytest

from rules.sheets import game
from tritempo_host.rules.cusca import CUSCA
from tritempo_host.rules.ruleset import Sheet


@pytest.mark.parametrize(
    ("sheet", "points"),
    [
        (Sheet((300, 250, 200), "zeros"), (900, 750, 600)),
        (Sheet((300, 250, 200, 100), "zeros"), (1200, 1000, 800, 400)),
        (Sheet((300, 250, 200), "out", 1, racks=(10, 0, 20)), (870, 840, 540)),
        (Sheet((300, 250, 200), "limit", racks=(10, 0, 20)), (900, 750, 600)),
        (Sheet((-4, 0, 0), "zeros"), (-12, 0, 0)),
        (Sheet((300, 250, 0, 200), "zeros", absent=(2,)), (900, 750, 0, 600)),
    ],
)
def test_points_times_players(sheet: Sheet, points: tuple[int, ...]):
    assert CUSCA.score(sheet, {}).points == points


@pytest.mark.parametrize("players", [2, 5])
def test_no_game_of_two_counts(players: int):
    with pytest.raises(ValueError, match=r"^seats$"):
        CUSCA.score(Sheet((0,) * players, "zeros"), {})


LEAGUE = [
    game(CUSCA, (1, 2, 3), Sheet((300, 200, 100), "zeros", scrabbles=(2, 0, 1)), (1, 1, 1)),
    game(CUSCA, (1, 2, 3, 4), Sheet((200, 150, 75, 225), "zeros"), (2, 1, 1)),
    game(CUSCA, (2, 3, 4), Sheet((101, 100, 0), "zeros", absent=(2,)), (3, 1, 1)),
]


def test_standings_by_the_exact_average():
    found = CUSCA.standings((1, 2, 3, 4, 5), LEAGUE, {}, {})
    assert [(each.rank, each.entrant, each.values["average"], each.values["played"]) for each in found] == [
        (1, 4, 900, 1),
        (2, 1, 850, 2),
        (3, 2, Fraction(1402, 3), 3),
        (4, 3, Fraction(800, 3), 3),
        (5, 5, 0, 0),
    ]
    assert found[-1].parted_by == "regular"
    assert CUSCA.shown("average", Fraction(1402, 3)) == "467.33"


def test_who_has_played_too_little_is_behind():
    found = CUSCA.standings((1, 2, 3, 4), LEAGUE, {}, {"least_games": 2})
    assert [(each.rank, each.entrant, each.values["regular"]) for each in found] == [
        (1, 1, 1),
        (2, 2, 1),
        (3, 3, 1),
        (4, 4, 0),
    ]


def test_equal_averages_share_the_rank():
    games = [
        game(CUSCA, (1, 2, 3), Sheet((200, 200, 0), "zeros")),
        game(CUSCA, (2, 4, 5, 6), Sheet((150, 0, 0, 0), "zeros")),
    ]
    found = CUSCA.standings((1, 2, 3, 4, 5, 6), games, {}, {})
    assert [(each.rank, each.entrant) for each in found][:2] == [(1, 1), (1, 2)]
