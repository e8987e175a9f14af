"""Sounds (table.md): what is played, and that four levels differ."""

import pytest

from tritempo.display.sounds import LOUD, NAMES, NORMAL, OFF, QUIET, REST, pattern

AUDIBLE = (QUIET, NORMAL, LOUD)


def tones(name, level=NORMAL):
    return [tone for tone in pattern(name, level) if tone[0] != REST]


def length_ms(name, level=NORMAL):
    return sum(ms for _, ms in pattern(name, level))


@pytest.mark.parametrize("name", NAMES)
def test_off_is_silent(name):
    assert pattern(name, OFF) == ()


@pytest.mark.parametrize("level", AUDIBLE)
@pytest.mark.parametrize("name", NAMES)
def test_tones_are_short_and_within_what_a_buzzer_plays(name, level):
    assert all(100 <= hz <= 4000 and 5 <= ms <= 1000 for hz, ms in tones(name, level))


@pytest.mark.parametrize("name", NAMES)
def test_louder_is_nearer_to_where_a_buzzer_resonates(name):
    quiet, normal, loud = (tones(name, level)[0][0] for level in AUDIBLE)
    assert quiet * 4 == normal * 2 == loud


@pytest.mark.parametrize("level", AUDIBLE)
def test_a_warning_is_one_beep_zero_one_long_the_limit_three(level):
    assert len(tones("warn", level)) == len(tones("zero", level)) == 1
    assert len(tones("limit", level)) == 3
    assert length_ms("zero", level) > 3 * length_ms("warn", level)
    assert length_ms("tick", level) < 30


@pytest.mark.parametrize("level", AUDIBLE)
def test_an_ignored_press_is_the_lowest_of_all(level):
    low = tones("ignored", level)[0][0]
    assert all(low < hz for name in NAMES if name != "ignored" for hz, _ in tones(name, level))


@pytest.mark.parametrize("level", AUDIBLE)
def test_mark_steps_rise(level):
    steps = [tones(name, level)[0][0] for name in ("mark1", "mark2", "mark3", "mark4")]
    assert steps == sorted(set(steps))


def test_a_sound_that_is_not_known_is_an_error():
    with pytest.raises(KeyError):
        pattern("bang", OFF)
