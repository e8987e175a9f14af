"""A table in the tests: fingers on buttons, real `Dialogs` and a real `Game`, and a time that the test moves.

Runs on CPython and inside MicroPython.
"""

from tritempo.buttons.dialogs import Dialogs
from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.view import view

TYPE_CHECKING = False  # a type checker takes it for true; MicroPython has no `typing`
if TYPE_CHECKING:
    from typing import Any

TAP_MS = 80


class AtTheTable:
    """`control`: a preset's id or a whole dict, or None for a clock without a game. Time begins at 0, in `ready`."""

    def __init__(self, control: "Any" = "matam", seats=3, settings=None, make: "Any" = Dialogs, tick_ms=10):
        self.t = 0
        self.tick_ms = tick_ms  # how often the program looks
        self.settings = {"lang": "en", "rotation": "ABCD", "pin": None, "sound": 1, "buttons": 3}
        self.settings.update(settings or {})
        self.dialogs = make(self.settings)
        self.game: Any = None
        self.zero = 0  # when the game's own time began
        self.actions = []  # everything that the dialogs have asked for
        self.refused = []  # (t, kind, why): inputs that the game ignored
        if control is not None:
            self.begin(Control(preset(control) if isinstance(control, str) else control, seats))

    def begin(self, control):
        """A new game, now."""
        self.zero = self.t
        self.game = Game(control)
        self.dialogs.begin(control)

    def view(self) -> "Any":
        return None if self.game is None else view(self.game, self.t - self.zero)

    def prompt(self) -> "Any":
        """What the display asks."""
        self.dialogs.see(self.view())
        return self.dialogs.prompt(self.t)

    def _take(self, actions):
        for action in actions:
            self.actions.append(action)
            t, word = action[:2]
            if word == "input":
                why = self.game.input(t - self.zero, *action[2:])
                if why is not None:
                    self.refused.append((t, action[2], why))
                    self._take(self.dialogs.ignored(t, why))
            elif word == "new":
                self.begin(Control(preset(action[2]), action[3]))

    def edge(self, button, down):
        self._take(self.dialogs.edge(self.t, button, down, self.view()))

    def wait(self, ms):
        """Time passes, as the program's loop sees it: `ms` from now, with a look every `tick_ms`."""
        until = self.t + ms
        while self.t < until:
            self.t = min(until, self.t + self.tick_ms)
            if self.game is not None:
                self.game.advance(self.t - self.zero)
            self._take(self.dialogs.tick(self.t, self.view()))

    def hold(self, button, ms):
        """Down for `ms`, then up."""
        self.edge(button, True)
        self.wait(ms)
        self.edge(button, False)

    def tap(self, *buttons):
        """One after the other, unhurried: each is let go, and `dead_ms` passes."""
        for button in buttons:
            self.hold(button, TAP_MS)
            self.wait(700)

    def inputs(self):
        """The inputs so far without their times: [(kind, args…), …]."""
        return [action[2:] for action in self.actions if action[1] == "input"]

    def words(self) -> "Any":
        """The words on the keys A, B, C now."""
        prompt = self.prompt()
        return None if prompt is None else tuple(prompt["keys"][button] for button in "ABC")
