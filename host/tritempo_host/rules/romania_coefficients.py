"""What a Romanian game is worth: the coefficients, branch by branch (RO, "Calculul coeficienţilor").

Scores are points, coefficients exact fractions of whole thousandths. `P` is the winner's score and `p` the loser's, as
in the rule. Where a rule has two readings, a keyword chooses: the settings in `romania.py`.
"""

from fractions import Fraction

from tritempo_host.rules.exact import rounded

Pair = tuple[Fraction, Fraction]

NOTHING = Fraction(0)
LEVEL = Fraction(1)
GREATEST = Fraction(1667, 1000)  # COEFICIENTUL MAXIM OMOLOGAT
WIN = Fraction(1530, 1000)  # over an opponent without points, who is absent, or who gave up when ahead
LOSS = 2 - WIN
LOW_WIN, LOW_LOSS = Fraction(1500, 1000), Fraction(500, 1000)  # nobody has a point more than zero
STEP = Fraction(10, 1000)  # ABANDON: with each full turn the limit rises


def normal(one: int, other: int) -> Pair:
    """ÎN MOD NORMAL: `1 + P/(P+p)` and `p/(P+p)`, an exact half in the loser's favour, nobody above 1.667.

    The sum is 2, or less where the greatest coefficient cuts the winner's: the loser's is then what it was.
    """
    if one < other:
        lost, won = normal(other, one)
        return won, lost
    if one == other:  # before the rule for negative scores, which speaks of a winner
        return LEVEL, LEVEL
    if one <= 0:
        return LOW_WIN, LOW_LOSS
    if other <= 0:
        return WIN, LOSS
    lost = _thousandths(Fraction(other, one + other))
    return min(2 - lost, GREATEST), lost


def abandon(
    remaining: int, abandoner: int, full_turns: int, *, ahead: str = "formula", level: str = "as_behind"
) -> Pair:
    """ABANDON: the coefficients of the player who stays and of him who gave up after so many full turns.

    Who stays gets his coefficient of that moment, 1.530 if he was behind, and no more than 1.530 + 0.01 for each full
    turn. Who gave up gets his own, no more than 2 less the other's, and 0.000 before a full turn.
    `ahead`: "formula", or "floor" if 1.530 is the least for whoever stays (a narrow lead is worth less by the formula).
    `level`: "as_behind" (1.530), or "formula" (1.000), where the text says nothing. Raises ValueError("full_turns").
    """
    if full_turns < 0:
        raise ValueError("full_turns")
    stays, own = normal(remaining, abandoner)
    if remaining < abandoner or (remaining == abandoner and level == "as_behind"):
        stays = WIN
    elif remaining > abandoner and ahead == "floor":
        stays = max(stays, WIN)
    stays = min(stays, WIN + STEP * full_turns, GREATEST)
    return stays, min(own, 2 - stays) if full_turns else NOTHING


def three_wrong(opponent: int, offender: int) -> Pair:
    """3 DEPUNERI CONSECUTIVE GREŞITE, the offender's rack already off: he loses, whatever the scores."""
    won, lost = normal(opponent, offender)
    won = max(won, WIN)
    return won, min(lost, 2 - won)


def interrupted(one: int, other: int, *, low: str = "clamp", half: str = "loser") -> Pair:
    """ÎNTRERUPERE: one point, shared in proportion to the scores; no greatest coefficient.

    0-0 is shared equally. `low`: for a score below zero the text has no proportion: "clamp" counts it as zero;
    "as_normal" gives what the normal rule gives, less the winner's 1. `half`: an exact half goes to the "loser", as in
    the normal rule, or is rounded "up" for both, as in school (the sum is then 1.001).
    """
    if one < other:
        lost, won = interrupted(other, one, low=low, half=half)
        return won, lost
    if one == other:
        return LEVEL / 2, LEVEL / 2
    if other < 0:
        if low == "as_normal":
            won, lost = normal(one, other)
            return won - 1, lost
        if one <= 0:
            return LEVEL / 2, LEVEL / 2
        other = 0
    share = Fraction(other, one + other)
    lost = _thousandths(share)
    return rounded(1 - share, 3) if half == "up" else 1 - lost, lost


def no_show(absent: tuple[int, ...]) -> Pair:
    """NEPREZENTARE: 0.000 for a seat (0 or 1) that never came, 1.530 for one who met nobody. ValueError("absent")."""
    if not absent or not set(absent) <= {0, 1}:
        raise ValueError("absent")
    if set(absent) == {0, 1}:
        return NOTHING, NOTHING
    return (NOTHING, WIN) if 0 in absent else (WIN, NOTHING)


def _thousandths(losers: Fraction) -> Fraction:
    """Rounded to three decimals; the value is the loser's, so an exact half goes up."""
    return rounded(losers, 3, half="up")
