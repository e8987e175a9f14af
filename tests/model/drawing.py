"""Draws sound controls with every field varied, and inputs that mean something at times that matter.

Every function takes `pick`, which chooses one of a list: hypothesis' own (strategies.py), or that of a seeded Random.
"""

from model.clock_model import ClockModel
from model.controls import REASONS, TRUMPS, whole
from model.world import END_REASONS

SHORT_MS = [5000, 1000, 3000, 10000, 20000, 60000]
ROUNDS_MS = [0, 0, 5000, 20000, 60000, 60000, 120000, 120000]
WARNS_MS = [0, 500, 1000, 2000, 5000, 15000]
DELTAS_MS = [0, 1, 100, 499, 500, 501, 1000, 1000, 2000, 2000, 5000, 5000, 9999, 20000]
ADJUSTS_MS = [1000, 1, -1, -1000, -5000, 5000, 30000, -60000]

# How likely each input is in each state, and what a game of some temper does more often.
LIKELY = {
    "ready": {"seat": 12, "round_start": 3, "adjust": 2, "end": 1, "power": 1},
    "running": {"seat": 14, "pause": 5, "trump": 4, "mark": 3, "end": 1, "power": 1},
    "gap": {"seat": 10, "pause": 4, "trump": 6, "mark": 2, "end": 1, "power": 1},
    "paused": {"resume": 8, "verdict": 3, "undo": 2, "adjust": 3, "reason": 1, "mark": 1, "end": 1, "power": 1},
    "ended": {"undo": 5, "pause": 5, "mark": 1, "power": 1},
}
TEMPERS = {
    "quiet": {"running": {"seat": 40}, "gap": {"seat": 20}},
    "passing": {"running": {"seat": 60, "pause": 1, "trump": 1, "end": 0}, "gap": {"seat": 20}},
    "playing cards": {"running": {"trump": 20}, "gap": {"trump": 12}},
    "quarrelling": {"running": {"pause": 20, "power": 3}, "gap": {"seat": 20}, "paused": {"verdict": 40, "undo": 8}},
    "going out": {"running": {"end": 15}, "paused": {"verdict": 15, "undo": 4}, "ended": {"pause": 40}},
    "regretting": {"running": {"pause": 8, "power": 4}, "paused": {"undo": 12}, "ended": {"undo": 10}},
    "arbitrated": {"running": {"pause": 12}, "paused": {"adjust": 12, "resume": 8}},
}
ANY = sorted({kind for kinds in LIKELY.values() for kind in kinds})


def a_table(pick):
    """(whole control, number of seats, who is known to hold which trump)."""
    seats = pick([2, 3, 4])
    control = a_control(pick, seats)
    free, holders = list(range(1, seats + 1)), {}
    for kind in control["trumps"]:
        if free and pick([False, False, True]):
            holders[kind] = pick(free)
            free.remove(holders[kind])
    return control, seats, holders


def a_control(pick, seats):
    """A sound control for a game of `seats` seats: a turn time, banks or neither, and short enough to run out."""
    kind = pick(["turn", "turn", "turn", "bank", "bank", "bank", "none"])
    control = {
        "id": "drawn",
        "seats": [seats],
        "warn_ms": [ms for ms in WARNS_MS if pick([False, False, True])],
        "round_ms": pick(ROUNDS_MS),
        "press": pick(["any", "any", "mover", "opponents"]),
        "handover": pick(["direct", "two_step"]),
        "dead_ms": pick([500, 500, 1, 0]),
        "challenge": pick(["current", "current", "previous"]),
        "pauses": pick([REASONS, REASONS, REASONS, ["challenge"], ["arbiter", "score"], []]),
        "suggest": pick(["mg", "csm", "ro", None]),
        "at_zero": pick(["signal", "lose_turn"]),
    }
    limits = ["signal", "stop"] if control["challenge"] == "previous" else ["hand_plus_one", "hand_plus_one", "stop"]
    control["at_round_limit"] = pick(limits)
    if kind == "turn":
        control["turn_ms"] = pick(SHORT_MS)
        control["trumps"] = pick([TRUMPS, TRUMPS, TRUMPS[:2], []])
        control["prorroga_ms"] = pick([5000, 0, 1, 1000, 120000])
        control["retry_ms"] = pick([3000, 1, 1000, 30000])
    elif kind == "bank":
        control["bank_ms"] = pick([pick(SHORT_MS), [pick(SHORT_MS) for _ in range(seats)]])
        control["increment_ms"] = pick([0, 0, 1, 1000, 5000])
        control["delay_ms"] = pick([0, 1, 1000, 3000])
        control["delay_kind"] = pick(["simple", "bronstein"])
        control["at_zero"] = pick(["signal", "penalty", "flag"])
    return whole(control)


