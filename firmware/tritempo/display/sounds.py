"""What the buzzer plays: lists of tones, for a board that plays them without making the loop wait.

Pressing the buzzer harder is not possible: a small one is loud where it resonates, at 2 to 4 kHz, and soft well below.
So the three levels are octaves, and the quiet one shortens what comes often.
"""

OFF, QUIET, NORMAL, LOUD = 0, 1, 2, 3
REST = 0  # the frequency of a silence

# (frequency at the quiet level in Hz, milliseconds at the normal one)
_TONES = {
    "tick": ((600, 16),),
    "warn": ((700, 160),),
    "zero": ((700, 900),),
    "limit": ((700, 250), (REST, 150), (700, 250), (REST, 150), (700, 250)),
    "ignored": ((175, 120),),
    "mark1": ((440, 60),),
    "mark2": ((523, 60),),
    "mark3": ((659, 60),),
    "mark4": ((784, 60),),
}
_OFTEN = ("tick", "ignored", "mark1", "mark2", "mark3", "mark4")

NAMES = tuple(sorted(_TONES))


def pattern(name, level):
    """((frequency_hz, ms), …); frequency 0 is a silence, and at level 0 there is nothing. Raises KeyError.

    `level`: 0 off, 1 quiet (a tournament's), 2 normal, 3 loud.
    """
    tones = _TONES[name]
    if level == OFF:
        return ()
    shorter = 2 if level == QUIET and name in _OFTEN else 1
    return tuple((hz << (level - 1), ms // shorter) for hz, ms in tones)
