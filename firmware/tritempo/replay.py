"""Replays a journal through the state machine: on the clock after a power cut, on the host for the audit.

The automatic records in a log must be those that follow from its inputs, at the same milliseconds and in the same
order; inputs that were ignored must be ignored again, for the same reason.
"""

from tritempo.control import Control, ControlError
from tritempo.game import Game


class ReplayError(Exception):
    """A line that does not follow from those before it. `line`: its number; `found` and `expected`: texts, or None.

    `reason`, what is wrong with it:

    control    the header's time control cannot be used
    holders    the header's trump holders cannot be used
    missing    an automatic record is missing before this line
    automatic  this automatic record does not follow from the inputs
    ignored    this input counts, and the log says that it was ignored
    counted    this input is ignored, and the log says that it counted
    why        this input was ignored for another reason than the log says
    order      this input comes after an automatic record of the same millisecond or later
    header     a second header
    """

    def __init__(self, line, reason, found=None, expected=None):
        super().__init__("line %d: %s" % (line, reason))
        self.line = line
        self.reason = reason
        self.found = found
        self.expected = expected


class Replay:
    """A game that comes back line by line. `header` is the dict of the first line. Raises ReplayError.

    `known_good`: its control needs no check, for the clock itself has written it. `times`: see Course.
    """

    def __init__(self, header, known_good=False, times=True):
        try:
            control = Control(header["control"], header["seats"], known_good)
        except ControlError as error:
            raise ReplayError(0, "control", found=str(error))
        holders = header.get("holders") or {}
        if not isinstance(holders, dict):
            raise ReplayError(0, "holders", found=str(holders))
        self.header = header
        self.game = Game(control, holders, times)
        self.due = []  # automatic records that the log must show next
        self.last_ms = 0  # the latest time that any line has shown
        self._passed = -1  # time has passed up to here, this millisecond included

    def take(self, line):
        """Applies one Line of the journal. Raises ReplayError, and then the game stays as it was before the line."""
        self.quick(line.n, line.t, line.kind, line.word, line.args, line.ignored)

    def quick(self, n, t, kind, word, args, ignored):
        """The same of what is in a Line."""
        if kind == "input":
            self._input(n, t, word, args, ignored)
        elif kind == "auto":
            self._auto(n, t, word, args)
        elif kind == "header":
            raise ReplayError(n, "header")
        if t > self.last_ms:
            self.last_ms = t

    def _input(self, n, t, word, args, ignored):
        if t <= self._passed:
            raise ReplayError(n, "order", found=word)
        game = self.game
        t = game.pass_until(t)
        due = self.due
        if game.has_records():
            due += game.take_records()
        if due:
            raise ReplayError(n, "missing", expected=_show(due[0]), found=word)
        why = game.act(t, word, args)
        if game.has_records():
            due += game.take_records()
        if why != ignored:
            reason = "ignored" if why is None else "counted" if ignored is None else "why"
            raise ReplayError(n, reason, found=ignored, expected=why)

    def _auto(self, n, t, word, args):
        if not self.due and t > self._passed:
            self.game.advance(t)
            self._passed = t
            self.due += self.game.take_records()
        found = (t, word, args)
        if not self.due or self.due[0] != found:
            raise ReplayError(n, "automatic", found=_show(found), expected=_show(self.due[0]) if self.due else None)
        self.due.pop(0)


def _show(record):
    t, word, args = record
    return " ".join([word] + [str(arg) for arg in args]) + " at {} ms".format(t)
