"""The Romanian rule set: sheets of every end, standings with their tie-break, settings, and the reference cases."""

import ast
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.rules import romania
from tritempo_host.rules.exact import decimal, fraction
from tritempo_host.rules.romania import ENDS, ROMANIA, score, standings
from tritempo_host.rules.romania_cases import SYSTEMS
from tritempo_host.rules.ruleset import GameScore, Played, Sheet

RULES = Path(romania.__file__).parent

# What the sheet says, beside the end; settings; final scores, places and coefficients.
SHEETS = [
    ("out", {"scores": (420, 380)}, {}, (420, 380), (1, 2), "1.525 0.475"),
    ("out", {"scores": (400, 390), "racks": (0, 10), "by": 0}, {}, (410, 380), (1, 2), "1.519 0.481"),
    ("out", {"scores": (390, 400), "racks": (10, 0)}, {}, (380, 410), (2, 1), "0.481 1.519"),
    ("out", {"scores": (400, 390), "racks": (0, 10)}, {"out_racks": "own"}, (400, 380), (1, 2), "1.513 0.487"),
    ("out", {"scores": (420, 400), "adjust": (-20, 0)}, {}, (400, 400), (1, 1), "1.000 1.000"),
    ("pas_pas", {"scores": (200, 180), "racks": (8, 5)}, {}, (192, 175), (1, 2), "1.523 0.477"),
    ("pas_pas", {"scores": (3, 2), "racks": (10, 12)}, {}, (-7, -10), (1, 2), "1.500 0.500"),
    ("flag", {"scores": (400, 300), "by": 0, "full_turns": 8}, {}, (400, 300), (2, 1), "0.470 1.530"),
    ("flag", {"scores": (20, 10), "by": 1, "full_turns": 0}, {}, (20, 10), (1, 2), "1.530 0.000"),
    ("both_flags", {"scores": (310, 250), "full_turns": 9}, {}, (310, 250), (1, 1), "1.000 1.000"),
    ("abandon", {"scores": (60, 20), "by": 1, "full_turns": 1}, {}, (60, 20), (1, 2), "1.540 0.250"),
    ("abandon", {"scores": (20, 60), "by": 0, "full_turns": 1}, {}, (20, 60), (2, 1), "0.250 1.540"),
    (
        "abandon",
        {"scores": (300, 290), "by": 1, "full_turns": 10},
        {"abandon_ahead": "floor"},
        (300, 290),
        (1, 2),
        "1.530 0.470",
    ),
    (
        "abandon",
        {"scores": (300, 300), "by": 1, "full_turns": 10},
        {"abandon_level": "formula"},
        (300, 300),
        (1, 1),
        "1.000 1.000",
    ),
    (
        "abandon",
        {"scores": (300, 210), "by": 1, "full_turns": 9, "racks": (5, 9)},
        {},
        (300, 210),
        (1, 2),
        "1.588 0.412",
    ),
    ("three_wrong", {"scores": (250, 210), "by": 1, "racks": (4, 9)}, {}, (250, 201), (1, 2), "1.554 0.446"),
    ("three_wrong", {"scores": (300, 250), "by": 0, "racks": (12, 7)}, {}, (288, 250), (2, 1), "0.470 1.530"),
    ("three_wrong", {"scores": (288, 250), "by": 0}, {}, (288, 250), (2, 1), "0.470 1.530"),
    ("interrupted", {"scores": (524, 480), "racks": (9, 9)}, {}, (524, 480), (1, 2), "0.522 0.478"),
    ("interrupted", {"scores": (5000, 4999)}, {}, (5000, 4999), (1, 2), "0.500 0.500"),
    ("interrupted", {"scores": (405, 315)}, {"interrupted_half": "up"}, (405, 315), (1, 2), "0.563 0.438"),
    ("interrupted", {"scores": (10, -5)}, {"interrupted_low": "as_normal"}, (10, -5), (1, 2), "0.530 0.470"),
    ("agreed", {"scores": (200, 100)}, {}, (200, 100), (1, 1), "1.000 1.000"),
    ("no_show", {"scores": (0, 0), "absent": (1,)}, {}, (0, 0), (1, 2), "1.530 0.000"),
    ("no_show", {"scores": (0, 0), "by": 0}, {}, (0, 0), (2, 1), "0.000 1.530"),
    ("no_show", {"scores": (0, 0), "absent": (0, 1)}, {}, (0, 0), (1, 1), "0.000 0.000"),
    ("bye", {"scores": (0,)}, {}, (0,), (1,), "1.000"),
    ("late_sheet", {"scores": (450, 200)}, {}, (450, 200), (1, 1), "1.000 1.000"),
    ("eliminated", {"scores": (0, 0), "by": 0}, {}, (0, 0), (2, 1), "0.000 1.530"),
    ("eliminated", {"scores": (300, 200), "by": 1, "full_turns": 8}, {}, (300, 200), (1, 2), "1.600 0.400"),
]


