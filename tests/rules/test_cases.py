"""Reference cases: the given ones pass, every other reading that they name can be chosen, and no file is too broken."""

import copy
import json
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from tritempo_host.cases.reading import LARGEST_FILE, UnreadableError, read
from tritempo_host.cases.run import plain, run, same
from tritempo_host.cases.systems import ROMANIA, SYSTEMS
from tritempo_host.cli import cli
from tritempo_host.draws import SYSTEMS as DRAWS
from tritempo_host.rules import RULESETS, romania_cases
from tritempo_host.words import LANGUAGES

OURS = Path(__file__).parents[1] / "cases" / "scoring_cases.json"
SHARED = Path(__file__).parents[3] / "shared" / "cases" / "scoring_cases.json"
MORE = OURS.with_name("more_scoring_cases.json")
GIVEN = read(OURS)
CASES = [*GIVEN, *read(MORE)]


def tritempo(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["cases", *map(str, arguments)])


def written(folder: Path, content: Any) -> Path:
    file = folder / "some.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


# The given cases, and more of our own


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case(case: dict):
    found = run(case, 1)
    assert (found.problem, found.expected, found.got) == (None, {}, {})


def test_the_shared_cases_are_ours():
    """Where the shared reference cases are at hand, ours are the same."""
    assert not SHARED.exists() or SHARED.read_bytes() == OURS.read_bytes()


def test_every_system_has_a_case_and_every_romanian_one_a_shape():
    assert {case["system"] for case in CASES} == set(SYSTEMS)
    assert set(ROMANIA) == set(romania_cases.SYSTEMS)


def answer(system: str, **given: Any) -> Any:
    return SYSTEMS[system].answer(given, {})


def test_racks_of_cases_by_how_the_game_ended():
    scores, racks = [300, 305, 250], [4, 0, 21]
    adjust = {
        (None, None): (296, 305, 229),
        ("passes", None): (296, 305, 229),
        (None, 1): (296, 330, 229),
        ("closed", 1): (296, 330, 229),
        ("out", None): (296, 330, 229),  # the empty rack tells
        ("round_limit", None): (300, 305, 250),
    }
    for (end, closer), final in adjust.items():
        found = answer("matam_rack_adjust", scores=scores, rack_values=racks, end=end, closer=closer)
        assert found == {"final_scores": final}
    assert answer("matam_rack_adjust", scores=scores, rack_values=None) == {"final_scores": tuple(scores)}
    found = answer("ebre_rack_adjust", scores=scores, rack_values=[4, None, 21], closer=1, end="hour")
    assert found == {"final_scores": (296, 330, 229)}
    assert answer("ebre_rack_adjust", scores=scores, rack_values=racks, end="hour") == {"final_scores": (296, 305, 229)}


def test_halves_are_points_in_a_standing():
    rows = [["A", 7, 900], ["B", Fraction(15, 2), 800], ["C", 7, 901], ["D", 7, 900]]
    case = {
        "system": "ebre_standing",
        "input": {"columns": ["player", "points", "sum_of_game_points"], "rows": rows},
        "expected": {"order": ["B", "C", "A", "D"], "positions": [3, 1, 2, 3]},
    }
    assert run(case, 1).passed


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"seat_on_turn_at_warning": 1}, 5),
        ({"seat_on_turn_at_warning": 2, "players": 3, "turn_running": True}, 4),
        ({"seat_on_turn_at_warning": None, "last_seat_completed": 0, "turn_running": False}, 5),
        ({"seat_on_turn_at_warning": 1, "turn_running": False}, 5),
        ({"seat_on_turn_at_warning": 0, "turn_running": False}, 3),
    ],
)
def test_turns_left_at_the_limit_of_a_case(given: dict, left: int):
    assert answer("matam_round_limit", **given)["turns_left_including_current"] == left


def readings() -> Iterator[tuple[str, dict, dict]]:
    for case in CASES:
        for alternative in case.get("alternatives", []):
            yield f"{case['id']}: {alternative['reading']}", case, alternative


