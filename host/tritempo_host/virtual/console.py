"""Drives running clocks with lines of text: for scripts and for a person at `tritempo clock`."""

import os
import select
import sys
from collections.abc import Callable

from tritempo_host.virtual.clock import BUTTONS, VirtualClock
from tritempo_host.virtual.listener import Event
from tritempo_host.virtual.terminal import Wake


class Console:
    """`wake` rings when one of the clocks ends; `tell(line)` is called with what there is to say to the person."""

    def __init__(self, clocks: list[VirtualClock], wake: Wake, tell: Callable[[str], None]) -> None:
        self._clocks = clocks
        self._wake = wake
        self._tell = tell

    def run(self) -> None:
        """Until `quit`. At the end of the input the clocks run on. Raises Problem when a clock ends by itself."""
        pending = b""
        sources: list = [self._wake, sys.stdin]
        while True:
            ready = select.select(sources, [], [])[0]
            self._wake.hush()
            for clock in self._clocks:
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
        """One line: [number of the clock] A | B | C | D | PAUSE | TRUMP | hold BUTTON MS | quit. False: to end."""
        words = line.split()
        clock = self._clocks[0]
        try:
            if words and words[0].isdigit():
                clock = self._clocks[_number(words.pop(0), 1, len(self._clocks)) - 1]
            if not words:
                return True
            verb = words[0].lower()
            if verb in ("quit", "q"):
                return False
            if verb == "hold":
                clock.hold(_button(words[1]), _number(words[2], 1, 600_000))
            else:
                clock.press(_button(words[0]))
        except (ValueError, IndexError):
            buttons = " ".join(BUTTONS)
            self._tell(f"not understood: {line.strip()!r}; there are: {buttons}, hold BUTTON MS, quit")
        return True


def describe(number: int, event: Event) -> str:
    """A line about an event, for --verbose: clock, seconds, what."""
    return f"{number} {event.t_ms / 1000:.3f} {event.kind} {' '.join(event.words)}".rstrip()


def _button(word: str) -> str:
    if word.upper() not in BUTTONS:
        raise ValueError(word)
    return word.upper()


def _number(word: str, least: int, most: int) -> int:
    number = int(word)
    if not least <= number <= most:
        raise ValueError(word)
    return number
