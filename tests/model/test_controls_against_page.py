"""Time controls: the presets are the page's, and what the page refuses is refused, nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model import strategies
from model.controls import PRESETS, REASONS, TRUMPS, VALUES, must_be_refused, whole
from model.profiles import profile
from tritempo.control import PRESETS as CLOCK_PRESETS
from tritempo.control import Control, ControlError, preset

TIMES = ["turn_ms", "increment_ms", "delay_ms", "round_ms", "dead_ms", "prorroga_ms", "retry_ms"]
A_TIME = st.sampled_from([0, 1, 60000, -1, 0.5, 1000.0, "60000", None, True, [], [1000]])
BANKS = [0, 60000, [60000, 30000], [60000, 30000, 1000], [60000, -1], [60000, 0.5], -1, 1.5, "x", None, [0, 0]]
CHANGES = st.one_of(
    st.tuples(st.sampled_from(TIMES), A_TIME),
    st.tuples(st.just("bank_ms"), st.sampled_from(BANKS)),
    st.tuples(st.just("warn_ms"), st.sampled_from([[], [0], [1000, 5], [-1], [0.5], ["x"], [None]])),
    *[
        st.tuples(st.just(field), st.sampled_from([*allowed, "left", "", 0, 1, None, True]))
        for field, allowed in VALUES.items()
    ],
    st.tuples(st.just("pauses"), st.lists(st.sampled_from([*REASONS, "power", "lunch", 3]), max_size=3)),
    st.tuples(st.just("trumps"), st.lists(st.sampled_from([*TRUMPS, "joker", None]), max_size=3)),
    st.tuples(st.just("seats"), st.sampled_from([[2], [3], [2, 3, 4], [4, 2]])),
    st.tuples(st.sampled_from(["colour", "turn", "Turn_ms", ""]), st.sampled_from([0, None])),
)


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_the_page_s(name):
    texts = {"name": None, "source": None}  # what a preset is called is not the page's
    control, expected = {**preset(name), **texts}, {**whole(name), **texts}
    assert set(control.pop("trumps")) == set(expected.pop("trumps"))
    assert control == expected


def test_presets_are_those_of_the_page():
    assert list(CLOCK_PRESETS) == list(PRESETS)


@given(st.data())
@profile(share=5)
def test_refused_by_the_page_and_by_the_clock(data):
    control, seats, _holders = data.draw(strategies.tables())
    for field, value in data.draw(st.lists(CHANGES, max_size=3)):
        control[field] = value
    seats = data.draw(st.sampled_from([seats, seats, seats, 1, 2, 3, 5]))
    expected = must_be_refused(control, seats)
    try:
        Control(control, seats)
        assert expected is None, f"accepted, though: {expected}"
    except ControlError as error:
        assert expected is not None, f"refused: {error}"
