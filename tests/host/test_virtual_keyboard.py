"""Characters from a terminal become presses, holds and releases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tritempo_host.virtual.keyboard import BUTTONS, Keyboard

# id, what the terminal says (seconds, character), the edges until long after
CASES = [
    ("tap", [(0, "1")], ["A down 0", "A up 0.7"]),
    ("letters too", [(0, "b")], ["B down 0", "B up 0.7"]),
    ("not a button", [(0, "x"), (1, "é")], []),
    ("two players in turn", [(0, "1"), (0.2, "2")], ["A down 0", "A up 0.2", "B down 0.2", "B up 0.9"]),
    ("the same twice, slowly", [(0, "t"), (2, "t")], ["TRUMP down 0", "TRUMP up 0.7", "TRUMP down 2", "TRUMP up 2.7"]),
    ("the same twice, fast", [(0, "3"), (0.3, "3")], ["C down 0", "C up 0.3", "C down 0.3", "C up 1"]),
    (
        "the same twice, then another",
        [(0, "3"), (0.3, "3"), (0.4, "1")],
        ["C down 0", "C up 0.3", "C down 0.3", "C up 0.4", "A down 0.4", "A up 1.1"],
    ),
    (
        "kept down: the keyboard repeats after half a second",
        [(0, "2"), *((0.5 + n * 0.04, "2") for n in range(60))],
        ["B down 0", "B up 2.98"],
    ),
    ("shift keeps it down", [(0, "P"), (5, "p")], ["PAUSE down 0", "PAUSE up 5.12"]),
    ("shift again lets it go", [(0, "A"), (5, "A")], ["A down 0", "A up 5.12"]),
    (
        "shift kept down is a press as long as that",
        [(0, "A"), *((0.5 + n * 0.04, "A") for n in range(51)), (9, "a")],
        ["A down 0", "A up 2.62", "A down 9", "A up 9.7"],
    ),
    ("one held, another tapped", [(0, "A"), (1, "2"), (2, "1")], ["A down 0", "B down 1", "B up 1.7", "A up 2.12"]),
]


def edges_of(characters: list[tuple[float, str]], keyboard: Keyboard) -> list[tuple[str, bool, float]]:
    """As the command runs it: `tick` at the times that `next_s` names, then the characters."""
    edges = []
    for at_s, character in [*characters, (characters[-1][0] + 100, "")]:
        while (due := keyboard.next_s()) is not None and due < at_s:
            edges += keyboard.tick(due)
        edges += keyboard.key(character, at_s) if character else keyboard.tick(at_s)
    return edges


@pytest.mark.parametrize(("characters", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_keys(characters: list[tuple[float, str]], expected: list[str]) -> None:
    edges = [f"{button} {'down' if down else 'up'} {at:g}" for button, down, at in edges_of(characters, Keyboard())]
    assert edges == expected


@given(st.lists(st.tuples(st.floats(0.001, 3), st.sampled_from("1aA2bB3cC4dD pPtTx")), min_size=1, max_size=40))
def test_a_button_goes_down_and_up_in_turn_and_time_never_falls(steps: list[tuple[float, str]]) -> None:
    now, characters = 0.0, []
    for step, character in steps:
        now += step
        characters.append((now, character))
    keyboard = Keyboard()
    down: set[str] = set()
    last = 0.0
    for button, pressed, at in edges_of(characters, keyboard):
        assert at >= last
        last = at
        assert (button in down) is not pressed
        (down.add if pressed else down.discard)(button)
        assert button in BUTTONS.values()
    assert down == keyboard.held, "long after, only what Shift put there is down"
