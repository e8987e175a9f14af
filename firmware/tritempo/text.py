"""Text as it goes into a log and over the line: JSON the same from both runtimes, and a strict rule for bytes.

MicroPython's own decoder also takes what no other reader would.
"""

import json

# MicroPython's json writes UTF-8 as it is and knows no such option; CPython must be told, because MicroPython does not
# join the two \uXXXX halves into which CPython would split an emoji.
_JSON: dict = {"separators": (",", ":"), "ensure_ascii": False}
try:
    json.dumps("", **_JSON)
except TypeError:
    del _JSON["ensure_ascii"]


def to_json(data):
    """Data as compact JSON, a str."""
    return json.dumps(data, **_JSON)


# Of a lead byte: the least and the greatest byte that may follow, and how many follow in all (RFC 3629). It leaves out
# the long forms of short characters, the halves of pairs (U+D800 to U+DFFF) and what lies beyond U+10FFFF.
_SPECIAL = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}


def is_text(data):
    """UTF-8 without control characters. Works on bytes; never raises."""
    follow = 0  # bytes of this character that are still to come
    low, high = 0x80, 0xBF
    for byte in data:
        if follow:
            if not low <= byte <= high:
                return False
            follow -= 1
            low, high = 0x80, 0xBF
        elif byte < 0x80:
            if byte < 0x20 or byte == 0x7F:
                return False
        elif 0xC2 <= byte <= 0xF4:
            follow = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
            low, high = _SPECIAL.get(byte, (0x80, 0xBF))
        else:
            return False
    return not follow
