"""The game that the demo plays, by its buttons: what three players and an arbiter do in an hour at the table.

Each step is (seconds after the step before, what to do). The words: a button ("A", "B", "C", "PAUSE", "TRUMP") is
pressed for a moment, ("hold", button, milliseconds) is kept down, "plug" pulls the plug and puts it back. A word that
begins with "#" is told, and takes no time: the key of a line in words/demo.toml. Its seconds say when that happened,
counted from the end of the step before: 0, or a while ago.
"""

from collections.abc import Iterator

# Seconds that a turn takes, one after the other: people are not regular, and a test must be.
THINKING = (48, 74, 91, 62, 103, 57, 85, 69, 110, 78, 64, 96)
ROUND_S = 3600


def turns(count: int, start: int) -> Iterator[tuple[float, object]]:
    """Ordinary turns, each ended by the button of the player to the right, as an opponent keeps the time (MG 32)."""
    for i in range(start, start + count):
        yield THINKING[i % len(THINKING)], "ABC"[(i + 1) % 3]


def story() -> Iterator[tuple[float, object]]:
    """The steps of the game. It begins in `ready`, and goes on until the round limit has ended it."""
    yield 25, "B"
    yield 0, "#begin"
    yield from turns(3, 0)
    yield 41, "PAUSE"
    yield 2, "A"  # challenge
    yield 38, "A"  # valid
    yield -40, "#valid"
    yield 33, "B"
    yield from turns(1, 4)
    yield 52, "PAUSE"
    yield 2, "A"  # challenge
    yield 45, "B"  # void
    yield -47, "#void"
    yield 3, "A"  # salva, 30 s
    yield 0, "#salva"
    yield 24, "A"  # the retry ends
    yield from turns(1, 7)
    yield 95, "TRUMP"
    yield 2, "A"  # pròrroga
    yield 0, "#prorroga"
    yield 84, "B"
    yield from turns(1, 9)
    yield 70, "TRUMP"
    yield 2, "B"  # tornar a tirar
    yield 0, "#tornar"
    yield 66, "B"
    yield from turns(3, 1)
    yield 131, ("hold", "B", 3700)  # over time by 11 s, then marked `lost`
    yield -14.7, "#flag"
    yield from turns(3, 5)
    yield 31, "C"
    yield 4, "PAUSE"
    yield 2, "C"  # the arbiter
    yield 4, ("hold", "PAUSE", 3200)  # the menu
    yield 5, "A"  # undo
    yield 2, "B"  # yes
    yield 0, "#undone"
    yield 8, "PAUSE"  # resume
    yield 40, "A"
    yield from turns(3, 8)
    yield 27, "plug"  # told by who pulls it
    yield 30, "PAUSE"  # resume
    yield 40, "B"
    i = 0
    while True:
        yield THINKING[i % len(THINKING)], "ABC"[i % 3]
        i += 1


def ordinary(start: int, hands: int | None = None) -> Iterator[tuple[float, object]]:
    """A game in which nothing happens but turns: up to the limit, or for so many hands, when somebody goes out."""
    yield 25, "B"
    i = start
    while hands is None or i < start + 3 * hands:
        yield THINKING[i % len(THINKING)], "ABC"[(i - start + 1) % 3]
        i += 1
    yield 20, "PAUSE"
    yield 2, "TRUMP"  # the end of the game
    yield 2, "A"  # somebody went out
