"""Whether a game is over, from the letters of its turns, and what the limit of a round leaves to play.

Letters: S scored, P passed, X exchanged, I refused (invalid) play, T turn lost on time.
"""

from collections.abc import Collection, Sequence

LETTERS = frozenset("SPXIT")


def first_run(turns: Sequence[str], length: int, letters: Collection[str]) -> int | None:
    """After how many turns the last `length` were all of `letters`, for the first time; None if never.

    Raises ValueError("turn_letter") for a letter that is none.
    """
    if unknown := [letter for letter in turns if letter not in LETTERS]:
        raise ValueError("turn_letter", unknown[0])
    run = 0
    for number, letter in enumerate(turns, start=1):
        run = run + 1 if letter in letters else 0
        if run == length:
            return number
    return None


def ends_after(
    turns: Sequence[str], rules: Sequence[tuple[str, int, Collection[str]]]
) -> tuple[int | None, str | None]:
    """The turn after which the game is over and the name of the rule that ends it; (None, None) if it goes on.

    `rules`: name, length of the run, its letters. If two are met by the same turn the first named is taken.
    """
    met = [(after, name) for name, length, letters in rules if (after := first_run(turns, length, letters)) is not None]
    return min(met, key=lambda each: each[0]) if met else (None, None)
