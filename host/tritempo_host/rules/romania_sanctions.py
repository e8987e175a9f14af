"""Warnings, penalties, eliminations, challenges, and how many rounds there are (RO).

Points of a game are whole numbers; what comes off a player's coefficients is an exact fraction.
"""

from dataclasses import dataclass
from fractions import Fraction

DISCIPLINARY = 4  # technical warnings that one disciplinary is worth
EACH = Fraction(20, 1000)
PENALTY = Fraction(1)
CHALLENGE = 10  # points for each correct word challenged
ABSENCES = 3
ROUNDS = ((16, 5), (32, 6), (64, 7))  # up to so many players, so many rounds; 8 beyond


@dataclass(frozen=True, slots=True)
class Verdict:
    """`stands`: whether the play does; `points`: what it costs the challenger, 0 or negative."""

    stands: bool
    points: int


def warnings(technical: int, disciplinary: int) -> int:
    """All warnings as technical ones (RO, SANCŢIUNI)."""
    return technical + DISCIPLINARY * disciplinary


def deduction(technical: int, disciplinary: int, penalties: int = 0, *, first_free: str = "any") -> Fraction:
    """What comes off the sum of coefficients after the last game: 0.02 for each warning after the first, 1 a penalty.

    `first_free`: the warning that costs nothing is the first of all, so that a disciplinary one costs three (0.06), or
    only a "technical" one, so that it costs four (0.08). Raises ValueError("warnings").
    """
    if min(technical, disciplinary, penalties) < 0:
        raise ValueError("warnings")
    if first_free == "technical":
        charged = max(technical - 1, 0) + DISCIPLINARY * disciplinary
    else:
        charged = max(warnings(technical, disciplinary) - 1, 0)
    return EACH * charged + PENALTY * penalties


def eliminated(absences: int = 0, penalties: int = 0) -> str | None:
    """Why a player must leave the tournament: "absences" (3, the first rounds included), "penalties" (the second one).

    For repeated disciplinary warnings and for books on the table only the chief arbiter can say it.
    """
    if absences >= ABSENCES:
        return "absences"
    return "penalties" if penalties >= 2 else None


def challenge(correct_words: int, wrong_words: int, *, mixed: str = "charged") -> Verdict:
    """CONTESTAŢIA: one wrong word annuls the play; each correct word challenged costs 10 points.

    `mixed`: correct words are "charged" though the play falls, as the text says, or "free" then.
    """
    if min(correct_words, wrong_words) < 0:
        raise ValueError("words")
    free = wrong_words > 0 and mixed == "free"
    return Verdict(wrong_words == 0, 0 if free else -CHALLENGE * correct_words)


def rounds(players: int) -> int:
    """Număr de runde, where the event itself says nothing: 5 below 17 players, 6 to 32, 7 to 64, 8 beyond."""
    if players < 0:
        raise ValueError("players")
    return next((number for most, number in ROUNDS if players <= most), 8)
