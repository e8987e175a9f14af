"""A canvas for CPython, strict where the display's own (tritempo.display.canvas) is not.

It fails where something is drawn outside, where text meets other text or the edge of a lit field, and where text is
dark on dark. tests/micropython/test_canvas.py shows that both draw the same.
"""

from functools import cache

from tritempo.display import digits, font

CAPITALS = range(1, 8)  # the rows of the text font that every line needs for itself


class MisdrawnError(AssertionError):
    """What is wrong with the picture, and where."""


class Paper:
    """The same methods as Canvas. A row of pixels is an int: bit x is column x."""

    def __init__(self, width=128, height=64):
        self.width_px, self.height_px = width, height
        self.kept = {}
        self.clear()

    def clear(self):
        self.kept.clear()
        self.rows = [0] * self.height_px
        self.ink = [0] * self.height_px  # the pixels of text, lit or dark
        self.texts = []  # every string that has been written and not covered since: (x, y, w, h, string)

    @property
    def buffer(self):
        """The picture as MONO_VLSB."""
        out = bytearray(self.width_px * self.height_px // 8)
        for y, row in enumerate(self.rows):
            for x in range(self.width_px):
                out[y // 8 * self.width_px + x] |= (row >> x & 1) << y % 8
        return bytes(out)

    def fill_rect(self, x, y, w, h, lit=1):
        self._inside(x, y, w, h, "a field")
        for text in self.texts:
            if _meet(text[:4], (x, y, w, h)) and not _within(text[:4], (x, y, w, h)):
                raise MisdrawnError(f"a field at {x},{y} {w}x{h} cuts through {text}")
        self.texts = [text for text in self.texts if not _meet(text[:4], (x, y, w, h))]
        self._fill(x, y, w, h, lit)

    def rect(self, x, y, w, h, lit=1):
        self._inside(x, y, w, h, "a frame")
        for args in ((x, y, w, 1), (x, y + h - 1, w, 1), (x, y, 1, h), (x + w - 1, y, 1, h)):
            self._fill(*args, lit)

    def hline(self, x, y, w, lit=1):
        self._inside(x, y, w, 1, "a line")
        self._fill(x, y, w, 1, lit)

    def width(self, string):
        return font.width(string)

    def text(self, x, y, string, invert=False):
        self._write(font.TEXT, 1, x, y, string, invert, CAPITALS)

    def big_text(self, x, y, string, invert=False):
        self._write(font.TEXT, 2, x, y, string, invert, CAPITALS)
        return ()  # all of it in one step

    def digits(self, x, y, string, height, invert=False):
        self._write(digits.FACES[height], 1, x, y, string, invert, range(height))
        return ()

    def _write(self, face, scale, x, y, string, invert, needed):
        if not string:
            return
        wide = scale * face.width(string)
        box = (x, y + scale * needed[0], wide, scale * len(needed))
        self._inside(*box, repr(string))
        for text in self.texts:
            if _meet(text[:4], box):
                raise MisdrawnError(f"{string!r} at {x},{y} runs into {text}")
        across = ((1 << wide) - 1) << x
        for row in range(box[1], box[1] + box[3]):
            if self.rows[row] & across != (across if invert else 0):
                raise MisdrawnError(f"{string!r} at {x},{y}: row {row} of its ground is not clean")
        self.texts.append((*box, string))
        for dy, pixels in enumerate(_rows(face, scale, string)):
            if pixels:
                self._inside(x, y + dy, wide, 1, repr(string))
                self._ink(y + dy, pixels << x, invert, string)

    def _ink(self, y, pixels, invert, string):
        hidden = pixels & (~self.rows[y] if invert else self.rows[y])
        # An accent may touch the comma of the line above it, but nothing else.
        if hidden & ~self.ink[y]:
            raise MisdrawnError(f"{string!r} is not seen in row {y}: the ground has its colour there")
        self.rows[y] = self.rows[y] & ~pixels if invert else self.rows[y] | pixels
        self.ink[y] |= pixels

    def _fill(self, x, y, w, h, lit):
        across = ((1 << w) - 1) << x
        for row in range(y, y + h):
            self.rows[row] = self.rows[row] | across if lit else self.rows[row] & ~across
            self.ink[row] &= ~across

    def _inside(self, x, y, w, h, what):
        if x < 0 or y < 0 or w < 0 or h < 0 or x + w > self.width_px or y + h > self.height_px:
            raise MisdrawnError(f"{what} at {x},{y} {w}x{h} is not on the display")


@cache
def _rows(face, scale, string):
    """The pixels of a string, a row an int."""
    rows = [0] * (scale * face.rows)
    x = 0
    for character in string:
        data, width, height, _ = face.laid(character)
        for dx in range(width):
            for dy in range(height):
                if data[dy // 8 * width + dx] >> dy % 8 & 1:
                    for row in range(scale * dy, scale * dy + scale):
                        rows[row] |= ((1 << scale) - 1) << (x + scale * dx)
        x += scale * (width + face.gap)
    return rows


def _meet(a, b):
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _within(a, b):
    return b[0] <= a[0] and b[1] <= a[1] and a[0] + a[2] <= b[0] + b[2] and a[1] + a[3] <= b[1] + b[3]
