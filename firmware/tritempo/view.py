"""What a game means to the people around it: numbers for the display, for the host and for scenario files."""

from tritempo.codes import BASE, END, FLAG, KINDS, MARKS, PLAY, REFUSED, T_MARK, T_SEAT, WARN
from tritempo.suggest import suggestion
from tritempo.trumps import refused_card

PENALTY_POINTS = 10  # a started minute (CSM b)
MINUTE_MS = 60000


def view(game, t):
    """The game at time `t` (not before its last input) as a dict; what has no meaning in this state is None.

    Times are milliseconds, `penalty` and `challenge_points` are points; lists go by seat, from seat 1.
    """
    control = game.control
    on_turn = game.seat is not None
    used_ms = game.used_ms(t) if on_turn else None
    left_ms = game.left_ms(t) if on_turn and (control.turn_ms or game.banks) else None
    banks = list(game.banks) if game.banks else None
    if banks and on_turn:
        banks[game.seat - 1] = left_ms
    used_total_ms = list(game.used_totals)
    overtime_ms = list(game.overrun_totals)
    if on_turn:
        used_total_ms[game.seat - 1] += used_ms
        overtime_ms[game.seat - 1] += game.overrun_of(used_ms, game.allowance)
    last_mark, last_seat, suggested, marks = _of_ended_turns(game)
    return {
        "state": game.state,
        "reason": game.reason,
        "abandoned_by": _abandoned_by(game) if game.state == "ended" else None,
        "under": game.under if game.state == "paused" else None,
        "since_ms": t - game.state_ms,
        "seats": control.seats,
        "seat": game.seat,
        "next_seat": None if game.state == "ended" else game.next_seat(),
        "turn": game.turn or None,
        "hand": game.hand,
        "kind": KINDS[game.kind] if on_turn else None,
        "used_ms": used_ms,
        "left_ms": left_ms,
        "allowance_ms": game.allowance if on_turn else None,
        "overrun_ms": game.overrun_of(used_ms, game.allowance) if on_turn else None,
        "low": left_ms is not None and bool(control.warn_ms) and left_ms <= control.warn_ms[0],
        "round_left_ms": _round_left(game, t),
        "limit_at": game.limit_at,
        "final_hand": game.final_hand,
        "turns_left": turns_left(game),
        "suggest_end": None if game.state == "ended" else suggested,
        "bank_ms": banks,
        "used_total_ms": used_total_ms,
        "overtime_ms": overtime_ms,
        "penalty": penalties(game, banks),
        "fell": list(game.fell),
        "trumps": [list(each) for each in game.trumps],
        "challenge_points": list(game.points),
        "ignored": game.ignored,
        "last_turn": game.ended_turns.count or None,
        "last_seat": last_seat,
        "last_mark": MARKS[last_mark],
        "marks": list(marks),
        "salva": _salva(game, last_mark, last_seat),
    }


def records(game, word):
    """Times of the automatic records of one word (FLAG, WARN) in the game as it stands, undone moves left out."""
    rows = (game.records.row(i) for i in range(game.records.count))
    return [row[0] for row in rows if row[1] == word]


def scenario_view(game, t):
    """Everything that a scenario file may expect: `view` and the whole of the turns, flags and warnings."""
    whole = view(game, t)
    whole["turns"] = list(game.turns())
    whole["flags"] = records(game, FLAG)
    whole["warns"] = records(game, WARN)
    return whole


def turns_left(game):
    """Base turns until the end by round limit, the one that runs included; None if no end is in sight (MG 31)."""
    if game.final_hand is None or game.state == "ended":
        return None
    running = 1 if game.seat is not None and game.kind == BASE else 0
    return game.final_hand * game.control.seats - game.base_begun + running


def penalties(game, banks):
    """Points off each seat: 10 for each minute, or part of one, below zero (CSM b)."""
    points = [0] * game.control.seats
    if game.control.at_zero == "penalty":
        for i in range(len(points)):
            points[i] = PENALTY_POINTS * -(min(0, banks[i]) // MINUTE_MS)
    return points


def _abandoned_by(game):
    """The seat that ended the game so, as the input said; None: nobody, or it was not said."""
    i = game.history.count - 1 if game.reason == "abandon" else -1
    while i >= 0:  # there may be marks after it
        _, code, _, seat = game.history.row(i)
        if code == END:
            return seat or None
        i -= 1
    return None


def _of_ended_turns(game):
    """(mark of the last turn, its seat or None, suggestion, last mark of each seat).

    Kept until a turn ends or a mark changes: to look back at the turns takes a Pico longer than all the rest of a view.
    """
    turns = game.ended_turns
    if turns.found is None:
        last = turns.row(turns.count - 1) if turns.count else None
        mark, seat = (last[T_MARK], last[T_SEAT]) if last else (PLAY, None)
        turns.found = mark, seat, suggestion(game), _last_marks(game)
    return turns.found


def _last_marks(game):
    """The mark of each seat's last turn. Looks back only until every seat has been met."""
    marks = [None] * game.control.seats
    missing = game.control.seats
    i = game.ended_turns.count - 1
    seen = [False] * missing
    while i >= 0 and missing:
        turn = game.ended_turns.row(i)
        seat = turn[T_SEAT] - 1
        if not seen[seat]:
            seen[seat] = True
            missing -= 1
            marks[seat] = MARKS[turn[T_MARK]]
        i -= 1
    return marks


def _round_left(game, t):
    if not game.control.round_ms:
        return None
    if game.round_ms is None:
        return game.control.round_ms
    until = game.end_ms if game.state == "ended" else t
    return game.control.round_ms - (until - game.round_ms)


def _salva(game, last_mark, last_seat):
    """Whether a salvaimpugnació is possible now, or will be after a void verdict (MM, trump 5)."""
    if game.state not in ("gap", "paused"):
        return False
    if game.state == "gap" and last_mark != REFUSED:
        return False
    seat = last_seat if game.seat is None else game.seat
    if seat is None:
        return False
    return refused_card(game.control.trumps, game.trumps, game.holders, seat, "salva") is None
