"""The power goes at every program and erase of a game: nothing that was acknowledged is ever lost."""

import json
import os
from pathlib import Path

import pytest

from in_micropython import run

SEEDS = range(int(os.environ.get("TRITEMPO_POWER_CUTS", "6")))


@pytest.mark.parametrize("seed", SEEDS)
def test_cut_at_every_operation_of_a_game(seed: int):
    done = run(Path(__file__).parent / "power_cuts.py", str(seed), heap="24m")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["operations"] > 100
    assert found["lines"] > 25
