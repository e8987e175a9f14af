"""The drawing that compares players' time: to scale, in order, and nothing in it that the table beside it has not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.sites import logs_of, matam
from tritempo_host.export.site import pages
from tritempo_host.export.site.facts import Facts, Times
from tritempo_host.export.site.spread import MARGIN, MOST, NARROW, ROW, WIDE, Scale, lay_out
from tritempo_host.text import tenths

SCALES = [pytest.param(scale, id=scale.name) for scale in (WIDE, NARROW)]


def times_of(player: int, turns: list[int], rounds: int = 1) -> Times:
    ended = tuple(sorted(turns))
    average = sum(turns) // len(turns) if turns else 0
    longest = max(turns, default=0)
    each = tuple((n, average) for n in range(1, rounds + 1)) if turns else ()
    return Times(player, (), len(turns), sum(turns), average, longest, 0, 0, 0, ended, (), each)


@given(
    st.lists(st.lists(st.integers(0, 5_000_000), max_size=40), max_size=12),
    st.sampled_from([WIDE, NARROW]),
    st.sampled_from([None, 120_000]),
)
def test_a_line_is_where_its_times_are(turns: list[list[int]], scale: Scale, limit: int | None):
    drawing = lay_out([times_of(n, each) for n, each in enumerate(turns, 1)], limit, scale)
    shown = [(n, sorted(each)) for n, each in enumerate(turns, 1) if each]
    if drawing is None:
        assert not shown
        return
    assert [row.player for row in drawing.rows] == [n for n, _ in shown]
    (left, _), *_, (right, end) = drawing.ticks
    assert left == scale.gutter and right <= scale.width - MARGIN + 0.1
    for row, (_, each) in zip(drawing.rows, shown, strict=True):
        for x, ms in ((row.shortest, each[0]), (row.longest, each[-1]), (row.average, sum(each) // len(each))):
            assert x == pytest.approx(left + ms * (right - left) / end, abs=0.2)
        assert row.shortest <= row.first <= row.last <= row.longest
        assert row.shortest <= row.average <= row.longest
    assert all(b.y - a.y == ROW for a, b in zip(drawing.rows, drawing.rows[1:], strict=False))


def test_rounds_that_are_alike_do_not_lie_on_one_another():
    drawing = lay_out([times_of(1, [60_000] * 9, rounds=3)], None, WIDE)
    assert drawing and len({y for _, y, _ in drawing.rows[0].rounds}) == 3


def test_nobody_and_too_many_are_not_drawn():
    assert lay_out([], None, WIDE) is None
    assert lay_out([times_of(1, [])], None, WIDE) is None
    assert lay_out([times_of(n, [1000]) for n in range(MOST + 1)], None, WIDE) is None


def test_the_page_has_the_drawing_its_key_and_the_same_figures_as_a_table():
    event = matam(2)
    logs = logs_of(event.t, 18)
    facts = Facts(event.t, logs)
    page = pages(event.t, logs, "ca")["ca/times.html"]
    assert page.count('<svg class="spread"') == 2 and 'class="turn-limit"' in page
    assert facts.turn_limit_ms == 120_000
    for times in facts.times.values():
        assert tenths(times.average_ms, "ca") in page
        for _, average in times.rounds:
            assert tenths(average, "ca") in page
    order = [
        facts.times[int(number)].average_ms for number in re.findall(r'row" class="who"><a href="player-(\d+)', page)
    ]
    assert order[: len(facts.times)] == sorted(order[: len(facts.times)], reverse=True)


def test_no_page_needs_a_style_of_its_own():
    """The desk's browser is told to take none but those of its files."""
    event = matam(1)
    for name, text in pages(event.t, logs_of(event.t, 3), "ca").items():
        assert not re.search(r"<style|\sstyle=|<script|\son\w+=", text), name
