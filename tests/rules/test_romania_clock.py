"""What the Romanian rules ask of a clock: full turns, ends by what was played, latecomers, clocks that run wrong."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules.romania_clock import Late, correct, end, full_turns, full_turns_played, late


@dataclass
class Turn:
    hand: int
    seat: int
    mark: str | None = None
    n: int = 0


# ABANDON: "tururi complete".


@pytest.mark.parametrize(
    ("moves", "players", "full"),
    [(5, 1, 5), (0, 2, 0), (1, 2, 0), (2, 2, 1), (3, 2, 1), (16, 2, 8), (17, 2, 8), (8, 3, 2), (9, 3, 3), (7, 4, 1)],
)
def test_full_turns(moves, players, full):
    assert full_turns(moves, players) == full


def test_full_turns_are_those_of_two():
    assert full_turns(7) == 3


@pytest.mark.parametrize(("moves", "players"), [(-1, 2), (3, 0)])
def test_full_turns_of_nothing(moves, players):
    with pytest.raises(ValueError, match="moves"):
        full_turns(moves, players)


PLAYED = [
    ("no turn", [], 2, 0),
    ("the first turn cut off", [Turn(1, 1, "unfinished")], 2, 0),
    ("one turn", [Turn(1, 1)], 2, 0),
    ("the second cut off", [Turn(1, 1), Turn(1, 2, "unfinished")], 2, 0),
    ("both have moved", [Turn(1, 1), Turn(1, 2)], 2, 1),
    ("passes, exchanges and refused words are moves", [Turn(1, 1, "pass"), Turn(1, 2, "refused")], 2, 1),
    ("the next hand cut off", [Turn(1, 1), Turn(1, 2), Turn(2, 1, "unfinished")], 2, 1),
    ("the next hand runs", [Turn(1, 1), Turn(1, 2), Turn(2, 1, "running")], 2, 1),
    ("the flag of the second seat", [Turn(1, 1), Turn(1, 2), Turn(2, 1), Turn(2, 2, "unfinished")], 2, 1),
    ("three players, two have moved", [Turn(1, 1), Turn(1, 2)], 3, 0),
    ("three players, all have moved", [Turn(1, 1), Turn(1, 2), Turn(1, 3)], 3, 1),
    ("a second play is of the same hand", [Turn(1, 1), Turn(1, 1), Turn(1, 2)], 3, 0),
    ("a hand in which one could not play", [Turn(1, 1), Turn(1, 2), Turn(2, 2), Turn(3, 1)], 2, 2),
]


@pytest.mark.parametrize(("turns", "players", "full"), [row[1:] for row in PLAYED])
def test_full_turns_of_a_clock(turns, players, full):
    assert full_turns_played(turns, players) == full


@pytest.mark.parametrize(("fell", "full"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (None, 3)])
def test_a_flag_that_was_claimed_later(fell, full):
    turns = [Turn(1 + i // 2, 1 + i % 2, n=i + 1) for i in range(6)]
    assert full_turns_played(turns, until=fell) == full


@given(st.integers(0, 60), st.integers(2, 4))
def test_counting_moves_and_reading_the_clock_agree(moves, players):
    turns = [Turn(1 + i // players, 1 + i % players) for i in range(moves)]
    assert full_turns_played(turns, players) == full_turns(moves, players)
    cut_off = Turn(1 + moves // players, 1 + moves % players, "unfinished")
    assert full_turns_played([*turns, cut_off], players) == full_turns(moves, players)


# PAS-PAS; 3 DEPUNERI CONSECUTIVE GREŞITE.

ENDS = [
    ("two passes", "PP", (2, "pas_pas", 1)),
    ("two passes later", "SSISPP", (6, "pas_pas", 1)),
    ("two passes, the first by the second player", "SPP", (3, "pas_pas", 0)),
    ("an exchange between them", "PXP", None),
    ("a lost turn, which is no pass, between them", "PLP", None),
    ("one pass", "SP", None),
    ("nothing", "", None),
    ("three wrong plays of the first", "ISISI", (5, "three_wrong", 0)),
    ("of the second", "SISISI", (6, "three_wrong", 1)),
    ("three in a row by both together", "III", None),
    ("both on the way: the first is first", "IIIII", (5, "three_wrong", 0)),
    ("what the other does is nothing to it", "IPISI", (5, "three_wrong", 0)),
    ("a good play between them", "ISSSISIS", None),
    ("a pass between them", "ISPSISIS", None),
    ("passes end it first", "ISISPPI", (6, "pas_pas", 1)),
]


@pytest.mark.parametrize(("turns", "found"), [row[1:] for row in ENDS])
def test_ends(turns, found):
    assert end(turns) == found


def test_successive_plays_whatever_lies_between():
    assert end("ISXSISI", three_wrong="plays") == (7, "three_wrong", 0)
    assert end("ISXSISI") is None
    assert end("ISSSISI", three_wrong="plays") is None


@given(st.text("PISX", max_size=30), st.integers(2, 4))
def test_a_game_ends_once_and_only_what_was_played_counts(turns, players):
    found = end(turns, players)
    if found is None:
        assert "PP" not in turns
    else:
        assert end(turns[: found[0]], players) == found
        assert end(turns[: found[0] - 1], players) is None


# Players who come late.

LATE = [
    ("both in time", (0, 0), Late((1500, 1500))),
    ("one late: his clock runs", (0, 420), Late((1500, 1080))),
    ("the other late", (600, 0), Late((900, 1500))),
    ("late by all but a second", (0, 1499), Late((1500, 1))),
    ("late by all", (0, 1500), Late((1500, 0), (1,))),
    ("one never came", (0, None), Late((1500, 0), (1,))),
    ("the other never came", (None, 0), Late((0, 1500), (0,))),
    ("both late together: half each", (600, 600), Late((1200, 1200))),
    ("half a second is not taken", (601, 601), Late((1200, 1200))),
    ("both late, one after the other", (300, 900), Late((1350, 750))),
    ("both late, the other order", (900, 300), Late((750, 1350))),
    ("late, and the other just before his time was up", (600, 1799), Late((1200, 1))),
    ("late, and the other just too late", (600, 1800), Late((1200, 0), (1,))),
    ("late, and the other never", (600, None), Late((1200, 0), (1,))),
    ("both within 25 minutes, by no second", (1500, 1500), Late((750, 750))),
    ("nobody within 25 minutes", (1501, 1600), Late((None, None), (0, 1))),
    ("nobody at all", (None, None), Late((None, None), (0, 1))),
    ("one too late and the other never", (None, 1501), Late((None, None), (0, 1))),
]


@pytest.mark.parametrize(("came", "found"), [row[1:] for row in LATE])
def test_late(came, found):
    assert late(came) == found


def test_early_is_in_time():
    with pytest.raises(ValueError, match="arrival"):
        late((-1, 0))


ARRIVAL = st.one_of(st.none(), st.integers(0, 4000))


@given(ARRIVAL, ARRIVAL)
def test_late_whoever_sits_where(one, other):
    found = late((one, other))
    turned = late((other, one))
    assert turned.left_s == found.left_s[::-1]
    assert {1 - seat for seat in turned.absent} == set(found.absent)


@given(st.integers(0, 1500), st.integers(0, 1500))
def test_nobody_gains_by_coming_late(one, other):
    found = late((one, other))
    for seat, at in enumerate((one, other)):
        left = found.left_s[seat]
        assert left is not None
        assert 0 <= left <= 1500
        assert (left == 1500) == (at == 0 or at == 1 <= min(one, other))


# "Mai sunt … minute".

CORRECTIONS = [
    ("half the error off each", 1200, (840, 600), {}, 240, (720, 480)),
    ("at most 5:00 left: exempt", 1200, (1260, 240), {}, 300, (1110, 240)),
    ("exactly 5:00: exempt", 600, (300, 480), {}, 180, (300, 390)),
    ("a second more than 5:00: not exempt", 601, (301, 480), {}, 180, (211, 390)),
    ("exactly 2:00: no error", 1200, (720, 600), {}, 120, (720, 600)),
    ("more than 2:00", 1200, (720, 602), {}, 122, (659, 541)),
    ("half a second is not taken", 1200, (721, 600), {}, 121, (661, 540)),
    ("half a second is taken", 1200, (721, 600), {"half": "up"}, 121, (660, 539)),
    ("time was extended", 1200, (840, 600), {"extended": True}, 240, (840, 600)),
    ("too little: nothing", 1200, (600, 300), {}, -300, (600, 300)),
    ("too little: given back", 1200, (600, 360), {"short": "add"}, -240, (720, 480)),
    ("too little, by less than 2:00", 1200, (600, 480), {"short": "add"}, -120, (600, 480)),
    ("too little, at most 5:00: exempt", 1200, (600, 300), {"short": "add"}, -300, (750, 300)),
    ("no clock goes below zero", 0, (301, 1500), {}, 1801, (0, 600)),
    ("both exempt", 60, (300, 300), {}, 540, (300, 300)),
]


@pytest.mark.parametrize(("announced", "left", "reading", "error", "corrected"), [row[1:] for row in CORRECTIONS])
def test_correction(announced, left, reading, error, corrected):
    found = correct(announced, left, **reading)
    assert (found.error_s, found.corrected_s) == (error, corrected)


@given(st.integers(0, 3000), st.integers(0, 1500), st.integers(0, 1500), st.booleans())
def test_a_correction_only_takes_and_never_more_than_the_error(announced, one, other, extended):
    found = correct(announced, (one, other), extended)
    taken = one + other - sum(found.corrected_s)
    assert 0 <= taken <= max(found.error_s, 0)
    assert all(0 <= after <= before for after, before in zip(found.corrected_s, (one, other), strict=True))
    assert correct(announced, (other, one), extended).corrected_s == found.corrected_s[::-1]
