"""The buttons inside MicroPython: the same evening as on CPython, to the letter, in a small heap."""

from pathlib import Path

import button_session
from in_micropython import run

# The folder of the session goes last: beside it lies a folder of tests that is named tritempo, too.
SESSION = """
import sys
sys.path.append(sys.argv[1])
import button_session
button_session.evening(print)
"""


def test_an_evening_at_the_buttons_is_the_same_in_micropython(tmp_path):
    lines = []
    button_session.evening(lines.append)
    done = run(SESSION, str(Path(button_session.__file__).parent), heap="192k", folder=tmp_path)
    assert done.stderr == ""
    assert done.stdout.splitlines() == lines


def test_the_evening_is_worth_playing():
    x = button_session.evening(lambda line: None)
    assert x.refused == []
    kinds = {each[0] for each in x.inputs()}
    assert kinds == {"seat", "mark", "trump", "pause", "reason", "verdict", "resume", "adjust", "undo", "end"}
    assert {action[1] for action in x.actions} == {"new", "input", "setting", "sound"}


def test_ticks_with_nothing_to_do_leave_no_garbage(tmp_path):
    """A hundred times a second, for hours: the view is the caller's, and the dialogs must add nothing to it."""
    script = """
import gc
from tritempo.control import Control, preset
from tritempo.buttons.dialogs import Dialogs
from tritempo.game import Game
from tritempo.view import view

game = Game(Control(preset("matam"), 3))
dialogs = Dialogs({"lang": "ca"})
dialogs.begin(game.control)
game.input(0, "seat", 1)
v = view(game, 10)
dialogs.tick(10, v)
gc.collect()
gc.disable()
before = gc.mem_alloc()
for t in range(1000):
    dialogs.tick(t, v)
print(gc.mem_alloc() - before)
"""
    done = run(script, folder=tmp_path)
    assert done.stderr == ""
    assert int(done.stdout) < 1000  # less than a byte a tick: what the loop itself takes
