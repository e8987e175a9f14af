"""The clock's display as something a person can look at in a terminal: characters.

A picture is the display's own memory: 1024 bytes, MONO_VLSB, 128 x 64 pixels (a byte is 8 pixels down, the least bit
on top).
"""

WIDTH = 128
HEIGHT = 64

# The bits of a braille character for the eight dots of a cell, as (column, row).
_DOTS = {
    (0, 0): 0x01,
    (0, 1): 0x02,
    (0, 2): 0x04,
    (1, 0): 0x08,
    (1, 1): 0x10,
    (1, 2): 0x20,
    (0, 3): 0x40,
    (1, 3): 0x80,
}
_HALVES = " ▀▄█"


def can_show(encoding: str) -> bool:
    """Whether a terminal of this encoding has the characters of `braille`, of `half_blocks` and of a frame."""
    try:
        f"\u28ff{_HALVES}╭─╮│╰╯".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def pixels(buffer: bytes) -> list[list[bool]]:
    """64 rows of 128 pixels. Raises ValueError when the buffer has another size."""
    if len(buffer) != WIDTH * HEIGHT // 8:
        raise ValueError(f"a picture has {WIDTH * HEIGHT // 8} bytes, not {len(buffer)}")
    return [[bool(buffer[y // 8 * WIDTH + x] >> y % 8 & 1) for x in range(WIDTH)] for y in range(HEIGHT)]


def braille(buffer: bytes) -> list[str]:
    """16 lines of 64 characters: every pixel a dot, the right proportions, and it leaves room in 80 x 24.

    (Half blocks would be denser to look at, but need 128 x 32.)
    """
    rows = pixels(buffer)
    lines = []
    for top in range(0, HEIGHT, 4):
        cells = []
        for left in range(0, WIDTH, 2):
            dots = sum(bit for (x, y), bit in _DOTS.items() if rows[top + y][left + x])
            cells.append(chr(0x2800 + dots))
        lines.append("".join(cells))
    return lines


def half_blocks(buffer: bytes) -> list[str]:
    """32 lines of 128 characters, for a wide terminal or a text file: two pixels in a character, none lost."""
    rows = pixels(buffer)
    return ["".join(_HALVES[rows[top][x] + 2 * rows[top + 1][x]] for x in range(WIDTH)) for top in range(0, HEIGHT, 2)]
