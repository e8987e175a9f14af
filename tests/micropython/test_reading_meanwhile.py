"""A log is read while it is written: every byte that comes is the log's."""

import json
from pathlib import Path

import pytest

from in_micropython import run


@pytest.mark.parametrize("seed", range(6))
def test_a_log_that_is_written_meanwhile_is_read_as_it_is(seed: int):
    done = run(Path(__file__).parent / "reading_meanwhile.py", str(seed), heap="16m")
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["read"] > 2000 and found["kept"] > 20 and found["operations"] > 1500
