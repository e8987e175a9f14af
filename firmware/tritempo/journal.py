"""The journal: one line for each input and automatic record, chained by tags. docs/journal.md describes the format.

`Reader` takes lines one at a time (a Pico never holds a whole log), `read` takes a whole file. What makes lines is
tritempo.writer, and the tags are tritempo.chain: a clock that plays needs these two, and only its start the rest.

Lines are taken apart as bytes: MicroPython looks each new string up among all names that it knows (docs/pico.md), and a
clock that comes back reads hundreds of lines before it can show anything.
"""

import json

from tritempo.chain import TAG_LENGTH
from tritempo.chain import Chain as Chain
from tritempo.writer import FORMAT, LONGEST_LINE
from tritempo.writer import Writer as Writer

MOST_DIGITS = 15
DIGITS = b"0123456789"
HEX_DIGITS = b"0123456789abcdef"
_ZERO, _NINE, _MINUS, _STAR, _HASH = b"09-*#"

INPUTS = (
    "seat",
    "pause",
    "reason",
    "resume",
    "verdict",
    "trump",
    "mark",
    "undo",
    "adjust",
    "end",
    "round_start",
    "power",
)
AUTOMATIC = ("flag", "warn", "limit", "end")


class JournalError(Exception):
    """A line that cannot belong to a sound log. `line`: its number, from 0. `reason`, what is wrong with it:

    cut     the file ends in the middle of the line
    long    the line is longer than any line of a log
    text    the line is not UTF-8 text
    form    the line does not have the form of a log's line
    number  the line is out of sequence: lines are missing, doubled or in another order
    time    the line's time lies before that of the input before it
    tag     the line does not fit the lines before it: something was changed, or another clock's key made it
    header  the first line is no header of a log in a format known here
    """

    def __init__(self, line, reason):
        super().__init__("line %d: %s" % (line, reason))
        self.line = line
        self.reason = reason


class Line:
    """A line: number `n`, time `t` in ms, `kind` ("header", "input", "auto", "note"), `word`, `args`, `ignored`, `tag`.

    `args` is a tuple of integers, words and None; of a header the one dict. `ignored` is None or why an input did not
    count. `offset`: at which byte of the log it begins, where `read` has read it.
    """

    def __init__(self, n, t, kind, word, args, ignored, tag):
        self.n = n
        self.t = t
        self.kind = kind
        self.word = word
        self.args = args
        self.ignored = ignored
        self.tag = tag
        self.offset = 0

    @property
    def header(self):
        return self.args[0]


