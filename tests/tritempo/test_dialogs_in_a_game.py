"""Buttons and game together: a whole game by fingers alone, and any fingers at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from at_the_table import AtTheTable
from dialog_words import DIALOGS, WORD_KEYS
from tritempo.buttons.dialogs import Dialogs
from tritempo.buttons.seating import BUTTONS
from tritempo.codes import ENDS, MARKS_BY_HAND, REASONS
from tritempo.control import PRESETS, TRUMPS, Control, preset
from tritempo.game import Game
from tritempo.view import view


@pytest.fixture(scope="module")
def played():
    """A MàTaM game of three, from choosing it to its end. Nobody touches anything but the five buttons."""
    x = AtTheTable(None)
    x.tap("B", "B")  # MàTaM, three seats
    x.tap("B")  # racks are full: seat 1's time runs
    x.wait(44220)
    x.tap("A")  # turn 1 has taken 45 s
    x.wait(10000)
    x.tap("PAUSE", "A")  # seat 2's play is challenged,
    x.wait(30000)
    x.tap("A")  # and is valid
    x.wait(5000)
    x.tap("C")
    x.wait(60000)
    x.tap("TRUMP", "A")  # seat 3: pròrroga
    x.wait(90000)
    x.hold("C", 1550)  # and passes after all
    x.wait(20000)
    x.tap("TRUMP", "B")  # seat 1: tornar a tirar
    x.wait(15000)
    x.tap("A")
    x.wait(25000)
    x.tap("PAUSE", "A", "B")  # seat 2's play is challenged, and is void;
    x.wait(4000)
    x.tap("A")  # salvaimpugnació
    x.wait(12000)
    x.tap("B")
    x.wait(10000)
    x.tap("PAUSE", "A", "B")  # seat 3's play is void, and no card can save it
    x.wait(3000)
    x.tap("C")
    x.wait(8000)
    x.tap("B")  # a mistake: seat 1 was still thinking
    x.hold("PAUSE", 3000)
    x.wait(700)
    x.tap("A", "B")  # the arbiter takes it back,
    x.hold("PAUSE", 3000)
    x.wait(700)
    x.tap("B", "C", "C", "C", "C", "B")  # gives 20 s,
    x.tap("PAUSE")  # and lets go on
    x.wait(30000)
    x.tap("A")
    x.wait(18000)
    x.hold("PAUSE", 3000)  # seat 2 goes out
    x.wait(700)
    x.tap("C", "A", "A")
    ended = x.view()
    x.tap("PAUSE")  # the last play is challenged,
    x.wait(40000)
    x.tap("A")  # and is valid
    return x, ended


def test_the_game_took_everything(played):
    x, _ = played
    assert x.refused == []
    assert [action[1:] for action in x.actions if action[1] not in ("input", "sound")] == [("new", "matam", 3)]


def test_its_turns_are_what_the_fingers_said(played):
    x, _ = played
    turns = [(turn["seat"], turn["kind"], turn["mark"], turn["closed_by"]) for turn in x.game.turns()]
    assert turns == [
        (1, "base", None, 1),
        (2, "base", None, 3),
        (3, "base", "pass", 3),
        (1, "base", None, None),
        (1, "again", None, 1),
        (2, "base", "refused", None),
        (2, "retry", None, 2),
        (3, "base", "refused", None),
        (1, "base", None, 1),
        (2, "base", None, None),
    ]
    by_number = [(turn["used_ms"], turn["allowance_ms"]) for turn in x.game.turns()]
    assert by_number[0] == (45000, 120000)
    assert by_number[2][1] == 240000
    assert by_number[6][1] == 30000
    assert by_number[8][1] == 140000


def test_the_pauses_cost_nobody_time(played):
    x, ended = played
    # From the first press to the end everything is a turn, a pause or a gap.
    turns_ms = sum(turn["used_ms"] for turn in x.game.turns())
    assert turns_ms == sum(ended["used_total_ms"])
    moves = [action for action in inputs(x) if action[2] in ("seat", "end")]
    assert moves[-1][0] - moves[0][0] - turns_ms == stood_ms(x)


def inputs(x):
    return [action for action in x.actions if action[1] == "input"]


def stood_ms(x):
    """How long nobody's time ran, read from the inputs alone; the undone press moved nothing."""
    stood, since = 0, None
    for t, _, kind, *args in inputs(x):
        if kind == "pause" and args != ["challenge"]:
            since = t if since is None else since
        elif kind == "verdict" and args == ["invalid"]:
            pass  # a gap goes on from the pause
        elif since is not None and kind in ("resume", "verdict", "trump", "seat", "end"):
            stood += t - since
            since = None
    return stood


def test_the_end_stands_after_its_challenge(played):
    x, ended = played
    assert (ended["state"], ended["reason"]) == ("ended", "out")
    now = x.view()
    assert (now["state"], now["reason"]) == ("ended", "out")
    assert now["used_total_ms"] == ended["used_total_ms"]
    assert now["trumps"] == [[3, "prorroga"], [1, "tornar"], [2, "salva"]]


# -- any fingers at all --------------------------------------------------------------------------------------------

