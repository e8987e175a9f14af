"""`tritempo draw`: what a person types, gets, and is told."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tritempo_host.cli import cli
from tritempo_host.commands.draw import BY_RESULTS
from tritempo_host.draws import SYSTEMS


def run(*args: str, lang: str = "en") -> Result:
    return CliRunner().invoke(cli, ["draw", *args, "--lang", lang], prog_name="tritempo", terminal_width=100)


def as_json(*args: str) -> dict:
    done = run(*args, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


def test_a_round_of_nine():
    done = run("--teams", "9", "--round", "3", "--seed", "Manresa 2026", "--explain")
    assert done.exit_code == 0
    assert "Round 3 · Molinenc Triangular" in done.output
    assert "places 9-4-8, 5-6-3, 1-2-7" in done.output
    assert done.output.count("·") == 1 + 2 * 9


def test_what_it_says_to_repeat_it_does_repeat_it():
    done = run("--system", "threes", "--players", "11", "--round", "2-3", "--set", "rest=two")
    assert done.exit_code == 0
    again = shlex.split(done.output.strip().splitlines()[-1].partition(": ")[2])
    assert run(*again[2:]).output == done.output


def test_rounds_are_the_same_alone_and_together():
    together = as_json("--teams", "15", "--seed", "x", "--round", "1..5")["rounds"]
    assert [each["round"] for each in together] == [1, 2, 3, 4, 5]
    for each in together:
        assert as_json("--teams", "15", "--seed", "x", "--round", str(each["round"]))["rounds"] == [each]


def test_names_from_a_file(tmp_path: Path):
    names = ["Ștefan", "L·l, Àngels", "Ça; va", "= 1"]
    (tmp_path / "names.txt").write_text("\ufeff" + "\r\n\r\n".join(names) + "\r\n", encoding="utf-8")
    drawn = as_json("--system", "romania", "--names", str(tmp_path / "names.txt"), "--seed", "x")
    seats = [seat for table in drawn["rounds"][0]["tables"] for seat in table["order"]]
    assert {seat["number"]: seat["name"] for seat in seats} == dict(enumerate(names, 1))
    assert (
        "1 Ștefan, 2 L·l, Àngels"
        in run("--system", "romania", "--names", str(tmp_path / "names.txt"), "--explain").output
    )


def test_long_names_fit_a_hundred_columns(tmp_path: Path):
    names = [f"Mare de Déu de la Candelera {n}" for n in range(9)]
    (tmp_path / "names.txt").write_text("\n".join(names), encoding="utf-8")
    done = CliRunner().invoke(
        cli,
        ["draw", "--names", str(tmp_path / "names.txt"), "--trumps", "--seed", "x", "--explain"],
        env={"COLUMNS": "100"},
    )
    assert done.exit_code == 0
    *shown, _seed, again = done.output.splitlines()
    assert max(map(len, shown)) <= 100
    assert again.endswith("--trumps")


def test_the_fifth_round_needs_the_standings_and_tells_the_repeats():
    assert "goes by the standings" in run("--teams", "9", "--round", "5", "--seed", "x").output
    done = run("--teams", "9", "--round", "5", "--seed", "x", "--ranking", "9,8,7,6,5,4,3,2,1")
    assert done.exit_code == 0 and "They meet again: 8 – 9" in done.output.replace("7 – 8, 7 – 9, ", "")


def test_trumps_are_dealt_at_every_table():
    drawn = as_json("--teams", "9", "--seed", "x", "--trumps")
    assert all(sorted(table["trumps"]) == ["1", "2", "3"] for table in drawn["rounds"][0]["tables"])


@pytest.mark.parametrize("system", SYSTEMS)
def test_steps_as_json_have_a_sentence_each(system: str):
    drawn = as_json("--system", system, "--teams", "12", "--seed", "x")
    assert all(step["text"] for step in drawn["rounds"][0]["explain"])


@pytest.mark.parametrize("system", BY_RESULTS)
def test_what_depends_on_results(system: str):
    assert "tritempo tournament draw" in run("--system", system, "--teams", "8", "--round", "2").output
    ranking = ",".join(map(str, range(8, 0, -1)))
    assert run("--system", system, "--teams", "8", "--round", "2", "--ranking", ranking).exit_code == 0
    assert run("--system", system, "--teams", "8", "--round", "3", "--ranking", ranking).exit_code == 1


@pytest.mark.parametrize("lang", ["ca", "ro", "en"])
@pytest.mark.parametrize(
    "args",
    [
        [],
        ["--teams", "8"],
        ["--teams", "6"],
        ["--teams", "9", "--round", "x"],
        ["--teams", "9", "--round", "0"],
        ["--teams", "9", "--round", "3-2"],
        ["--teams", "9", "--round", "5"],
        ["--teams", "9", "--seed", " "],
        ["--teams", "9", "--ranking", "a,b"],
        ["--teams", "9", "--ranking", "1,2,3"],
        ["--teams", "9", "--ranking", "1,1,3,4,5,6,7,8,9"],
        ["--teams", "9", "--set", "x=1"],
        ["--teams", "9", "--set", "trumps"],
        ["--teams", "9", "--set", "trumps=maybe"],
        ["--system", "ebre", "--teams", "5"],
        ["--system", "romania", "--teams", "8", "--trumps"],
        ["--names", "not/there"],
    ],
)
def test_what_cannot_be_is_said(args: list[str], lang: str):
    done = run(*args, lang=lang)
    assert done.exit_code == 1
    assert done.output.startswith("tritempo: ") and done.output.strip().endswith((".", "`."))
    assert "Traceback" not in done.output


@pytest.mark.parametrize(("content", "args"), [(b"\xff\xfe\xff", []), (b"\n \n", []), (b"A\nB\nC\n", ["--teams", "4"])])
def test_files_that_are_no_names(tmp_path: Path, content: bytes, args: list[str]):
    (tmp_path / "names.txt").write_bytes(content)
    done = run("--system", "swiss", "--names", str(tmp_path / "names.txt"), *args)
    assert done.exit_code == 1 and "names.txt" in done.output
