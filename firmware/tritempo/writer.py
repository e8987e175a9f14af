"""Makes the lines of a log. docs/journal.md describes the format, tritempo.journal reads it."""

from tritempo.chain import Chain
from tritempo.text import to_json

FORMAT = 1
# A header with its time control, names and holders comes to about 1 KB. Longer lines are not ours.
LONGEST_LINE = 4096


class Writer:
    """Makes the lines of one log. `n` and `tag`: where to go on in a log that has lines already."""

    def __init__(self, key, n=0, tag=b""):
        self._chain = Chain(key, tag)
        self.n = n

    def start(self, header):
        """The first line. `header` is a dict; docs/journal.md lists what is in it."""
        return self._line(0, b"new " + to_json(header).encode())

    def input(self, t, kind, args=(), ignored=None):
        return self._line(t, kind.encode() + _arguments(args) + (b" !" + ignored.encode() if ignored else b""))

    def auto(self, t, word, args=()):
        """What time did by itself."""
        return self._line(t, b"*" + word.encode() + _arguments(args))

    def note(self, t, word, args=()):
        """What the device noticed: no part of the game."""
        return self._line(t, b"#" + word.encode() + _arguments(args))

    def _line(self, t, rest):
        body = b"%d %d %s" % (self.n, t, rest)
        self.n += 1
        return body + b" " + self._chain.next(body) + b"\n"


def _arguments(args):
    return b"".join([b" " + _argument(arg) for arg in args])


def _argument(arg):
    if arg is None:
        return b"-"
    return arg.encode() if isinstance(arg, str) else b"%d" % arg
