"""The text font: what a character looks like, and how wide a string is.

The glyphs are drawn in firmware/glyphs; here they are only found. Nothing here draws, so that layouts can be computed
and tested without a display.
"""

from tritempo.display import glyphs

# The number of framebuf.MONO_VLSB; not imported, so that widths can be had on CPython too.
MONO_VLSB = 0

MISSING = "�"

# Characters that are not drawn, and below them the ones that say the same, or nearly. The cedilla forms in the first
# line are how Romanian was typed for years.
_NOT_DRAWN = "şţŞŢ\u00a0’‘´“”„–—−×ãõåûýøžščćőű"
_SAY_THE_SAME = "șțȘȚ '''\"\"\"---xaoaùyozsccöü"


class Face:
    """Glyphs of one height, found in three constants of `tritempo.display.glyphs`."""

    def __init__(self, characters, starts, columns, rows, gap, missing):
        """`starts`: two bytes a glyph; `columns`: MONO_VLSB; `rows`: height; `gap`: between glyphs, in pixels."""
        self.rows = rows
        self.gap = gap
        self._characters = characters
        self._starts = starts
        self._columns = memoryview(columns)
        self._missing = missing
        self._pages = (rows + 7) // 8
        self._found = {}

    def glyph(self, character):
        """(buffer, width, rows, format), as `FrameBuffer.blit` takes it, and never written to.

        Each is made once and kept: drawing ten times a second then leaves nothing for the garbage collector.
        """
        glyph = self._found.get(character)
        if glyph is None:
            index = self._characters.find(character)
            if index < 0:
                alike = _NOT_DRAWN.find(character)
                index = self._characters.find(self._missing if alike < 0 else _SAY_THE_SAME[alike])
            first = self._start(index)
            width = self._start(index + 1) - first
            data = self._columns[first * self._pages : (first + width) * self._pages]
            glyph = (data, width, self.rows, MONO_VLSB)
            self._found[character] = glyph
        return glyph

    def width(self, string):
        """Pixels from the first column of the string to its last."""
        pixels = 0
        for character in string:
            pixels += self.glyph(character)[1] + self.gap
        return max(0, pixels - self.gap)

    def _start(self, index):
        return self._starts[2 * index] | self._starts[2 * index + 1] << 8


TEXT = Face(glyphs.TEXT_CHARACTERS, glyphs.TEXT_STARTS, glyphs.TEXT_COLUMNS, glyphs.TEXT_ROWS, 1, MISSING)


def width(string):
    """Pixels of a string in the text font."""
    return TEXT.width(string)