fingers = st.lists(
    st.tuples(
        st.sampled_from(BUTTONS),
        st.booleans(),
        st.sampled_from([0, 0, 1, 9, 80, 149, 151, 499, 500, 700, 1500, 2600, 3000, 4600, 8000, 15000, 61000]),
    ),
    max_size=60,
)
# A press, its release and a rest are one gesture: random edges alone seldom get deep into the table.
taps = st.lists(
    st.tuples(st.sampled_from(BUTTONS), st.sampled_from([1, 80, 1600, 3001]), st.sampled_from([0, 151, 700])),
    max_size=30,
)
tables = st.tuples(
    st.sampled_from([*PRESETS, None]),
    st.sampled_from([None, ("A", "B", "C"), ("TRUMP",)]),
    st.sampled_from([3, 4]),
    st.sampled_from(["ABCD", "ACBD", "CBAD"]),
)


def sit_down(chosen):
    name, pin, buttons, rotation = chosen
    seats = 2 if name is None or preset(name)["seats"] == [2] else 3
    return AtTheTable(name, seats, {"pin": pin, "buttons": buttons, "rotation": rotation}, tick_ms=50)


def is_known(action, buttons):
    """Whether an action has one of the forms that the program knows."""
    t, word, *args = action
    if type(t) is not int:
        return False
    if word == "new":
        return args[0] in PRESETS and args[1] in preset(args[0])["seats"] and args[1] <= buttons
    if word == "setting":
        return args[0] in ("lang", "sound", "rotation") and len(args) == 2
    if word == "sound":
        return args in (["ignored"], ["mark1"], ["mark2"], ["mark3"], ["mark4"])
    if word == "maintenance":
        return args == []
    return word == "input" and is_known_input(*args)


def is_known_input(kind, *args):
    if kind in ("pause", "resume", "undo") and not args:
        return True
    words = {
        "pause": ("challenge",),
        "reason": REASONS[:-1],
        "verdict": ("valid", "invalid"),
        "trump": TRUMPS,
        "end": ENDS,
        "mark": MARKS_BY_HAND,
        "seat": range(1, 5),
        "adjust": range(1, 5),
    }
    if not args or args[0] not in words.get(kind, ()):
        return False
    if kind == "adjust":
        return len(args) == 2 and args[1] % 5000 == 0 and args[1] != 0
    if kind == "mark":
        return len(args) == 2 and args[1] >= 1
    if kind == "end" and args[0] == "abandon":
        return len(args) == 2 and args[1] in range(1, 5)
    return len(args) == 1


def is_drawable(prompt):
    words = [prompt["title"], prompt["mark"], prompt["word"], *prompt["keys"].values()]
    return prompt["id"] in DIALOGS and all(word is None or word in WORD_KEYS for word in words)


def comes_to_rest(x):
    """Left alone for 20 s: no dialog is open, and only what always asks still does."""
    x.actions.clear()
    x.wait(20000)
    assert x.dialogs.open is None
    assert all(action[1] == "sound" or action[2] == "mark" for action in x.actions)
    prompt = x.prompt()
    state = None if x.game is None else x.game.state
    if state == "paused":
        assert prompt["id"] in ("paused", "challenge")
        assert prompt["keys"]["PAUSE"] == "resume"
    elif state is None:
        assert prompt["id"] == "setup"
    else:
        assert prompt is None


@settings(deadline=None, max_examples=150)
@given(tables, fingers)
def test_any_edges(chosen, edges):
    x = sit_down(chosen)
    for button, down, ms in edges:
        x.edge(button, down)
        assert x.prompt() is None or is_drawable(x.prompt())
        x.wait(ms)
    assert all(is_known(action, chosen[2]) for action in x.actions)
    comes_to_rest(x)


@settings(deadline=None, max_examples=150)
@given(tables, taps)
def test_any_gestures_and_what_is_offered_is_taken(chosen, gestures):
    x = sit_down(chosen)
    for button, ms, rest_ms in gestures:
        prompt = x.prompt()
        offers = prompt is not None and prompt["keys"].get(button)
        refused = len(x.refused)
        x.edge(button, True)
        new = x.refused[refused:]
        # The game takes what the display offers; only a turn's first moments are left to it.
        assert not (offers and new), (prompt, new)
        x.wait(ms)
        x.edge(button, False)
        x.wait(rest_ms)
    assert all(is_known(action, chosen[2]) for action in x.actions)
    comes_to_rest(x)


def situations():
    """Views of every state, of several controls; a program that has just been told of another game by the host."""
    views: list[dict | None] = [None]
    for name, seats in (("matam", 3), ("romania", 2)):
        for script in (
            [],
            [("seat", 1)],
            [("seat", 1), ("seat", 1), ("pause",)],
            [("seat", 1), ("pause", "challenge")],
            [("seat", 1), ("seat", 1), ("pause", "challenge"), ("verdict", "invalid")],
            [("seat", 1), ("seat", 1), ("end", "out")],
            [("end", "aborted")],
        ):
            game = Game(Control(preset(name), seats))
            t = 0
            for each in script:
                t += 1000
                game.input(t, *each)
            views.append(view(game, t + 500))
    return views


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from([None, ("matam", 3), ("romania", 2), ("duplicat", 4)]),
    st.lists(
        st.tuples(st.sampled_from(BUTTONS), st.booleans(), st.integers(0, 4000), st.sampled_from(situations())),
        max_size=60,
    ),
)
def test_a_view_that_changes_under_the_fingers_raises_nothing(control, edges):
    dialogs = Dialogs({"pin": ("B",)})
    if control is not None:
        dialogs.begin(Control(preset(control[0]), control[1]))
    t = 0
    actions = []
    for button, down, ms, v in edges:
        actions += dialogs.edge(t, button, down, v)
        t += ms
        actions += dialogs.tick(t, v)
        prompt = dialogs.prompt(t)
        assert prompt is None or is_drawable(prompt)
    assert all(is_known(action, 4) for action in actions)
