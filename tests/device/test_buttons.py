"""Changes of pins in, edges out: bounce traces as data, and what must hold for any trace."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.buttons import DEAF_US, Buttons

# Each trace: ms at which the contact of button 0 closes, opens, closes, … The edges: (ms, down), closed first.
TRACES = [
    # id, trace, edges
    ("a clean press", [0, 80], [(0, True), (80, False)]),
    ("ten milliseconds are a press (micropython-async #24)", [0, 10], [(0, True), (10, False)]),
    ("bounce when it closes", [0, 0.2, 0.5, 1.1, 1.3, 80], [(0, True), (80, False)]),
    ("bounce when it opens", [0, 80, 80.4, 81, 83.2, 85], [(0, True), (80, False)]),
    ("bounce at both ends", [0, 1, 2, 80, 81, 82], [(0, True), (80, False)]),
    ("ten milliseconds of it", [0, 3, 3.3, 5, 8, 9.9, 10, 80], [(0, True), (80, False)]),
    ("open for most of it", [0, 0.1, 9.8, 80], [(0, True), (80, False)]),
    # One click that other programs took for several: OneButton #67 (a worn switch, some 5 ms at each end), ezButton #8
    # (a cheap one: spikes at the press, and a long tail at the release).
    ("OneButton #67", [0, 0.3, 0.9, 1.4, 2.2, 2.3, 4.1, 4.9, 5.2, 190, 190.8, 194.9], [(0, True), (190, False)]),
    ("ezButton #8", [0, 0.05, 0.2, 0.25, 3, 110, 112.5, 113, 116, 116.2, 119.5, 119.9], [(0, True), (110, False)]),
    ("a storm of spikes", [0.1 * i for i in range(99)] + [60], [(0, True), (60, False)]),
    ("two quick presses", [0, 30, 60, 90], [(0, True), (30, False), (60, True), (90, False)]),
    ("two presses, 10 ms each", [0, 10, 21, 31], [(0, True), (10, False), (21, True), (31, False)]),
    ("let go inside the bounce", [0, 4], [(0, True), (4, False)]),
    ("pressed again in the release's bounce", [0, 50, 57, 90], [(0, True), (50, False), (57, True), (90, False)]),
    ("stuck", [0], [(0, True)]),
    ("stuck after bounce", [0, 1, 2], [(0, True)]),
]  # fmt: skip


def played(
    changes: list[tuple[int, int]], count: int = 1, look_us: tuple[int, ...] = ()
) -> list[tuple[int, int, bool]]:
    """The edges of changes (us, levels); `look_us`: when the loop looks in between; it does at the end, too."""
    buttons, edges = Buttons(count), []
    looks = [(t, None) for t in look_us]
    for t, levels in sorted(changes + looks, key=lambda change: change[0]):
        if levels is None:
            buttons.settle(t, edges)
        else:
            buttons.change(t, levels, edges)
    end = max((t for t, _ in changes), default=0)
    for i in (1, 2):
        buttons.settle(end + i * DEAF_US, edges)
    assert not buttons.deaf
    return edges


def toggled(ms: list[float]) -> list[tuple[int, int]]:
    return [(round(1000 * t), i % 2) for i, t in enumerate(ms)]


@pytest.mark.parametrize(("trace", "edges"), [row[1:] for row in TRACES], ids=[row[0] for row in TRACES])
@pytest.mark.parametrize("look_ms", [1, 50, 5000])
def test_traces(trace: list[float], edges: list[tuple[float, bool]], look_ms: int):
    """However often the loop looks, the edges are the same."""
    looks = tuple(range(0, 300_000, 1000 * look_ms))
    assert played(toggled(trace), look_us=looks) == [(round(1000 * t), 0, down) for t, down in edges]


BOUNCE = st.lists(st.integers(1, 10_000), max_size=12).map(lambda times: sorted(set(times)))
LOOKS = st.lists(st.integers(0, 2_000_000), max_size=20).map(tuple)


@st.composite
def presses(draw: st.DrawFn) -> tuple[list[tuple[int, bool]], list[tuple[int, int]]]:
    """Real edges, at least 10 ms of bounce and a bit apart, and the changes with all the bounce after each."""
    t, down = draw(st.integers(0, 100_000)), False
    real, changes = [], []
    for _ in range(draw(st.integers(1, 12))):
        down = not down
        real.append((t, down))
        bounce = draw(BOUNCE)
        level = 0 if down else 1
        changes.append((t, level))
        for i, after in enumerate(bounce[: len(bounce) // 2 * 2]):  # an even number: it ends where it began
            changes.append((t + after, level ^ (i + 1) % 2))
        t += DEAF_US + 1 + draw(st.integers(0, 200_000))
    return real, changes


@given(presses(), LOOKS)
def test_any_bounce_of_ten_ms_counts_once_and_every_edge_has_its_own_time(
    trace: tuple[list[tuple[int, bool]], list[tuple[int, int]]], looks: tuple[int, ...]
):
    real, changes = trace
    assert [(t, down) for t, _, down in played(changes, look_us=looks)] == real


@given(st.lists(st.integers(10_000, 300_000), min_size=1, max_size=30), LOOKS)
def test_every_press_of_ten_ms_counts_at_its_own_time(lengths: list[int], looks: tuple[int, ...]):
    """Clean ones, down and up in turn, each at least 10 ms long."""
    times = [sum(lengths[:i]) for i in range(len(lengths))]
    changes = [(t, i % 2) for i, t in enumerate(times)]
    assert [(t, down) for t, _, down in played(changes, look_us=looks)] == [
        (t, i % 2 == 0) for i, t in enumerate(times)
    ]


LEVELS = st.lists(st.tuples(st.integers(0, 30_000), st.integers(0, 63)), max_size=60)


@given(LEVELS, LOOKS)
def test_whatever_the_pins_do_the_edges_are_sound(steps: list[tuple[int, int]], looks: tuple[int, ...]):
    """In order, down and up in turn for each button, never two in 10 ms that the level does not ask for, and at the end
    they say what the pins are."""
    t, changes = 0, []
    for step, levels in steps:
        t += step
        changes.append((t, levels))
    edges = played(changes, 6, looks)
    assert [t for t, _, _ in edges] == sorted(t for t, _, _ in edges)
    for button in range(6):
        downs = [down for _, who, down in edges if who == button]
        assert downs == [i % 2 == 0 for i in range(len(downs))]
        is_down = bool(changes) and not changes[-1][1] >> button & 1
        assert (len(downs) % 2 == 1) == is_down


def test_two_buttons_at_once_are_two_edges_in_order():
    edges = played([(1000, 0b01), (1200, 0b00), (90_000, 0b11)], 2)
    assert edges == [(1000, 1, True), (1200, 0, True), (90_000, 0, False), (90_000, 1, False)]


def test_the_bounce_of_one_button_is_not_another_ones():
    """Each has its own 10 ms: B is pressed while A still bounces."""
    edges = played([(0, 0b10), (500, 0b11), (900, 0b10), (1000, 0b00), (1500, 0b01), (1600, 0b00)], 2)
    assert edges == [(0, 0, True), (1000, 1, True)]


def test_a_button_that_is_down_from_the_start_is_told():
    """It may be stuck: the app says so after a while."""
    assert played([(0, 0b101111)], 6) == [(0, 4, True)]
    assert played([(0, 0b111111)], 6) == []


def test_times_beyond_what_a_picos_small_integers_hold():
    day_us = 40 * 24 * 3600 * 1_000_000
    assert played([(day_us, 0), (day_us + 3000, 1), (day_us + 4000, 0), (day_us + 70_000, 1)]) == [
        (day_us, 0, True),
        (day_us + 70_000, 0, False),
    ]
