"""The text font: characters by their codes, layouts that are kept, and no more of them than is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import golden
from scenes import all_scenes
from tritempo.display import digits, font
from tritempo.display.words import LANGUAGES

FACES = (font.TEXT, font.BIG, *digits.FACES.values())


@given(st.text(max_size=20))
def test_codes_are_those_of_the_characters(string):
    assert list(font.codes(string)) == [ord(character) for character in string]


@pytest.mark.parametrize(
    "typed, said", [("ş", "ș"), ("’", "'"), ("×", "x"), ("漢", font.MISSING), ("😀", font.MISSING)]
)
def test_what_is_not_drawn_looks_like_what_says_the_same(typed, said):
    assert font.TEXT.laid(typed) == font.TEXT.laid(said)


def test_width_is_without_the_gap_at_the_end():
    assert font.width("") == 0
    assert font.width("AB") == font.width("A") + 1 + font.width("B")
    assert font.BIG.width("Anna") == 2 * font.width("Anna")


@pytest.mark.parametrize("face", FACES, ids=["text", "big", "figures of 32", "figures of 16"])
def test_a_string_looks_like_its_characters_side_by_side(face):
    string = "12:34" if face in digits.FACES.values() else "Ùn l·l ș ¿Ñ? _~"
    data, width, rows, _ = face.laid(string)
    x = 0
    for character in string:
        one, wide, _, _ = face.laid(character)
        for page in range((rows + 7) // 8):
            assert data[page * width + x : page * width + x + wide] == one[page * wide : (page + 1) * wide]
        x += wide
        if x < width:
            gap = face.gap * (2 if face is font.BIG else 1)
            assert not any(data[page * width + x + i] for page in range((rows + 7) // 8) for i in range(gap))
            x += gap
    assert x == width
    assert face.laid("")[1] == 0


def test_strange_names_fill_no_memory():
    for code in range(0x4E00, 0x4E00 + 200):
        font.TEXT.width(chr(code))
    assert len(font.TEXT._laid) <= font.TEXT.most
    assert len(font.TEXT._laid_before) <= font.TEXT.most


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_screen_has_more_strings_than_are_kept(lang):
    """Or what a screen has at its beginning would be laid out anew for each picture."""
    for name, make in all_scenes(lang).items():
        table = make()
        golden.drawn(table)  # names have been fitted when the second picture is drawn
        for face in FACES:
            face._laid = {}
            face._laid_before = {}
        golden.drawn(table)
        for face in FACES:
            assert len(face._laid) <= face.most, name
            assert not set(face._laid) & set(face._laid_before), name


def test_only_so_many_results_are_remembered():
    asked = []

    @font.remembered(3)
    def double(value):
        asked.append(value)
        return 2 * value

    assert [double(value) for value in (1, 2, 1, 3, 3, 2)] == [2, 4, 2, 6, 6, 4]
    assert asked == [1, 2, 3]
    assert [double(4), double(1)] == [8, 2]
    assert asked == [1, 2, 3, 4, 1]
