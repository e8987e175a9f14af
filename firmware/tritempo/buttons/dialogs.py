"""From button edges to inputs of the game: the engine that walks the table of tritempo.buttons.dialog_table.

    dialogs = Dialogs({"lang": "ca", "rotation": "ABCD", "pin": None, "sound": 1, "buttons": 3})
    dialogs.begin(game.control)                        # a new game: nothing of the old one goes on
    for action in dialogs.edge(t, button, down, v):    # each edge, with a view made after the edge before it
        why = game.input(...)                          # and if it was ignored: dialogs.ignored(t, why), more actions
    dialogs.tick(t, v)                                 # when all edges are in: holds and what goes away by itself
    dialogs.see(v); dialogs.prompt(t)                  # what the display asks, as of the newest view

Actions are tuples: (t, "input", kind, args…), (t, "new", control id, seats), (t, "setting", name, value),
(t, "maintenance"), (t, "sound", name). Pure: no time but what it is told, no input or output. Nothing here raises
because of a finger, and a release that never comes locks nothing.

Three rules keep a finger from meaning two things:

1. A soft key is spent. The button must be let go, and `dead_ms` pass, before it is a seat's again; and for
   `dead_ms` after a soft key, or after a dialog went away by itself, no seat's press counts at all.
2. Two buttons at once: the first counts. A soft key less than `TOGETHER_MS` after the PAUSE or TRUMP that made it one
   was aimed at something else.
3. PAUSE stops the clock at its press. Where time stands already it acts when let go, because held for 3 s it means
   the menu; and any other press in between takes both meanings away.
"""

from tritempo.buttons.dialog_steps import DialogSteps
from tritempo.buttons.dialog_table import dialog, forget_but, row_of_state
from tritempo.buttons.offers import offered
from tritempo.buttons.seating import BUTTONS, SEAT_BUTTONS

MENU_HOLD_MS = 3000
TOGETHER_MS = 150
REPEAT_EVERY_MS = 150
NOTHING = ()


class Dialogs(DialogSteps):
    """What the buttons mean now. `settings`: lang, rotation (a seating), pin (buttons, or None), sound (0 to 3),
    buttons (3 or 4, how many seat buttons there are). A setting that is changed here is changed in this dict."""

    def edge(self, t, button, down, v):
        """A button went down or up at `t`. `v`: the view at that moment, made after the edge before had its effect."""
        out = []
        self.v = v
        self._pass(t, t - 1, out)
        if down:
            self._press(t, button, out)
        else:
            self._release(t, button, out)
        self.alert = True
        return out

    @property
    def waits(self):
        """Whether time alone can do anything here. Mostly it cannot, and then `tick` need not be called."""
        return self.alert or self.open is not None or self.page

    def tick(self, t, v):
        """Time has passed until `t`, and every edge up to it has been given."""
        self.see(v)
        if not self.waits:
            return NOTHING
        out = []
        self._pass(t, t, out)
        fingers = self.fingers
        self.alert = self.holding or self.repeat is not None
        for button in SEAT_BUTTONS:
            if fingers[button].turn is not None:
                self.alert = True
        return out

    def prompt(self, t):
        """What the display asks at `t`, or None: see the contract of tritempo.display.screens.

        `id` is the row; `keys` has a word or None for each button; `left_ms` is the time until it goes away.
        """
        name = self._name()
        row = dialog(name)
        mark = None
        for button in SEAT_BUTTONS:
            mark = mark or self.fingers[button].shown(t)
        word = self.word if self.word is not None and t < self.word_ms else None
        if row.title is None and mark is None and word is None:
            return None
        keys = {}
        for button in BUTTONS:
            keys[button] = None
        value = left_ms = None
        if row.title is not None:
            for button, key in zip(SEAT_BUTTONS, self._keys(row)):
                keys[button] = key and key.word
            for button, key in (("PAUSE", row.pause or row.release), ("TRUMP", row.trump)):
                keys[button] = key.word if key is not None and offered(key, self.v, self) else None
            value = self._value(row)
        if self.open is not None:
            left_ms = max(0, self.touched_ms + row.timeout_ms - t)
        return {
            "id": name,
            "title": row.title,
            "keys": keys,
            "value": value,
            "left_ms": left_ms,
            "mark": mark,
            "word": word,
        }

    def tidy(self):
        """Nothing is asked, and a turn runs: what only a pause needs leaves the memory."""
        if self.open is None and self.v is not None and self.v["state"] == "running":
            forget_but("running")

    # As time passes.

    def _pass(self, t, until, out):
        """Holds that are due at `t`, dialogs that have lost their state, and those whose time was over by `until`."""
        v = self.v
        if not self.alert and self.open is None and not self.page and self.seen == row_of_state(v):
            return  # as before nearly every press: no finger, no dialog, and the row has been looked at
        for button in SEAT_BUTTONS:
            finger = self.fingers[button]
            if finger.turn is not None:
                finger.hold(t, v, out)
        idle_ms = until - self.touched_ms
        if self.open is not None:
            row = dialog(self.open)
            if idle_ms >= row.timeout_ms:
                self._do_close(t, None, out)
                self.soft_ms = self.touched_ms + row.timeout_ms
            elif ("setup" if v is None else v["state"]) not in row.states:
                self._do_close(t, None, out)
                self.soft_ms = t
        name = self._name()
        row = dialog(name)
        self._set_dial(row.dial)
        if name != self.seen or idle_ms >= row.timeout_ms:
            self.seen = name
            self.page = 0
        if self.holding and t - self.fingers["PAUSE"].since_ms >= MENU_HOLD_MS:
            self.holding = False
            self.on_release = None
            self._act(t, row.hold, row, None, out)
        if self.repeat is not None and t >= self.repeat_ms:
            self.repeat_ms = t + REPEAT_EVERY_MS
            self._do_dial(t, None, out, self.repeat_by)

    # Presses.

    def _press(self, t, button, out):
        name = self._name()
        row = dialog(name)
        finger = self.fingers[button]
        if finger.turn is not None:
            finger.keep(t, self.v, out)  # its release got lost
        finger.press(t)
        self.touched_ms = t
        self.holding = False
        self.on_release = None
        self.repeat = None
        if button == "PAUSE":
            self.stopped_ms = t
            self.holding = row.hold is not None
            if row.pause is not None:
                self._act(t, row.pause, row, None, out)
            else:
                self.on_release = name
        elif button == "TRUMP":
            self.stopped_ms = t
            self._act(t, row.trump, row, button, out)
        elif row.title is None:
            self._act(t, row.each, row, button, out)
        else:
            finger.spend(t)
            self.soft_ms = t
            if t - self.stopped_ms < TOGETHER_MS:
                self._refuse(t, "dead_time", out)
            else:
                self._act(t, self._keys(row)[SEAT_BUTTONS.index(button)], row, button, out)

    def _release(self, t, button, out):
        self.fingers[button].release(t)
        if self.fingers[button].turn is not None:
            self.fingers[button].keep(t, self.v, out)
        if button == self.repeat:
            self.repeat = None
        if button == "PAUSE":
            name = self._name()
            if self.on_release == name:
                row = dialog(name)
                self._act(t, row.release, row, None, out)
            self.holding = False
            self.on_release = None