@pytest.mark.parametrize(("end", "sheet", "settings", "final", "places", "points"), SHEETS)
def test_sheet(end: str, sheet: dict[str, Any], settings, final, places, points):
    found = score(Sheet(end=end, **sheet), settings)
    assert found.final == final
    assert found.places == places
    assert " ".join(map(decimal, found.points)) == points
    assert found.bonus == (0,) * len(final)


def test_every_end_is_in_the_table():
    assert {row[0] for row in SHEETS} == set(ENDS)


REFUSED = [
    ("seats", {"scores": (1, 2, 3), "end": "out"}),
    ("seats", {"scores": (1,), "end": "out"}),
    ("seats", {"scores": (1, 2), "end": "bye"}),
    ("end", {"scores": (1, 2), "end": "limit"}),
    ("lengths", {"scores": (1, 2), "end": "out", "racks": (1,)}),
    ("negative", {"scores": (1, 2), "end": "out", "racks": (-1, 0)}),
    ("seat", {"scores": (1, 2), "end": "flag", "by": 2, "full_turns": 3}),
    ("by_unknown", {"scores": (1, 2), "end": "flag", "full_turns": 3}),
    ("by_unknown", {"scores": (1, 2), "end": "abandon", "full_turns": 3}),
    ("by_unknown", {"scores": (1, 2), "end": "three_wrong"}),
    ("by_unknown", {"scores": (1, 2), "end": "eliminated", "full_turns": 3}),
    ("full_turns_unknown", {"scores": (1, 2), "end": "flag", "by": 1}),
    ("full_turns_unknown", {"scores": (0, 0), "end": "abandon", "by": 1}),
    ("full_turns_unknown", {"scores": (1, 2), "end": "eliminated", "by": 1}),
    ("negative", {"scores": (1, 2), "end": "flag", "by": 1, "full_turns": -1}),
    ("absent_unknown", {"scores": (0, 0), "end": "no_show"}),
]


@pytest.mark.parametrize(("code", "sheet"), REFUSED)
def test_a_sheet_that_cannot_be(code: str, sheet: dict[str, Any]):
    with pytest.raises(ValueError, match=f"^{code}$"):
        score(Sheet(**sheet), {})


@pytest.mark.parametrize(
    ("code", "settings"), [("setting_unknown", {"grace": 1}), ("setting_choice", {"abandon_ahead": "roof"})]
)
def test_settings_that_cannot_be(code, settings):
    with pytest.raises(ValueError, match=code):
        score(Sheet((1, 2), "out"), settings)


END = st.sampled_from([end for end in ENDS if end != "bye"])
NUMBER = st.integers(-60, 700)


@given(END, NUMBER, NUMBER, st.tuples(st.integers(0, 40), st.integers(0, 40)), st.integers(0, 1), st.integers(0, 25))
def test_who_sits_where_changes_nothing(end, one, other, racks, by, turns):
    if end == "out":
        racks = (0, racks[1]) if by == 0 else (racks[0], 0)
    sheet = Sheet((one, other), end, by, racks, full_turns=turns, absent=(by,))
    turned = Sheet((other, one), end, 1 - by, racks[::-1], full_turns=turns, absent=(1 - by,))
    first, second = score(sheet, {}), score(turned, {})
    assert first.final == second.final[::-1]
    assert first.points == second.points[::-1]
    assert first.places == second.places[::-1]


@given(END, NUMBER, NUMBER, st.integers(0, 1), st.integers(0, 25))
def test_a_better_place_is_never_worth_less(end, one, other, by, turns):
    found = score(Sheet((one, other), end, by, full_turns=turns, absent=(by,)), {})
    assert (found.places[0] < found.places[1]) <= (found.points[0] >= found.points[1])
    assert (found.places[0] == found.places[1]) <= (found.points[0] == found.points[1])
    if end in ("flag", "abandon", "three_wrong", "no_show", "eliminated"):
        assert found.places[by] == 2


