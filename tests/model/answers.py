"""What a `World` shows: the keys of a scenario's `expect`, each computed afresh."""

MINUTE_MS = 60000


def answers(world):
    turn = world.turn
    turns = world.ended_turns
    return {
        "state": world.state,
        "reason": world.reason,
        "seat": turn.seat if turn else None,
        "turn": turn.n if turn else (len(turns) or None),
        "hand": turn.hand if turn else None,
        "used_ms": turn.used_ms if turn else None,
        "left_ms": world.left_ms(),
        "overrun_ms": turn.overrun_ms if turn else None,
        "round_left_ms": _round_left_ms(world),
        "final_hand": world.final_hand,
        "turns_left": _turns_left(world),
        "suggest_end": None if world.state == "ended" else suggested_end(world),
        "bank_ms": list(world.bank) if world.bank else None,
        "used_total_ms": _used_totals(world),
        "penalty": _penalties(world),
        "fell": list(world.fell),
        "trumps": [list(trump) for trump in world.trumps],
        "challenge_points": list(world.challenge_points),
        "turns": [_ended_turn(ended) for ended in turns],
        "flags": [when for when, word, _ in world.records if word == "flag"],
        "warns": [when for when, word, _ in world.records if word == "warn"],
        "limit_at": world.limit_at,
        **_for_the_screen(world),
    }


def _for_the_screen(world):
    """What a display wants besides, and a scenario does not name."""
    turn, last = world.turn, world.last_turn()
    of_seat = {ended.seat: ended.mark for ended in world.ended_turns}
    return {
        "kind": turn.kind if turn else None,
        "allowance_ms": turn.allowance_ms if turn else None,
        "under": world.under,
        "next_seat": None if world.state == "ended" else world.next_seat(),
        "last_turn": last.n if last else None,
        "last_seat": last.seat if last else None,
        "last_mark": last.mark if last else None,
        "marks": [of_seat.get(seat) for seat in range(1, world.seats + 1)],
    }


def _ended_turn(turn):
    return {
        "n": turn.n,
        "hand": turn.hand,
        "seat": turn.seat,
        "kind": turn.kind,
        "start_ms": turn.start_ms,
        "used_ms": turn.used_ms,
        "allowance_ms": turn.allowance_ms,
        "overrun_ms": turn.overrun_ms,
        "mark": turn.mark,
        "closed_by": turn.closed_by,
    }


def _round_left_ms(world):
    round_ms = world.control["round_ms"]
    if not round_ms:
        return None
    if world.round_from is None:
        return round_ms
    now = world.ended_at if world.state == "ended" else world.now
    return world.round_from + round_ms - now


def _turns_left(world):
    if world.final_hand is None or world.state == "ended":
        return None
    running = 1 if world.turn and world.turn.kind == "base" else 0
    return world.final_hand * world.seats - world.base_turns + running


def _used_totals(world):
    played = world.ended_turns + ([world.turn] if world.turn else [])
    return [sum(turn.used_ms for turn in played if turn.seat == seat) for seat in range(1, world.seats + 1)]


def _penalties(world):
    if world.control["at_zero"] != "penalty":
        return [0] * world.seats
    return [10 * started_minutes(max(0, -bank)) for bank in world.bank]


def started_minutes(ms):
    return (ms + MINUTE_MS - 1) // MINUTE_MS


def suggested_end(world):
    """`passes`, `no_score` or None: the row of ended turns that makes the clock suggest the end."""
    turns = [turn for turn in world.ended_turns if turn.mark != "unfinished"]
    marks = [turn.mark for turn in turns]
    n = world.seats

    def row(marks, length, of):
        return len(marks) >= length and all(mark in of for mark in marks[-length:])

    rules = world.control["suggest"]
    if rules == "mg":
        if row(marks, 2 * n, ["pass"]):
            return "passes"
        if row(marks, 3 * n, ["pass", "exchange", "lost", "refused"]):
            return "no_score"
    if rules == "csm" and row(marks, 3 * n, ["pass", "refused", "lost"]):
        return "no_score"
    if rules == "ro":
        if row(marks, 2, ["pass"]):
            return "passes"
        by_seat = [[turn.mark for turn in turns if turn.seat == seat] for seat in range(1, n + 1)]
        if any(row(of_seat, 3, ["refused"]) for of_seat in by_seat):
            return "no_score"
    return None
