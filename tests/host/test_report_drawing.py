"""The drawing of a game: to scale, whole, and without symbols that lie on one another."""

import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.rounds import case_of, matam_round
from tritempo_host.report.timeline import (
    BADGE_WIDTH,
    LETTER_WIDTH,
    MARGIN,
    MINUTE,
    NARROW,
    SIGN_WIDTH,
    WIDE,
    Scale,
    lay_out,
    stave_length,
    tick_length,
)
from tritempo_host.text import DECIMAL, clean, clock, for_spreadsheet, local, over, signed, tenths

SCALES = [pytest.param(scale, id=scale.name) for scale in (WIDE, NARROW)]


@pytest.mark.parametrize("scale", SCALES)
def test_a_millisecond_is_as_wide_everywhere(scale: Scale):
    summary = case_of(matam_round()).summary
    drawing = lay_out(summary, scale)
    length = drawing.staves[0].end_ms - drawing.staves[0].start_ms
    drawn: defaultdict[tuple[int | None, str], float] = defaultdict(float)
    for stave in drawing.staves:
        for box in stave.boxes:
            assert scale.gutter <= box.x and box.x + box.width <= scale.gutter + scale.lane_width + 0.01
            drawn[box.segment.turn, box.segment.kind] += box.width * length / scale.lane_width
    for turn in summary.turns:
        assert drawn[turn.n, "turn"] + drawn[turn.n, "over"] == pytest.approx(turn.used_ms, abs=200)
        assert drawn[turn.n, "over"] == pytest.approx(turn.overrun_ms, abs=200)


@pytest.mark.parametrize("scale", SCALES)
def test_everything_is_drawn_once(scale: Scale):
    summary = case_of(matam_round()).summary
    staves = lay_out(summary, scale).staves
    assert staves[0].start_ms == summary.start_ms and staves[-1].end_ms >= summary.end_ms
    assert [badge.what for stave in staves for badge in stave.badges] == [str(pause.n) for pause in summary.pauses]
    assert [hand.n for stave in staves for hand in stave.hands if hand.final] == [summary.final_hand]
    assert sum(stave.limit_x is not None for stave in staves) == 1
    signs = Counter(sign.what for stave in staves for sign in stave.signs)
    marks = Counter(turn.mark for turn in summary.turns if turn.mark)
    flags = sum(moment.what == "flag" for moment in summary.moments)
    assert signs == Counter({**marks, "flag": flags, "trump": len(summary.trumps)})


@pytest.mark.parametrize("scale", SCALES)
def test_symbols_do_not_lie_on_one_another(scale: Scale):
    for stave in lay_out(case_of(matam_round()).summary, scale).staves:
        for seat in (1, 2, 3):
            at = [sign.x for sign in stave.signs if sign.seat == seat and sign.what != "flag"]
            assert all(b - a >= SIGN_WIDTH - 0.01 for a, b in pairwise(at))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", ["salvaimpugnació", "a doua șansă", "x"])
def test_the_name_of_a_card_is_not_written_through_a_symbol(scale: Scale, name: str):
    cards = 0
    for seed in range(6):
        for stave in lay_out(case_of(matam_round(seed)).summary, scale).staves:
            for card in (sign for sign in stave.signs if sign.what == "trump"):
                cards += 1
                side, length = card.side(name), LETTER_WIDTH * len(name) + 7
                span = (card.x + 7, card.x + length) if side == "start" else (card.x - length, card.x - 7)
                row = [sign.x for sign in stave.signs if sign.seat == card.seat and sign.what not in ("flag", "trump")]
                assert not side or all(x + SIGN_WIDTH / 2 <= span[0] or x - SIGN_WIDTH / 2 >= span[1] for x in row)
                assert not side or (scale.gutter <= span[0] and span[1] <= scale.width)
    assert cards >= 12


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("word", ["impugnació: vàlida", "tall de corrent", "x"])
def test_the_word_of_a_pause_is_not_written_through_a_number_or_the_limit(scale: Scale, word: str):
    said = 0
    for seed in range(6):
        for stave in lay_out(case_of(matam_round(seed)).summary, scale).staves:
            for badge in stave.badges:
                if badge.side(word) != "start":
                    continue
                said += 1
                span = (badge.x + BADGE_WIDTH / 2, badge.x + BADGE_WIDTH / 2 + LETTER_WIDTH * len(word))
                assert all(not span[0] < other.x < span[1] for other in stave.badges)
                assert span[1] <= scale.width
                if stave.limit_x is not None:
                    assert span[1] <= stave.limit_x or span[0] >= stave.limit_x
    assert said >= 12


