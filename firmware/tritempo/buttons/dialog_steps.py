"""The steps that the keys of the dialogs' table take, and what a dialog remembers while it is on."""

from tritempo.buttons.dialog_parts import MORE
from tritempo.buttons.dialog_table import dialog, refusal_word, row_of_state
from tritempo.buttons.holds import Finger
from tritempo.buttons.offers import offered
from tritempo.buttons.seating import BUTTONS, DEFAULT, SEAT_BUTTONS, seat_of
from tritempo.unload import forget

WORD_SHOWN_MS = 2000
REPEAT_AFTER_MS = 600
DEAD_MS = 500  # where there is no game whose control says it
LONG_AGO_MS = -1000000
SOFT_KEYS = 3  # A, B and C lie under the display; a fourth seat's button is no soft key


class DialogSteps:
    """One method `_do_…` for each kind of step (tritempo.buttons.dialog_parts). The base of `Dialogs`.

    A step takes the time of the press, the button (None if no press made it: a hold, or time alone), the list of
    actions to add to, and its arguments. It returns False if it was refused: the steps after it are not taken.
    """

    def __init__(self, settings):
        self.settings = settings
        self.fingers = {button: Finger() for button in BUTTONS}
        self.word = None  # why the last press did nothing
        self.word_ms = 0  # until when it shows
        self.see(None)
        self.begin(None)

    def begin(self, control):
        """Another game with its `Control`, or None: no game. Every dialog of the one before is gone."""
        self.control = control
        self.open = None  # the dialog's row, or None: the row of the game's state is on
        self.page = 0
        self.seen = None  # the row that was on when the table was last looked at
        self.touched_ms = 0  # the last press
        self.soft_ms = LONG_AGO_MS  # the last soft key, or when a dialog went away by itself
        self.stopped_ms = LONG_AGO_MS  # when PAUSE or TRUMP made the seat buttons soft keys
        self.holding = False  # PAUSE is down, and may yet be a hold
        self.on_release = None  # the row in which it went down, if letting it go means something there
        self.picked = {}  # what has been chosen: seat, and the value of each dial
        self.dial = None  # the dial that is on, with its values and the place where it stands
        self.values = ()
        self.place = 0
        self.repeat = None  # the dial's button that is held
        self.repeat_ms = 0  # when it turns the dial again
        self.repeat_by = 0
        self.unlocked = False  # the PIN has been given
        self.presses = []  # of the PIN so far
        self.behind = None  # what the PIN guards
        self.alert = False  # some finger may come to mean something as time passes
        for finger in self.fingers.values():
            finger.turn = None
        self._put_away()

    def _put_away(self):
        """What only dialogs of the set-up and of the arbiter need does not stay with a game."""
        if self.control is not None:
            forget("tritempo.buttons.dials", "tritempo.presets", "tritempo.buttons.dialog_menu")

    def ignored(self, t, why):
        """The last press did nothing, because of `why`: the display says so for a moment. Returns a low beep."""
        self.word = refusal_word(why)
        self.word_ms = t + WORD_SHOWN_MS
        return ((t, "sound", "ignored"),)

    def _keys(self, row):
        """What A, B, C and D do on this page, each a `Key` or None."""
        if row.each is not None:
            return (row.each,) * len(SEAT_BUTTONS)
        shown = [key if key is not None and offered(key, self.v, self) else None for key in row.keys]
        if row.flow:
            shown = [key for key in shown if key is not None]
            if len(shown) > SOFT_KEYS:
                first = 2 * (self.page % ((len(shown) + 1) // 2))
                pair = shown[first : first + 2]
                shown = pair + [None] * (2 - len(pair)) + [MORE]
        return shown + [None] * (len(SEAT_BUTTONS) - len(shown))

    def _act(self, t, key, row, button, out):
        """Takes the steps of a key of `row`, up to one that is refused."""
        if key is None or not offered(key, self.v, self):
            self._refuse(t, row.why, out)
            return
        for step in key.steps:
            if STEPS[step[0]](self, t, button, out, *step[1:]) is False:
                return

    def _refuse(self, t, why, out):
        """As `ignored`, for a press that never got to the game. Returns False, as a step that is refused does."""
        out.extend(self.ignored(t, why))
        return False

    # The steps.

    def _do_send(self, t, button, out, kind, *args):
        out.append((t, "input", kind) + self._filled(args))

    def _do_do(self, t, button, out, word, *args):
        args = self._filled(args)
        if word == "setting":
            self.settings[args[0]] = args[1]
        out.append((t, word) + args)

    def _do_open(self, t, button, out, name):
        row = dialog(name)
        if row.guard and self.settings.get("pin") and not self.unlocked:
            self.behind = name
            name, row = "pin", dialog("pin")
            self.presses = []
        if not any(self._keys(row)):
            return self._refuse(t, row.why, out)
        self.open = name
        self.page = 0
        self.touched_ms = t
        self._set_dial(row.dial)

    def _do_close(self, t, button, out):
        self.open = None
        self.page = 0
        self.unlocked = False
        self.picked = {}
        self._set_dial(None)
        self._put_away()

    def _do_more(self, t, button, out):
        self.page += 1

    def _do_dial(self, t, button, out, by):
        from tritempo.buttons import dials

        self.place = dials.turned(self.dial, self.values, self.place, by)
        self.picked[self.dial] = self.values[self.place]
        if button is not None:
            self.repeat = button
            self.repeat_ms = t + REPEAT_AFTER_MS
            self.repeat_by = by

    def _do_seat(self, t, button, out):
        seat = self._seat(button)
        if seat is None:
            return self._refuse(t, "press", out)
        self.picked["seat"] = seat

    def _do_on_turn(self, t, button, out):
        self.picked["seat"] = self.v["seat"]

    def _do_press(self, t, button, out):
        dead_ms = self._dead_ms()
        if t - self.soft_ms < dead_ms or not self.fingers[button].is_free(t, dead_ms):
            return self._refuse(t, "dead_time", out)
        seat = self._seat(button)
        if seat is None:
            if self.v["state"] != "ready":
                return self._refuse(t, "press", out)
            seat = 1  # whichever button it is, seat 1 begins
        out.append((t, "input", "seat", seat))
        if self.v["state"] == "running":
            self.fingers[button].turn = self.v["turn"]

    def _do_pin(self, t, button, out):
        self.presses.append(button)
        pin = tuple(self.settings["pin"])
        if len(self.presses) < len(pin):
            return None
        right = tuple(self.presses) == pin
        self._do_close(t, button, out)
        if not right:
            return self._refuse(t, "pin", out)
        self.unlocked = True
        return self._do_open(t, button, out, self.behind)

    # What they need to know.

    def see(self, v):
        """A newer view, for a program that draws between an edge and the next tick."""
        self.v = v

    def _name(self):
        """The row that is on."""
        return self.open or row_of_state(self.v)

    def _set_dial(self, dial):
        if dial == self.dial:
            return
        self.dial = dial
        self.repeat = None
        if dial is not None:
            from tritempo.buttons import dials

            self.values = dials.choices(dial, self.settings, self.picked)
            self.place = dials.begin(dial, self.values, self.settings, self.picked)
            self.picked[dial] = self.values[self.place]

    def _value(self, row):
        if row.each is not None and self.open == "pin":
            return "*" * len(self.presses)
        if row.dial is None:
            return None
        self._set_dial(row.dial)
        from tritempo.buttons import dials

        return dials.shown(row.dial, self.picked[row.dial], self.settings, self.picked)

    def _seat(self, button):
        seats = self.control.seats if self.control is not None else len(SEAT_BUTTONS)
        return seat_of(button, seats, self.settings.get("rotation") or DEFAULT)

    def _dead_ms(self):
        return self.control.dead_ms if self.control is not None else DEAD_MS

    def _filled(self, args):
        """The arguments with `$name` and `@name` replaced by what was chosen and by what the view says."""
        filled = []
        for arg in args:
            if isinstance(arg, str) and arg[:1] == "$":
                arg = self.picked[arg[1:]]
            elif isinstance(arg, str) and arg[:1] == "@":
                arg = self.v[arg[1:]]
            filled.append(arg)
        return tuple(filled)


# Found so, and not by a name that is put together at each press: that takes a Pico 0.2 ms (docs/pico.md).
STEPS = {
    "send": DialogSteps._do_send,
    "do": DialogSteps._do_do,
    "open": DialogSteps._do_open,
    "close": DialogSteps._do_close,
    "more": DialogSteps._do_more,
    "dial": DialogSteps._do_dial,
    "seat": DialogSteps._do_seat,
    "on_turn": DialogSteps._do_on_turn,
    "press": DialogSteps._do_press,
    "pin": DialogSteps._do_pin,
}
