"""`tritempo tournament log`, `result` and `close` with the clocks' logs: what is proposed, and what differs."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from host.kept_logs import keep
from host.logs import DEVICE
from host.table_clocks import load, make_tournament, write
from tritempo_host.cli import cli
from tritempo_host.tournament import Draft


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A drawn round; the game of table 1 was played on a clock: Bernat went out in the eighth turn."""
    where = tmp_path / "store.db"
    make_tournament(where)
    keep(where, "9f3a66c1")
    return where


def tournament(where: Path, *command: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(
        cli, ["tournament", *command, "--store", str(where), "--lang", "en", "--who", "ana"]
    )


def logs(where: Path) -> dict[str, Any]:
    return json.loads(tournament(where, "log", "--json").stdout)


def enter(where: Path, *options: str) -> Result:
    return tournament(where, "result", "--round", "1", "--table", "1", "--scores", "300,200,100", *options)


def others(where: Path) -> None:
    """The results of tables 2 and 3, which have no logs."""
    body = {"round": 1, "scores": [3, 2, 1], "end": "limit"}
    write(where, *(Draft("result", body | {"table": table}) for table in (2, 3)))


def test_the_logs_and_their_games(place):
    keep(place, "0badcafe", fixture=None, names=["Xavi", "Yago", "Zoe"])
    answer = logs(place)
    assert {each["log"]: (each["game"], each["how"]) for each in answer["logs"]} == {
        f"{DEVICE}/9f3a66c1": ([1, 1], "fixture"),
        f"{DEVICE}/0badcafe": (None, "none"),
    }
    assert answer["without_log"] == [[1, 2], [1, 3]]
    shown = tournament(place, "log").stdout
    assert max(map(len, shown.splitlines())) <= 100
    assert "others played: Xavi, Yago, Zoe" in " ".join(shown.split())


def test_a_result_is_taken_from_its_log_only_if_somebody_says_yes(place):
    asked = enter(place, "--from-log")
    assert asked.exit_code == 1
    assert "End: a player went out, Bernat Soler (turn 8). [MG 24.1]" in asked.stderr
    assert load(place).rounds[1].games[1].result is None
    assert enter(place, "--from-log", "--yes").exit_code == 0
    sheet = load(place).rounds[1].games[1].sheet
    assert sheet is not None
    assert (sheet.scores, sheet.end, sheet.by) == ((300, 200, 100), "out", 1)


def test_a_result_that_says_something_else_than_its_log_is_asked_about(place):
    asked = enter(place, "--end", "limit")
    assert (asked.exit_code, load(place).rounds[1].games[1].result) == (1, None)
    assert "Entered: limit of the round. The log says: a player went out." in asked.stderr
    assert enter(place, "--end", "limit", "--yes").exit_code == 0


def test_a_round_is_not_closed_over_a_difference_unseen(place):
    assert enter(place, "--end", "limit", "--yes").exit_code == 0
    assert "Results that say something else than the log" in tournament(place, "log").stdout
    assert [each["game"] for each in logs(place)["differences"]] == [[1, 1]]
    missing = tournament(place, "close", "1", "--yes")
    assert (missing.exit_code, "says" in missing.stderr) == (1, False)
    others(place)
    asked = tournament(place, "close", "1")
    assert (asked.exit_code, load(place).rounds[1].closed) == (1, None)
    assert "The log says: a player went out." in asked.stderr
    assert tournament(place, "close", "1", "--yes").exit_code == 0
    assert load(place).rounds[1].closed


def test_a_round_that_agrees_with_its_logs_is_closed_without_a_question(place):
    assert enter(place, "--end", "out", "--by", "2", "--racks", "5,0,3").exit_code == 0
    others(place)
    assert tournament(place, "close", "1").exit_code == 0


def test_of_two_logs_none_is_taken_until_somebody_says_which(place):
    keep(place, "9f3a66c2")
    refused = enter(place, "--from-log", "--yes")
    assert refused.exit_code == 1
    assert "9f3a66c1" in refused.stderr
    assert "9f3a66c2" in refused.stderr
    assert tournament(place, "log", "9f3a66c2", "--round", "1", "--table", "1").exit_code == 0
    assert enter(place, "--from-log", "--yes").exit_code == 0
    assert tournament(place, "log", "9f3a66c2", "--none").exit_code == 0
    assert {each["log"]: each["how"] for each in logs(place)["logs"]}[f"{DEVICE}/9f3a66c2"] == "apart"
    assert tournament(place, "log", "9f3a66c2", "--part").exit_code == 0
    assert {each["how"] for each in logs(place)["logs"]} == {"fixture"}
