"""What turns of the loop take from the heap on 32 bits, where an integer of more than 30 bits is an object."""

import json

import in_wasm

TURNS = """
import gc, json
from tritempo.buttons.dialogs import Dialogs
from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.view import view

def taken(turn, t):
    before = gc.mem_free()
    turn(t)
    return before - gc.mem_free()

game = Game(Control(dict(preset("matam"), round_ms=0), 3))
dialogs = Dialogs({"lang": "ca"})
dialogs.begin(game.control)
DAY_MS = 86400000
for start in (1000, 10 * DAY_MS, 13 * DAY_MS):
    game.input(start, "seat", 1)
    found = []
    for t in range(start + 1, start + 50):
        found.append(taken(game.advance, t))
        v = view(game, t)
        found.append(taken(lambda t: dialogs.tick(t, v), t))
    print(json.dumps([sorted(found)[len(found) // 2], taken(lambda t: view(game, t), t)]))
"""


def test_a_quiet_turn_of_the_loop_takes_no_memory_for_twelve_days(tmp_path):
    """Beyond them it goes on, with some more garbage."""
    first, late, beyond = [json.loads(line) for line in in_wasm.run(TURNS, tmp_path, heap="4m").splitlines()]
    assert first == late
    assert beyond[1] > late[1]
    assert first[0] <= 64, first
