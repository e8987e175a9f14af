"""When a game is over, against a second reading that looks at each player's own turns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules import manresa, matam_clock
from tritempo_host.rules.ending import ends_after, first_run

TURNS = st.text("PPPXITS", max_size=30)  # passes often, so that runs of them come


def all_have(turns: str, players: int, times: int, letters: str) -> int | None:
    """After which turn each player's own last turns, so many of them, were all of the letters."""
    for n in range(1, len(turns) + 1):
        own = [turns[seat:n:players] for seat in range(players)]
        if all(len(each) >= times and set(each[-times:]) <= set(letters) for each in own):
            return n
    return None


@given(TURNS)
def test_matam(turns: str):
    passes, zeros = all_have(turns, 3, 2, "P"), all_have(turns, 3, 3, "PXIT")
    after, article = matam_clock.over(turns)
    assert after == min((n for n in (passes, zeros) if n is not None), default=None)
    assert article == (None if after is None else "24.2" if after == passes else "24.3")


@given(TURNS, st.integers(2, 4))
def test_manresa(turns: str, players: int):
    assert manresa.over(turns, players) == all_have(turns, players, 3, "PIT")
    assert manresa.over(turns, players, lost_turn="apart") == all_have(turns, players, 3, "PI")


def test_the_first_rule_named_is_taken_where_two_are_met():
    rules = (("short", 2, "P"), ("long", 4, "PX"))
    assert ends_after("XXPP", rules) == (4, "short")
    assert ends_after("XXPXP", rules) == (4, "long")
    assert ends_after("PSP", rules) == (None, None)


def test_letters_of_a_later_turn_are_looked_at_too():
    with pytest.raises(ValueError, match="turn_letter"):
        first_run("PPp", 2, "P")
