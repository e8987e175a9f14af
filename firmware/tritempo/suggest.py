"""When the clock suggests that the game may be over. It never ends a game by itself (MG 24, CSM, RO)."""

from tritempo.codes import MARKS, T_MARK, T_SEAT, UNFINISHED

PASS, EXCHANGE, LOST, REFUSED = (MARKS.index(word) for word in ("pass", "exchange", "lost", "refused"))


def suggestion(game):
    """ "passes", "no_score" or None, from the ended turns alone. Looks at the last few, however long the game is."""
    rule = game.control.suggest
    if rule is None:
        return None
    n = game.control.seats
    if rule == "mg":
        # MG 24.2: all pass twice running. MG 24.3: nobody scores in three turns each.
        if _row(game, 2 * n, (PASS,)):
            return "passes"
        return "no_score" if _row(game, 3 * n, (PASS, EXCHANGE, LOST, REFUSED)) else None
    if rule == "csm":
        # CSM: three lost turns each, by refused words or passes; an exchange is not a lost turn.
        return "no_score" if _row(game, 3 * n, (PASS, REFUSED, LOST)) else None
    # RO: two passes running; three wrong plays running by one player.
    if _row(game, 2, (PASS,)):
        return "passes"
    for seat in range(1, n + 1):
        if _row(game, 3, (REFUSED,), seat):
            return "no_score"
    return None


def _row(game, length, marks, seat=None):
    """Whether the last `length` turns (of that seat) all carry one of the marks. Unfinished turns do not count."""
    turns = game.ended_turns
    i = turns.count - 1
    while i >= 0 and length:
        turn = turns.row(i)
        if turn[T_MARK] != UNFINISHED and (seat is None or seat == turn[T_SEAT]):
            if turn[T_MARK] not in marks:
                return False
            length -= 1
        i -= 1
    return length == 0
