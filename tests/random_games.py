"""Random games for tests: inputs that mean something more often than not, at times that often hit a deadline."""

import random

from tritempo.control import Control, preset
from tritempo.game import Game

CONTROLS = {
    "matam": (dict(preset("matam"), round_ms=300_000), 3),
    "two-step": (dict(preset("matam"), round_ms=200_000, handover="two_step"), 3),
    "manresa": (preset("manresa-torn"), 4),
    "escacs": (dict(preset("manresa-escacs"), bank_ms=90_000, increment_ms=2000), 2),
    "ebre": (dict(preset("ebre"), round_ms=400_000), 4),
    "romania": (dict(preset("romania"), bank_ms=[60_000, 80_000], round_ms=150_000), 2),
    "wespa": (dict(preset("wespa"), bank_ms=60_000, delay_ms=3000, delay_kind="bronstein"), 2),
}


def choose_input(rng: random.Random, seats: int) -> tuple:
    """One input: kind and arguments."""
    seat = rng.randint(1, seats)
    return rng.choice(
        [
            *[("seat", seat)] * 8,
            ("pause", rng.choice(["challenge", "score", "arbiter", "late"])),
            ("pause",),
            ("pause", "challenge"),
            ("reason", rng.choice(["challenge", "score", "overdraw"])),
            *[("resume",)] * 3,
            ("verdict", "valid"),
            ("verdict", "invalid"),
            ("verdict", "invalid", seat, 1),
            ("trump", rng.choice(["prorroga", "tornar", "salva", "canvi"])),
            ("mark", rng.choice(["pass", "exchange", "lost", None])),
            ("mark", "pass", rng.randint(0, 6)),
            ("undo",),
            ("adjust", seat, rng.choice([-60_000, -5000, 5000, 30_000])),
            ("end", rng.choice(["out", "out", "passes"])) if rng.random() < 0.2 else ("seat", seat),
            ("end", "abandon", seat) if rng.random() < 0.05 else ("seat", seat),
            ("round_start",),
            ("power",) if rng.random() < 0.3 else ("seat", seat),
        ]
    )


def play(rng: random.Random, steps: int, control: str | None = None):
    """Plays a random game; yields (game, t, kind, args) before each input, which the caller gives to the game."""
    data, seats = CONTROLS[control or rng.choice(sorted(CONTROLS))]
    game = Game(Control(data, seats))
    t = 0
    for _ in range(steps):
        deadline = game.next_deadline()
        if deadline is not None and rng.random() < 0.3:
            t = max(t, deadline + rng.choice([-1, 0, 1]))
        else:
            t += rng.choice([0, 1, 300, 501, 7000, 40_000])
        kind, *args = choose_input(rng, seats)
        yield game, t, kind, tuple(args)
