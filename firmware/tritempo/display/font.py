"""The text font: what a character looks like, and how wide a string is.

The glyphs are drawn in firmware/glyphs; here they are only found. Nothing here draws, so that layouts can be computed
and tested without a display.

Text is taken byte by byte, and glyphs are known by the codes of their characters: MicroPython looks each new string up
among all names that it knows, so a step from one character to the next is dear (docs/pico.md). A string becomes one
little picture, which is kept, for a picture has nearly the same strings as the one before it; glyphs are not: each one
would take 60 bytes beside its place in the constant.
"""

from tritempo.display import glyphs

# The number of framebuf.MONO_VLSB; not imported, so that widths can be had on CPython too.
MONO_VLSB = 0

MISSING = "�"

# Characters that are not drawn, and below them the ones that say the same, or nearly. The cedilla forms in the first
# line are how Romanian was typed for years.
_NOT_DRAWN = "şţŞŢ\u00a0’‘´“”„–—−×ãõåûýøžščćőű"
_SAY_THE_SAME = "șțȘȚ '''\"\"\"---xaoaùyozsccöü"


def remembered(most):
    """For a function of a few values that is asked the same again and again: keeps up to `most` of its results."""

    def of(function):
        known = {}

        def remembering(*args):
            if args not in known:
                if len(known) >= most:
                    known.clear()
                known[args] = function(*args)
            return known[args]

        return remembering

    return of


def codes(string):
    """The codes of a string's characters, one after the other."""
    code = more = 0
    for byte in string.encode():
        if byte < 0x80:
            yield byte
        elif byte >= 0xC0:  # the first of two, three or four bytes
            more = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
            code = byte & 0x3F >> more
        else:
            code = code << 6 | byte & 0x3F
            more -= 1
            if more == 0:
                yield code


class Face:
    """Glyphs of one height, found in three constants of `tritempo.display.glyphs`."""

    def __init__(self, characters, starts, columns, rows, gap, missing, most, doubled=False):
        """`starts`: two bytes a glyph; `columns`: MONO_VLSB; `rows`: height; `gap`: between glyphs, in pixels.

        `most`: twice so many strings are kept as they are laid out; at least as many as the fullest screen has, or
        a new screen would lay some of them out twice. One takes some 200 bytes. `doubled`: with each pixel as four.
        """
        self.rows = rows
        self.gap = gap
        self.most = most
        self._double = doubled
        self._characters = characters
        # The characters from the first on that follow each other by their codes: all of ASCII, or the figures.
        self._first = self._after = ord(characters[0])
        for byte in characters.encode():
            if byte == self._after < 0x80:
                self._after += 1
        self._starts = starts
        self._columns = memoryview(columns)
        self._missing = missing
        self._pages = (rows + 7) // 8
        # Strings that have been laid out lately, in two halves. The older one is dropped when the newer one is full;
        # what is still in use has gone over by then, so that never all of it is laid out anew at once.
        self._laid = {}
        self._laid_before = {}

    def laid(self, string):
        """(buffer, width, rows, format) of a string, as `FrameBuffer.blit` takes it; the width of "" is 0."""
        laid = self._laid.get(string)
        if laid is None:
            laid = self._laid_before.get(string) or self._lay(string)
            if len(self._laid) >= self.most:
                self._laid_before = self._laid
                self._laid = {}
            self._laid[string] = laid
        return laid

    def width(self, string):
        """Pixels from the first column of the string to its last. One that is not laid out yet stays so."""
        laid = self._laid.get(string) or self._laid_before.get(string)
        if laid is not None:
            return laid[1]
        wide = -self.gap
        for _, width in self.columns(string):
            wide += width + self.gap
        return max(0, 2 * wide if self._double else wide)

    def columns(self, string):
        """(first column, width) of each glyph: where they are in the constant; not doubled."""
        starts = self._starts
        before, after = self._first, self._after
        places = []
        data = string.encode()
        for code in data if len(data) == len(string) else codes(string):
            at = 2 * (code - before if before <= code < after else self._index(code))
            first = starts[at] | starts[at + 1] << 8
            places.append((first, (starts[at + 2] | starts[at + 3] << 8) - first))
        return places

    def _lay(self, string):
        places = self.columns(string)
        first = 0
        wide = -self.gap
        for first, width in places:  # noqa: B007
            wide += width + self.gap
        wide = max(0, wide)
        pages = self._pages
        columns = self._columns
        if len(places) == 1 and not self._double:  # as it stands there: it costs no memory, and no time
            first *= pages
            return columns[first : first + pages * wide], wide, self.rows, MONO_VLSB
        data = bytearray(pages * wide)
        x = 0
        for first, width in places:
            first *= pages
            for to in range(x, pages * wide, wide):
                data[to : to + width] = columns[first : first + width]
                first += width
            x += width + self.gap
        if self._double:
            return _doubled(data, wide, self.rows), 2 * wide, 2 * self.rows, MONO_VLSB
        return data, wide, self.rows, MONO_VLSB

    def _index(self, code):
        """Which glyph is drawn for the code of a character that is not among those from the first on."""
        character = chr(code)
        index = self._characters.find(character)
        if index < 0:
            alike = _NOT_DRAWN.find(character)
            if alike >= 0:
                index = self._characters.find(_SAY_THE_SAME[alike])
        return index if index >= 0 else self._characters.find(self._missing)


# Four pixels down as eight.
_TWICE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"


def _doubled(data, width, rows):
    """A picture with each pixel as four: half a byte of it is a byte twice."""
    out = bytearray((2 * rows + 7) // 8 * 2 * width)
    to = 0
    for half in range((rows + 3) // 4):
        first = half // 2 * width
        shift = half % 2 * 4
        for at in range(first, first + width):
            out[to] = out[to + 1] = _TWICE[data[at] >> shift & 15]
            to += 2
    return out


_GLYPHS = (glyphs.TEXT_CHARACTERS, glyphs.TEXT_STARTS, glyphs.TEXT_COLUMNS, glyphs.TEXT_ROWS, 1, MISSING)
TEXT = Face(*_GLYPHS, 18)
BIG = Face(*_GLYPHS, 1, True)  # single letters, of which none is drawn again soon

width = TEXT.width  # pixels of a string in the text font
