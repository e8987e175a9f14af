"""Controls of one's own: what a file may say, and a clear word for each thing that it may not."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from tritempo.control import FIELDS, PAUSES, PRESETS, TRUMPS, Control, defaults, preset
from tritempo.control_check import CHOICES
from tritempo_host import controls
from tritempo_host.cli import cli
from tritempo_host.control_doubts import doubts
from tritempo_host.problem import Problem
from tritempo_host.words import LANGUAGES, speak

GUIDE = Path(__file__).parents[2] / "docs" / "controls.md"


def written(folder: Path, text: str, name: str = "dijous.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def run(*args: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, ["control", *args])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


# What is loaded


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_by_its_id(name: str):
    assert controls.load(name) == preset(name)


def test_a_file_changes_single_fields_of_its_base(tmp_path: Path):
    path = written(tmp_path, 'base = "matam"\nturn_ms = 90_000\nsuggest = "none"\n')
    name = dict.fromkeys(LANGUAGES, "dijous")
    changed = {"id": "dijous", "name": name, "turn_ms": 90_000, "suggest": None}
    assert controls.load(path) == {**preset("matam"), **changed}


def test_a_file_without_a_base_begins_from_nothing(tmp_path: Path):
    path = written(tmp_path, 'id = "lliure"\nname = {ca = "Lliure"}\n')
    assert controls.load(path) == {**defaults(), "id": "lliure", "name": {"ca": "Lliure"}}


def test_json_and_toml_say_the_same(tmp_path: Path):
    toml = written(tmp_path, 'base = "romania"\nbank_ms = [1_500_000, 1_200_000]\nname = "Avantatge"\n', "a.toml")
    data = {"base": "romania", "bank_ms": [1_500_000, 1_200_000], "name": "Avantatge"}
    assert controls.load(toml) == controls.load(written(tmp_path, json.dumps(data), "a.json"))


def test_a_byte_order_mark_is_no_trouble(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_bytes(b'\xef\xbb\xbfbase = "ebre"\n')
    assert controls.load(path)["round_ms"] == 3_600_000


# What is refused, and how


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param('base = "matm"', ["base", "matm", "matam"], id="unknown base"),
        pytest.param("base = []", ["base", "matam"], id="base is no text"),
        pytest.param("turn = 1", ["turn:", "turn_ms"], id="unknown field, near one"),
        pytest.param("zzz = 1", ["zzz:", "bank_ms", "retry_ms"], id="unknown field"),
        pytest.param('press = "all"', ["press", "any, mover, opponents"], id="unknown value"),
        pytest.param('base = "matam"\nid = "wespa"', ["id", "“wespa”"], id="id of a preset"),
        pytest.param("id = 7", ["id", "text"], id="id is no text"),
        pytest.param("turn_ms = 1.5", ["turn_ms", "1.5", "whole"], id="not whole"),
        pytest.param("turn_ms = -1", ["turn_ms", "-1"], id="negative"),
        pytest.param("turn_ms = true", ["turn_ms", "true"], id="a truth value is no time"),
        pytest.param('turn_ms = "2:00"', ["turn_ms", "2:00", "milliseconds"], id="minutes"),
        pytest.param("seats = 3", ["seats", "list"], id="seats is no list"),
        pytest.param("seats = []", ["seats", "list"], id="no seats"),
        pytest.param("seats = [3, 5]", ["seats", "5"], id="five seats"),
        pytest.param('seats = ["3"]', ["seats", '"3"'], id="seats as text"),
        pytest.param('base = "matam"\nbank_ms = 5', ["bank_ms", "turn_ms", "both"], id="turn time and bank"),
        pytest.param("bank_ms = [5000, 6000]", ["bank_ms", "list has 2 times", "seats = [2]"], id="banks too few"),
        pytest.param('base = "ebre"\ntrumps = ["canvi"]', ["trumps", "turn time"], id="trumps without turn time"),
        pytest.param('at_zero = "flag"', ["at_zero", "bank"], id="flag without a bank"),
        pytest.param("increment_ms = 1000", ["increment_ms", "bank"], id="increment without a bank"),
        pytest.param('base = "matam"\nchallenge = "previous"', ["at_round_limit", "previous"], id="hand plus one"),
        pytest.param("turn_ms = 2 minutes", ["TOML", "line 1"], id="not TOML"),
        pytest.param("a = " + "[" * 5000, ["nested"], id="nested without end"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_field(tmp_path: Path, text: str, words: list[str]):
    with pytest.raises(Problem) as caught:
        controls.load(written(tmp_path, text), lang="en")
    for word in ["dijous.toml", *words]:
        assert word in caught.value.message


@pytest.mark.parametrize(("lang", "words"), [("ca", "qui pot tancar un torn"), ("ro", "cine poate încheia tura")])
def test_what_is_allowed_is_said_in_the_readers_language(tmp_path: Path, lang: str, words: str):
    with pytest.raises(Problem, match=f"press: .*any, mover, opponents.*{words}"):
        controls.load(written(tmp_path, 'press = "all"'), lang=lang)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", "id = 'a'\nturn_ms = 2 minutes", "a la línia 2, caràcter 13 ("),
        ("a.toml", "id = ", "no és TOML correcte, o és a mitges ("),
        ("a.json", '{\n"id" 1}', "a la línia 2, caràcter 6 ("),
    ],
)
def test_where_a_parser_gave_up_is_said_in_the_readers_language(tmp_path: Path, name: str, text: str, words: str):
    with pytest.raises(Problem, match=re.escape(words)):
        controls.load(written(tmp_path, text, name), lang="ca")


@pytest.mark.parametrize("text", ["[1]", "{", "null", '{"turn_ms": NaN}', '{"turn_ms": 1e3}'])
def test_json_that_is_no_control(tmp_path: Path, text: str):
    with pytest.raises(Problem, match=r"a\.json"):
        controls.load(written(tmp_path, text, "a.json"))


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(Problem, match="presets are matam"):
        controls.load("matan", lang="en")
    with pytest.raises(Problem, match=r"x\.toml: cannot be read"):
        controls.load(tmp_path / "x.toml", lang="en")


@pytest.mark.parametrize(
    ("lang", "words"), [("ca", "és per a 3 jugadors, no per a 2."), ("ro", "3 jucători, nu pentru 2")]
)
def test_how_many_may_play_is_one_sentence(lang: str, words: str):
    with pytest.raises(Problem) as caught:
        controls.load("matam", 2, lang)
    assert words in caught.value.message and "(" not in caught.value.message


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"press": "left"}, id="choice"),
        pytest.param({"pauses": "score"}, id="list"),
        pytest.param({"name": 7}, id="names"),
        pytest.param({"id": "a\nb"}, id="text"),
        pytest.param({"dead_ms": True}, id="time"),
        pytest.param({"turn_ms": 3_600_000_001}, id="longest"),
        pytest.param({"warn_ms": list(range(17))}, id="many"),
        pytest.param({"seats": [2, 5]}, id="seats"),
        pytest.param({"bank_ms": [1, 2, 3]}, id="banks"),
        pytest.param({"turn_ms": 1000, "bank_ms": 1000}, id="both"),
        pytest.param({"at_round_limit": "hand_plus_one", "challenge": "previous"}, id="previous"),
        pytest.param({"trumps": ["canvi"]}, id="turn"),
        pytest.param({"at_zero": "flag"}, id="bank"),
    ],
)
def test_each_refusal_is_said_in_three_languages(tmp_path: Path, changes: dict[str, object]):
    """No English within a Catalan or Romanian sentence: each kind has its own words, or the file's own check has."""
    path = written(tmp_path, json.dumps({"id": "x", **changes}), "a.json")
    said = set()
    for lang in LANGUAGES:
        with pytest.raises(Problem) as caught:
            controls.load(path, 2, lang)
        said.add(message := caught.value.message.partition("a.json: ")[2])
        assert lang == "en" or not re.search(r"\b(it|is|not|True|None|of|needs|does)\b", message)
    assert len(said) == 3 and "" not in said


