"""Runs in MicroPython: inputs a second, and what a game of 600 inputs takes of a 96 KB heap. Prints a JSON object."""

# gc and time are MicroPython's here.
# pyright: reportAttributeAccessIssue=false

import gc
import json
import sys
import time

gc.collect()
empty = gc.mem_alloc()

from tritempo.control import Control, preset  # noqa: E402 (the memory before the import is a figure)
from tritempo.game import Game  # noqa: E402

INPUTS = 600


def play(count, writer=None):
    """A game of presses every 20 s, with a pause now and then; the time of its inputs in us."""
    game = Game(Control(dict(preset("matam"), round_ms=0), 3))
    t = 0
    start = time.ticks_us()
    for i in range(count):
        t += 20_000
        kind = ("pause", "score") if i % 20 == 10 else ("resume",) if i % 20 == 11 else ("seat", i % 3 + 1)
        game.input(t, *kind)
        if writer:
            writer.input(t, kind[0], kind[1:])
        for record in game.take_records():
            if writer:
                writer.auto(*record)
    return game, time.ticks_diff(time.ticks_us(), start)


def spread(count, part):
    """The time in us of the first `part` inputs of a game and of the last."""
    game = Game(Control(dict(preset("matam"), round_ms=0), 3))
    spans = []
    for first in range(0, count, part):
        gc.collect()
        gc.disable()
        start = time.ticks_us()
        for i in range(first, first + part):
            game.input(i * 20_000, "seat", i % 3 + 1)
            game.take_records()
        spans.append(time.ticks_diff(time.ticks_us(), start))
        gc.enable()
    return min(spans[:3]), min(spans[-3:])


def fastest(count, rounds, writer):
    best = None
    for _ in range(rounds):
        spent = play(count, writer and writer(bytes(32)))[1]
        best = spent if best is None else min(best, spent)
    return best


if sys.argv[1] == "memory":
    gc.collect()
    imported = gc.mem_alloc()
    game, _ = play(INPUTS)
    gc.collect()
    print(json.dumps({"program": imported - empty, "game": gc.mem_alloc() - imported, "free": gc.mem_free()}))
else:
    from tritempo.journal import Writer

    found = {"game": fastest(INPUTS, 5, None), "journal": fastest(INPUTS, 5, Writer), "inputs": INPUTS}
    # The first and the last 300 inputs of one long game, without the collector, whose work grows with what is alive.
    first, last = spread(6000, 300)
    found["growth"] = 100 * last // first
    print(json.dumps(found))