@pytest.mark.parametrize(("case", "wanted"), [each[1:] for each in readings()], ids=[each[0] for each in readings()])
def test_every_other_reading_that_a_case_names_is_one_setting_away(case: dict, wanted: dict):
    rules = RULESETS[SYSTEMS[case["system"]].rules or ""]
    expected = {key: value for key, value in wanted.items() if key != "reading"}
    settings = [(setting.key, setting.choices) for setting in rules.settings]
    settings += [(f"draw_{each.key}", each.choices) for draw in rules.draws for each in DRAWS[draw].settings]
    reached = [
        (key, choice)
        for key, choices in settings
        for choice in choices
        if run({**case, "expected": expected}, 1, {rules.id: {key: choice}}).passed
    ]
    assert len(reached) == 1


# What is the same


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (4, Fraction(4), True),
        (Fraction(3, 2), Fraction(3, 2), True),
        ([1, 2], (1, 2), True),
        ([1, 2], [2, 1], False),
        ([1, 2], [1, 2, 3], False),
        ({"a": [1]}, {"a": (1,)}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        (1, True, False),
        (0, False, False),
        (False, False, True),
        (0, None, False),
        (None, None, True),
        ("1.500", Fraction(3, 2), False),
        ("1.500", "1.5", False),
        ("ab", ["a", "b"], False),
    ],
)
def test_same(one: Any, other: Any, equal: bool):
    assert same(one, other) is equal
    assert same(other, one) is equal


# The command


def test_all_pass(monkeypatch: pytest.MonkeyPatch):
    found = tritempo(OURS)
    assert (found.exit_code, found.output) == (0, f"{len(GIVEN)} passed, 0 failed\n")
    found = tritempo(OURS, MORE)
    assert (found.exit_code, found.output) == (0, f"{len(CASES)} passed, 0 failed\n")


def test_a_failure_says_what_was_expected_and_what_came(tmp_path: Path):
    case = {
        "id": "ties",
        "system": "ebre_points",
        "rule": "TE",
        "input": {"final_scores": [3, 3, 1]},
        "expected": {"positions": [1, 1, 3], "points": [4, 4, 2]},
        "alternatives": [{"points": [3.5, 3.5, 2], "reading": "the places are shared"}],
    }
    found = tritempo(written(tmp_path, {"cases": [case]}), "--lang", "en")
    assert found.exit_code == 1
    assert found.output.splitlines() == [
        "some.json: ties (ebre_points, TE)",
        '    expected: {"points": [4, 4, 2]}',
        '    got: {"points": ["3.5", "3.5", 2]}',
        "    that is another reading which the case names: the places are shared",
        "0 passed, 1 failed",
    ]
    assert tritempo(written(tmp_path, [case]), "--set", "ebre.ties=highest").output == "1 passed, 0 failed\n"


def test_going_out_after_the_limit_may_be_read_in_another_way(tmp_path: Path):
    case = {
        "system": "matam_round_limit",
        "input": {"scores": [250, 240, 230], "racks": [0, 5, 8], "end": "out"},
        "expected": {"final_scores": [263, 235, 222]},
    }
    file = written(tmp_path, [case])
    assert tritempo(file).exit_code == 0
    read = tritempo(file, "--set", "matam.out_after_limit=limit", "--lang", "en")
    assert 'got: {"final_scores": [250, 240, 230]}' in read.output


def test_a_draw_may_be_read_in_another_way_too(tmp_path: Path):
    case = {
        "system": "ro_pairing",
        "input": {"ranking": [1, 2, 3, 4], "club": {"1": "X", "2": "X"}},
        "expected": {"pairs": [[1, 2], [3, 4]]},
    }
    file = written(tmp_path, [case])
    assert tritempo(file).exit_code == 1
    assert tritempo(file, "--set", "romania.draw_same_club=no").output == "1 passed, 0 failed\n"
    # what is the rule set's own does not come between
    both = ("--set", "romania.draw_same_club=no", "--set", "romania.first_free=technical")
    assert tritempo(file, *both).output == "1 passed, 0 failed\n"


