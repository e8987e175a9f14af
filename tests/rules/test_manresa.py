"""Club Scrabble Manresa, by the headings of its rules (CSM)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.sheets import game
from tritempo_host.rules import manresa
from tritempo_host.rules.manresa import MANRESA
from tritempo_host.rules.ruleset import Sheet

# Final de la partida: the racks


@pytest.mark.parametrize(
    ("sheet", "final"),
    [
        (Sheet((201, 190, 188, 175), "out", 1, racks=(3, 0, 8, 11)), (198, 212, 180, 164)),
        (Sheet((380, 365), "out", 0, racks=(0, 14)), (394, 351)),
        (Sheet((380, 365), "zeros", racks=(5, 14)), (375, 351)),
        (Sheet((3, 2, 1), "zeros", racks=(10, 0, 7)), (-7, 2, -6)),
        (Sheet((380, 365), "interrupted", racks=(5, 14)), (380, 365)),
    ],
)
def test_racks(sheet: Sheet, final: tuple[int, ...]):
    assert MANRESA.score(sheet, {}).final == final


# Control del temps b: 10 points a minute or fraction


@pytest.mark.parametrize(
    ("over_ms", "points"),
    [(0, 0), (1, 10), (59_999, 10), (60_000, 10), (60_001, 20), (121_000, 30), (600_000, 100), (3_600_001, 610)],
)
def test_overtime(over_ms: int, points: int):
    assert manresa.penalty(over_ms) == points
    found = MANRESA.score(Sheet((300, 290), "out", 0, racks=(0, 5), overtime_ms=(over_ms, 0)), {})
    assert found.final == (305 - points, 285)


def test_a_penalty_can_lose_a_game_or_level_it():
    lost = MANRESA.score(Sheet((300, 290), "zeros", overtime_ms=(60_001, 0)), {})
    level = MANRESA.score(Sheet((300, 290), "zeros", overtime_ms=(1, 0)), {})
    assert (lost.places, lost.points) == ((2, 1), (0, 1))
    assert (level.places, level.points) == ((1, 1), (Fraction(1, 2), Fraction(1, 2)))


@given(st.integers(0, 10**8))
def test_a_penalty_covers_the_time_and_no_minute_more(over_ms: int):
    minutes = manresa.penalty(over_ms) // 10
    assert (minutes - 1) * 60_000 < over_ms <= minutes * 60_000 or over_ms == minutes == 0


# Final de la partida b: all lose three turns running


@pytest.mark.parametrize(
    ("players", "turns", "after"),
    [
        (2, "PIPIPI", 6),
        (2, "PPPPPP", 6),
        (2, "PPPPPS", None),
        (2, "SPPPPPP", 7),
        (2, "PPXPPP", None),
        (2, "PPXPPPPPP", 9),
        (2, "PPTPPP", 6),
        (3, "PIPPIPPIP", 9),
        (3, "PPPPPPPP", None),
        (4, "P" * 12, 12),
    ],
)
def test_end_detection(players: int, turns: str, after: int | None):
    assert manresa.over(turns, players) == after


def test_a_turn_lost_on_time_may_be_kept_apart():
    assert manresa.over("PPTPPP", 2, lost_turn="apart") is None


# A club evening


@pytest.mark.parametrize(
    ("sheet", "won"),
    [
        (Sheet((300, 200), "zeros"), (1, 0)),
        (Sheet((200, 200, 100), "zeros"), (Fraction(1, 2), Fraction(1, 2), 0)),
        (Sheet((0, 0, 0, 0), "zeros"), (Fraction(1, 4),) * 4),
        (Sheet((0, 0), "no_show", absent=(0,)), (0, 1)),
        (Sheet((0, 0), "no_show", absent=(0, 1)), (0, 0)),
        (Sheet((300, 100), "abandon", 0), (0, 1)),
        (Sheet((-9, 0, 0), "no_show", absent=(1, 2)), (1, 0, 0)),
        (Sheet((0,), "bye"), (1,)),
    ],
)
def test_wins(sheet: Sheet, won: tuple[int | Fraction, ...]):
    assert MANRESA.score(sheet, {}).points == won


def test_a_bye_may_be_nothing():
    assert MANRESA.score(Sheet((0,), "bye"), {"bye": "nothing"}).points == (0,)


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (Sheet((0, 0), "no_show"), "absent_unknown"),
        (Sheet((0, 0), "abandon"), "by_unknown"),
        (Sheet((0,), "zeros"), "seats"),
        (Sheet((0, 0), "bye"), "seats"),
        (Sheet((0,) * 5, "zeros"), "seats"),
        (Sheet((0, 0), "limit"), "end"),
    ],
)
def test_a_sheet_that_cannot_be(sheet: Sheet, code: str):
    with pytest.raises(ValueError, match=f"^{code}$"):
        MANRESA.score(sheet, {})


def test_standings_by_wins_then_by_the_sum():
    games = [
        game(MANRESA, (1, 2), Sheet((300, 200), "zeros"), (1, 1, 1)),
        game(MANRESA, (3, 4), Sheet((250, 250), "zeros"), (1, 2, 2)),
        game(MANRESA, (5,), Sheet((0,), "bye"), (1, 3, 3)),
    ]
    found = MANRESA.standings((1, 2, 3, 4, 5), games, {}, {})
    assert [(each.rank, each.entrant, each.parted_by) for each in found] == [
        (1, 1, None),
        (2, 5, "sum"),
        (3, 3, "wins"),
        (3, 4, None),
        (5, 2, "wins"),
    ]
