"""GCG: files as people really write them, and the times of a log put into them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from export.games import HEAD, NAMES, Turn, gcg, played, summary
from export.patient import few, patient
from host.rounds import matam_round
from tritempo_host.export import gcg as reader
from tritempo_host.export.annotate import OURS, annotate, without_notes
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.words import LANGUAGES

FILE = """#character-encoding UTF-8
#player1 anna Anna Puig
#player2 pere Ștefan Roca
#description Final; taula 1
>anna: AEINRST 8D RETSINA +66 66
#note els primers set
i una segona línia de la nota
>pere: EEIOQUV 7C QUOVE +34 34
>pere: EEIOQUV -- -34 0
>anna: ADEGHKO -GHK +0 66
>pere: EEIOQUV -5 +0 0
>anna: ?ADEIOR D8 RADIOeR +76 142
>anna: ADEO (challenge) +5 147
>pere: EEIOQUV - +0 0
>anna: ADEO 15H L·L[NY] +8 155
>pere:  (ADEO) +12 12
>pere: EEIOQUV (EEIOQUV) -19 -7
>anna: ADEO (time) -10 145
"""


def test_a_file_is_read_as_it_is_written():
    made = reader.read(FILE.encode())
    assert made.players == {"anna": "Anna Puig", "pere": "Ștefan Roca"}
    assert [line.kind for line in made.lines if line.kind] == [
        *("move", "move", "withdrawn", "exchange", "exchange", "move", "bonus", "pass", "move", "rack", "rack", "time")
    ]
    assert [(turn.kind, turn.by, turn.line, turn.last, turn.refused) for turn in made.turns()] == [
        ("move", "anna", 5, 5, False),
        ("move", "pere", 8, 9, True),
        ("exchange", "anna", 10, 10, False),
        ("exchange", "pere", 11, 11, False),
        ("move", "anna", 12, 12, False),
        ("pass", "pere", 14, 14, False),
        ("move", "anna", 15, 15, False),
    ]
    assert made.overtime() == {"anna": 10, "pere": 0}
    assert made.data() == FILE.encode()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("#player1 a Núria\n#player2 b B\n>a: X 8D X +1 1\n".encode("latin-1"), "Núria"),
        ("#character-encoding UTF-8\n#player1 a Núria\n#player2 b B\n>a: X 8D X +1 1\n".encode(), "Núria"),
        (
            "#character-encoding ISO-8859-1\n#player1 a Núria\n#player2 b B\n>a: X 8D X +1 1\n".encode("latin-1"),
            "Núria",
        ),
        ("#player1 a Núria\n#player2 b B\n>a: X 8D X +1 1\n".encode("utf-8-sig"), "Núria"),
    ],
)
def test_the_first_line_says_how_letters_are_written(data: bytes, name: str):
    assert reader.read(data).players["a"] == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "gcg_empty"),
        ("#player1 a A\n#player2 b B\n", "gcg_empty"),
        ("not a game", "gcg_empty"),
        (">a: X 8D X +1 1\n>b: X 8D X +1 1\n>c: X 8D X +1 1\n", "gcg_players"),
        ("#player1 a A\n#player2 b B\n#player3 c C\n>a: X 8D X +1 1\n", "gcg_players"),
        (">a: X 8D X\n>b: X 8D X +1 1\n", "gcg_line"),
        (">a: X 8Q8 X +1 1\n>b: X 8D X +1 1\n", "gcg_line"),
        (">a\n", "gcg_line"),
        (">a: X +1 1\n", "gcg_line"),
        ("\0>\0a\0", "gcg_encoding"),
    ],
)
def test_what_is_no_game_of_two_is_said(text: str, code: str):
    with pytest.raises(CannotHoldError, match=code) as error:
        reader.read(text.encode())
    assert all(error.value.spoken(lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    "text",
    [">a: X -- -5 0\n>b: X - +0 0\n", ">a: X 8D X +1 1\n>b: X -- -1 0\n", ">a: X - +0 0\n>a: X -- -1 0\n>b: X - +0 0"],
)
def test_a_withdrawal_of_nothing_is_said(text: str):
    with pytest.raises(CannotHoldError, match="gcg_line"):
        reader.read(text.encode()).turns()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("H8", "8H"), ("8H", "H8"), ("C5", "3E"), ("5C", "E3"), ("A15", "1O"), ("15A", "O1"), ("O1", "15A")],
)
def test_squares_are_transposed(ours: str, theirs: str):
    """CSM: H8 goes across, 8H down, rows have letters. GCG: 8H across, H8 down, rows have numbers."""
    assert reader.transposed(ours) == theirs
    assert reader.transposed(theirs) == ours


@patient
@given(st.integers(1, 26), st.integers(1, 26), st.booleans())
def test_to_transpose_twice_is_to_do_nothing(row: int, column: int, across: bool):
    letter = chr(ord("A") + row - 1)
    square = f"{letter}{column}" if across else f"{column}{letter}"
    there = reader.transposed(square)
    assert there[0].isdigit() is across
    assert reader.transposed(there) == square
    assert reader.transposed(square.lower()) == there


@pytest.mark.parametrize("square", ["", "H", "8", "88", "H8H", "0A", "A0", "A27", "Ñ8", "H-8"])
def test_what_is_no_square_is_refused(square: str):
    with pytest.raises(ValueError):
        reader.transposed(square)


GAME = (Turn(), Turn("refused"), Turn("exchange"), Turn("pass"), Turn(ms=700_000), Turn("move", 65_500))


def test_times_are_put_after_each_turn():
    text = annotate(gcg(GAME), summary(played(GAME))).data.decode()
    assert text.startswith(
        HEAD + ">anna: AEINRST 1D WORD +24 0\n#note tritempo: 1:23\n"
        ">pere: AEINRST 2D WORD +24 1\n>pere: AEINRST -- -24 1\n#note tritempo: 1:23\n"
        ">anna: AEINRST -RST +0 2\n"
    )
    assert text.endswith(">pere: AEINRST 6D WORD +24 5\n#note tritempo: 1:05\n>anna:  (QV) +28 400\n")


def test_overtime_is_said_and_rounded_up():
    game = (Turn(ms=1_500_000), Turn(), Turn(ms=60_001))
    text = annotate(gcg(game), summary(played(game))).data.decode()
    assert "#note tritempo: 25:00\n" in text
    assert "#note tritempo: 1:00 (over 1:01)\n" in text


def test_a_persons_notes_stay_where_they_are():
    game = (Turn(), Turn())
    data = gcg(game).replace(b">pere:", b"#note good\nand more\n#note tritempo: 9:99\n>pere:", 1)
    text = annotate(data, summary(played(game))).data.decode()
    assert "+24 0\n#note tritempo: 1:23\n#note good\nand more\n>pere:" in text
    assert "9:99" not in text


@pytest.mark.parametrize("game", [(*GAME[:-1], Turn("pass")), GAME])
def test_the_turn_that_the_end_cut_off_may_be_in_the_file_or_not(game: tuple[Turn, ...]):
    log = summary(played(GAME))
    assert log.turns[-1].mark == "unfinished" and len(log.turns) == len(GAME) + 1
    assert annotate(gcg(GAME), log).notes == len(GAME)
    assert annotate(gcg([*GAME, Turn("pass")]), log).notes == len(GAME) + 1


def test_who_has_gone_out_may_have_pressed_and_the_other_may_have_accepted():
    log = summary(played(GAME, end="out"))
    assert annotate(gcg(GAME), log).notes == len(GAME)
    assert annotate(gcg([*GAME, Turn("pass")]), log).notes == len(GAME) + 1
    assert annotate(gcg([*GAME, Turn(), Turn("pass")]), log).notes == len(GAME) + 1


def test_what_nobody_told_the_clock_is_taken_as_it_comes():
    unmarked = [Turn(turn.kind, turn.ms, marked=False) for turn in GAME]
    assert annotate(gcg(GAME), summary(played(unmarked))).notes == len(GAME)


MISMATCHES = [
    ("a move more", (*GAME, Turn(), Turn()), 8, "gcg_no_more"),
    ("two moves fewer", GAME[:-2], 5, "gcg_no_more"),
    ("one turn left out in the middle", (*GAME[:2], *GAME[3:]), 3, "gcg_other_kind"),
    ("a pass that was a move", (*GAME[:3], Turn(), *GAME[4:]), 4, "gcg_other_kind"),
    ("a refused play that stood", (GAME[0], Turn(), *GAME[2:]), 2, "gcg_other_kind"),
]


@pytest.mark.parametrize(("turns", "turn", "code"), [case[1:] for case in MISMATCHES], ids=[c[0] for c in MISMATCHES])
def test_another_game_is_refused_with_where_it_differs(turns: tuple[Turn, ...], turn: int, code: str):
    with pytest.raises(CannotHoldError) as error:
        annotate(gcg(turns), summary(played(GAME)))
    (trouble,) = error.value.troubles
    assert (trouble.code, trouble.values["turn"], trouble.values["why"].code) == ("gcg_mismatch", turn, code)
    assert trouble.values["gcg"] == len(turns) and trouble.values["log"] in (len(GAME), len(GAME) + 1)
    for lang in LANGUAGES:
        assert f" {turn} " in error.value.spoken(lang)


def test_the_same_player_twice_is_another_game():
    data = gcg(GAME).replace(b">pere: AEINRST - +0", b">anna: AEINRST - +0")
    with pytest.raises(CannotHoldError) as error:
        annotate(data, summary(played(GAME)))
    assert error.value.troubles[0].values["why"].code == "gcg_other_seat"


def test_players_the_other_way_round_are_refused():
    with pytest.raises(CannotHoldError, match="gcg_order") as error:
        annotate(gcg(GAME), summary(played(GAME, names=NAMES[::-1])))
    assert "Anna Puig" in error.value.spoken("ca") and "Pere Roca" in error.value.spoken("ca")


def test_other_names_and_other_penalties_are_said_and_the_file_is_written():
    game = (Turn(ms=1_500_000), Turn(), Turn(ms=60_001))
    made = annotate(gcg(game, tail=">anna: X (time) -10 90\n"), summary(played(game, names=("Anna Puig", "Pep Roca"))))
    assert [(doubt.code, doubt.values.get("log")) for doubt in made.doubts] == [
        ("gcg_names", "Pep Roca"),
        ("gcg_penalty", 20),
    ]
    assert all(doubt.spoken(lang) for doubt in made.doubts for lang in LANGUAGES)
    assert made.notes == 3


def test_a_clock_without_names_is_believed():
    assert annotate(gcg(GAME, tail=""), summary(played(GAME, names=("", "")))).doubts == ()


def test_three_players_are_refused():
    with pytest.raises(CannotHoldError, match="gcg_seats"):
        annotate(gcg(GAME), summary(matam_round()))


TURNS = st.lists(
    st.builds(Turn, st.sampled_from(["move", "exchange", "pass", "refused"]), st.integers(600, 300_000), st.booleans()),
    min_size=1,
    max_size=12,
)
LETTERS = st.characters(codec="latin-1", exclude_categories=["Cc"])
NOTE = st.text(LETTERS, max_size=20).map(lambda text: f"#note {text}".encode("latin-1"))
NOTES = st.lists(st.tuples(st.integers(0, 30), NOTE), max_size=4)


@few
@given(
    TURNS,
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 30), NOTE), max_size=4),
)
def test_nothing_but_our_notes_is_ever_changed(
    turns: list[Turn], end: str, last_end: bool, remarks: list[tuple[int, bytes]]
):
    lines = gcg(turns, tail="", head="#player1 anna Anna\n#player2 pere Pere\n", end=end).splitlines(keepends=True)
    for place, note in remarks:
        where = 2 + place % (len(lines) - 1)
        if not lines[where : where + 1] or b" -- " not in lines[where]:
            lines.insert(where, note + end.encode())
    data = b"".join(lines)
    data = data if last_end else data.removesuffix(end.encode())
    if without_notes(data) != data:
        return  # somebody's own note begins as ours do
    made = annotate(data, summary(played(turns)))
    assert made.notes == len(turns)
    assert without_notes(made.data) == data
    assert annotate(made.data, summary(played(turns))).data == made.data
    assert sum(line.startswith(OURS) for line in made.data.splitlines()) == len(turns)
    assert reader.read(made.data).turns() and reader.read(made.data).data() == made.data


@patient
@given(st.binary(max_size=200))
def test_no_bytes_bring_it_down(data: bytes):
    try:
        made = reader.read(data)
        made.turns()
    except CannotHoldError:
        return
    assert made.data() == data
