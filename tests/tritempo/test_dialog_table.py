"""The whole table of dialogs, walked by fingers alone: every key is reached, acts, and is taken by the game."""

import copy
import re
from pathlib import Path

import pytest

from at_the_table import AtTheTable
from dialog_words import DIALOGS, WORD_KEYS
from tritempo.buttons.dialog_steps import STEPS
from tritempo.buttons.dialog_table import row_of_state
from tritempo.buttons.dialogs import Dialogs
from tritempo.buttons.offers import TESTS

PAGE = Path(__file__).parents[2] / "docs" / "buttons.md"
STATES = ("setup", "ready", "running", "gap", "paused", "challenge", "ended")
WALK_TICK_MS = 100  # nothing of the walk is finer
NAMES = {row: name for name, row in DIALOGS.items()}
TWO_STEP = {
    "turn_ms": 120000,
    "handover": "two_step",
    "trumps": ["tornar", "salva"],
    "pauses": ["challenge", "overdraw", "arbiter"],
}


class Watched(Dialogs):
    """Dialogs that remember which keys of which rows have acted."""

    def __init__(self, settings):
        self.acted = set()
        super().__init__(settings)

    def _act(self, t, key, row, button, out):
        before = len(out)
        super()._act(t, key, row, button, out)
        if key is not None and (t, "sound", "ignored") not in out[before:]:
            self.acted.add((NAMES[row], key))


def twin(x):
    """A copy of a table that goes its own way; controls do not change, and what has acted is remembered together."""
    shared = [x.dialogs.acted, x.dialogs.control]
    return copy.deepcopy(x, {id(each): each for each in shared})


def table(control, seats=3, settings=None):
    return AtTheTable(control, seats, settings, make=Watched, tick_ms=WALK_TICK_MS)


def playing(control: str | dict = "matam", seats=3, turns=1, settings=None):
    """A table with a game that runs; `turns` of it have ended."""
    x = table(control, seats, settings)
    for _ in range(turns + 1):
        # The button of the seat on turn: right under `any` as under `mover`.
        x.tap("ABC"[(x.view()["seat"] or 1) - 1])
    return x


def passed(control="matam", seats=3, turns=6):
    """A game in which each of the turns so far was marked as a pass."""
    x = table(control, seats)
    x.tap("A")
    for _ in range(turns):
        x.hold("ABC"[x.view()["seat"] - 1], 1600)
        x.wait(600)
    return x


def flagged():
    x = playing("romania", 2)
    x.tick_ms = 100000
    x.wait(1600000)
    x.tick_ms = WALK_TICK_MS
    return x


def refused_thrice():
    """Nine turns without a point, challenges lost: the clock suggests an end, but not by passes (MG 24.3)."""
    x = playing(turns=0)
    for _ in range(9):
        x.tap("PAUSE", "A", "B")
        if x.prompt() is not None:
            x.tap("B")
        x.tap("A")
    return x


def second_card():
    """Only the cards of the second page are left to play."""
    x = playing()
    x.tap("TRUMP", "A", "A", "TRUMP", "B")
    return x


STARTS = {
    "no game": lambda: table(None),
    "ready": lambda: table("matam"),
    "ready, banks": lambda: table("romania", 2),
    "matam": playing,
    "matam, all passed": passed,
    "matam, refused": refused_thrice,
    "matam, two cards gone": second_card,
    "romania": lambda: playing("romania", 2, turns=2),
    "romania, fallen": flagged,
    "chess": lambda: playing("manresa-escacs", 2),
    "ebre": lambda: playing("ebre", 3),
    "duplicat": lambda: playing("duplicat", 3),
    "two step": lambda: playing(TWO_STEP, 3),
    "pin": lambda: playing(settings={"pin": ("A", "B", "A")}),
}
GESTURES = ("A", "B", "C", "TRUMP", "PAUSE", "hold")


def make(x, gesture):
    if gesture == "hold":
        x.hold("PAUSE", 3100)
        x.wait(700)
    else:
        x.tap(gesture)


def place(x):
    """What tells two places of the walk apart: what is asked, and what decides which keys are offered."""
    v = x.view()
    d = x.dialogs
    words = x.prompt() and tuple(sorted((k, w) for k, w in x.prompt()["keys"].items() if w))
    if v is None:
        return d.open, words
    cards = tuple(kind for _, kind in v["trumps"])
    return d.open, words, v["state"], v["reason"], v["under"], v["last_mark"], v["salva"], bool(cards), v["suggest_end"]


def labelled(x, gesture):
    """Whether the display offers something on this button: what it offers, the game must take."""
    prompt = x.prompt()
    return prompt is not None and gesture in prompt["keys"] and prompt["keys"][gesture] is not None


