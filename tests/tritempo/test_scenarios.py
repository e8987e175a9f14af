"""Every scenario file in tests/cases passes on CPython and inside MicroPython, by the command that users have."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tritempo_host.cli import cli

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*scenarios*.json"))


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_scenario_files_pass(file: Path, runtime: str):
    done = CliRunner().invoke(cli, ["scenario", str(file), "--on", runtime])
    count = len(json.loads(file.read_text(encoding="utf-8")))
    assert done.output.splitlines()[-1] == f"{count} passed, 0 failed"
    assert done.exit_code == 0


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_wrong_expectation_fails(tmp_path: Path, runtime: str):
    scenario = {"id": "wrong", "control": "matam", "seats": 3, "events": [], "until": 0, "expect": {"state": "ended"}}
    turns = dict(scenario, id="turns", expect={"turns": [{"seat": 1}], "colour": 3})
    refused = dict(scenario, id="not-refused", expect={"refused": True})
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps([scenario, turns, refused]), encoding="utf-8")
    done = CliRunner().invoke(cli, ["scenario", str(file), "--on", runtime])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "0 passed, 3 failed"
    assert "state: expected ended, found ready" in done.output
    assert "turns: expected 1, found 0" in done.output
    assert "`colour` is nothing that a scenario can expect" in done.output


NOT_SCENARIOS = [
    ("{", "not JSON"),
    ("{}", "a scenario file is a list"),
    ("[1]", "a scenario is a table"),
    ('[{"id": "x"}]', "`seats` is missing"),
    ('[{"id":"x","control":1,"seats":3,"events":[],"until":0,"expect":{}}]', "`control` is a preset's id"),
    ('[{"id":"x","control":"matam","seats":3,"events":[[5]],"until":9,"expect":{}}]', "an event is a list"),
    (
        '[{"id":"x","control":"matam","seats":3,"events":[[5,"seat",1],[4,"seat",1]],"until":9,"expect":{}}]',
        "events are in order of time",
    ),
    ('[{"id":"x","control":"matam","seats":3,"events":[[5,"seat",1]],"until":4,"expect":{}}]', "`until` lies before"),
]


@pytest.mark.parametrize(("text", "word"), NOT_SCENARIOS)
def test_a_file_that_is_no_scenario_file_is_told_so(tmp_path: Path, text: str, word: str):
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["scenario", str(file)])
    assert done.exit_code == 1
    assert word in done.output
    assert file.name in done.output


def test_a_missing_file_is_told_so(tmp_path: Path):
    done = CliRunner().invoke(cli, ["scenario", str(tmp_path / "none.json")])
    assert done.exit_code == 1
    assert "cannot be read" in done.output