class Reader:
    """Takes a log's lines in order. Without a key the tags are not checked, only everything else."""

    def __init__(self, key=None):
        self._chain = Chain(key) if key else None
        self.n = 0
        self.input_ms = 0  # time of the last input
        self.tag = b""

    def quick(self, line):
        """The same as (t, kind, word, args, ignored), for a clock that reads its own log; None: `take` must look at it.

        A tag that is right says that this clock has written the line, here and in this form: nothing else is checked.
        """
        body, _, tag = line[:-1].rpartition(b" ")
        chain = self._chain
        if self.n == 0 or chain is None or line[-1:] != b"\n" or chain.next(body) != tag:
            self._forget()
            return None
        fields = body.split(b" ")
        word = fields[2]
        t = int(fields[1])
        args = [_value(field) for field in fields[3:]]
        ignored = None
        kind = "input"
        first = word[0]
        if first in (_STAR, _HASH):
            kind = "auto" if first == _STAR else "note"
            word = word[1:]
        else:
            if fields[-1][:1] == b"!":
                ignored = fields[-1][1:].decode()
                args.pop()
            self.input_ms = t
        self.n += 1
        self.tag = tag
        return t, kind, word.decode(), tuple(args), ignored

    def _forget(self):
        """The chain goes on from the last line that was sound."""
        if self._chain is not None:
            self._chain.tag = self.tag

    def take(self, line):
        """A line (bytes, with its line feed) as a Line. Raises JournalError."""
        if len(line) > LONGEST_LINE:
            raise JournalError(self.n, "long")
        if line[-1:] != b"\n":
            raise JournalError(self.n, "cut")
        body, _, tag = line[:-1].rpartition(b" ")
        if len(tag) != TAG_LENGTH or tag.strip(HEX_DIGITS):
            raise JournalError(self.n, "form")
        try:
            body.decode()  # so that every piece of it can be
        except UnicodeError:
            raise JournalError(self.n, "text")
        taken = self._parse(body, tag)
        if self._chain and self._chain.next(body) != tag:
            raise JournalError(self.n, "tag")
        self.n += 1
        self.tag = tag
        if taken.kind == "input":
            self.input_ms = taken.t
        return taken

    def _parse(self, body, tag):
        fields = body.split(b" ", 3)
        if len(fields) < 3 or not _is_number(fields[0]) or not _is_number(fields[1]):
            raise JournalError(self.n, "form")
        if int(fields[0]) != self.n:
            raise JournalError(self.n, "number")
        t = int(fields[1])
        rest = fields[3] if len(fields) == 4 else b""
        if self.n == 0:
            return Line(0, t, "header", "new", (_header(fields[2], rest),), None, tag)
        args = rest.split(b" ") if rest else []
        ignored = None
        first = fields[2][:1]
        kind = "auto" if first == b"*" else "note" if first == b"#" else "input"
        word = (fields[2] if kind == "input" else fields[2][1:]).decode()
        if kind == "input":
            if args and args[-1][:1] == b"!":
                ignored = args.pop()[1:].decode()
            if word not in INPUTS:
                raise JournalError(self.n, "form")
            if t < self.input_ms:
                raise JournalError(self.n, "time")
        elif kind == "auto" and word not in AUTOMATIC:
            raise JournalError(self.n, "form")
        if b"" in args or ignored == "":
            raise JournalError(self.n, "form")
        return Line(self.n, t, kind, word, tuple([_value(arg) for arg in args]), ignored, tag)


def _header(word, rest):
    try:
        header = json.loads(rest.decode()) if word == b"new" else None
    except (ValueError, RuntimeError):  # RuntimeError: nested deeper than the stack (RecursionError is one)
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise JournalError(0, "header")
    for key, kind in (("device", str), ("game", str), ("seats", int), ("control", dict), ("names", list)):
        if not isinstance(header.get(key), kind):
            raise JournalError(0, "header")
    return header


def _is_number(field):
    """Whether some bytes are a whole number as we write it: no sign, no leading zero, no digits of other scripts."""
    return 0 < len(field) <= MOST_DIGITS and not field.strip(DIGITS) and (field[0] != _ZERO or len(field) == 1)


def _value(field):
    """What an argument says: an integer, None, or a word."""
    if len(field) == 1 and _ZERO <= field[0] <= _NINE:
        return field[0] - _ZERO
    if field == b"-":
        return None
    if _is_number(field):
        return int(field)
    if field[0] == _MINUS and field != b"-0" and _is_number(field[1:]):
        return -int(field[1:])
    return field.decode()


class Reading:
    """What `read` found: `header` (dict or None), `lines` (the sound ones, header line included), `valid_bytes` (where
    the sound part ends) and `fault` (None, or the JournalError of the first line that is not sound)."""

    def __init__(self):
        self.header = None
        self.lines = []
        self.valid_bytes = 0
        self.fault: JournalError | None = None


def read(data, key=None):
    """Reads a whole log from bytes, as far as it is sound. Never raises, whatever the bytes are."""
    reading = Reading()
    reader = Reader(key)
    while reading.valid_bytes < len(data):
        end = data.find(b"\n", reading.valid_bytes, reading.valid_bytes + LONGEST_LINE + 1)
        stop = end + 1 if end >= 0 else min(len(data), reading.valid_bytes + LONGEST_LINE + 1)
        try:
            line = reader.take(data[reading.valid_bytes : stop])
        except JournalError as error:
            reading.fault = error
            break
        line.offset = reading.valid_bytes
        reading.valid_bytes = stop
        reading.lines.append(line)
    if reading.lines:
        reading.header = reading.lines[0].header
    elif reading.fault is None:
        reading.fault = JournalError(0, "cut")  # an empty file
    return reading