def walk(start, visit):
    """Visits every place that fingers can reach from a start, breadth first. `visit(table, way there)`."""
    first = STARTS[start]()
    seen = {place(first)}
    todo: list[tuple[AtTheTable, tuple[str, ...]]] = [(first, ())]
    while todo:
        x, way = todo.pop(0)
        visit(x, way)
        if len(way) == 6:
            continue
        for gesture in GESTURES:
            y = twin(x)
            y.refused.clear()
            y.actions.clear()
            make(y, gesture)
            if labelled(x, gesture):
                assert not y.refused, (start, *way, gesture)
            # One new game is enough, and what an ended game leads to is walked from its own beginning.
            if place(y) not in seen and not any(action[1] == "new" for action in y.actions):
                seen.add(place(y))
                todo.append((y, (*way, gesture)))
    return first.dialogs.acted


@pytest.fixture(scope="module")
def acted():
    """The keys that have acted on all walks together; on the way every dialog is left alone until it goes."""
    keys = set()
    for start in STARTS:
        keys |= walk(start, goes_away)
    return keys


def goes_away(x, way):
    """Left alone, a dialog goes away and has changed nothing."""
    if x.dialogs.open is None:
        return
    y = twin(x)
    y.actions.clear()
    state = y.view() and (y.view()["state"], y.view()["reason"], y.view()["turn"])
    timeout_ms = DIALOGS[y.dialogs.open].timeout_ms
    y.tick_ms = 1000
    y.wait(timeout_ms - (y.t - y.dialogs.touched_ms) - 1)
    assert y.dialogs.open == x.dialogs.open, way
    y.wait(1)
    assert y.dialogs.open is None and y.actions == [], way
    assert (y.view() and (y.view()["state"], y.view()["reason"], y.view()["turn"])) == state, way
    prompt = y.prompt()
    row = DIALOGS[row_of_state(y.view())]
    assert (prompt is None) == (row.title is None), way
    assert prompt is None or (prompt["title"] == row.title and prompt["left_ms"] is None), way


def keys_of(row):
    keys = [key for key in (*row.keys, row.each, row.pause, row.release, row.trump) if key is not None]
    # Where PAUSE acts at once, the clock stands by the time that the hold is long enough: that row's hold acts.
    return keys + ([row.hold] if row.hold is not None and row.pause is None else [])


def test_every_key_of_every_row_is_reached_and_acts(acted):
    missing = [(name, key.word, key.steps) for name, row in DIALOGS.items() for key in keys_of(row)]
    missing = [each for each in missing if not any((name, k.word, k.steps) == each for name, k in acted)]
    assert missing == []


def test_holding_pause_leads_to_the_menu_wherever_it_is_pressed(acted):
    for name, row in DIALOGS.items():
        if row.hold is not None and row.pause is not None:
            assert any(DIALOGS[then].hold == row.hold for then in ("paused", "challenge")), name
    x = playing()
    x.hold("PAUSE", 3000)
    assert x.prompt()["id"] == "menu"
    assert x.view()["state"] == "paused"
    y = playing()
    y.tap("TRUMP")
    y.hold("PAUSE", 3000)
    assert y.prompt()["id"] == "menu"


@pytest.mark.parametrize("name", DIALOGS)
def test_rows_name_only_what_there_is(name):
    row = DIALOGS[name]
    for key in keys_of(row):
        assert key.steps and all(step[0] in STEPS for step in key.steps)
        assert all(step[1] in DIALOGS for step in key.steps if step[0] == "open")
        assert all(test[0] in TESTS for test in key.tests)
    # A row has one way of laying out its keys, and fits under the display.
    assert (row.each is None) or not row.keys
    assert row.flow or len(row.keys) in (0, 3)
    # It can be left with PAUSE, unless it is a state that has nothing to leave.
    assert row.pause is not None or row.release is not None
    assert row.timeout_ms in (8000, 15000)


def test_every_test_of_the_offers_is_used():
    used = {test[0] for row in DIALOGS.values() for key in keys_of(row) for test in key.tests}
    assert used == set(TESTS)


def test_all_words_are_exported():
    assert set(WORD_KEYS) >= {key.word for row in DIALOGS.values() for key in keys_of(row) if key.word}
    assert {row.title for row in DIALOGS.values() if row.title} <= set(WORD_KEYS)
    assert len(set(WORD_KEYS)) == len(WORD_KEYS)


def shown(key):
    return "" if key is None else f"`{key.word}`" if key.word else "yes"


def line(name):
    """The row as docs/buttons.md shows it."""
    row = DIALOGS[name]
    if row.each is not None:
        keys = "any seat button" + (f": `{row.each.word}`" if row.each.word else "")
    elif row.flow:
        keys = ", ".join(f"`{word}`" for word in dict.fromkeys(key.word for key in row.keys))
    else:
        keys = " / ".join(shown(key) or "-" for key in row.keys) or "-"
    pause = "at once" if row.pause is not None and row.pause.word is None else shown(row.pause or row.release)
    if row.release is not None:
        pause = (pause if row.release.word else "yes") + " when let go"
    seconds = "stays" if name in STATES else f"{row.timeout_ms // 1000} s"
    cells = (f"`{name}`", keys, pause, "menu" if row.hold else "", shown(row.trump), seconds)
    return "| " + " | ".join(cell or "-" for cell in cells) + " |"


def test_the_page_for_people_shows_this_table():
    lines = [each for each in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"\| `", each)]
    assert sorted(lines) == sorted(line(name) for name in DIALOGS)
