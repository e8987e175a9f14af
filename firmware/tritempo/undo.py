"""Undo: the arbiter takes back the last input that moved the game on, and the game is what it would be without it.

The game is replayed from its beginning without that input. What came after it stays (pauses, marks, adjustments),
but for what has lost its ground: marks of a turn that has not ended now, and pauses that came after a verdict or an
end that is gone. Nothing is erased: the journal keeps the input and the undo.
"""

from tritempo.codes import ADJUST, END, PAUSE, POWER, REASON, REASONS, RESUME, SEAT, TRUMP, VERDICT

MOVERS = (SEAT, TRUMP, VERDICT, END)
PAUSING = (PAUSE, REASON, RESUME, POWER)


def undo(game, t):
    """Undoes the last move of `game` at time `t`. None, or why there is nothing to undo."""
    if game.state not in ("paused", "ended") or game.stopped:
        return "state"
    history = game.history
    count = history.count
    last = count - 1
    while last >= 0 and history.cell(last, 1) not in MOVERS:
        last -= 1
    if last < 0:
        return "undo"
    at, code, _, __ = history.row(last)
    ended_by_press = game.state == "ended" and code == SEAT

    game.begin()
    for i in range(last):
        _again(game, i)
    game.pass_until(at)
    if ended_by_press or (code == END and game.state in ("running", "gap")):
        # Paused from the moment of the end: nobody's time has run since.
        game.replay(at, PAUSE, REASONS.index("arbiter"), 0)
    for i in range(last + 1, count):
        if code in (VERDICT, END) and history.cell(i, 1) in PAUSING:
            continue
        _again(game, i)
    game.pass_until(t)
    game.taken = min(game.taken, game.records.count)
    return None


def _again(game, i):
    """Replays row `i` of the history. It is written back at or before its old place, so no copy is needed."""
    # MicroPython looks for memory from a mark on that only an allocation as small as this one moves forward. Without it
    # an undo of 277 inputs took a Pico 1.65 s, with it 0.3 s (docs/pico.md).
    object()
    t, code, a, b = game.history.row(i)
    why = game.replay(game.pass_until(t), code, a, b)
    if why is not None and code == ADJUST:
        # It has no effect while another seat is on turn; one more undo may bring its turn back, and it with it.
        game.history.add(t, code, a, b)