def test_as_json(tmp_path: Path):
    case = {"id": "a", "system": "ro_rounds", "input": {"players": 17}, "expected": {"rounds": 5}}
    found = tritempo(written(tmp_path, [case, {**case, "id": "b", "expected": {"rounds": 6}}]), "--json")
    told = json.loads(found.output)
    assert found.exit_code == 1
    assert (told["passed"], told["failed"]) == (1, 1)
    assert told["cases"][0] | {"file": ""} == {
        "file": "",
        "id": "a",
        "system": "ro_rounds",
        "passed": False,
        "expected": {"rounds": 5},
        "got": {"rounds": 6},
        "problem": None,
    }


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (7, "the case is no object"),
        ({"id": "a"}, 'has no "system"'),
        ({"id": "a", "system": "ro_rounds", "expected": {}}, 'has no "input"'),
        ({"id": "a", "system": "ro_rounds", "input": {}, "expected": {}}, '"expected" must be an object'),
        ({"id": "a", "system": "chess", "input": {}, "expected": {"x": 1}}, "unknown system: chess"),
        ({"id": "a", "system": ["x"], "input": {}, "expected": {"x": 1}}, "unknown system: ['x']"),
        ({"id": "a", "system": "ro_rounds", "input": [], "expected": {"x": 1}}, "input: must be an object"),
        ({"id": "a", "system": "ro_rounds", "input": {}, "expected": {"x": 1}}, "input.players: is missing"),
        (
            {"id": "a", "system": "ro_rounds", "input": {"players": "9"}, "expected": {"x": 1}},
            "input.players: must be a whole number",
        ),
        (
            {"id": "a", "system": "ro_rounds", "input": {"players": 9}, "expected": {"x": 1}},
            "got: no answer",
        ),
        (
            {"id": "a", "system": "matam_match", "input": {"tables": {"B": [1, 2, True]}}, "expected": {"x": 1}},
            "input.tables.B[2]: must be a whole number",
        ),
        (
            {"id": "a", "system": "matam_game_bonus", "input": {"final_scores": [1, 2]}, "expected": {"x": 1}},
            "input.final_scores: must be a list of 3 items",
        ),
        (
            {"id": "a", "system": "matam_game_bonus", "input": {"final_scores": [1, 2, 10**20]}, "expected": {"x": 1}},
            "input.final_scores[2]: must be between",
        ),
        (
            {"id": "a", "system": "manresa_end_detection", "input": {"turns": ["P", "Q"]}, "expected": {"x": 1}},
            "input.turns[1]: must be one of: S, P, X, I, T",
        ),
        (
            {
                "id": "a",
                "system": "matam_rack_adjust",
                "input": {"scores": [1, 2, 3], "rack_values": [0, 2], "closer": 0},
                "expected": {"x": 1},
            },
            "there is no answer for this input: Values are missing",
        ),
        (
            {
                "id": "a",
                "system": "matam_rack_adjust",
                "input": {"scores": [1, 2, 3], "rack_values": [0, None, 2], "closer": 0},
                "expected": {"x": 1},
            },
            "there is no answer for this input: The value of a rack is missing",
        ),
        (
            {
                "id": "a",
                "system": "matam_standing",
                "input": {"columns": ["team", "trevols"], "rows": [["A", 1]]},
                "expected": {"x": 1},
            },
            "there is no answer for this input: A column of the standings is missing",
        ),
        (
            {
                "id": "a",
                "system": "matam_standing",
                "input": {"columns": ["team", "trevols"], "rows": [["A", "1"]]},
                "expected": {"x": 1},
            },
            "input.rows[0][1]: must be a number",
        ),
        (
            {
                "id": "a",
                "system": "matam_standing",
                "input": {"columns": ["team", "trevols", "points", "scrabbles"], "rows": [["A", 1, 2]]},
                "expected": {"x": 1},
            },
            "input.rows[0]: must be a list of 4 items",
        ),
        (
            {
                "id": "a",
                "system": "ro_standing",
                "input": {"rows": [["X", ["1.600"]], ["X", ["1.500"]]]},
                "expected": {"x": 1},
            },
            "input.rows[1]: X is there already",
        ),
        (
            {"id": "a", "system": "ro_standing", "input": {"rows": [["X", ["1.6005"]]]}, "expected": {"x": 1}},
            "input.rows[0][1][0]: must be a number written as text, with at most three decimals",
        ),
        (
            {
                "id": "a",
                "system": "ro_standing",
                "input": {"rows": [["X", ["1.600"]]], "deductions": {"Y": "0.020"}},
                "expected": {"x": 1},
            },
            "input.deductions.Y: is none of the rows",
        ),
        (
            {
                "id": "a",
                "system": "matam_round_limit",
                "input": {"scores": [1, 2, 3], "end": "out", "closer": "x"},
                "expected": {"x": 1},
            },
            "input.closer: must be a whole number",
        ),
        (
            {"id": "a", "system": "ro_pairing", "input": {"ranking": [1, 2, 1]}, "expected": {"x": 1}},
            "input.ranking[2]: 1 is there already",
        ),
        (
            {"id": "a", "system": "molinenc_draw", "input": {"teams": 10}, "expected": {"x": 1}},
            "input.teams: must be a multiple of three",
        ),
        (
            {
                "id": "a",
                "system": "molinenc_draw",
                "input": {"ranking_after_round_4": [1, 2, 3, 4]},
                "expected": {"x": 1},
            },
            "input.ranking_after_round_4: must be a multiple of three",
        ),
        (
            {
                "id": "a",
                "system": "molinenc_draw",
                "input": {"teams": 9, "rounds": 4},
                "expected": {"valid_schedule": 7},
            },
            "not valid: no list of rounds",
        ),
        (
            {"id": "a", "system": "ro_overtime", "input": {"flags_fallen": ["a"]}, "expected": {"x": 1}},
            "input.in_time_score: is missing",
        ),
        (
            {
                "id": "a",
                "system": "ro_overtime",
                "input": {"flags_fallen": ["a"], "scores": [1, 2]},
                "expected": {"x": 1},
            },
            "there is no answer for this input: Say how many full turns were played",
        ),
        (
            {"id": "a", "system": "ro_fixed", "input": {"event": "no_show"}, "expected": {"x": 1}},
            "there is no answer for this input: Say who did not come",
        ),
    ],
)
def test_a_case_that_cannot_be_run_fails_and_says_why(tmp_path: Path, case: Any, sentence: str):
    found = tritempo(written(tmp_path, [case]), "--lang", "en")
    assert found.exit_code == 1
    assert sentence in found.output
    assert found.output.endswith("0 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "is not JSON: the mistake is at line 1, column 1"),
        ("{", "is not JSON: the mistake is at line 1"),
        ("7", "there is no list of cases"),
        ('{"cases": 7}', "there is no list of cases"),
        ("[]", "the list of cases is empty"),
        ('[{"x": NaN}]', "#1 x: NaN is no number"),
        ('{"cases": [7, {"id": "ro-1", "input": {"scores": [1, NaN]}}]}', "ro-1 input.scores[1]: NaN is no number"),
        ('[{"id": 7, "input": {"a": [[-Infinity]]}}]', "#1 input.a[0][0]: -Infinity is no number"),
        ("NaN", "NaN is no number"),
        ('[{"id": "a", "expected": {"rounds": 5, "rounds": 6}}]', "has the key rounds twice"),
        ('[{"x": 1e400000000}]', "1e400000000 is no number"),
        ('[{"x": ' + "9" * 5000 + "}]", "99999999999999999999… is no number"),
        ("[" * 100_000, "too many lists within lists"),
    ],
)
def test_a_file_that_is_none_of_cases(tmp_path: Path, content: str, sentence: str):
    found = tritempo(OURS, written(tmp_path, content), "--lang", "en")
    assert found.exit_code == 2
    assert sentence in found.output
    assert "passed" not in found.output


