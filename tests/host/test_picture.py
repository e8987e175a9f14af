"""The display as an image and as characters."""

import builtins

import pytest
from PIL import Image

from tritempo_host import picture
from tritempo_host.problem import Problem

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


def test_png(tmp_path):
    path = tmp_path / "display.png"
    picture.save_png(dots((3, 2)), path, scale=4)
    with Image.open(path) as image:
        assert image.size == (128 * 4 + 16, 64 * 4 + 16)
        lit, dark = (image.convert("L").getpixel((8 + 4 * x + 1, 8 + 4 * 2 + 1)) for x in (3, 4))
        assert isinstance(lit, int) and isinstance(dark, int) and lit > 200 > 50 > dark


def test_without_pillow_there_is_a_clear_word(tmp_path, monkeypatch):
    original = builtins.__import__

    def no_pillow(name, *args, **kwargs):
        if name.startswith("PIL"):
            raise ImportError(name)
        return original(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", no_pillow)
    with pytest.raises(Problem, match="pip install pillow"):
        picture.save_png(EMPTY, tmp_path / "display.png")
