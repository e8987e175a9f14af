"""The figures of the clock: 32 rows high for the time that runs, 16 for what stands beside it."""

from tritempo.display import glyphs
from tritempo.display.font import Face

FACES = {
    32: Face(glyphs.FIGURES_32_CHARACTERS, glyphs.FIGURES_32_STARTS, glyphs.FIGURES_32_COLUMNS, 32, 3, "-", 2),
    16: Face(glyphs.FIGURES_16_CHARACTERS, glyphs.FIGURES_16_STARTS, glyphs.FIGURES_16_COLUMNS, 16, 2, "-", 2),
}


def width(string, height):
    """Pixels of a string of figures, `:`, `.`, `+` and `-`."""
    return FACES[height].width(string)


def is_figures(string):
    """Whether the whole string can be written in figures."""
    return bool(string) and not string.strip(glyphs.FIGURES_32_CHARACTERS)
