"""The transition table at the top of game.py, held against what the machine does.

Games of random inputs must never change state in a way that the table does not have, and must use every row of it.
"""

import random
import re

from tritempo import game as machine
from tritempo.control import Control, preset
from tritempo.game import Game


def table() -> dict[tuple[str, str], set[str]]:
    """(state, input) -> the states it may lead to, read from the module's docstring."""
    rows: dict[tuple[str, str], set[str]] = {}
    lines = (machine.__doc__ or "").splitlines()
    start = next(i for i, line in enumerate(lines) if line.split()[:3] == ["state", "input", "next"])
    for line in lines[start + 2 :]:
        if not line.strip():
            break
        if line.startswith(" " * 8):
            continue  # a remark goes on
        state, inputs, following = re.split(r"\s{2,}", line.strip(), maxsplit=2)
        for word in inputs.split(", "):
            rows[state, word] = set(following.partition(": ")[0].split(", "))
    return rows


def row_key(state: str, kind: str, args: tuple) -> tuple[str, str]:
    long = (state, f"{kind} {args[0]}") if args else (state, kind)
    return long if long in TABLE else (state, kind)


TABLE = table()
CONTROLS = [
    dict(preset("matam"), round_ms=90_000, dead_ms=50),
    dict(preset("matam"), round_ms=90_000, handover="two_step", dead_ms=50),
    dict(preset("ebre"), round_ms=60_000, seats=[3]),
    dict(preset("romania"), bank_ms=40_000, seats=[3], pauses=["challenge", "arbiter"]),
]


def random_input(rng: random.Random) -> tuple:
    return rng.choice(
        [
            *[("seat", rng.randint(1, 3))] * 6,
            ("pause", rng.choice(["challenge", "challenge", "arbiter"])),
            ("resume",),
            ("verdict", rng.choice(["valid", "invalid"])),
            ("trump", rng.choice(["tornar", "salva", "prorroga", "canvi"])),
            ("undo",),
            ("end", rng.choice(["out", "out", "passes", "aborted"])),
            ("power",),
            ("round_start",),
            ("mark", rng.choice(["pass", None])),
        ]
    )


def test_no_state_changes_but_as_the_table_says_and_every_row_happens():
    rng = random.Random(20061130)
    seen: dict[tuple[str, str], set[str]] = {}
    for number in range(2000):
        game = Game(Control(CONTROLS[number % len(CONTROLS)], 3))
        t = 0
        for _ in range(80):
            t += rng.choice([0, 40, 400, 3000, 9000])
            before = game.state
            game.advance(t - 1)
            if game.state != before:
                seen.setdefault((before, "(limit)"), set()).add(game.state)
            before = game.state
            kind, *args = random_input(rng)
            why = game.input(t, kind, *args)
            if why is not None:
                assert game.state == before, (kind, args, why)
            elif game.state != before or kind in ("seat", "trump", "verdict", "undo"):
                seen.setdefault(row_key(before, kind, tuple(args)), set()).add(game.state)
    silent = {("running", "trump"), ("ready", "undo")}  # cards that change no state; `undo` has no row in `ready`
    for key, states in seen.items():
        if key not in silent:
            assert states <= TABLE.get(key, {key[0]}), key
    for key, states in TABLE.items():
        if key[1] != "new":  # a new game is another Game: tests/tritempo/test_session.py
            assert key in seen, f"{key} never happened"
            assert seen[key] == states, key
