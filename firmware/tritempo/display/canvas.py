"""What is drawn on: 128 x 64 pixels in the memory order of the display. MicroPython only (framebuf)."""

import framebuf  # pyright: ignore[reportMissingModuleSource] (MicroPython's)

from tritempo.display import digits as figures
from tritempo.display import font

# Maps the pixels of a text to dark on lit. Given with key 1, so that only the dark ones are drawn.
_DARK = (b"\x01\x00", 2, 1, framebuf.MONO_VLSB)


class Canvas:
    """A picture of `width` x `height` pixels; `buffer` is MONO_VLSB: a byte is 8 pixels down, 128 bytes a page.

    `invert` draws dark on a ground that is lit already. All positions are of the top left pixel.
    """

    def __init__(self, width=128, height=64):
        self.width_px = width
        self.height_px = height
        self.kept = {}  # see tritempo.display.pieces
        self.buffer = bytearray(width * height // 8)
        self._frame = framebuf.FrameBuffer(self.buffer, width, height, framebuf.MONO_VLSB)
        # The same bytes as pixels of one byte each: cleared so, a picture takes a thirtieth of the time.
        self._bytes = framebuf.FrameBuffer(self.buffer, width, height // 8, framebuf.GS8)

    def clear(self):
        self.kept.clear()
        self._bytes.fill(0)

    def fill_rect(self, x, y, w, h, lit=1):
        self._frame.fill_rect(x, y, w, h, lit)

    def rect(self, x, y, w, h, lit=1):
        self._frame.rect(x, y, w, h, lit)

    def hline(self, x, y, w, lit=1):
        self._frame.hline(x, y, w, lit)

    def width(self, string):
        """Pixels of a string in the text font."""
        return font.width(string)

    def text(self, x, y, string, invert=False):
        """Writes in the text font, 11 rows high, capitals in rows 1 to 7."""
        self._write(font.TEXT, x, y, string, invert)

    def big_text(self, x, y, string, invert=False):
        """Writes in the text font with its pixels doubled: 22 rows high, twice as wide.

        A generator, with a step for each letter: it takes a Pico a millisecond.
        """
        face = font.BIG
        for letter in string:
            yield
            self._write(face, x, y, letter, invert)
            x += face.width(letter) + 2 * face.gap

    def digits(self, x, y, string, height, invert=False):
        """Writes figures and `:.+-`; `height` 32 or 16. A generator, with a step for each but the first."""
        face = figures.FACES[height]
        first = True
        for figure in figures.each(string):
            if not first:
                yield
            first = False
            self._write(face, x, y, figure, invert)
            x += face.laid(figure)[1] + face.gap

    def _write(self, face, x, y, string, invert):
        laid = face.laid(string)
        if not laid[1]:
            return
        if invert:
            self._frame.blit(laid, x, y, 1, _DARK)
        else:
            self._frame.blit(laid, x, y, 0)
