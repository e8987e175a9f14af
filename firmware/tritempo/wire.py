"""Frames on the serial line: one codec for both ends, with no input or output in it.

A frame is one line:

    ~ LLLL NNNN CCCCCCCC payload \\n       (without the spaces)

    ~         begins a frame, and occurs nowhere else in one
    LLLL      length of the payload in bytes, 4 hex digits
    NNNN      number of the request; its answers carry the same
    CCCCCCCC  CRC-32 of LLLL NNNN payload
    payload   a verb, then nothing, or a space and JSON or base64

Hex digits are lower-case. Since neither `~` nor the newline can occur in a payload (`message` writes `~` in JSON as
`\\u007e`), a `~` always begins anew: whatever came before it, junk or a broken frame, is dropped without a second look.
So a frame right after junk is found, a lost newline costs one frame, nothing inside a payload can pose as a frame,
and the work is the same for each byte, whatever the bytes are. docs/link.md has the format with its reasons.
"""

import binascii

from tritempo.text import to_json

# Of these frames and what is said in them; both ends say theirs in `hello`.
VERSION = 1
# Longest payload, bytes: a data frame takes half of it; a fixture with a time control of one's own must fit into one.
MAX_PAYLOAD = 2048
# What the length, the number and the checksum take after the `~`.
HEAD = 16


def message(verb, data=None):
    """The payload `verb` or `verb {json}`, as bytes.

    Raises ValueError if a text in the data holds half a character (a lone surrogate): it has no place in UTF-8.
    """
    if data is None:
        return verb.encode()
    # In JSON a `~` can only stand inside a string, where the escape means the same.
    payload = (verb + " " + to_json(data).replace("~", "\\u007e")).encode()
    # CPython's encode() refuses the halves (U+D800 to U+DFFF, from ED A0 80 on); MicroPython's lets them through.
    at = payload.find(b"\xed")
    while at >= 0:
        if payload[at + 1] >= 0xA0:
            raise ValueError("half a character in a text")
        at = payload.find(b"\xed", at + 1)
    return payload


def split(payload):
    """(verb, rest) of a payload, both bytes; the rest is b"" if there is only a verb."""
    verb, _, rest = payload.partition(b" ")
    return verb, rest


def encode(number, payload):
    """The frame of a payload, as bytes. `number` is 0 to 65535. ValueError for what a frame cannot carry."""
    if not 0 <= number <= 0xFFFF:
        raise ValueError("a frame's number is 0 to 65535")
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("a payload of %d bytes is longer than %d" % (len(payload), MAX_PAYLOAD))
    if b"~" in payload or b"\n" in payload:
        raise ValueError("a payload holds no ~ and no newline")
    head = b"%04x%04x" % (len(payload), number)
    return b"~" + head + b"%08x" % _checksum(head, payload) + payload + b"\n"


def _checksum(head, payload):
    return binascii.crc32(payload, binascii.crc32(head))


class Decoder:
    """Finds the frames in a stream of bytes that comes in any pieces.

    It keeps at most one line, and only from its last `~`: HEAD + max_payload bytes. `dropped` counts the frames that
    were begun and did not come to anything: broken ones, too long ones, and every `~` of plain junk.
    """

    def __init__(self, max_payload=MAX_PAYLOAD):
        self.dropped = 0
        # One more byte for a carriage return, which a terminal in between may put before the newline.
        self._limit = HEAD + max_payload + 1
        self._begun = None  # what came after the last `~` of a line that has not ended, or None

    def feed(self, data):
        """Takes bytes; returns the list of (number, payload) that they completed, in order. Never raises."""
        frames = []
        start = 0
        while start < len(data):
            newline = data.find(b"\n", start)
            stop = len(data) if newline < 0 else newline
            self._take(data, start, stop)
            if newline < 0:
                break
            if self._begun is not None:
                frame = _check(bytes(self._begun))
                if frame is None:
                    self.dropped += 1
                else:
                    frames.append(frame)
                self._begun = None
            start = newline + 1
        return frames

    def _take(self, data, start, stop):
        """Adds a piece of one line: from its last `~` on, if it has one."""
        mark = data.rfind(b"~", start, stop)
        if mark >= 0:
            self.dropped += data.count(b"~", start, stop) - (self._begun is None)
            self._begun = bytearray()
            start = mark + 1
        if self._begun is None:
            return
        if len(self._begun) + stop - start > self._limit:
            self.dropped += 1
            self._begun = None
        else:
            self._begun.extend(data[start:stop])


def _check(line):
    """(number, payload) of what stood between `~` and the newline, or None if it is not a whole and sound frame."""
    head = line[:8]
    try:
        length = int(head[:4], 16)
        number = int(head[4:], 16)
    except ValueError:
        return None
    # Written again, the head must be the same: int() also takes signs, spaces, underscores and capitals.
    if head != b"%04x%04x" % (length, number):
        return None
    payload = line[HEAD : HEAD + length]
    if len(payload) != length or line[HEAD + length :] not in (b"", b"\r"):
        return None
    if line[8:HEAD] != b"%08x" % _checksum(head, payload):
        return None
    return number, payload