def test_two_cases_of_a_file_cannot_have_one_id(tmp_path: Path):
    case = {"id": "a", "system": "ro_rounds", "input": {"players": 17}, "expected": {"rounds": 6}}
    found = tritempo(written(tmp_path, [{**case, "id": "b"}, case, case]), "--lang", "en")
    assert found.output.splitlines() == [
        "some.json: a (ro_rounds)",
        "    case 2 has this id already",
        "2 passed, 1 failed",
    ]
    nameless = {key: value for key, value in case.items() if key != "id"}
    assert tritempo(written(tmp_path, [nameless, nameless])).output == "2 passed, 0 failed\n"
    two = tmp_path / "two.json"
    two.write_text(json.dumps([case]), encoding="utf-8")
    assert tritempo(written(tmp_path, [case]), two).output == "2 passed, 0 failed\n"


def test_files_that_cannot_be_read(tmp_path: Path):
    (tmp_path / "latin.json").write_bytes('[{"id": "ç"}]'.encode("latin-1"))
    (tmp_path / "bom.json").write_bytes(b"\xef\xbb\xbf" + OURS.read_bytes())
    absent = tritempo(tmp_path / "none.json", "--lang", "ca")
    assert absent.exit_code == 2
    assert "No such file" not in absent.output
    assert tritempo(tmp_path).exit_code == 2
    assert "UTF-8" in tritempo(tmp_path / "latin.json").output
    assert tritempo(tmp_path / "bom.json").exit_code == 0
    with (tmp_path / "large.json").open("wb") as large:
        large.truncate(LARGEST_FILE + 1)
    with pytest.raises(UnreadableError, match="file_large"):
        read(tmp_path / "large.json")