def times_that_matter(world):
    """Times at which something is due by itself, or a press begins to count, and the milliseconds beside."""
    exact = [when for when, *_ in world.coming_events()]
    if world.limit_time() is not None:
        exact.append(world.limit_time())  # while a going-out play is challenged it is not among the coming events
    began = world.turn.start_ms if world.turn else world.gap_since
    if began is not None:
        exact += [began + world.control["dead_ms"], began + world.control["delay_ms"]]
    if world.state == "running" and world.bank:
        exact.append(world.now + 60000 + min(0, world.left_ms()))  # a started minute of overtime
    return sorted({t + beside for t in exact for beside in (-1, 0, 1) if t + beside >= world.now})


def a_time(pick, world, earliest):
    """The time of the next input: often one that matters, else a little later."""
    matter = [t for t in times_that_matter(world) if t >= earliest]
    if matter and pick([False, False, True]):
        return pick(matter)
    return max(earliest, world.now + pick(DELTAS_MS))


def an_input(pick, world, temper):
    """(kind, *args): mostly one that the state and the game's temper make likely, now and then any at all."""
    last = world.last_turn()
    if (
        temper == "passing"
        and world.state in ("running", "gap")
        and last
        and last.mark is None
        and pick([True] * 9 + [False])
    ):
        return "mark", pick(["pass"] * 12 + ["exchange", "lost"])
    likely = {**LIKELY[world.state], **TEMPERS[temper].get(world.state, {})}
    weighted = [kind for kind, weight in likely.items() for _ in range(weight)]
    kind = pick(weighted if pick([True] * 15 + [False]) else ANY)
    return (kind, *arguments(pick, kind, world))


def arguments(pick, kind, world):
    """The arguments of one kind of input."""
    a_seat = pick(list(range(1, world.seats + 1)))
    on_turn = world.turn.seat if world.turn else a_seat
    played = len(world.ended_turns)
    if kind == "seat":
        may_press = on_turn % world.seats + 1 if world.control["press"] == "opponents" else on_turn
        return (pick([may_press, may_press, may_press, a_seat]),)
    if kind == "pause":
        return pick([("challenge",), ("challenge",), ("challenge",), (), ("arbiter",), ("score",), ("power",)])
    if kind == "reason":
        return (pick(["challenge", "challenge", "challenge", "late", "score", "power", "boredom"]),)
    if kind == "verdict":
        more = pick([(), (), (), (a_seat,), (a_seat, 2), (None, 3), (a_seat, 0)])
        return (pick(["invalid", "invalid", "valid"]), *more)
    if kind == "trump":
        refused = played and world.ended_turns[-1].mark == "refused"
        unspent = [kind for kind in world.control["trumps"] if kind not in [used for _, used in world.trumps]]
        if world.left_ms() == 0:
            unspent.append("prorroga")
        wanted = ["salva"] if world.state == "gap" and refused else ["tornar"] if world.state == "gap" else unspent
        return (pick([*wanted, *wanted, *TRUMPS]),)
    if kind == "mark":
        return (pick(["pass"] * 8 + ["exchange", "lost", None, "refused"]), *pick([(), (), (), (played - 1,)]))
    if kind == "adjust":
        left = world.left_ms()
        near_zero = [] if left is None else [ms - left for ms in (0, 0, -1, 1, 500, 1000) if ms != left]
        return (pick([on_turn, on_turn, on_turn, a_seat]), pick([*ADJUSTS_MS, *near_zero]))
    if kind == "end":
        reason = pick(["out", "out", "out", pick(END_REASONS), "abandon", "round_limit"])
        return (reason, a_seat) if reason == "abandon" else (reason,)
    return ()


def a_game(pick, inputs, temper):
    """A whole game as a scenario without its `expect`: what is done depends on how the model finds the game."""
    control, seats, holders = a_table(pick)
    model = ClockModel(control, seats, holders)
    events, t = [], 0
    for _ in range(inputs):
        t = a_time(pick, model.world_at(t, including=False), t)
        event = an_input(pick, model.world_at(t, including=False), temper)
        events.append([t, *event])
        model.input(t, *event)
    until = a_time(pick, model.world_at(t, including=False), t)
    return {"id": "drawn", "control": control, "seats": seats, "holders": holders, "events": events, "until": until}
