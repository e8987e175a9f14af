"""MàTaM's rules of time: the turn and its trumps (MG 30, MM), the limit of the round (MG 31), when nobody plays on."""

from collections.abc import Sequence
from dataclasses import dataclass

from tritempo_host.rules.ending import ends_after

TURN_MS = 120_000  # MG 30
MORE_MS = 120_000  # MM, trump 2
RETRY_MS = 30_000  # MM, trump 5
TRUMPS = ("canvi", "prorroga", "rescat", "tornar", "salva", "triple")


def allowance(base_ms: int, trumps: Sequence[str]) -> int:
    """What a turn may take with the trumps in effect for it. Raises ValueError(code).

    prorroga: two minutes more; tornar: a new play with the time of a turn; salva: 30 seconds for a play after a refused
    one; the others leave the time alone. A player holds one trump a game and plays it once, so that two in one turn
    are "two_trumps". "trump_unknown" for what is none.
    """
    if any(trump not in TRUMPS for trump in trumps):
        raise ValueError("trump_unknown")
    if len(trumps) > 1:
        raise ValueError("two_trumps")
    if "salva" in trumps:
        return RETRY_MS
    return base_ms + (MORE_MS if "prorroga" in trumps else 0)


@dataclass(frozen=True, slots=True)
class Left:
    """Turns left after the warning: of the hand in progress, the turn that is on included, and of the one more."""

    this_hand: int
    extra_hand: int

    @property
    def turns(self) -> int:
        return self.this_hand + self.extra_hand


def left_at_limit(players: int, on_turn: int | None, last: int | None = None, in_gap: str = "hand_over") -> Left:
    """What is still played when the limit of the round has come: the hand in progress and one more (MG 31).

    `on_turn`: the seat, from 0, whose turn runs; None between turns, where `last` is the seat that played last (None:
    nobody yet). Between hands the hand is over and one more is left; with `in_gap` "new_hand" the one about to begin
    is the hand in progress. Raises ValueError("seat").
    """
    if any(seat is not None and not 0 <= seat < players for seat in (on_turn, last)):
        raise ValueError("seat")
    if on_turn is None:
        on_turn = (players if last is None else last + 1) % players
        if on_turn == 0 and in_gap == "hand_over":
            return Left(0, players)
    return Left(players - on_turn, players)


def end_after_limit(end: str, out: str = "closes") -> str:
    """What ended a game whose limit had come, by the ends of `matam`. Who goes out in the hands that are left closes
    it, so that the racks count (24.1); with `out` "limit" it is over by MG 31 all the same, and no rack does."""
    return "limit" if end == "out" and out == "limit" else end


def over(turns: Sequence[str], players: int = 3, lost_turn: str = "zero") -> tuple[int | None, str | None]:
    """After which turn the game is over and by which article, "24.2" or "24.3"; (None, None) if it goes on.

    24.2: all pass twice in succession; an exchange is no pass, nor is a turn lost on time unless `lost_turn` is "pass".
    24.3: nobody scores in three turns each. Where one turn meets both it is 24.2; the racks count in the same way.
    Letters: `rules.ending`. Raises ValueError("turn_letter").
    """
    passes = "PT" if lost_turn == "pass" else "P"
    return ends_after(turns, (("24.2", 2 * players, passes), ("24.3", 3 * players, "PXIT")))
