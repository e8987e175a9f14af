"""What a row of the dialogs' table is made of: keys, their steps and tests, and short ways to write the common ones.

A `Key` is (word on the display, steps, tests): all its tests (tritempo.buttons.offers) must hold for it to be offered,
and pressing it takes the steps in order:

    ("send", kind, args…)   an input of the game at the time of the press
    ("do", word, args…)     something else that the program must do: new, setting, maintenance
    ("open", row)           ask this now (behind the PIN, where the row is guarded and there is one)
    ("close",)              ask nothing more
    ("more",)               the next page of this row's keys
    ("dial", ±1)            the value shown goes one on or one back
    ("seat",)               the seat whose button this is has been chosen; refused where nobody sits there
    ("on_turn",)            the seat on turn has been chosen
    ("press",)              a seat's press
    ("pin",)                one press of the PIN

Arguments that begin with `$` stand for what has been chosen here (seat, or a dial's value), with `@` for a value of
the view. tritempo.buttons.dialog_steps takes the steps.
"""

from collections import namedtuple

Key = namedtuple("Key", "word steps tests")
Row = namedtuple("Row", "title states keys each flow pause release hold trump dial timeout_ms guard why")

TIMEOUT_MS = 15000
CARDS_TIMEOUT_MS = 8000


def key(word, *steps, tests=()):
    return Key(word, steps, tests)


def send(word, kind, *args, tests=()):
    """A key that gives the game one input; nothing more is asked then."""
    return Key(word, (("send", kind) + args, ("close",)), tests)


def go(word, name, tests=()):
    return Key(word, (("open", name),), tests)


def row(
    title,
    states,
    keys=(),
    each=None,
    flow=False,
    pause=None,
    release=None,
    hold=None,
    trump=None,
    dial=None,
    timeout_ms=TIMEOUT_MS,
    guard=False,
    why="state",
):
    """`keys`: those of A, B and C, None where there is none; with `flow` any number, laid out in pages as offered.
    `each`: one key for all seat buttons instead. `pause` acts at the press of PAUSE. Where time stands anyway,
    `release` acts when PAUSE is let go, so that `hold` (3 s) can mean something else: one gesture, one meaning.
    `dial`: the value that is set here. `states`: where the row can stay ("setup": no game). `guard`: behind the PIN.
    `why`: what a press that means nothing here is told."""
    return Row(title, states, keys, each, flow, pause, release, hold, trump, dial, timeout_ms, guard, why)


CLOSE = ("close",)
BACK = key("back", CLOSE)
STOP = send(None, "pause")
SEAT = key(None, ("press",))
MENU = go("menu", "menu")
MORE = key("more", ("more",))


def reason(name, *tests, word=None):
    return send(word or name, "reason", name, tests=(("allows", name),) + tests)


def card(kind):
    return send(kind, "trump", kind, tests=(("card", kind),))