def test_values_are_shown_as_a_person_wrote_them(tmp_path: Path):
    for text, shown in [("2020-01-01", "2020-01-01 "), ("true", "true "), ("[1]", "[1] "), ('"2:00"', '"2:00" ')]:
        with pytest.raises(Problem, match=re.escape(f"turn_ms: {shown}")):
            controls.load(written(tmp_path, f"turn_ms = {text}"))


def test_only_a_small_regular_file_is_read(tmp_path: Path):
    with pytest.raises(Problem, match="no file of text"):
        controls.load("/dev/zero" if Path("/dev/zero").exists() else tmp_path, lang="en")
    with pytest.raises(Problem, match="no file of text"):
        controls.load(tmp_path, lang="en")
    with pytest.raises(Problem, match="too large"):
        controls.load(written(tmp_path, "#" * 70_000), lang="en")


def test_a_files_words_cannot_play_tricks_on_the_terminal(tmp_path: Path):
    for text in (
        '"\\u001b[31m" = 1',
        'base = "\\u001b[31m"',
        'press = "\\u001b[31m"',
        'name = "\\u202ex"\nturn_ms = 9',
    ):
        output = CliRunner().invoke(cli, ["control", "check", str(written(tmp_path, text))]).output
        assert not set("\x1b\u202e") & set(output)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param('base = "matam"\ndead_ms = 120_000', ["dead_ms (2:00)", "turn_ms of 2:00"], id="no press counts"),
        pytest.param('base = "matam"\ndead_ms = 30_000', ["retry_ms of 0:30"], id="no press of a retry counts"),
        pytest.param('base = "wespa"\ndead_ms = 11_000', ["dead_ms (0:11)"], id="long dead time"),
        pytest.param('base = "matam"\nwarn_ms = [500_000]', ["the warning at 8:20", "only 2:00"], id="never sounds"),
        pytest.param('base = "ebre"\nwarn_ms = [5_000]', ["no warning sounds"], id="nothing to warn of"),
        pytest.param('base = "matam"\ntrumps = ["canvi", "canvi"]', ["trumps", "canvi."], id="twice"),
        pytest.param('id = ""', ["id is empty"], id="empty id"),
        pytest.param('name = {ca = "x"}', ["ro, en"], id="a name in one language"),
        pytest.param('base = "matam"\nturn_ms = 90_000', [], id="nothing"),
    ],
)
def test_check_warns_of_what_looks_like_a_slip(tmp_path: Path, text: str, words: list[str]):
    output = run("check", str(written(tmp_path, text)), "--lang", "en")
    assert "sound" in output
    assert ("Look again" in output) == bool(words)
    assert all(word in output for word in words)


