"""The same games inside real MicroPython: the side-by-side machine, and drawn scenarios, many in one process."""

import json
from random import Random

import pytest

from in_micropython import run
from model.bodies import HERE, InMicroPython
from model.drawing import TEMPERS, a_game
from model.profiles import profile, seeds
from model.scenarios import answer, differences
from model.side_by_side import SideBySide


class OnMicroPython(SideBySide):
    """The machine, with one MicroPython process for all its games."""


class TestSideBySide(OnMicroPython.TestCase):
    settings = profile(share=0.3)

    @classmethod
    def setUpClass(cls):
        OnMicroPython.body = InMicroPython()

    @classmethod
    def tearDownClass(cls):
        OnMicroPython.body.close()


@pytest.mark.parametrize("temper", TEMPERS)
def test_drawn_games(temper):
    """A batch of games is sent to one process, as scenarios; every answer at each `until` is the model's."""
    games = {seed: a_game(Random(seed).choice, 45, temper) for seed in seeds(0.3)}
    done = run(HERE / "play_games.py", stdin="".join(json.dumps(game) + "\n" for game in games.values()), heap="256k")
    assert done.returncode == 0, done.stderr
    for (seed, game), line in zip(games.items(), done.stdout.splitlines(), strict=True):
        assert differences(answer(game), json.loads(line)) == {}, f"seed {seed}"