# Întocmirea clasamentelor.


def games(rows: dict[int, str]) -> list[Played]:
    """The coefficients of each player, round by round; `-` where he had no game."""
    return [
        single(player, number, fraction(text))
        for player, row in rows.items()
        for number, text in enumerate(row.split(), start=1)
        if text != "-"
    ]


def single(player: int, number: int, points: Fraction) -> Played:
    sheet = Sheet((0,), "bye")
    return Played(number, player, player, (player,), (player,), sheet, GameScore((0,), (1,), (0,), (points,)))


def number(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def placed(
    rows: dict[int, str], deductions: dict[int, Fraction] | None = None
) -> list[tuple[int, int, str, str | None]]:
    lines = standings(list(rows), games(rows), deductions or {}, {})
    return [(line.rank, line.entrant, decimal(number(line.values["total"])), line.parted_by) for line in lines]


CLASAMENT = [
    (
        "the higher total first, whatever the best game",
        {1: "1.667 0.100 1.000", 2: "1.300 1.300 0.500"},
        [(1, 2, "3.100", None), (2, 1, "2.767", "total")],
    ),
    (
        "the best single coefficient",
        {1: "1.600 0.467 1.500", 2: "0.400 1.500 1.667"},
        [(1, 2, "3.567", None), (2, 1, "3.567", "coefficients")],
    ),
    (
        "then the next best",
        {1: "1.600 0.900 1.000", 2: "0.850 1.600 1.050"},
        [(1, 2, "3.500", None), (2, 1, "3.500", "coefficients")],
    ),
    (
        "then the one after that",
        {1: "1.600 1.100 0.400 0.400", 2: "0.300 0.500 1.600 1.100"},
        [(1, 2, "3.500", None), (2, 1, "3.500", "coefficients")],
    ),
    (
        "equal in everything share the place",
        {1: "1.500 0.500", 2: "0.500 1.500", 3: "0.400 0.400"},
        [(1, 1, "2.000", None), (1, 2, "2.000", None), (3, 3, "0.800", "total")],
    ),
    (
        "a round without a game is worth 0.000",
        {1: "1.500 0.500 -", 2: "0.500 0.000 1.500"},
        [(1, 1, "2.000", None), (1, 2, "2.000", None)],
    ),
    ("nobody has played", {1: "", 2: ""}, [(1, 1, "0.000", None), (1, 2, "0.000", None)]),
]


@pytest.mark.parametrize(("rows", "lines"), [row[1:] for row in CLASAMENT])
def test_clasament(rows, lines):
    assert placed(rows) == lines


def test_deductions_come_off_the_total_and_not_off_the_games():
    rows = {1: "1.600 1.500", 2: "1.550 1.500"}
    assert placed(rows) == [(1, 1, "3.100", None), (2, 2, "3.050", "total")]
    # Two technical warnings more than the free one: 3.060; three: 3.040; and a tie is parted by the games as they were.
    assert [line[1:3] for line in placed(rows, {1: Fraction(4, 100)})] == [(1, "3.060"), (2, "3.050")]
    assert [line[1:3] for line in placed(rows, {1: Fraction(6, 100)})] == [(2, "3.050"), (1, "3.040")]
    level = placed(rows, {1: Fraction(5, 100)})
    assert level == [(1, 1, "3.050", None), (2, 2, "3.050", "coefficients")]
    values = standings([1, 2], games(rows), {1: Fraction(6, 100)}, {})[1].values
    assert (values["sum"], values["deduction"], values["played"]) == (Fraction(31, 10), Fraction(6, 100), 2)


def test_a_game_counts_for_both_and_a_bye_for_one():
    first = Sheet((420, 380), "out")
    rest = Sheet((0,), "bye")
    played = [
        Played(1, 1, 1, (7, 8), (7, 8), first, score(first, {})),
        Played(2, 1, 1, (9,), (9,), rest, score(rest, {})),
    ]
    lines = standings([7, 8, 9], played, {}, {})
    assert [(line.entrant, line.values["total"]) for line in lines] == [
        (7, Fraction(1525, 1000)),
        (9, Fraction(1)),
        (8, Fraction(475, 1000)),
    ]


COEFFICIENT = st.integers(0, 12).map(lambda tenths: decimal(Fraction(tenths, 8)))
ROWS = st.dictionaries(st.integers(1, 12), st.lists(COEFFICIENT, max_size=4).map(" ".join), min_size=1, max_size=8)


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_entry_changes_no_place(rows, chance):
    played = games(rows)
    players = list(rows)
    before = standings(players, played, {}, {})
    chance.shuffle(played)
    chance.shuffle(players)
    assert standings(players, played, {}, {}) == before
    totals = [number(line.values["total"]) for line in before]
    assert totals == sorted(totals, reverse=True)


# The reference cases of ../shared/cases, in the words of rules.md; all of them run with `tritempo cases`.

CASES = [
    ("ro_abandon", {"remaining_score": 300, "abandoner_score": 300, "full_turns": 8}, ["1.530", "0.470"]),
    (
        "ro_overtime",
        {"in_time_score": 300, "flagged_score": 200, "full_turns": 8, "flags_fallen": ["flagged"]},
        ["1.600", "0.400"],
    ),
    (
        "ro_overtime",
        {"in_time_score": 3, "flagged_score": 2, "full_turns": 8, "flags_fallen": ["in_time", "flagged"]},
        ["1.000"] * 2,
    ),
    ("ro_overtime", {"scores": [310, 250], "full_turns": 9, "flags_fallen": ["a"]}, [["0.470", "1.530"]]),
    ("ro_overtime", {"scores": [310, 250], "full_turns": 9, "flags_fallen": []}, [["1.554", "0.446"]]),
    ("ro_fixed", {"event": "no_show", "absent": ["a"]}, [["0.000", "1.530"]]),
    ("ro_fixed", {"event": "bye"}, ["1.000", ["1.000"]]),
    ("ro_late", {"arrival_s": {"a": None, "b": 0}}, [{"a": 0, "b": 1500}, "b wins by no-show 1.530/0.000"]),
    ("ro_late", {"arrival_s": {"a": 300, "b": 900}}, [{"a": 1350, "b": 750}]),
    ("ro_end_detection", {"turns": []}, [None, None]),
    (
        "ro_standing",
        {"rows": [["Z", ["1.000"]], ["Y", ["1.000"]], ["X", ["1.500"]]], "deductions": {"X": "0.600"}},
        [["Y", "Z", "X"], {"X": "0.900", "Y": "1.000", "Z": "1.000"}, {"X": 3, "Y": 1, "Z": 1}],
    ),
]


@pytest.mark.parametrize(("system", "given_", "answers"), CASES)
def test_cases_of_other_shapes(system, given_, answers):
    assert list(SYSTEMS[system](given_).values()) == answers


@pytest.mark.parametrize(
    ("system", "given_", "why"),
    [
        ("ro_fixed", {"event": "rain"}, "no such event: rain"),
        ("ro_fixed", {"event": "no_show", "absent": ["c"]}, "no such player: c"),
    ],
)
def test_cases_that_cannot_be(system, given_, why):
    with pytest.raises(ValueError, match=why):
        SYSTEMS[system](given_)


def test_a_case_by_another_reading():
    given_ = {"remaining_score": 300, "abandoner_score": 290, "full_turns": 10}
    assert SYSTEMS["ro_abandon"](given_, {"abandon_ahead": "floor"}) == {"remaining": "1.530", "abandoner": "0.470"}


@pytest.mark.parametrize("file", sorted(RULES.glob("romania*.py")), ids=lambda file: file.name)
def test_no_floats_anywhere(file: Path):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    assert [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)] == []
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not names & {"float", "round", "Decimal"}


def test_the_rule_set():
    assert ROMANIA.id == "romania"
    assert ROMANIA.sizes == (2, 2)
    assert [setting.default for setting in ROMANIA.settings] == list(ROMANIA.chosen({}).values())
    assert all(setting.article.startswith("RO, ") for setting in ROMANIA.settings)


def test_coefficients_are_shown_with_three_decimals():
    assert ROMANIA.shown("points", Fraction(3, 2)) == "1.500"
    assert ROMANIA.shown("coefficients", (Fraction(3, 2), Fraction(0))) == "1.500 0.000"
    assert [ROMANIA.shown(column, Fraction(1)) for column in ("total", "sum", "deduction")] == ["1.000"] * 3
    assert ROMANIA.shown("played", 5) == "5"
