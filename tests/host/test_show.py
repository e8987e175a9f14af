"""`tritempo show`: the same facts as the page, in 80 columns, without colour, and as data."""

import csv
import errno
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

import tritempo.display.words as display
from host.logs import DEVICE, KEY, PlayedLog, header, matam_game
from host.rounds import case_of, matam_round
from tritempo.control import TRUMPS
from tritempo_host.chart import FULL, LONGEST_PAUSE_CELLS, PLAIN, Chart, bar, shapes_for
from tritempo_host.cli import cli
from tritempo_host.report.screen import Screen
from tritempo_host.report.speech import Speech
from tritempo_host.store import ClockLog, open_store
from tritempo_host.summary import Summary
from tritempo_host.summary.model import Segment, Turn
from tritempo_host.words import LANGUAGES, catalogue


def printed(log: PlayedLog, lang: str = "en", width: int = 80) -> list[str]:
    """The lines on a terminal without colour."""
    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False)
    for part in Screen(case_of(log, lang), width, FULL).parts():
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
def test_it_fits_its_columns(lang: str, width: int):
    lines = printed(matam_round(), lang, width)
    assert max(map(cell_len, lines)) <= width


def test_what_an_arbiter_looks_for_is_there():
    text = "\n".join(printed(matam_round()))
    for words in (
        *("Round 2 · Table 5", "Log: sound", "MàTaM", "End: limit of the round", "turn lost", "challenge"),
        *("void: taken back", "valid: it stands", "trump “extra time”", "the arbiter gives 0:10", "Pause 3 (0:26)"),
    ):
        assert words in text, words


def test_names_cannot_play_tricks_on_the_terminal():
    text = "\n".join(printed(matam_game(names=["\x1b[31mred\x1b]0;x\x07", "[bold]B[/bold]", "a\u202eb\r\n"])))
    assert "\x1b" not in text and "\u202e" not in text and "\r" not in text
    assert "[bold]B[/bold]" in text


# The chart


def lines_of(log: PlayedLog, width: int = 80) -> tuple[Summary, list[str]]:
    summary = case_of(log).summary
    return summary, [line.plain for line in Chart(Speech(summary, "en"), width).lines()]


def test_a_line_for_the_legend_and_for_each_turn():
    summary, lines = lines_of(matam_round())
    assert len(lines) == 1 + len(summary.turns)
    for turn, line in zip(summary.turns, lines[1:], strict=True):
        assert f" {turn.n} {summary.names[turn.seat - 1].split()[0]} " in line
        assert (FULL.over in line) == (turn.overrun_ms > 0)
        assert (FULL.pause in line) == any(pause.turn == turn.n for pause in summary.pauses)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_are_never_longer_than_asked_for(width: int):
    _, lines = lines_of(matam_round(), width)
    assert max(map(cell_len, lines[1:])) <= width


@given(st.lists(st.tuples(st.sampled_from(["turn", "pause"]), st.integers(1, 400_000)), min_size=1, max_size=8))
def test_rounding_never_adds_up(pieces: list[tuple[str, int]]):
    """However a turn is cut up, its cells are those of its whole time, or one for each piece."""
    at, segments = 0, []
    for kind, length in pieces:
        segments.append(Segment(kind, at, at + length, 1, 1, 1))
        at += length
    drawn = bar(segments, 5_000, FULL, "").plain
    played = sum(length for kind, length in pieces if kind == "turn")
    many = sum(kind == "turn" for kind, _ in pieces)
    assert abs(drawn.count(FULL.turn) - played / 5_000) <= max(0.5, many)
    pauses = sum(kind == "pause" for kind, _ in pieces)
    assert pauses <= drawn.count(FULL.pause) <= LONGEST_PAUSE_CELLS * pauses or pauses == 0


@pytest.mark.parametrize(
    ("encoding", "shapes"), [("utf-8", FULL), ("ascii", PLAIN), ("latin-1", PLAIN), (None, PLAIN), ("nonsense", PLAIN)]
)
def test_an_output_that_has_no_blocks_gets_letters(encoding: str | None, shapes):
    assert shapes_for(encoding) is shapes


# The command


@pytest.fixture
def log_file(tmp_path: Path) -> str:
    path = tmp_path / "game.log"
    path.write_bytes(matam_game(names=["=cmd()", "Bernat", "Carla"]).data)
    return str(path)


