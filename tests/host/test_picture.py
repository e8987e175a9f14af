"""The display as characters."""

import pytest

from tritempo_host import picture

EMPTY = bytes(1024)


def dots(*positions):
    buffer = bytearray(1024)
    for x, y in positions:
        buffer[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(buffer)


def test_pixels():
    rows = picture.pixels(dots((0, 0), (127, 63), (5, 9)))
    assert [(x, y) for y, row in enumerate(rows) for x, lit in enumerate(row) if lit] == [(0, 0), (5, 9), (127, 63)]


def test_another_size_is_refused():
    with pytest.raises(ValueError, match="1024 bytes, not 512"):
        picture.pixels(bytes(512))


@pytest.mark.parametrize(
    "dot, character",
    [
        ((0, 0), "⠁"),
        ((0, 1), "⠂"),
        ((0, 2), "⠄"),
        ((1, 0), "⠈"),
        ((1, 1), "⠐"),
        ((1, 2), "⠠"),
        ((0, 3), "⡀"),
        ((1, 3), "⢀"),
    ],
)
def test_every_dot_of_braille(dot, character):
    assert picture.braille(dots(dot))[0][0] == character


def test_braille_leaves_room_in_a_terminal():
    lines = picture.braille(dots((126, 60)))
    assert len(lines) == 16 and {len(line) for line in lines} == {64}
    assert lines[15][63] == "⠁"


def test_half_blocks():
    lines = picture.half_blocks(dots((0, 0), (1, 1), (2, 0), (2, 1)))
    assert len(lines) == 32 and lines[0] == "▀▄█".ljust(128) and lines[1] == " " * 128


def test_what_a_terminal_can_show():
    assert picture.can_show("utf-8")
    assert not any(picture.can_show(encoding) for encoding in ("ascii", "latin-1", "cp1252", "nonsense"))
