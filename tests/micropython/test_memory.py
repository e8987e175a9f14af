"""A game of 600 inputs fits a heap of 96 KB in MicroPython, undo included, and an input costs the same all along."""

import json

from in_micropython import run

SCRIPT = """
import array, gc, json
costs = array.array("h", bytes(1200))  # in one piece, before the heap is in many
from tritempo.control import Control, preset
from tritempo.game import Game
from tritempo.view import view

gc.collect()
game = Game(Control(dict(preset("matam"), round_ms=0), 3, True))
for i in range(600):
    t = i * 20_000
    kind = ("pause", "score") if i % 20 == 10 else ("resume",) if i % 20 == 11 else ("seat", i % 3 + 1)
    gc.collect()
    before = gc.mem_alloc()
    gc.disable()
    game.input(t, *kind)
    costs[i] = gc.mem_alloc() - before  # with the collector off: all that the input took from the heap
    gc.enable()
    game.take_records()
game.input(600 * 20_000, "pause", "arbiter")
undone = game.input(600 * 20_000 + 1, "undo")
gc.collect()
seen = view(game, 600 * 20_000 + 2)
costs = {"early": list(costs[40:140]), "late": list(costs[500:])}
print(json.dumps({"turn": seen["turn"], "undone": undone, "free": gc.mem_free(), "costs": costs}))
"""


def test_600_inputs_fit_96_kb_and_cost_the_same_all_along(tmp_path):
    done = run(SCRIPT, heap="96k", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["undone"] is None
    assert found["turn"] == 539  # 540 presses, and the last of them taken back
    assert found["free"] > 8 * 1024
    early, late = sorted(found["costs"]["early"]), sorted(found["costs"]["late"])
    assert late[50] <= early[50] + 64  # medians: an input allocates no more at the end than at the beginning