@pytest.fixture
def store(tmp_path: Path) -> str:
    data = matam_game().data
    with open_store(tmp_path / "store.db", "en") as store:
        store.meet(DEVICE, KEY, "virtual", "0.1.0")
        store.keep(DEVICE, ClockLog(number=1, game="9f3a66c1", size=len(data), open=False, acknowledged=False), data)
    return str(tmp_path / "store.db")


def run(*args: str) -> str:
    result = CliRunner().invoke(cli, ["show", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_log_of_the_store_by_the_beginning_of_its_id(store: str):
    assert "Log: sound" in run("9f3a", "--store", store, "--lang", "en")


def test_a_file_is_checked_with_the_key_that_the_store_knows(store: str, log_file: str):
    assert "Log: no key" in run(log_file, "--lang", "en")
    assert "Log: sound" in run(log_file, "--store", store, "--lang", "en")


def test_a_file_is_checked_with_the_key_that_was_given(log_file: str):
    assert "Log: sound" in run(log_file, "--key", KEY.hex(), "--lang", "en")
    result = CliRunner().invoke(cli, ["show", log_file, "--key", "abc"])
    assert result.exit_code == 2 and "64" in result.output


def test_a_log_that_is_not_there(store: str):
    result = CliRunner().invoke(cli, ["show", "ffff", "--store", store, "--lang", "en"])
    assert result.exit_code == 1 and "ffff" in result.output and "Traceback" not in result.output


def test_a_folder_that_may_not_be_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refused(_: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refused)
    result = CliRunner().invoke(cli, ["show", str(tmp_path / "x"), "--lang", "en"])
    assert result.exit_code == 1 and "cannot be read" in result.output and "Traceback" not in result.output


def test_json_is_the_whole_summary_in_no_language(log_file: str):
    texts = {run(log_file, "--json", "--lang", lang) for lang in LANGUAGES}
    assert len(texts) == 1
    data = json.loads(texts.pop())
    summary = case_of(matam_game(names=["=cmd()", "Bernat", "Carla"])).summary
    assert {key: data[key] for key in summary.as_dict()} == json.loads(json.dumps(summary.as_dict()))
    assert data["audit"]["verdict"] == "unsigned"
    assert data["audit"]["findings"][0]["code"] == "unsigned"
    assert re.fullmatch("[0-9a-f]{64}", data["sha256"])


def test_csv_has_a_row_for_each_turn_and_no_formula(log_file: str):
    rows = list(csv.DictReader(io.StringIO(run(log_file, "--csv", "--lang", "ca"))))
    turns = case_of(matam_game()).summary.turns
    assert [int(row["used_ms"]) for row in rows] == [turn.used_ms for turn in turns]
    assert set(rows[0]) == {*Turn.__dataclass_fields__, "name"}
    assert {row["name"] for row in rows} == {"'=cmd()", "Bernat", "Carla"}


def test_a_header_whose_control_cannot_be_used(tmp_path: Path):
    """There is no game to show, and it says why."""
    log = PlayedLog(header())
    log.lines = [log.lines[0].replace(b'"turn_ms":120000', b'"turn_ms":-1')]
    path = tmp_path / "a.log"
    path.write_bytes(log.data)
    result = CliRunner().invoke(cli, ["show", str(path), "--lang", "en"])
    assert result.exit_code == 1 and "turn_ms" in result.output and "Traceback" not in result.output


# The words


@pytest.mark.parametrize("area", ["report", "control"])
def test_every_word_is_said_in_three_languages_with_the_same_blanks(area: str):
    for key, forms in catalogue(area).items():
        assert list(forms) == list(LANGUAGES), key
        blanks = [set(re.findall(r"{(\w+)}", form)) for form in forms.values()]
        assert blanks[0] == blanks[1] == blanks[2], key
        assert not set("şţŞŢ") & set("".join(forms.values())), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_thing_has_one_name_on_the_clock_and_in_the_report(lang: str):
    """Only shorter on the clock, where there is no room: `salva` is a key's word for salvaimpugnació."""
    both = {f"trump_{kind}": kind for kind in TRUMPS}
    both |= {"mark_refused": "refused", "end_draw": "draw", "kind_retry": "salva", "kind_again": "tornar"}
    both |= {"came_valid": "valid", "came_invalid": "void", "mark_exchange": "exchange", "mark_pass": "pass"}
    for key, word in both.items():
        if (lang, key) != ("en", "mark_exchange"):  # "swap" is a key's word for it
            assert display.word(lang, word) in catalogue("report")[key][lang], key
