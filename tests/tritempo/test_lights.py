"""Lights (table.md): which seat, and in which rhythm."""

from itertools import pairwise

import pytest

from scenes import Scene, after, bank, begun, ended, middle, over
from tritempo.display.lights import BREATH_STEP_MS, FULL, blink, breath, by_button, levels, still_ms


def rhythm(table, span_ms, step_ms=50):
    """The light of each seat over a span of time, sampled: a string a seat, # lit, . dark, + between."""
    samples = []
    for _ in range(span_ms // step_ms):
        samples.append(levels(table.view(), table.t))
        table.t += step_ms
    return ["".join(map(sign, seat)) for seat in zip(*samples, strict=True)]


def sign(level):
    return "#" if level == FULL else "+" if level else "."


DARK = "." * 40


def test_no_game_no_light():
    assert levels(None, 0) == (0, 0, 0, 0)


def test_on_turn():
    assert rhythm(middle(), 2000) == ["#" * 40, DARK, DARK]


def test_before_the_first_turn_seat_1_blinks_slowly():
    table = Scene()
    assert rhythm(table, 2000) == [("#" * 10 + "." * 10) * 2, DARK, DARK]


def test_in_a_gap_the_next_seat_blinks_slowly_and_begins_lit():
    table = after(middle(), "PAUSE", "A", "B", "B", wait_ms=0)
    table.t = table.zero + table.game.state_ms
    assert rhythm(table, 2000) == [DARK, ("#" * 10 + "." * 10) * 2, DARK]


def test_under_the_first_warning_a_slow_blink_in_step_with_the_seconds():
    table = over(by_ms=-15000)
    assert rhythm(table, 2000)[0] == ("#" * 10 + "." * 10) * 2


def test_just_above_the_warning_it_is_steady():
    assert rhythm(over(by_ms=-17001), 2000)[0] == "#" * 40


def test_below_zero_a_fast_blink_that_begins_lit():
    table = over(by_ms=1)
    assert rhythm(table, 2000)[0] == ("#" * 4 + "." * 4) * 5


def test_at_zero_it_is_not_yet_below():
    assert levels(over(by_ms=0).view(), 0)[0] == FULL


def test_paused_the_seat_on_turn_breathes():
    light = rhythm(after(middle(), "PAUSE"), 6000)[0]
    assert set(light) <= set("+#") and light.count("+") > 100


def test_paused_in_a_gap_the_next_seat_breathes():
    table = after(middle(), "PAUSE", "A", "B", "B", "PAUSE")
    assert [bool(level) for level in levels(table.view(), 0)] == [False, True, False]


def test_a_challenge_after_the_end_is_about_the_seat_that_went_out():
    table = ended(begun().turns(30000))
    table.game.input(table.t, "pause", "challenge")
    assert [bool(level) for level in levels(table.view(), 0)] == [False, True, False]


def test_a_control_that_counts_up_has_no_warning():
    assert rhythm(after(begun("ebre", 4), wait_ms=3000000), 1000) == ["#" * 20, "." * 20, "." * 20, "." * 20]


def test_a_bank_warns_at_its_first_threshold():
    assert rhythm(bank(ms=1800000 - 300000), 1000)[1] == "#" * 10 + "." * 10


def test_ended_a_short_chase_and_then_dark():
    table = ended(middle())
    table.t = table.zero + table.game.state_ms
    chase = rhythm(table, 3000, 120)
    assert chase == [("#.." * 3).ljust(25, "."), (".#." * 3).ljust(25, "."), ("..#" * 3).ljust(25, ".")]


@pytest.mark.parametrize("period_ms", [400, 1000])
def test_blinks_are_even(period_ms):
    assert sum(blink(ms, period_ms) for ms in range(period_ms)) == period_ms // 2


def test_breath_is_smooth_and_never_dark():
    samples = [breath(ms) for ms in range(0, 6000, 20)]
    assert min(samples) > 0 and max(samples) == FULL
    assert max(abs(a - b) for a, b in pairwise(samples)) < 10


def test_the_rhythms_can_be_told_apart():
    """By rhythm, not hue or brightness: within a second light and dark change once, four times, and not at all."""
    slow, fast, steady = (rhythm(table, 1000)[0] for table in (over(by_ms=-15000), over(by_ms=1), middle()))
    changes = [sum(a != b for a, b in pairwise(light)) for light in (slow, fast, steady)]
    assert changes == [1, 4, 0]


@pytest.mark.parametrize(
    "table",
    [
        lambda: Scene(),
        lambda: middle(),
        lambda: over(by_ms=-15000),
        lambda: over(by_ms=-3),
        lambda: over(by_ms=1),
        lambda: bank(ms=1800000 + 777),
        lambda: after(middle(), "PAUSE", "A", "B", "B", wait_ms=0),
        lambda: ended(middle()),
        lambda: after(middle(), "PAUSE"),
    ],
)
def test_levels_stay_as_long_as_is_said(table):
    """Millisecond by millisecond, but for what comes with a record: the warning and zero."""
    table = table()
    for _ in range(12):
        v = table.view()
        still = still_ms(v)
        assert still is None or 1 <= still <= 500
        span = min(still or 700, 700)
        if still != BREATH_STEP_MS:
            for ms in range(span):
                table.t += 1 if ms else 0
                now = table.view()
                if (now["left_ms"] or 0) < 0 <= (v["left_ms"] or 0) or now["low"] != v["low"]:
                    break
                assert levels(now, table.t) == levels(v, table.t), (ms, still)
        table.t += 1


def test_a_light_stands_beside_the_button_of_its_seat():
    assert by_button((1, 2, 3), "ACBD", 3) == [1, 3, 2]
    assert by_button((1, 2), "CABD", 4) == [2, 0, 1, 0]
    assert by_button((1, 2, 3, 4), "ABCD", 3) == [1, 2, 3]
