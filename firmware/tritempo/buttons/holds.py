"""What a finger that stays on a button means: marks while it rests on a seat button, and what it has been spent on.

A handover acts at its press. Whoever keeps the button down after it marks the turn that this press ended: after 1.5 s
as a pass, after 2.5 s as an exchange, after 3.5 s as lost, after 4.5 s as nothing again. Each step beeps and shows;
letting go keeps what shows, and so does the next handover. The game hears of one mark a gesture, at its end.
"""

STEPS_MS = (1500, 2500, 3500, 4500)
STEP_MARKS = ("pass", "exchange", "lost", None)
STEP_WORDS = ("pass", "exchange", "lost", "none")
STEP_SOUNDS = ("mark1", "mark2", "mark3", "mark4")
# A finger (or a stuck button) that stays on after the last step shows nothing any more.
SHOWN_UNTIL_MS = 5500


class Finger:
    """One button: whether it is down, since when, and what that still means. Times in ms, None where there is none.

    Nothing waits for a release: a button whose release got lost is simply pressed again.
    """

    def __init__(self):
        self.down = False
        self.since_ms = 0
        self.turn = None  # number of the turn that this press ended, while it can be marked
        self.step = 0  # how many of the steps have been reached
        self.spent_ms = None  # when it was last used as a soft key
        self.released_ms = None  # when it was let go after that

    def press(self, t):
        self.down = True
        self.since_ms = t
        self.turn = None
        self.step = 0

    def release(self, t):
        self.down = False
        if self.released_ms is None:
            self.released_ms = t

    def spend(self, t):
        """This press was for a soft key."""
        self.spent_ms = t
        self.released_ms = None

    def is_free(self, t, dead_ms):
        """Whether a press at `t` can be a seat's: `dead_ms` after the soft key was let go (else its bounce would
        end a turn), or, if that release got lost, after its press."""
        if self.spent_ms is None:
            return True
        since_ms = self.spent_ms if self.released_ms is None else self.released_ms
        if t - since_ms < dead_ms:
            return False
        self.spent_ms = None
        return True

    def hold(self, t, v, out):
        """Time passes for a finger that rests after a handover. Actions are added to `out`."""
        last_turn = v["last_turn"] if v is not None else None
        if last_turn != self.turn:
            # The press was ignored, or the game has gone on since: what was shown stands.
            self.keep(t, v, out)
            return
        while self.step < len(STEPS_MS) and t - self.since_ms >= STEPS_MS[self.step]:
            out.append((self.since_ms + STEPS_MS[self.step], "sound", STEP_SOUNDS[self.step]))
            self.step += 1

    def keep(self, t, v, out):
        """The gesture is over: the mark that shows is the turn's, if that turn is still there."""
        ended = v is not None and v["last_turn"] is not None and v["last_turn"] >= self.turn
        mark = STEP_MARKS[self.step - 1] if self.step else None
        if ended and mark is not None:
            out.append((t, "input", "mark", mark, self.turn))
        self.turn = None

    def shown(self, t):
        """The word of the mark that shows at `t`, or None."""
        if self.turn is None or not self.step or t - self.since_ms >= SHOWN_UNTIL_MS:
            return None
        return STEP_WORDS[self.step - 1]
