"""The demo is the whole way: a game by its buttons on the real firmware, a power cut, sync, audit and report."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tritempo_host.demo.run import Demo
from tritempo_host.demo.story import NAMES
from tritempo_host.store import open_store


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> tuple[Path, list[str]]:
    """The demo's folder after a run, and what it told."""
    folder = tmp_path_factory.mktemp("demo") / "out"
    told: list[str] = []
    demo = Demo(folder, told.append)
    try:
        demo.play()
        demo.fetch("en")
        demo.show("en")
        demo.fetch("en")  # twice does nothing twice
    finally:
        demo.close()
    return folder, told


@pytest.fixture(scope="module")
def shown(played) -> dict:
    """What `tritempo show --json` says of the game."""
    folder, _ = played
    with open_store(folder / "tritempo.db") as store:
        (log,) = store.logs()
    done = subprocess.run(
        [sys.executable, "-m", "tritempo_host", "show", log.game, "--store", folder / "tritempo.db", "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


def test_it_tells_of_everything_it_promises(played):
    told = "\n".join(played[1])
    for word in ("a challenge: the play is good", "void", "salvaimpugnació", "pròrroga", "tornar a tirar", "a flag"):
        assert word in told
    assert "a press by mistake" in told
    assert "power again: the game is back, paused, with 27 s of the turn used" in told
    assert "one last hand" in told


def test_the_log_is_sound_and_says_what_was_played(shown):
    text = json.dumps(shown, ensure_ascii=False)
    assert shown["audit"]["verdict"] == "sound"
    for name in NAMES:
        assert name in text
    for trump in ("prorroga", "tornar", "salva"):
        assert trump in text
    assert (shown["state"], shown["reason"]) == ("ended", "round_limit")


def test_the_report_is_one_whole_page(played):
    page = (played[0] / "report.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert all(name in page for name in NAMES)
    assert "<script" not in page
