"""Which letters a font has: its `cmap` table, formats 4 and 12, of a TrueType or OpenType file."""

from struct import unpack_from


def letters_of(font: bytes) -> frozenset[int]:
    """The code points that have a glyph of their own. Raises ValueError for bytes that are no such font."""
    tables = {font[at : at + 4]: unpack_from(">I", font, at + 8)[0] for at in range(12, 12 + 16 * _short(font, 4), 16)}
    if b"cmap" not in tables:
        raise ValueError("no cmap")
    start = tables[b"cmap"]
    found: set[int] = set()
    for n in range(_short(font, start + 2)):
        at = start + unpack_from(">I", font, start + 4 + 8 * n + 4)[0]
        if _short(font, at) == 4:
            found |= _pieces(font, at)
        elif _short(font, at) == 12:
            for group in range(unpack_from(">I", font, at + 12)[0]):
                first, last, _ = unpack_from(">III", font, at + 16 + 12 * group)
                found.update(range(first, last + 1))
    return frozenset(found)


def _short(font: bytes, at: int) -> int:
    return unpack_from(">H", font, at)[0]


def _pieces(font: bytes, at: int) -> set[int]:
    """Format 4: pieces from a first to a last code point, the last piece only an end mark."""
    count = _short(font, at + 6) // 2
    ends, starts = at + 14, at + 16 + 2 * count
    shifts, offsets = starts + 2 * count, starts + 4 * count
    found = set()
    for n in range(count):
        first, last = _short(font, starts + 2 * n), _short(font, ends + 2 * n)
        shift, offset = _short(font, shifts + 2 * n), _short(font, offsets + 2 * n)
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = _short(font, offsets + 2 * n + offset + 2 * (code - first)) if offset else (code + shift) % 0x10000
            if glyph:
                found.add(code)
    return found
