"""The figures of the clock: 32 rows high for the time that runs, 16 for what stands beside it."""

from tritempo.display import glyphs
from tritempo.display.font import Face

FACES = {
    32: Face(glyphs.FIGURES_32_CHARACTERS, glyphs.FIGURES_32_STARTS, glyphs.FIGURES_32_COLUMNS, 32, 3, "-", 6),
    16: Face(glyphs.FIGURES_16_CHARACTERS, glyphs.FIGURES_16_STARTS, glyphs.FIGURES_16_COLUMNS, 16, 2, "-", 6),
}


# By their codes: to take a string apart makes new ones, which is dear (docs/pico.md).
_FIRST = ord("+")
_EACH = tuple("+,-./0123456789:")


def each(string):
    """Its figures, one by one: they are drawn so, for there are few of them and many strings."""
    return [_EACH[code - _FIRST] for code in string.encode()]


def width(string, height):
    """Pixels of a string of figures, `:`, `.`, `+` and `-`."""
    face = FACES[height]
    wide = -face.gap
    for figure in each(string):
        wide += face.laid(figure)[1] + face.gap
    return max(0, wide)


def is_figures(string):
    """Whether the whole string can be written in figures."""
    return bool(string) and not string.strip(glyphs.FIGURES_32_CHARACTERS)