def test_nothing_in_a_name_plays_tricks_with_the_terminal(tmp_path: Path):
    case = {"id": "\x1b[2J\na", "system": "\x1b]0;x\x07", "input": {}, "expected": {"\x1b": 1}}
    found = tritempo(written(tmp_path, [case]))
    assert "\x1b" not in found.output


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("ties", "RULES.SETTING=VALUE"),
        ("ebre.ties", "RULES.SETTING=VALUE"),
        ("go.ties=x", "no rule set go"),
        ("ebre.komi=x", "no such setting"),
        ("ebre.ties=x", "average, highest"),
        ("ebre.rounds=3", "no such setting"),
        ("romania.draw_same_club=x", "yes, no"),
    ],
)
def test_a_setting_that_is_none(given: str, sentence: str):
    found = tritempo(OURS, "--set", given, "--lang", "en")
    assert found.exit_code == 2
    assert sentence in found.output


def test_a_whole_number_may_be_written_with_a_point(tmp_path: Path):
    given, wanted = '{"final_scores": [4.0, 3e0, 2]}', '{"points": [4.0, 3, 2]}'
    case = f'"id": "a", "system": "ebre_points", "input": {given}, "expected": {wanted}'
    text = f"[{{{case}}}]"
    assert tritempo(written(tmp_path, text)).output == "1 passed, 0 failed\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_programs_read_the_last_line_in_every_language(tmp_path: Path, lang: str):
    case = {"id": "a", "system": "ro_rounds", "input": {"players": 17}, "expected": {"rounds": 5}}
    found = tritempo(written(tmp_path, [case]), "--lang", lang)
    assert found.output.splitlines()[-1] == "0 passed, 1 failed"


# Whatever stands in a file, it is told and not raised

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.fractions() | st.text(max_size=5) | st.just(10**18),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(each, (*path, key))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_case_brings_the_command_down(data: st.DataObject):
    case = copy.deepcopy(data.draw(st.sampled_from(CASES)))
    *path, last = data.draw(st.sampled_from([each for each in places(case) if each]))
    inner = case
    for key in path:
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[last] = data.draw(JSON)
    else:
        del inner[last]
    with tempfile.TemporaryDirectory() as folder:
        found = tritempo(written(Path(folder), [plain(case)]), "--lang", data.draw(st.sampled_from(LANGUAGES)))
    assert found.exception is None or isinstance(found.exception, SystemExit)
    assert found.output.splitlines()[-1] in ("1 passed, 0 failed", "0 passed, 1 failed")
