"""The clock against the plain model, on CPython: after every input the same answer to every question."""

from os.path import commonprefix
from random import Random

import pytest

from model.bodies import InPython
from model.clock_model import ClockModel
from model.drawing import TEMPERS, a_game
from model.profiles import profile, seeds
from model.scenarios import differences, step_by_step
from model.side_by_side import SideBySide
from tritempo.control import Control
from tritempo.game import Game
from tritempo.view import scenario_view


class OnPython(SideBySide):
    body = InPython()


TestSideBySide = OnPython.TestCase
TestSideBySide.settings = profile()


@pytest.mark.parametrize("temper", TEMPERS)
def test_drawn_games(temper):
    """Long games of every temper. A seed that fails is a game that anyone can draw again."""
    for seed in seeds():
        game = a_game(Random(seed).choice, 45, temper)
        clock = Game(Control(game["control"], game["seats"]), game["holders"])
        for (t, kind, *args), (ignored, expected) in zip(game["events"], step_by_step(game), strict=True):
            assert (clock.input(t, kind, *args) is not None) == ignored, f"seed {seed}: {kind} at {t}: ignored?"
            assert differences(expected, scenario_view(clock, t)) == {}, f"seed {seed}: after {kind} at {t}"


@pytest.mark.parametrize("temper", ["regretting", "going out"])
def test_automatic_records(temper):
    """What time itself records comes out once, at its own millisecond, and is foretold by `next_deadline`.

    After an undo, or a verdict that reopens a game, come the records of the corrected course from where it differs.
    """
    for seed in seeds(0.5):
        game = a_game(Random(seed).choice, 45, temper)
        model = ClockModel(game["control"], game["seats"], game["holders"])
        clock = Game(Control(game["control"], game["seats"]), game["holders"])
        known = []
        for t, kind, *args in game["events"]:
            model.input(t, kind, *args)
            clock.input(t, kind, *args)
            world = model.world_at(t, including=False)
            fresh = [(when, word, tuple(args)) for when, word, args in clock.take_records()]
            assert fresh == world.records[len(commonprefix([known, world.records])) :], f"seed {seed}: {kind} at {t}"
            due = min([when for when, *_ in world.coming_events()], default=None)
            assert clock.next_deadline() == due, f"seed {seed}: after {kind} at {t}"
            known = world.records
