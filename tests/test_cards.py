"""The cards for the table: one page of A5, fonts embedded, and the words that the clock itself says."""

import importlib.util
import io
import re
from pathlib import Path
from typing import Any

import pytest

from dialog_words import DIALOGS
from tritempo.buttons.holds import STEP_WORDS
from tritempo.control import LANGUAGES
from tritempo.display import words

ROOT = Path(__file__).parents[1]
A5_MM = (148, 210)
POINT_MM = 25.4 / 72


@pytest.fixture(scope="module")
def maker() -> Any:
    """docs/cards/make_cards.py: no package, so loaded by its path."""
    spec = importlib.util.spec_from_file_location("make_cards", ROOT / "docs" / "cards" / "make_cards.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def cards(maker: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("cards")
    maker.main([str(folder)])
    return {lang: (folder / f"card-{lang}.pdf").read_bytes() for lang in LANGUAGES}


def page_of(pdf: bytes) -> Any:
    from pypdf import PdfReader

    pages = PdfReader(io.BytesIO(pdf)).pages
    assert len(pages) == 1
    return pages[0]


def flat(text: str) -> str:
    """Without spaces and line breaks: where a line breaks is the typesetter's affair."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_is_one_page_of_a5_with_its_fonts(cards: dict[str, bytes], lang: str) -> None:
    page = page_of(cards[lang])
    size = [round(float(side) * POINT_MM) for side in (page.mediabox.width, page.mediabox.height)]
    assert tuple(size) == A5_MM
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        inner = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(inner), f"{font['/BaseFont']} is not embedded"
        assert "SourceSansPro" in font["/BaseFont"], "a letter that the card's own font has not"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_a_card_says_can_be_read_off_it(maker: Any, cards: dict[str, bytes], lang: str) -> None:
    text = flat(page_of(cards[lang]).extract_text())
    card = maker.content(lang)
    assert len(card["rows"]) == 10
    for row in card["rows"]:
        for said in [row["what"], *(piece["text"] for piece in row["how"] if piece["kind"] != "button")]:
            assert flat(said) in text, said
    for said in [*card["names"].values(), card["title"], card["ignored"], *(each["means"] for each in card["light"])]:
        assert flat(said) in text, said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_on_a_card_are_those_on_the_display(maker: Any, lang: str) -> None:
    said = maker.catalogue()
    used = {key for row in said["row"].values() for key in re.findall(r"\{(\w+)\}", row[lang])}
    assert used == {key for row in said["row"].values() for key in re.findall(r"\{(\w+)\}", row["en"])}
    on_keys = {key.word for row in DIALOGS.values() for key in (*row.keys, row.release, row.trump) if key and key.word}
    assert used <= on_keys | set(STEP_WORDS), used - on_keys
    shown = {piece["text"] for row in maker.content(lang)["rows"] for piece in row["how"] if piece["kind"] == "key"}
    assert shown == {words.word(lang, key) for key in used}


def test_a_word_that_the_display_does_not_know_is_no_card(maker: Any) -> None:
    with pytest.raises(KeyError, match="no_such_word"):
        maker.pieces("press {no_such_word}", "en")


def test_times_come_from_the_firmware(maker: Any) -> None:
    text = " ".join(piece["text"] for row in maker.content("ca")["rows"] for piece in row["how"])
    for time in ("1,5\u00a0s", "2,5\u00a0s", "3,5\u00a0s", "4,5\u00a0s", "3\u00a0s"):
        assert time in text
    assert "15\u00a0s" in maker.content("en")["ignored"]
    assert "%" not in text


def test_the_same_words_make_the_same_file(maker: Any, cards: dict[str, bytes]) -> None:
    assert maker.make("ca") == cards["ca"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_is_a_picture_of_each_card(lang: str) -> None:
    assert (ROOT / "docs" / "pictures" / f"card-{lang}.png").read_bytes().startswith(b"\x89PNG")
