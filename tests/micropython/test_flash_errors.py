"""A flash that fails now and then: what is said to be saved is saved, and in the end everything is."""

import json
import os
from pathlib import Path

import pytest

from in_micropython import run

SEEDS = range(int(os.environ.get("TRITEMPO_FLASH_ERRORS", "24")))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flash_that_fails_now_and_then(seed: int):
    done = run(Path(__file__).parent / "flash_errors.py", str(seed), heap="8m")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["wrong"] == []


def test_the_faults_of_these_games_are_real():
    """At least half of the games meet failures, and not all lines of all games are unsaved all the time."""
    found = [
        json.loads(run(Path(__file__).parent / "flash_errors.py", str(seed), heap="8m").stdout) for seed in range(6)
    ]
    assert sum(each["failures"] > 0 for each in found) >= 3
    assert sum(each["saved"] > 1 for each in found) >= 3