@pytest.mark.parametrize("name", PRESETS)
def test_nothing_looks_like_a_slip_in_a_preset(name: str):
    assert list(doubts(preset(name), speak("control", "en"))) == []


def test_a_file_that_is_not_text(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Problem, match="UTF-8"):
        controls.load(path, lang="en")


def test_it_is_checked_for_the_seats_of_the_game(tmp_path: Path):
    path = written(tmp_path, "seats = [2, 3]\nbank_ms = [60_000, 90_000]\n")
    assert controls.load(path, 2)["bank_ms"] == [60_000, 90_000]
    for seats in (None, 3, 4):
        with pytest.raises(Problem):
            controls.load(path, seats)


# The commands


@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_and_show_are_in_three_languages(lang: str):
    listed = run("list", "--lang", lang)
    assert all(name in listed for name in PRESETS)
    shown = run("show", "romania", "--lang", lang)
    assert all(field in shown for field in FIELDS)


def test_json_is_what_a_script_wants():
    assert json.loads(run("list", "--json")) == [preset(name) for name in PRESETS]
    assert json.loads(run("show", "ebre", "--json")) == preset("ebre")


def test_check_says_that_a_file_is_sound_or_why_not(tmp_path: Path):
    path = str(written(tmp_path, 'base = "matam"\nturn_ms = 90_000\n'))
    assert "sound" in run("check", path, "--lang", "en")
    assert "is for 3 players, not 2." in run("check", path, "--seats", "2", "--lang", "en", code=1)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("base", PRESETS)
def test_new_writes_a_file_to_start_from(tmp_path: Path, base: str, lang: str):
    """As it is written it is its base under another name; with every # taken away, too."""
    path = tmp_path / "meu.toml"
    run("new", str(path), "--base", base, "--lang", lang)
    text = path.read_text(encoding="utf-8")
    expected = {**preset(base), "id": "meu", "name": dict.fromkeys(LANGUAGES, "meu")}
    assert controls.load(path) == expected
    everything = re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE)
    assert set(tomllib.loads(everything)) == {"base", *FIELDS}
    assert controls.load(written(tmp_path, everything, "meu.toml")) == expected


@pytest.mark.parametrize("base", PRESETS)
def test_new_writes_json_where_that_was_asked_for(tmp_path: Path, base: str):
    path = tmp_path / "meu.json"
    run("new", str(path), "--base", base)
    assert set(json.loads(path.read_text(encoding="utf-8"))) == {"base", *FIELDS}
    expected = {**preset(base), "id": "meu", "name": dict.fromkeys(LANGUAGES, "meu")}
    assert controls.load(path) == expected


def test_new_says_a_command_that_can_be_copied(tmp_path: Path):
    output = run("new", str(tmp_path / "amb espai.toml"), "--base", "matam")
    assert f"tritempo control check '{tmp_path / 'amb espai.toml'}'" in output


def test_new_never_writes_over_a_file(tmp_path: Path):
    path = written(tmp_path, "mine")
    assert "is there already" in run("new", str(path), "--base", "matam", "--lang", "en", code=1)
    assert path.read_text() == "mine"


def test_new_of_a_name_that_a_preset_has(tmp_path: Path):
    run("new", str(tmp_path / "matam.toml"), "--base", "matam", code=1)


# The guide


def test_the_example_in_the_guide_is_as_it_says(tmp_path: Path):
    toml, result = re.findall(r"```(?:toml|json)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    path = written(tmp_path, toml)
    data = controls.load(path)
    assert {field: data[field] for field in json.loads(result)} == json.loads(result)
    assert [field for field in FIELDS if data[field] != preset("matam")[field]] == list(json.loads(result))
    assert Control(data, 2).turn_ms == 90_000


def test_the_guide_explains_every_field_and_value():
    guide = GUIDE.read_text(encoding="utf-8")
    words = [*FIELDS, *PAUSES, *TRUMPS, *PRESETS, *(value for values in CHOICES.values() for value in values if value)]
    assert [word for word in words if f"`{word}`" not in guide] == []
