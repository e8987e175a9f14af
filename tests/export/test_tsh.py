"""tsh's `.t` files: lines as tsh writes them, round trips, and what cannot be written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.patient import patient
from tritempo_host.export import tsh
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.export.tsh import Line
from tritempo_host.words import LANGUAGES

LINES = [
    (
        "a word a key, keys in the order of the alphabet",
        Line("Roca i Font, Pere", 0, (1, 4), (365,), {"p12": ("2", "1"), "board": ("1", "1"), "team": ("Molins",)}),
        "Roca i Font, Pere          0 1 4; 365; board 1 1; p12 2 1; team Molins",
    ),
    (
        "a score that is not known is 00",
        Line("Vidal, Mar", 999, (4, 1, 2), (None, 402, 380)),
        "Vidal, Mar               999 4 1 2; 00 402 380",
    ),
    ("nothing played", Line("Vidal, Mar", 999), "Vidal, Mar               999 ; "),
    (
        "a bye is opponent 0, its spread the score",
        Line("Vidal, Mar", 1999, (0, 2), (50, -3)),
        "Vidal, Mar              1999 0 2; 50 -3",
    ),
    (
        "a name longer than its column pushes the rest",
        Line("Martí i Montserrat de Puigdollers, Anna", 12, (2,), (400,)),
        "Martí i Montserrat de Puigdollers, Anna    12 2; 400",
    ),
    (
        "a rating of two systems",
        Line("Puig, Anna", "1500+23.5", (2,), (400,)),
        "Puig, Anna             1500+23.5 2; 400",
    ),
    (
        "; and \\ in a word",
        Line("Puig, Anna", 1, (2,), (400,), {"team": ("A;B\\", None)}),
        "Puig, Anna                 1 2; 400; team A\\;B\\\\ 00",
    ),
    ("a key with no words is left out", Line("Puig, Anna", 1, (), (), {"off": ()}), "Puig, Anna                 1 ; "),
]


@pytest.mark.parametrize(("line", "text"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_lines(line: Line, text: str):
    assert tsh.format_line(line) == text
    assert tsh.parse_line(text) == Line(
        line.name, line.rating, line.opponents, line.scores, {key: words for key, words in line.etc.items() if words}
    )


REFUSED = [
    ("A", "tsh_name"),
    ("", "tsh_name"),
    (" Anna", "tsh_name"),
    ("Anna\nPuig", "tsh_name"),
    ("Puig; Anna", "tsh_name_sign"),
    ("#1 Anna", "tsh_name_sign"),
    ("Puig, Anna 2", "tsh_name_number"),
    ("Stoica, Ștefania", "letters"),
]


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_names_that_the_file_cannot_hold_are_refused_with_the_reason(name: str, code: str):
    with pytest.raises(CannotHoldError) as error:
        tsh.write([Line("Puig, Anna", 1), Line(name, 1)])
    assert [trouble.code for trouble in error.value.troubles] == [code]
    for lang in LANGUAGES:
        assert name in error.value.spoken(lang)


def test_a_file_that_is_configured_as_utf_8_holds_every_letter():
    players = (Line("Stoica, Ștefania", 1), Line("Gal·la, Núria", 2))
    assert tsh.read(tsh.write(players, encoding="utf-8"), encoding="utf-8") == players


@pytest.mark.parametrize("rating", ["", "-5", "1500.", "best"])
def test_a_rating_is_a_number(rating: str):
    with pytest.raises(CannotHoldError, match="tsh_rating"):
        tsh.format_line(Line("Puig, Anna", rating))


@pytest.mark.parametrize("word", ["", "00", "two words", "a\tb"])
def test_a_word_that_would_be_read_otherwise_is_refused(word: str):
    with pytest.raises(CannotHoldError, match="tsh_word") as error:
        tsh.format_line(Line("Puig, Anna", 1, etc={"team": (word,)}))
    assert all("team" in error.value.spoken(lang) for lang in LANGUAGES)


def test_remarks_blank_lines_and_any_line_ends_are_read():
    data = b"\xef\xbb\xbf# division A\r\n\r\nPuig, Anna 1500 2; 400\rRoca, Pere 1400 1; 390; # 12\n  Vidal, Mar 3\n"
    assert tsh.read(data) == (
        Line("Puig, Anna", 1500, (2,), (400,)),
        Line("Roca, Pere", 1400, (1,), (390,)),
        Line("Vidal, Mar", 3),
    )


@pytest.mark.parametrize("line", ["no rating; 1", "Puig, Anna 12 x; 1", "Puig, Anna 12 1; 1-2", "Puig, Anna 12 1; -"])
def test_what_is_no_line_is_said_with_its_number(line: str):
    with pytest.raises(CannotHoldError) as error:
        tsh.read(b"# first\n" + line.encode())
    assert "Line 2" in error.value.spoken("en")
    assert line[:20] in error.value.spoken("en")


NUMBER = st.one_of(st.none(), st.integers(0, 300))
WORD = st.text(st.characters(codec="latin-1", exclude_categories=["C", "Z"]), min_size=1, max_size=8).filter(
    lambda w: w != "00"
)
PLAYERS = st.lists(
    st.builds(
        Line,
        name=st.text(st.characters(codec="latin-1"), min_size=1, max_size=20),
        rating=st.one_of(st.integers(0, 9999), st.sampled_from(["1500.5", "1500+23.5"])),
        opponents=st.lists(NUMBER, max_size=4).map(tuple),
        scores=st.lists(st.one_of(st.none(), st.integers(-200, 1200)), max_size=4).map(tuple),
        etc=st.dictionaries(
            st.sampled_from(["board", "p12", "team", "off", "newr", "x_1"]),
            st.lists(st.one_of(st.none(), WORD), min_size=1, max_size=3).map(tuple),
            max_size=2,
        ),
    ),
    max_size=3,
).map(tuple)


@patient
@given(PLAYERS)
def test_what_is_written_is_read_again_or_refused(players: tuple[Line, ...]):
    try:
        data = tsh.write(players, ["made by a test"])
    except CannotHoldError:
        return
    assert tsh.read(data) == players


PLAIN = st.text("abcXYZàçñöøÿ·,' -", min_size=2, max_size=30).map(str.strip).filter(lambda name: len(name) > 1)


@patient
@given(st.lists(PLAIN, max_size=5))
def test_names_with_ordinary_letters_are_never_refused(names: list[str]):
    players = tuple(Line(name, 1500, (1,), (400,)) for name in names)
    assert tsh.read(tsh.write(players)) == players
