"""The command itself: languages, what was given empty, output that cannot be written, Ctrl-C. Never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tritempo_host.cli import cli
from tritempo_host.words import language

PROGRAM = [sys.executable, "-m", "tritempo_host"]
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "LC_ALL": "ca_ES.UTF-8", **more}


# The language


@pytest.mark.parametrize(
    ("locale", "spoken"),
    [
        ({"LANG": "ca_ES.UTF-8"}, "ca"),
        ({"LANG": "ro_RO"}, "ro"),
        ({"LC_ALL": "C", "LANG": "ca_ES.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "ca_ES.UTF-8", "LANGUAGE": "ca"}, "en"),
        ({"LC_ALL": "de_DE", "LANG": "ca_ES"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "ro_RO.UTF-8", "LANG": "ca_ES"}, "ro"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ca:ro"}, "ca"),
        ({"LANG": "ro_RO.UTF-8", "LANGUAGE": "de"}, "ro"),
        ({"LANG": "ca@valencia"}, "ca"),
        ({"LANG": "cab_XX"}, "en"),
        ({"LANG": "POSIX"}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(locale: dict, spoken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert language() == spoken
    assert language("ro") == "ro"


# What was given empty


@pytest.mark.parametrize(
    "args",
    [
        ["send", "--table", "5", "--port", ""],
        ["send", "--table", "5", "--port="],
        ["send", "--control", "", "--table", "5"],
        ["logs", "--store", ""],
        ["report", "9f3a", "-o", ""],
    ],
)
def test_an_empty_option_is_an_unset_variable_and_no_default(args: list[str]) -> None:
    result = CliRunner().invoke(cli, [*args, "--lang", "ca"])
    assert result.exit_code == 2 and "s'ha donat buida" in result.output


def test_an_empty_argument_is_the_commands_own_affair() -> None:
    result = CliRunner().invoke(cli, ["control", "show", "", "--lang", "en"])
    assert result.exit_code == 1 and "it was given empty" not in result.output


# Output that cannot be written


@needs_full
@pytest.mark.parametrize("args", [["control", "list"], ["control", "list", "--json"], ["--help"], ["--version"]])
def test_a_full_disk_is_one_sentence(args: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run([*PROGRAM, *args], stdout=full, stderr=subprocess.PIPE, text=True, env=environment())
    assert done.returncode == 1
    assert done.stderr == "tritempo: No s'ha pogut escriure el resultat (el disc és ple).\n"


@needs_full
def test_where_not_even_an_error_can_be_written_the_exit_code_tells() -> None:
    with FULL.open("w") as full:
        done = subprocess.run([*PROGRAM, "control", "show", "none"], stdout=full, stderr=full)
    assert done.returncode == 1


@pytest.mark.parametrize("args", [["control", "list"], ["control", "list", "--json"]])
def test_a_reader_that_has_read_enough_hears_nothing_more(args: list[str]) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run([*PROGRAM, *args], stdout=theirs, stderr=subprocess.PIPE, text=True)
    os.close(theirs)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_no_output_at_all_is_no_error() -> None:
    command = " ".join(f"'{part}'" for part in [*PROGRAM, "control", "list", "--json"])
    done = subprocess.run(["/bin/sh", "-c", f"{command} >&-"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# Ctrl-C


# Programs that press Ctrl-C themselves at a moment of their own: no sleeping, no guessing.
WHILE_READING = """
import signal, sys

class Stdin:
    buffer = property(lambda self: self)

    def read(self, size=-1):
        signal.raise_signal(signal.SIGINT)

from tritempo_host.cli import main
sys.argv = ["tritempo", "verify", "-", "--lang", "ca"]
sys.stdin = Stdin()
main()
"""
WHILE_LOADING = """
import signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "NAME":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Finder())
from tritempo_host.cli import main
sys.argv = ["tritempo", "verify", "-", "--lang", "ca"]
main()
"""


@pytest.mark.parametrize(
    ("program", "word"),
    [
        pytest.param(WHILE_READING, "tritempo: Aturat.", id="reading"),
        pytest.param(WHILE_LOADING.replace("NAME", "click"), "", id="loading-itself"),
        pytest.param(WHILE_LOADING.replace("NAME", "tritempo_host.commands.verify"), "tritempo: Aturat.", id="loading"),
    ],
)
def test_ctrl_c_is_a_quiet_word_whenever_it_comes(program: str, word: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(TRITEMPO_STORE="", HOME=str(tmp_path)),
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", word)


# Scenario files


def test_a_scenario_file_without_scenarios_passes_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]")
    result = CliRunner().invoke(cli, ["scenario", str(tmp_path / "empty.json")])
    assert result.exit_code == 1 and "there is no scenario in it" in result.output


def test_a_scenario_file_that_cannot_be_read_is_told_before_any_is_run(tmp_path: Path) -> None:
    good = Path(__file__).parents[1] / "cases" / "clock_scenarios.json"
    result = CliRunner().invoke(cli, ["scenario", str(good), str(tmp_path / "absent.json")])
    assert result.exit_code == 1 and "cannot be read" in result.output and "passed" not in result.output
