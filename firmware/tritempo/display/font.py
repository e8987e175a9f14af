"""The text font: what a character looks like, and how wide a string is.

The glyphs are drawn in firmware/glyphs; here they are only found. Nothing here draws, so that layouts can be computed
and tested without a display.

Text is taken byte by byte, and glyphs are known by the codes of their characters: MicroPython looks each new string up
among all names that it knows, so a step from one character to the next is dear (docs/pico.md). What has been laid out
is kept, for a picture has nearly the same strings as the one before it.
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
        a new screen would lay some of them out twice. One takes about 100 bytes. `doubled`: with each pixel as four.
        """
        self.rows = rows
        self.gap = 2 * gap if doubled else gap
        self.most = most
        self._double = doubled
        self._characters = characters
        self._starts = starts
        self._columns = memoryview(columns)
        self._missing = missing
        self._pages = (rows + 7) // 8
        self._found = {}
        # Strings that have been laid out lately, in two halves. The older one is dropped when the newer one is full;
        # what is still in use has gone over by then, so that never all of it is laid out anew at once.
        self._laid = {}
        self._laid_before = {}

    def glyph(self, code):
        """(buffer, width, rows, format) of a character's code, as `FrameBuffer.blit` takes it, and never written to.

        Each is made once and kept: drawing ten times a second then leaves nothing for the garbage collector.
        """
        glyph = self._found.get(code)
        if glyph is None:
            index = self._index(chr(code))
            if index < 0:
                return self.glyph(ord(self._missing))  # not kept under this code: there is no end of them
            glyph = self._make(index)
            self._found[code] = glyph
        return glyph

    def laid(self, string):
        """(glyphs, pixels from the first column to the last) of a string."""
        laid = self._laid.get(string)
        if laid is None:
            laid = self._laid_before.get(string) or self._lay(string)
            if len(self._laid) >= self.most:
                self._laid_before = self._laid
                self._laid = {}
            self._laid[string] = laid
        return laid

    def width(self, string):
        """Pixels from the first column of the string to its last."""
        return self.laid(string)[1]

    def _lay(self, string):
        # A loop and no comprehension: that would be one call more on a Pico's stack, where this is the deepest place.
        glyphs = []
        wide = -self.gap
        for code in codes(string):
            glyph = self.glyph(code)
            glyphs.append(glyph)
            wide += glyph[1] + self.gap
        return tuple(glyphs), max(0, wide)

    def _index(self, character):
        """Which glyph is drawn for a character; -1: none."""
        index = self._characters.find(character)
        if index < 0:
            alike = _NOT_DRAWN.find(character)
            if alike >= 0:
                index = self._characters.find(_SAY_THE_SAME[alike])
        return index

    def _make(self, index):
        first = self._start(index)
        width = self._start(index + 1) - first
        data = self._columns[first * self._pages : (first + width) * self._pages]
        if self._double:
            return (_doubled(data, width, self.rows), 2 * width, 2 * self.rows, MONO_VLSB)
        return (data, width, self.rows, MONO_VLSB)

    def _start(self, index):
        return self._starts[2 * index] | self._starts[2 * index + 1] << 8


def _doubled(data, width, rows):
    """A glyph of 9 to 16 rows with each pixel as four."""
    pages = (2 * rows + 7) // 8
    out = bytearray(pages * 2 * width)
    for x in range(width):
        column = data[x] | data[width + x] << 8
        tall = 0
        for row in range(rows):
            tall |= (3 if column >> row & 1 else 0) << 2 * row
        for page in range(pages):
            place = page * 2 * width + 2 * x
            out[place] = out[place + 1] = tall >> 8 * page & 0xFF
    return out


_GLYPHS = (glyphs.TEXT_CHARACTERS, glyphs.TEXT_STARTS, glyphs.TEXT_COLUMNS, glyphs.TEXT_ROWS, 1, MISSING)
TEXT = Face(*_GLYPHS, 18)
BIG = Face(*_GLYPHS, 2, True)

width = TEXT.width  # pixels of a string in the text font
