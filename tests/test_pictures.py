"""The sheets in docs/pictures show what the clock's own display shows now, pixel for pixel."""

import re

import pytest
from PIL import Image

import golden
import pictures
from scenes import groups
from tritempo.control import LANGUAGES
from tritempo_host.picture import braille

ANEW = "If this is meant, run: python tests/pictures.py, and look at the sheets before you commit them."


def opened(path):
    with Image.open(path) as image:
        image.load()
        return image


@pytest.fixture(scope="module", params=LANGUAGES)
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def shown(lang):
    return golden.shown(lang)


def test_the_sheet_is_what_the_clock_shows(lang, shown):
    sheet, now = opened(pictures.path(lang)), pictures.sheet(shown)
    name = f"docs/pictures/screens-{lang}.png"
    assert sheet.size == now.size and sheet.getpalette() == now.getpalette(), (
        f"{name} does not have the screens of tests/scenes.py.\n{ANEW}"
    )
    before = pictures.read(sheet)
    changed = [scene for scene in shown if shown[scene] != before[scene]]
    if changed:
        there, here = ("\n".join(braille(picture[changed[0]])) for picture in (before, shown))
        pytest.fail(
            f"{name} is not what the clock shows now, in {len(changed)} screens: {', '.join(changed)}.\n{ANEW}\n"
            f"{changed[0]} on the sheet:\n{there}\nand now:\n{here}",
            pytrace=False,
        )
    assert sheet.tobytes() == now.tobytes(), f"{name} has other captions or another order than now.\n{ANEW}"


def test_the_picture_of_the_front_page_is_current(lang, shown):
    if lang == "en":
        assert opened(pictures.FOLDER / "display.png").tobytes() == pictures.few(shown).tobytes(), ANEW


def test_what_is_read_from_a_sheet_is_what_was_put_on_it():
    """Or the test of the sheets could not fail: one pixel more or less is seen."""
    put = {}
    for i, name in enumerate(pictures.places()[0]):
        put[name] = bytearray(1024 if i % 2 else b"\xff" * 1024)
        put[name][i * 37 % 1024] ^= 1 << i % 8
    assert pictures.read(pictures.sheet(put)) == put


def test_each_group_has_a_line_in_the_manual():
    page = (pictures.FOLDER.parent / "screens.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| \*\*(.+?)\*\* \|", page, re.MULTILINE)
    assert lines == [pictures.HEADLINES[group] for group, _ in groups()]


def test_no_two_screens_have_the_same_name():
    names = [name for _, scenes in groups() for name, _ in scenes]
    assert len(names) == len(set(names))
