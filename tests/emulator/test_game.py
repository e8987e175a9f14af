"""A whole MàTaM game by pin levels alone, read back from the display's pixels, the lights and the buzzer's edges."""

import itertools

import pytest

from emulator import files, firmware
from emulator.pico import Pico
from emulator.players import Players
from emulator.table import last_log, time_error, up
from tritempo.display import sounds
from tritempo_host.audit import audit

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def played() -> tuple[Pico, list[str]]:
    """The game, with a look at display and lights after everything that happens; and the sounds that it should make."""
    pico = up(Pico(firmware.deployed()))
    at = Players(pico)
    heard = []

    def turn(button: str, ms: float, for_ms: float = 80) -> None:
        at.press(button, for_ms)
        at.look()
        at.wait(ms)
        at.look()
        heard.append("tick")

    at.look()
    at.press("B")
    at.look()
    at.press("B")
    at.look()  # ready
    turn("A", 2500)
    turn("A", 1200, for_ms=1700)  # and a pass
    heard.append("mark1")
    turn("B", 900, for_ms=2600)  # an exchange
    heard.extend(["mark1", "mark2"])
    at.press("TRUMP")
    at.look()
    at.press("A")  # pròrroga: this turn has four minutes
    at.look()
    turn("C", 1500)
    at.press("A", then_ms=100)  # a turn of 0.7 s
    heard.append("tick")
    at.press("B", then_ms=1000)  # too soon: within dead_ms
    heard.append("ignored")
    at.look()
    at.press("PAUSE")
    at.look()
    at.press("A")  # challenge
    at.wait(3300)
    at.look()
    at.press("B")  # void
    at.look()
    at.press("B")  # the turn is lost
    at.look()
    turn("C", 103_500)  # nearly the whole turn
    at.wait(4000)
    at.look()  # less than 15 s: the light blinks, tenths come
    heard.append("warn")
    at.wait(14_000)
    at.look()  # over
    heard.append("zero")
    turn("A", 1500)
    at.press("PAUSE")
    at.press("TRUMP")
    at.look()
    at.press("ABC"[at.mirror.words().index("out")])
    at.wait(1500)
    at.look()
    assert at.checks > 25
    return pico, heard


def test_display_and_lights_were_right_at_every_look(played: tuple[Pico, list[str]]):
    """The looks themselves are in the fixture; here: nothing was sent to the display that it does not know."""
    assert played[0].display.faults == []


def test_each_sound_was_heard_once_in_order(played: tuple[Pico, list[str]]):
    pico, expected = played
    # The limit's three tones are another test's: here every name is one tone.
    named = {tones[0]: name for name in sounds.NAMES if name != "limit" and (tones := sounds.pattern(name, 1))}
    heard = []
    for tone in pico.buzzer.tones():
        near = min(named, key=lambda first: abs(first[0] - tone.hz) + abs(first[1] - tone.ms) / 20)
        assert abs(near[0] - tone.hz) < 0.02 * near[0], tone
        heard.append(named[near])
    assert heard == expected, pico.buzzer.tones()


def test_the_log_is_sound_and_tells_of_a_game_that_ended(played: tuple[Pico, list[str]]):
    there = files.read(played[0].flash.image())
    [path] = [path for path in there if path.startswith("/logs/")]
    report = audit(there[path], bytes.fromhex(there["/key"].decode()))
    assert not report.flagged
    words = [line.word for line in last_log(played[0].flash.image()).lines]
    assert words[-1] == "end"
    assert {"seat", "mark", "trump", "pause", "verdict", "flag", "warn"} <= set(words)


def test_presses_are_logged_at_their_millisecond(played: tuple[Pico, list[str]]):
    pico, _ = played
    lines = [line for line in last_log(pico.flash.image()).lines if line.word == "seat" and line.ignored is None]
    pressed = [ms for ms, button, down in pico.edges if down and button in "ABC"]
    # Every logged press is some press at the pins, and the differences of their times are the same.
    first = next(
        start
        for start in range(len(pressed))
        if all(
            any(abs((ms - pressed[start]) - (line.t - lines[0].t)) <= 1.01 for ms in pressed[start:]) for line in lines
        )
    )
    matched = [
        min(pressed, key=lambda ms, line=line: abs((ms - pressed[first]) - (line.t - lines[0].t))) for line in lines
    ]
    assert all(a < b for a, b in itertools.pairwise(matched))
    assert time_error(matched, [line.t for line in lines]).spread_ms <= 1.2
