"""A whole MàTaM round for tests of what is shown: from the first press to the end of the last hand."""

import hashlib
import random

from host.logs import KEY, PlayedLog, header
from tritempo_host.audit import audit
from tritempo_host.report.case import Case, make_case

# What happens in which turn.
SPECIAL = {
    5: "refused",
    8: "prorroga",
    11: "valid",
    14: "lost",
    16: "tornar",
    20: "undo",
    25: "salva",
    29: "pass",
    33: "exchange",
    38: "power",
    41: "score",
}


def matam_round(seed: int = 7, **changes) -> PlayedLog:
    """A round with one of everything that can happen in it; the same for the same seed."""
    rng = random.Random(seed)
    log = PlayedLog(header(**changes))
    special = dict(SPECIAL)
    t = 42_000
    log.take(t, "seat", 1)
    while log.game.state != "ended":
        seat = log.game.seat
        assert seat is not None
        what = special.pop(log.game.turn, "")
        if what == "prorroga":
            log.take(t + 90_000, "trump", "prorroga")
            t += 190_300
        elif what == "lost":
            t += 131_400
        else:
            t += rng.choice((rng.randint(20_000, 75_000), rng.randint(40_000, 115_000)))
        if what in ("refused", "salva", "valid", "score", "power"):
            t = _stop(log, t, what, rng.randint(25_000, 70_000))
        elif what == "tornar":
            log.take(t, "trump", "tornar")
            t += 64_000
        log.take(t, "seat", seat)
        if what in ("pass", "exchange", "lost"):
            log.take(t + 2_000, "mark", what)
        elif what == "undo":
            log.take(t + 200, "seat", seat)  # too soon after the other
            log.take(t + 4_000, "pause")
            log.take(t + 21_000, "undo")
            log.take(t + 25_000, "adjust", seat, 10_000)
            log.take(t + 30_000, "resume")
            t += 52_000
            log.take(t, "seat", seat)
    return log


def _stop(log: PlayedLog, t: int, what: str, pause: int) -> int:
    """A pause at `t` and what follows it; returns the time of the next press."""
    if what == "power":
        log.take(t, "power")
        log.take(t, "#boot")
    else:
        log.take(t, "pause", "score" if what == "score" else "challenge")
    t += pause
    if what in ("refused", "salva"):
        log.take(t, "verdict", "invalid")
        if what == "salva":
            log.take(t + 6_000, "trump", "salva")
            t += 24_000
    elif what == "valid":
        log.take(t, "verdict", "valid")
    else:
        log.take(t, "resume")
    return t + 8_000


def case_of(log: PlayedLog, lang: str = "en", key: bytes | None = KEY) -> Case:
    """What the page and the screen are given."""
    return make_case(audit(log.data, key), "9f3a66c1", hashlib.sha256(log.data).hexdigest(), lang)
