"""What is shown of a clock in words, the same on every page."""

import threading

from tritempo.display import words as display
from tritempo_host.desk.live.clock import LiveClock
from tritempo_host.link.problems import LinkProblem
from tritempo_host.link.tables import state_words
from tritempo_host.problem import Problem
from tritempo_host.text import clean
from tritempo_host.words import catalogue, speak

AREA = "desk_clocks"
# The clock's own words are kept in one language at a time, for a clock needs no more.
_one_at_a_time = threading.Lock()


def problem(what: Problem, lang: str) -> str:
    """A problem's words. At the desk nobody repeats a command: where the words would say so, there are others."""
    key = f"problem_{what.key}" if isinstance(what, LinkProblem) else ""
    if isinstance(what, LinkProblem) and key in catalogue(AREA):
        return speak(AREA, lang)(key, port=clean(what.port, 200), **what.values)
    return what.say(lang)


def warning(code: str, lang: str) -> str:
    """A word of `LiveClock.warnings`."""
    key = f"warning_{code}"
    if key in catalogue(AREA):
        return speak(AREA, lang)(key)
    with _one_at_a_time:
        return clean(display.word(lang, code))


def state(clock: LiveClock, lang: str) -> str:
    """How its game stands: `waiting for the first press`, `Anna's turn`, `paused: challenge`, `ended: somebody went
    out`; of a clock that is not there, what is the matter."""
    say = speak(AREA, lang)
    if not clock.connected:
        return say(f"state_{clock.state}")
    if not clock.game:
        return say("state_asked")
    if clock.game == "running" and clock.seat is not None:
        return say("on_turn", name=clock.on_turn or say("seat", seat=clock.seat))
    return state_words(clock.game, clock.reason, lang)
