"""`tritempo tournament show --round`: what no longer fits the round is said there too."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from desk.desks import write
from desk.played_rounds import drawn
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
