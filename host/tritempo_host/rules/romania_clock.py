"""What a Romanian game asks of its clock: full turns, ends by what was played, latecomers, and clocks that run wrong.

Times are whole seconds, seats count from 0. (RO, "Utilizarea ceasurilor de control".)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

ALLOWED_ERROR_S = 120
EXEMPT_S = 300
ALLOWANCE_S = 1500
PASS, WRONG, SCORE, EXCHANGE = "P", "I", "S", "X"


class Turn(Protocol):
    """A turn of a clock's summary: its number and its hand from 1, its seat, and its mark, None for a play."""

    @property
    def n(self) -> int: ...

    @property
    def hand(self) -> int: ...

    @property
    def seat(self) -> int: ...

    @property
    def mark(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Late:
    """`left_s`: what to set on each clock once the game can begin, 0 if a player never came and None if nobody did.

    `absent`: the seats for which that was too late.
    """

    left_s: tuple[int | None, int | None]
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """`error_s`: how far the sum of both clocks is beyond what was announced; `corrected_s`: what to set on them."""

    error_s: int
    corrected_s: tuple[int, int]


def full_turns(moves: int, players: int = 2) -> int:
    """How often all have moved, of so many completed moves in order (ABANDON: "tururi complete")."""
    if moves < 0 or players < 1:
        raise ValueError("moves")
    return moves // players


def full_turns_played(turns: Iterable[Turn], players: int = 2, until: int | None = None) -> int:
    """The same from a clock's summary, for two players or more. A turn that the end cut off does not count.

    `until`: the number of the turn in which a flag fell. The game is over "at that moment" (DEPĂŞIREA TIMPULUI DE
    GÂNDIRE), though a clock counts on until the flag is claimed: that turn and those after it do not count.

    A hand is full when each seat has ended a turn in it, or when a later hand has begun: a turn that was lost as a
    penalty leaves no trace on a clock.
    """
    turns = [turn for turn in turns if until is None or turn.n < until]
    last = max((turn.hand for turn in turns), default=0)
    ended = {turn.seat for turn in turns if turn.hand == last and turn.mark not in ("unfinished", "running")}
    return last if last and len(ended) == players else max(last - 1, 0)


def end(turns: Sequence[str], players: int = 2, three_wrong: str = "turns") -> tuple[int, str, int] | None:
    """Whether what was played ends the game: after how many turns, "pas_pas" or "three_wrong", and whose turn it was.

    `turns` in order: P pass, I wrong play, S score, X exchange; any other letter is a turn of another kind. Two passes
    running end a game (PAS-PAS), and so do three wrong plays of one player in successive "turns" of his own; with the
    other reading, three successive "plays" of his, whatever he passed or exchanged between them.
    """
    wrong = [0] * players
    for i, turn in enumerate(turns):
        seat = i % players
        if turn == PASS and i and turns[i - 1] == PASS:
            return i + 1, "pas_pas", seat
        if turn == WRONG:
            wrong[seat] += 1
        elif three_wrong == "turns" or turn == SCORE:
            wrong[seat] = 0
        if wrong[seat] == 3:
            return i + 1, "three_wrong", seat
    return None


def late(came_s: tuple[int | None, int | None], allowance_s: int = ALLOWANCE_S) -> Late:
    """The clocks when players come late; `came_s`: after the start of the round, 0 if in time, None if never.

    Who is there starts the other's clock. Nobody there: the arbiter times until one comes, takes half of that off each,
    and starts the clock of the other. Half a second is not taken. Nobody within the allowance: a game without players.
    """
    there = [at for at in came_s if at is not None and at <= allowance_s]
    if any(at is not None and at < 0 for at in came_s):
        raise ValueError("arrival")
    if not there:
        return Late((None, None), (0, 1))
    first = min(there)
    each = allowance_s - first // 2
    left = tuple(each if at is None else each - (at - first) for at in came_s)
    absent = tuple(seat for seat in (0, 1) if came_s[seat] is None or (came_s[seat] != first and left[seat] <= 0))
    return Late((0 if 0 in absent else left[0], 0 if 1 in absent else left[1]), absent)


def correct(
    announced_s: int,
    left_s: tuple[int, int],
    extended: bool = False,
    *,
    short: str = "leave",
    half: str = "down",
) -> Correction:
    """The clocks after "Mai sunt … minute": with an error of more than 2:00 half of it comes off each clock.

    Not where time was `extended` for repeated challenges, nor for a player with at most 5:00. `short`: clocks that show
    too little are to "leave", since the text says *reduces*, or get the time back ("add"). `half`: of an odd error,
    half a second is not taken ("down") or it is ("up").
    """
    error = sum(left_s) - announced_s
    if extended or abs(error) <= ALLOWED_ERROR_S or (error < 0 and short == "leave"):
        return Correction(error, left_s)
    change = (abs(error) + (half == "up")) // 2 * (1 if error > 0 else -1)

    def corrected(left: int) -> int:
        return left if left <= EXEMPT_S else max(left - change, 0)

    return Correction(error, (corrected(left_s[0]), corrected(left_s[1])))
