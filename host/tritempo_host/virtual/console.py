"""Drives running clocks with lines of text: for scripts and for a person at `tritempo clock`."""

import os
import select
import sys
from collections.abc import Callable

from tritempo_host.virtual.clock import TAP_MS, VirtualClock, buttons
from tritempo_host.virtual.listener import Event
from tritempo_host.virtual.terminal import Wake

LONGEST_ECHO = 40


class Console:
    """`wake` rings when one of the clocks ends; `tell(line)` is called with what there is to say to the person.

    `say`: the words of the area "clock".
    """

    def __init__(
        self, clocks: list[VirtualClock], wake: Wake, tell: Callable[[str], None], say: Callable[..., str]
    ) -> None:
        self._clocks = clocks
        self._going = list(clocks)
        self._wake = wake
        self._tell = tell
        self._say = say

    def run(self) -> None:
        """Until all have quit. At the end of the input they run on. Raises Problem when a clock ends by itself."""
        pending = b""
        sources: list = [self._wake, sys.stdin]
        while True:
            ready = select.select(sources, [], [])[0]
            self._wake.hush()
            for clock in self._going:
                if not clock.alive:
                    clock.wait_for(lambda: False)  # says how it ended
            if sys.stdin in ready:
                data = os.read(sys.stdin.fileno(), 4096)
                if not data:
                    sources.remove(sys.stdin)
                *lines, pending = (pending + data).split(b"\n")
                for line in lines:
                    if not self.obey(line.decode("utf-8", "replace")):
                        return

    def obey(self, line: str) -> bool:
        """One line: [number of the clock] A | B | C | D | PAUSE | TRUMP | hold BUTTON MS | quit. False: to end.

        `quit` ends all clocks, or the one whose number is before it.
        """
        words = line.split()
        number = 1
        try:
            numbered = bool(words) and words[0].isascii() and words[0].isdigit()
            if numbered:
                number = _number(words.pop(0), 1, len(self._clocks))
            if not words:
                return True
            clock = self._clocks[number - 1]
            verb, *rest = words
            if verb.lower() in ("quit", "q") and not rest:
                return numbered and self._quit(clock)
            if verb.lower() == "hold" and len(rest) == 2:
                button, held_ms = rest[0].upper(), _number(rest[1], 1, 600_000)
            else:
                (button,), held_ms = [verb.upper(), *rest], TAP_MS
            if button not in buttons(clock.seats):
                raise ValueError(button)
            if clock in self._going:
                clock.hold(button, held_ms)
            else:
                self._tell(self._say("clock_gone", number=number))
        except ValueError:
            commands = ", ".join([*buttons(self._clocks[0].seats), self._say("hold_of_what"), "quit"])
            self._tell(self._say("not_understood", line=_short(line), commands=commands))
        return True

    def _quit(self, clock: VirtualClock) -> bool:
        """Ends one clock. False: it was the last."""
        if clock in self._going:
            self._going.remove(clock)
            clock.close()
        return bool(self._going)


def describe(number: int, event: Event) -> str:
    """A line about an event, for --verbose: clock, seconds, what."""
    return f"{number} {event.t_ms / 1000:.3f} {event.kind} {' '.join(event.words)}".rstrip()


def _short(line: str) -> str:
    """What was typed, as far as it helps to find it again, and without what a terminal would obey."""
    text = "".join(character if character.isprintable() else "?" for character in line.strip())
    return text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…"


def _number(word: str, least: int, most: int) -> int:
    number = int(word)
    if not least <= number <= most:
        raise ValueError(word)
    return number
