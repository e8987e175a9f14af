"""Frames on the serial line: one codec for both ends, with no input or output in it.

A frame:

    ~ LLLL NNNN CCCCCCCC payload \\n       (without the spaces)

    ~         begins a frame, and occurs nowhere else in one
    LLLL      length of the payload in bytes, 4 hex digits
    NNNN      number of the request; its answers carry the same
    CCCCCCCC  CRC-32 of LLLL NNNN payload
    payload   a verb, then nothing, or a space and JSON or a piece of a log

Hex digits are lower-case. Since no `~` can occur in a payload (`message` writes it in JSON as `\\u007e`), one always
begins anew: whatever came before it, junk or a broken frame, is dropped without a second look. So a frame right after
junk is found, a fault costs one frame, nothing inside a payload can pose as a frame, and the work is the same for each
byte, whatever the bytes are. docs/link.md has the format with its reasons.
"""

import binascii

from tritempo.text import to_json

# Of these frames and what is said in them; both ends say theirs in `hello`.
VERSION = 2
# Longest payload, bytes: a fixture with a time control of one's own must fit into one.
MAX_PAYLOAD = 2048
# What the length, the number and the checksum take after the `~`.
HEAD = 16
TILDE, LF, CR = 0x7E, 0x0A, 0x0D


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
    if b"~" in payload:
        raise ValueError("a payload holds no ~")
    head = b"%04x%04x" % (len(payload), number)
    return b"~" + head + b"%08x" % _checksum(head, payload) + payload + b"\n"


def seal(frame, number, end):
    """Makes a frame where it lies: the payload is in frame[1 + HEAD : end], and holds no `~`; a byte is left after it.

    `frame` is a memoryview. Returns the part of it that is the frame. What is as long as a piece of a log is not moved,
    and takes no memory, in which a Pico would first have to search.
    """
    head = b"%04x%04x" % (end - 1 - HEAD, number)
    frame[0] = TILDE
    frame[1:9] = head
    frame[9 : 1 + HEAD] = b"%08x" % _checksum(head, frame[1 + HEAD : end])
    frame[end] = LF
    return frame[: end + 1]


def _checksum(head, payload):
    return binascii.crc32(payload, binascii.crc32(head))


class Decoder:
    """Finds the frames in a stream of bytes that comes in any pieces.

    It keeps at most one frame, from its `~` on: HEAD + max_payload bytes and its end. `dropped` counts the frames that
    were begun and did not come to anything: broken ones, too long ones, and every `~` of plain junk.
    """

    def __init__(self, max_payload=MAX_PAYLOAD):
        self.dropped = 0
        self._most = max_payload
        self._begun = None  # what came after the last `~` of a frame that is not whole yet, or None
        self._stop = 0  # where its newline must stand, as soon as that is known

    def feed(self, data):
        """Takes bytes; returns the list of (number, payload) that they completed, in order. Never raises."""
        frames = []
        anew = False
        for part in data.split(b"~"):
            if anew:
                self.dropped += self._begun is not None
                self._begun = bytearray()
                self._stop = 0
            anew = True
            if part and self._begun is not None:
                frame = self._take(self._begun, part)
                if frame is not None:
                    frames.append(frame)
        return frames

    def _take(self, begun, part):
        """Adds bytes to what is begun; the frame, if that makes it whole. What comes after a frame is left out."""
        start = 0
        if not self._stop:
            start = 4 - len(begun)
            begun.extend(part[:start])
            if len(begun) < 4:
                return None
            length = _number(bytes(begun))
            self._stop = HEAD + length if 0 <= length <= self._most else 0
        frame = None
        stop = self._stop
        if stop:
            # One more byte for a carriage return, which a terminal in between may put before the newline.
            begun.extend(part[start : start + stop + 2 - len(begun)])
            end = begun[stop : stop + 2]
            if end == b"" or end == b"\r":
                return None
            if end[0] == LF or end == b"\r\n":
                head, payload = bytes(begun[:8]), bytes(begun[HEAD:stop])
                number = _number(head[4:])
                if number >= 0 and begun[8:HEAD] == b"%08x" % _checksum(head, payload):
                    frame = number, payload
        self._begun = None
        self.dropped += frame is None
        return frame


def _number(digits):
    """The number of 4 lower-case hex digits, -1 for anything else."""
    try:
        number = int(digits, 16)
    except ValueError:
        return -1
    # Written again, it must be the same: int() also takes signs, spaces, underscores and capitals.
    return number if digits == b"%04x" % number else -1
