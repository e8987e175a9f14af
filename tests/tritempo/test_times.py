"""Times as text: never 0:00 while time is left, never 0:00 once it has run out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo.display import times

MINUTE = 60000


@pytest.mark.parametrize(
    "ms, text",
    [
        (120000, "2:00"),
        (119999, "2:00"),
        (119001, "2:00"),
        (119000, "1:59"),
        (1, "0:01"),
        (0, "0:00"),
        (-1, "+0:01"),
        (-1000, "+0:01"),
        (-1001, "+0:02"),
        (-7 * 1000, "+0:07"),
        (-60000, "+1:00"),
        (-60001, "+1:01"),
        (75 * MINUTE, "75:00"),
        (999 * MINUTE + 59000, "999:59"),
        (1000 * MINUTE, "16.40"),
    ],
)
def test_left(ms, text):
    assert times.left(ms) == text


@pytest.mark.parametrize(
    "ms, text",
    [(9901, "0:10"), (9900, "9.9"), (9801, "9.9"), (9800, "9.8"), (101, "0.2"), (1, "0.1"), (0, "0.0"), (-1, "+0:01")],
)
def test_tenths(ms, text):
    assert times.left_tenths(ms) == text


@pytest.mark.parametrize("ms, text", [(0, "0:00"), (999, "0:00"), (1000, "0:01"), (61999, "1:01")])
def test_used(ms, text):
    assert times.used(ms) == text


@given(st.integers(-(10**7), 10**7))
def test_zero_is_only_shown_at_zero(ms):
    assert (times.left(ms) == "0:00") == (ms == 0)
    assert (times.left_tenths(ms) == "0.0") == (ms == 0)
    assert times.left(ms).startswith("+") == (ms < 0)


@given(st.integers(1, 59 * MINUTE))
def test_what_is_shown_past_zero_agrees_with_the_penalty(over_ms):
    """CSM b: 10 points a minute or part of one, by the clock on the table as by the rule."""
    minutes, seconds = (int(part) for part in times.left(-over_ms)[1:].split(":"))
    by_display = minutes + (seconds > 0)
    assert by_display == -(-over_ms // MINUTE)
