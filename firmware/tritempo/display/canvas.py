"""What is drawn on: 128 x 64 pixels in the memory order of the display. MicroPython only (framebuf)."""

import framebuf  # pyright: ignore[reportMissingModuleSource] (MicroPython's)

from tritempo.display import digits as figures
from tritempo.display import font

# Maps the pixels of a glyph to dark on lit. Given with key 1, so that only the dark ones are drawn.
_DARK = (b"\x01\x00", 2, 1, framebuf.MONO_VLSB)


class Canvas:
    """A picture of `width` x `height` pixels; `buffer` is MONO_VLSB: a byte is 8 pixels down, 128 bytes a page.

    `invert` draws dark on a ground that is lit already. All positions are of the top left pixel.
    """

    def __init__(self, width=128, height=64):
        self.width_px = width
        self.height_px = height
        self.buffer = bytearray(width * height // 8)
        self._frame = framebuf.FrameBuffer(self.buffer, width, height, framebuf.MONO_VLSB)
        self._doubled = {}

    def clear(self):
        self._frame.fill(0)

    def fill_rect(self, x, y, w, h, lit=1):
        self._frame.fill_rect(x, y, w, h, lit)

    def rect(self, x, y, w, h, lit=1):
        self._frame.rect(x, y, w, h, lit)

    def hline(self, x, y, w, lit=1):
        self._frame.hline(x, y, w, lit)

    def vline(self, x, y, h, lit=1):
        self._frame.vline(x, y, h, lit)

    def width(self, string):
        """Pixels of a string in the text font."""
        return font.width(string)

    def text(self, x, y, string, invert=False):
        """Writes in the text font, 11 rows high, capitals in rows 1 to 7."""
        for character in string:
            glyph = font.TEXT.glyph(character)
            self._put(glyph, x, y, invert)
            x += glyph[1] + font.TEXT.gap

    def big_text(self, x, y, string, invert=False):
        """Writes in the text font with its pixels doubled: 22 rows high, twice as wide."""
        for character in string:
            glyph = self._doubled.get(character)
            if glyph is None:
                glyph = _double(font.TEXT.glyph(character))
                self._doubled[character] = glyph
            self._put(glyph, x, y, invert)
            x += glyph[1] + 2 * font.TEXT.gap

    def digits(self, x, y, string, height, invert=False):
        """Writes figures and `:.+-`; `height` 32 or 16."""
        face = figures.FACES[height]
        for character in string:
            glyph = face.glyph(character)
            self._put(glyph, x, y, invert)
            x += glyph[1] + face.gap

    def _put(self, glyph, x, y, invert):
        if invert:
            self._frame.blit(glyph, x, y, 1, _DARK)
        else:
            self._frame.blit(glyph, x, y, 0)


def _double(glyph):
    """The glyph with each pixel as four. Rows 0 to 10 become 0 to 21: three pages from two."""
    data, width = glyph[0], glyph[1]
    out = bytearray(3 * 2 * width)
    for x in range(width):
        column = data[x] | data[width + x] << 8
        tall = 0
        for row in range(font.TEXT.rows):
            tall |= (3 if column >> row & 1 else 0) << 2 * row
        for page in range(3):
            out[page * 2 * width + 2 * x] = out[page * 2 * width + 2 * x + 1] = tall >> 8 * page & 0xFF
    return (out, 2 * width, 2 * font.TEXT.rows, framebuf.MONO_VLSB)
