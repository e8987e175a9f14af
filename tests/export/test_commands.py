"""`tritempo gcg annotate` and `tritempo turns`, as they are typed."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from export.games import Turn, gcg, played
from host.logs import DEVICE, KEY, PlayedLog, header
from host.rounds import matam_round
from tritempo_host.cli import cli
from tritempo_host.export.turns import COLUMNS
from tritempo_host.store import ClockLog, open_store

GAME = (Turn(), Turn("refused"), Turn("exchange"), Turn("pass"))


def tritempo(*args: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, args), "--lang", "en"])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.log"
    path.write_bytes(played(GAME).data)
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.gcg"
    path.write_bytes(gcg(GAME, tail=""))
    return path


def annotate(game: Path, log: Path, out: object) -> Result:
    return tritempo("gcg", "annotate", game, "--log", log, "--key", KEY.hex(), "-o", out)


def test_a_new_file(game: Path, log: Path, tmp_path: Path):
    out = tmp_path / "timed.gcg"
    done = annotate(game, log, out)
    assert done.exit_code == 0 and "times of 4 turns" in done.output
    assert out.read_bytes().count(b"#note tritempo: ") == 4
    assert game.read_bytes() == gcg(GAME, tail="")


def test_the_same_file_and_then_again(game: Path, log: Path):
    assert annotate(game, log, game).exit_code == 0
    once = game.read_bytes()
    assert once.count(b"#note tritempo: ") == 4
    assert annotate(game, log, game).exit_code == 0
    assert game.read_bytes() == once


def test_another_file_is_not_written_over(game: Path, log: Path, tmp_path: Path):
    out = tmp_path / "other.gcg"
    out.write_bytes(b"mine")
    done = annotate(game, log, out)
    assert done.exit_code == 1 and "not written over" in done.output
    assert out.read_bytes() == b"mine"


def test_a_log_that_is_not_sound_is_said(game: Path, tmp_path: Path):
    log = tmp_path / "part.log"
    log.write_bytes(b"".join(played(GAME).lines[:-1]))
    done = annotate(game, log, "-")
    assert done.exit_code == 0 and "not quite sound (not ended)" in done.stderr


def test_to_standard_output(game: Path, log: Path):
    done = annotate(game, log, "-")
    assert done.exit_code == 0 and done.stdout_bytes.count(b"#note tritempo: ") == 4


def test_another_game_is_refused_and_nothing_written(log: Path, tmp_path: Path):
    game, out = tmp_path / "other.gcg", tmp_path / "timed.gcg"
    game.write_bytes(gcg(GAME[:2]))
    done = annotate(game, log, out)
    assert done.exit_code == 1 and "not of the same game" in done.output
    assert not out.exists()


def test_a_file_that_is_not_there_and_a_folder_that_is_not(game: Path, log: Path, tmp_path: Path):
    for done in (annotate(tmp_path / "absent.gcg", log, "-"), annotate(game, log, tmp_path / "absent" / "out.gcg")):
        assert done.exit_code == 1 and "tritempo: " in done.output and "Traceback" not in done.output


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Two logs, and one of which nothing can be read."""
    path = tmp_path / "store.db"
    with open_store(path, "en") as opened:
        opened.meet(DEVICE, KEY, "virtual", "0.1.0")
        logs: list[tuple[str, bytes]] = [
            ("9f3a66c1", matam_round().data),
            ("00000002", PlayedLog(header(game="00000002", round=3)).data),
            ("00000003", b"junk\n"),
        ]
        for number, (name, data) in enumerate(logs, 1):
            opened.keep(DEVICE, ClockLog(number, name, len(data), open=False, acknowledged=False), data)
    return path


def test_turns_as_csv_and_json(store: Path, tmp_path: Path):
    out = tmp_path / "turns.csv"
    done = tritempo("turns", "--store", store, "-o", out)
    assert done.exit_code == 0 and "of 2 logs" in done.output
    columns, *rows = csv.reader(io.StringIO(out.read_text(encoding="utf-8"), newline=""))
    assert tuple(columns) == COLUMNS and len(rows) > 30
    done = tritempo("turns", "--store", store, "--json", "-o", "-")
    assert [str(row["used_ms"]) for row in json.loads(done.stdout)] == [row[COLUMNS.index("used_ms")] for row in rows]
    assert tritempo("turns", "--store", store, "-o", out).exit_code == 1  # nothing is written over


def test_turns_of_a_round_and_for_spreadsheets(store: Path):
    done = tritempo("turns", "--store", store, "--round", "3", "--excel", "-o", "-")
    assert done.stdout_bytes == b"\xef\xbb\xbf" + ";".join(COLUMNS).encode() + b"\r\n"


def test_turns_without_a_store(tmp_path: Path):
    done = tritempo("turns", "--store", tmp_path / "absent.db", "-o", "-")
    assert done.exit_code == 1 and "is not there" in done.output