@pytest.mark.parametrize("scale", SCALES)
def test_the_end_has_the_room_that_the_last_stave_leaves(scale: Scale):
    staves = lay_out(case_of(matam_round()).summary, scale).staves
    assert staves[-1].end_x + staves[-1].end_room <= scale.width
    assert all(stave.end_room < MARGIN for stave in staves[:-1])


@pytest.mark.parametrize("scale", SCALES)
def test_times_on_the_axis_have_room_under_their_marks(scale: Scale):
    summary = case_of(matam_round()).summary
    for stave in lay_out(summary, scale).staves:
        labels = [(x, since) for x, since, labelled in stave.ticks if labelled]
        assert all(x + MARGIN <= scale.width for x, _ in labels)
        assert all(since < summary.length_ms for _, since in labels[:-1])  # none beyond the first after the end


@given(st.integers(0, 100_000 * MINUTE), st.sampled_from([WIDE, NARROW]))
def test_a_stave_shows_enough_and_there_are_not_too_many(length: int, scale: Scale):
    stave = stave_length(length, scale)
    assert stave >= min(length, scale.shortest_ms)
    assert stave % MINUTE == 0
    assert stave * scale.staves >= length
    tick = tick_length(stave, scale.lane_width, scale.label_gap)
    assert tick == stave or tick * scale.lane_width / stave >= scale.label_gap


@pytest.mark.parametrize(
    ("ms", "seconds", "tenth", "late"),
    [
        (0, "0:00", "0:00.0", ""),
        (1, "0:00", "0:00.0", "+0:00.1"),
        (999, "0:00", "0:00.9", "+0:01.0"),
        (65_300, "1:05", "1:05.3", "+1:05.3"),
        (3_667_999, "61:07", "61:07.9", "+61:08.0"),
        (-999, "0:00", "−0:00.9", ""),
        (-65_300, "−1:05", "−1:05.3", ""),
    ],
)
def test_times(ms: int, seconds: str, tenth: str, late: str):
    assert (clock(ms), tenths(ms, "en"), over(ms, "en")) == (seconds, tenth, late)
    assert tenths(ms, "ca") == tenth.replace(".", ",") and DECIMAL["ro"] == ","


def test_time_given_or_taken_has_a_sign():
    assert (signed(30_000), signed(-60_000), signed(0)) == ("+0:30", "−1:00", "+0:00")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna  Puig\n", "Anna Puig"),
        ("Ștefan l·l", "Ștefan l·l"),
        ("a\u202eb\u2066c\x1b[1m\x00", "abc[1m"),
        ("W" * 41, "W" * 39 + "…"),
        ("\ud800x", "x"),
    ],
)
def test_names(name: str, shown: str):
    assert clean(name) == shown


def test_a_spreadsheet_takes_no_name_for_a_formula():
    assert [for_spreadsheet(name) for name in ("=1+1", "@a", "-b", "+c", "Anna")] == [
        "'=1+1",
        "'@a",
        "'-b",
        "'+c",
        "Anna",
    ]


@pytest.mark.parametrize("wall", [None, "", "yesterday", "9999-12-31T23:59:59Z"])
def test_a_wall_time_that_is_none(wall: str | None):
    assert local(wall, 10**12) is None


def test_a_wall_time_is_shown_with_its_zone():
    shown = local("2026-11-28T10:00:00Z", 42_000)
    assert shown is not None and re.fullmatch(r"2026-11-2[789] \d\d:\d\d \(UTC[+-]\d\d:\d\d\)", shown)
