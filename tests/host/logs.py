"""Logs for tests: games played on the portable clock and written by its own journal, line by line as a clock does."""

from typing import Any

from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.journal import Writer

KEY, OTHER_KEY = bytes(range(32)), bytes(range(1, 33))
DEVICE, OTHER_DEVICE = "e6614c311b7f2a2c", "e6614c311b7f2a2d"


def header(control: str | dict[str, Any] = "matam", seats: int = 3, **changes: Any) -> dict[str, Any]:
    """A header as a clock writes it; keywords replace fields of it."""
    return {
        "format": 1,
        "device": DEVICE,
        "firmware": "0.1.0",
        "game": "9f3a66c1",
        "round": 2,
        "table": 5,
        "names": ["Anna Puig", "Bernat Soler", "Carla Vidal", "Dídac Roca"][:seats],
        "seats": seats,
        "holders": {},
        "control": preset(control) if isinstance(control, str) else control,
        "wall": "2026-11-28T10:00:00Z",
        **changes,
    }


class PlayedLog:
    """A log being written: what time does goes in at its own millisecond, an input with what became of it."""

    def __init__(self, head: dict[str, Any], key: bytes = KEY) -> None:
        self.game = Game(Control(head["control"], head["seats"]), head["holders"])
        self._writer = Writer(key)
        self.lines = [self._writer.start(head)]

    def take(self, t: int, word: str, *args: Any) -> str | None:
        """An input, or with a `#` before the word a note of the clock. Returns why it was ignored, or None."""
        self.until(t - 1)
        if word.startswith("#"):
            self.lines.append(self._writer.note(t, word[1:], args))
            return None
        why = self.game.input(t, word, *args)
        self.lines.append(self._writer.input(t, word, args, why))
        self._records()
        return why

    def until(self, t: int) -> "PlayedLog":
        self.game.advance(t)
        self._records()
        return self

    def _records(self) -> None:
        self.lines += [self._writer.auto(t, word, args) for t, word, args in self.game.take_records()]

    @property
    def data(self) -> bytes:
        return b"".join(self.lines)


def matam_game(key: bytes = KEY, turns: int = 24, **changes: Any) -> PlayedLog:
    """A game with a challenge won and one lost, trumps, a flag, a press too early, an undo, a power cut, and an end."""
    log = PlayedLog(header(**changes), key)
    log.take(4_000, "seat", 1)
    t = 4_000
    for turn in range(1, turns + 1):
        seat = log.game.seat
        assert seat is not None
        t += 40_000 + 1_000 * (turn % 7)
        if turn == 2:
            t += 90_000  # a flag
        elif turn == 3:
            log.take(t, "pause", "challenge")
            log.take(t + 30_000, "verdict", "invalid")
            log.take(t + 40_000, "trump", "salva")
            t += 60_000
        elif turn == 5:
            log.take(t, "trump", "prorroga")
            t += 100_000
        elif turn == 6:
            log.take(t, "pause", "challenge")
            t += 20_000
            log.take(t, "verdict", "valid")
        elif turn == 8:
            log.take(t, "seat", seat)
            log.take(t + 200, "seat", seat)
            log.take(t + 5_000, "pause")
            log.take(t + 9_000, "undo")
            t += 12_000
            log.take(t, "resume")
        elif turn == 11:
            log.take(t, "power")
            log.take(t, "#boot")
            t += 30_000
            log.take(t, "resume")
        t += 1_000
        log.take(t, "seat", seat)
        if turn % 9 == 4:
            log.take(t + 2_000, "mark", "pass")
    log.take(t + 30_000, "end", "out")
    return log
