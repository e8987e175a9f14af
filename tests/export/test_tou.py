"""TOU: lines as rating officers get them, round trips, and what cannot be written."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.patient import patient
from tritempo_host.export import tou
from tritempo_host.export.plain import to_ascii
from tritempo_host.export.tou import Division, Game, Player, Tou
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.words import LANGUAGES

ANNA = Player("Anna Puig", (Game("w", 401, True, 2), Game("l", 377, False, 3), Game("d", 390, True, 11)))
LINES = [
    ("won, lost, level", ANNA, 12, "Anna Puig            2401  +2  377   3 1390 +11"),
    ("100 players: four columns", ANNA, 100, "Anna Puig            2401   +2  377    3 1390  +11"),
    ("99 players: three", Player("Pere Roca", (Game("l", 9, True, 99),)), 99, "Pere Roca               9 +99"),
    ("two figures behind a 2", Player("Pere Roca", (Game("w", 88, False, 1),)), 9, "Pere Roca            2 88   1"),
    ("under zero", Player("Pere Roca", (Game("l", -7, False, 1),)), 9, "Pere Roca              -7   1"),
    ("20 letters", Player("Abcdefghij Klmnopqrs", (Game("w", 400, True, 1),)), 2, "Abcdefghij Klmnopqrs 2400  +1"),
    ("no game", Player("Pere Roca", ()), 9, "Pere Roca           "),
]


@pytest.mark.parametrize(("player", "players", "text"), [case[1:] for case in LINES], ids=[case[0] for case in LINES])
def test_lines(player: Player, players: int, text: str):
    assert tou.format_line(player, players) == text
    assert tou.parse_line(text) == player


def test_a_file():
    pere = Player("Pere Roca", (Game("l", 377, False, 1),))
    anna = Player("Anna Puig", (Game("w", 401, True, 2),))
    made = Tou(date(2026, 11, 30), "Open de Molins", (Division("A", (anna, pere)), Division("B", ())))
    data = tou.write(made)
    assert data.decode("ascii") == (
        "*M30.11.2026 Open de Molins\r\n*A\r\n                                      0\r\n"
        "Anna Puig            2401  +2\r\nPere Roca             377   1\r\n"
        "*M30.11.2026 Open de Molins\r\n*B\r\n                                      0\r\n"
        "*** END OF FILE ***\r\n"
    )
    assert tou.read(data) == made
    assert tou.read(data.replace(b"\r\n", b"\n")) == made


REFUSED = [
    ("Ștefania Stoica", "letters"),
    ("Núria Gal·la", "letters"),
    ("Al", "tou_name"),
    ("*Anna Puig", "tou_name"),
    ("Anna  Puig", "tou_name"),
    ("Anna\nPuig", "tou_name"),
    ("Anna Puig 2", "tou_name_word"),
    ("Anna Martí i Montserrat".replace("í", "i"), "tou_name_long"),
]


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_names_that_the_file_cannot_hold_are_refused_with_the_reason(name: str, code: str):
    with pytest.raises(CannotHoldError) as error:
        tou.format_line(Player(name, ()), 2)
    assert code in [trouble.code for trouble in error.value.troubles]
    for lang in LANGUAGES:
        assert name in error.value.spoken(lang)


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (Game("w", 1000, True, 2), "tou_score"),
        (Game("l", -100, True, 2), "tou_score"),
        (Game("w", 400, True, 0), "tou_opponent"),
        (Game("w", 400, True, 3), "tou_opponent"),
    ],
)
def test_games_that_the_columns_cannot_hold_are_refused(game: Game, code: str):
    with pytest.raises(CannotHoldError, match=code):
        tou.format_line(Player("Anna Puig", (game,)), 2)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Ștefania Gal·la i Muñoz", "Stefania Galla i Mun"),
        ("Łukasz Ţurcanu", "Lukasz Turcanu"),
        ("Jørgen O’Brien", "Jorgen O'Brien"),
        ("Paraŀlel  Straße", "Parallel Strasse"),
    ],
)
def test_a_name_is_made_plain_when_somebody_asks_for_it(name: str, plain: str):
    assert tou.plain_name(name) == plain
    assert tou.parse_line(tou.format_line(Player(plain, ()), 2)).name == plain


def test_a_name_of_which_nothing_would_be_left_is_refused_even_then():
    with pytest.raises(CannotHoldError) as error:
        tou.plain_name("Иван Puig")
    assert "И" in error.value.spoken("en")


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (b"*M30.11.2026 Open\r\n*A\r\nAnna Puig            2401  +2\r\n", "tou_no_end", "END OF FILE"),
        (b"", "tou_no_end", "END OF FILE"),
        (b"*M30.11.2026 Open\n*A\nAnna Puig            x401  +2\n*** END OF FILE ***\n", "line_number", "Line 3"),
        (b"*M31.11.2026 Open\n*A\n*** END OF FILE ***\n", "line_number", "Line 1"),
    ],
)
def test_what_is_no_tou_is_said(data: bytes, code: str, said: str):
    with pytest.raises(CannotHoldError, match=code) as error:
        tou.read(data)
    assert said in error.value.spoken("en")


def test_cases_are_written_as_liwords_writes_them():
    """It takes accents off, cuts names at 20 and thousands off scores, and nobody is asked: only the cases do so."""
    games = [["w", 1401, True, 2], ["l", None, False, None], ["l", -5, False, 3], ["d", 88, True, 4]]
    given = {"name": "Núria Martí i Montserrat", "players": 4, "games": games}
    assert tou.case(given) == {"line": "Nuria Marti i Montse 2401  +2    0   0   -5   3 1 88  +4"}
    given["players"] = 100
    assert tou.case(given) == {"line": "Nuria Marti i Montse 2401   +2    0    0   -5    3 1 88   +4"}


GAME = st.builds(Game, st.sampled_from("wdl"), st.integers(-120, 1100), st.booleans(), st.integers(0, 130))
PLAYER = st.builds(
    Player, st.text(st.characters(max_codepoint=0x180), max_size=24), st.lists(GAME, max_size=8).map(tuple)
)
PLAIN = st.builds(
    Player,
    st.lists(st.sampled_from(["Anna", "Puig", "de", "Roca-Mas", "O'Brien"]), min_size=1, max_size=2).map(" ".join),
    st.lists(st.builds(Game, st.sampled_from("wdl"), st.integers(-99, 999), st.booleans(), st.just(1)), max_size=8).map(
        tuple
    ),
)
FILES = st.builds(
    Tou,
    st.dates(date(1900, 1, 1)),
    st.sampled_from(["", "Open", "Open de Molins 2"]),
    st.lists(
        st.builds(Division, st.sampled_from("ABC"), st.lists(st.one_of(PLAYER, PLAIN), max_size=4).map(tuple)),
        min_size=1,
        max_size=3,
    ).map(tuple),
)


@patient
@given(FILES)
def test_what_is_written_is_read_again_or_refused(made: Tou):
    try:
        data = tou.write(made)
    except CannotHoldError:
        return
    assert tou.read(data) == made


@patient
@given(st.lists(PLAIN, min_size=1, max_size=4).map(tuple), st.sampled_from([1, 24, 25, 40]))
def test_plain_players_are_never_refused(players: tuple[Player, ...], times: int):
    players = tuple(player for player in players if len(player.name) > 2)
    made = Tou(date(2026, 11, 30), "Open", (Division("A", players * times),))
    assert tou.read(tou.write(made)) == made


@patient
@given(st.text())
def test_plain_text_is_ascii(text: str):
    assert to_ascii(text).isascii()
    assert to_ascii(to_ascii(text)) == to_ascii(text)
