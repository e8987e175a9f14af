"""`tritempo tournament show --round`: what no longer fits the round is said there too."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from desk.desks import write
from desk.played_rounds import draw, drawn, enter_all
from tritempo_host.cli import cli
from tritempo_host.tournament import Draft


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def tell(store: Path, *words: object, lang: str = "en", code: int = 0) -> str:
    args = ["tournament", *map(str, words), "--store", str(store), "--lang", lang]
    done = CliRunner().invoke(cli, args, prog_name="tritempo")
    assert done.exit_code == code, done.output
    return " ".join(done.output.split())


def test_who_left_and_who_came_are_named(store: Path) -> None:
    slug = drawn(store, "romania", 9)
    assert "yet drawn" not in tell(store, "show", "--round", 1)
    late = Draft("player", {"name": "Late Larry", "from": 1})
    write(store, slug, late, Draft("withdraw", {"entrant": 3, "from": 1}))
    said = tell(store, "show", "--round", 1)
    assert "No longer playing in round 1, yet drawn: Player 3 (" in said and "without a table: Late Larry" in said
    assert "Ja no juguen a la ronda 1" in tell(store, "show", "--round", 1, lang="ca")
    assert "Nu mai joacă în runda 1" in tell(store, "show", "--round", 1, lang="ro")


def test_a_correction_after_the_next_draw_is_told(store: Path) -> None:
    slug = drawn(store, "romania", 10)
    enter_all(store, slug)
    write(store, slug, Draft("close", {"round": 1}))
    draw(store, slug, 2)
    assert "Corrected" not in tell(store, "show", "--round", 2)
    tell(store, "reopen", 1, "--why", "wrong way round")
    tell(store, "result", "--round", 1, "--table", 1, "--scores", "100,399", "--end", "out", "--why", "so", "--yes")
    said = tell(store, "show", "--round", 2)
    assert "Corrected after this draw: round 1, table 1. Drawn now, other people would sit at table" in said
