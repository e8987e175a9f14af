"""The same dialogs, game and drawing on CPython, told of the same edges: what the clock's display must show."""

from typing import Any

from at_the_table import AtTheTable
from paper import Paper
from tritempo.display import screens
from tritempo_host import picture

LOOK_MS = 10
# The picture of a turn follows the turn's own second, and what stands beside it is a second old at most
# (tritempo.display.rhythm); then a loop, the drawing and the sending.
LATE_MS = 1150
SETTINGS = {"lang": "ca", "rotation": "ABCD", "pin": None, "sound": 1, "buttons": 3}


class NotShownError(AssertionError):
    """The display shows something else; with both pictures."""


class Mirror(AtTheTable):
    """Its time is the clock's own, in whole ms. It is kept `LATE_MS` behind, so that a check can go through them."""

    def __init__(self, now_ms: int) -> None:
        super().__init__(None, settings=SETTINGS)
        self.t = now_ms
        self._edges: list[tuple[int, str, bool]] = []
        self.info: dict[str, Any] = {"lang": "ca", "names": [], "round": None, "table": None, "log": 1}

    def told(self, at_ms: int, button: str, down: bool) -> None:
        """An edge, then or later."""
        self._edges.append((at_ms, button, down))

    def follow(self, until_ms: int) -> None:
        """Time passes, with the edges in it."""
        while self._edges and self._edges[0][0] <= until_ms:
            at_ms, button, down = self._edges.pop(0)
            self.wait(at_ms - self.t)
            self.edge(button, down)
        self.wait(until_ms - self.t)

    def drawn(self) -> bytes:
        paper = Paper()
        game = self.game
        control = game.control.data if game else {}
        screens.draw(
            paper,
            self.view(),
            self.prompt(),
            {
                **self.info,
                "now": self.t,
                "rotation": self.settings["rotation"],
                "control_name": control["name"]["ca"] if game else "",
                "at_zero": control.get("at_zero"),
                "saved": True,
                "trouble": None,
                "sync": None,
            },
        )
        return paper.buffer

    def check(self, shown: bytes, now_ms: int) -> None:
        """The picture is that of one of the last moments. Raises NotShownError."""
        self.follow(now_ms - LATE_MS)
        expected = self.drawn()
        while self.t < now_ms and expected != shown:
            self.follow(min(now_ms, self.t + LOOK_MS))
            expected = self.drawn()
        if expected != shown:
            both = zip(picture.braille(shown), picture.braille(expected), strict=True)
            raise NotShownError("shown, and expected:\n" + "\n".join(f"{left} | {right}" for left, right in both))
