"""The rows of the dialogs' table for the set-up and the arbiter's menu (tritempo.buttons.dialog_table has the others).

On a Pico they are in memory only while one of them is on (tritempo.unload): a game does without their 4 KB.
"""

from tritempo.buttons.dialog_parts import BACK, CLOSE, MENU, go, key, row, send
from tritempo.buttons.dialog_table import OPEN_END

ANYWHERE = ("setup", "ready", "paused", "ended")  # wherever nobody's time runs and no play is being made
BACK_TO_MENU = go("back", "menu")
LESS, ON = key("previous", ("dial", -1)), key("next", ("dial", 1))
MINUS, PLUS = key("minus", ("dial", -1)), key("plus", ("dial", 1))
BEGUN = (("not_state", "ready"),)
BY_ARBITER = (("arbiter",),)


def mark(word, kind):
    return send(word, "mark", kind, "@last_turn")


def end(name, *tests, word=None):
    return send(word or name, "end", name, tests=tests)


def confirm(*steps):
    """Only the middle key acts: what cannot be taken back takes a second look."""
    return None, key("confirm", *steps), None


def setting(name):
    """Keys to choose the value of a setting."""
    return LESS, key("confirm", ("do", "setting", name, "$" + name), CLOSE), ON


ROWS = {
    "setup": lambda: row(
        "title_setup",
        ("setup", "ready", "ended"),
        keys=(LESS, go("confirm", "setup_seats"), ON),
        release=BACK,
        hold=MENU,
        dial="control",
        guard=True,
    ),
    "end": lambda: row(
        "title_end",
        ("ready", "paused"),
        flow=True,
        pause=BACK,
        keys=(
            end("passes", ("suggested", "passes")),
            end("no_score", ("suggested", "no_score")),
            end("out", *BEGUN),
            end("passes", ("suggested_not", "passes"), *BEGUN),
            end("no_score", ("suggested_not", "no_score"), *BEGUN),
            end("blocked", *BEGUN),
            end("flag", ("fell",), word="flag_end"),
            go("abandon", "abandon", tests=BY_ARBITER),
            end("draw", *(BY_ARBITER + BEGUN)),
            end("interrupted", *BY_ARBITER),
            end("aborted", *BY_ARBITER),
        ),
    ),
    "abandon": lambda: row(
        "abandon",
        ("ready", "paused"),
        each=key("choose", ("seat",), ("send", "end", "abandon", "$seat"), CLOSE),
        pause=go("back", "end"),
    ),
    "menu": lambda: row(
        "title_menu",
        ANYWHERE,
        flow=True,
        pause=BACK,
        guard=True,
        keys=(
            go("undo", "undo", tests=(("undoable",),)),
            go("adjust", "adjust_seat", tests=(("banks",), ("state", "ready", "paused"))),
            key("adjust", ("on_turn",), ("open", "adjust"), tests=(("turn_time",),)),
            go("end_game", "end", tests=(("state", "ready", "paused"),) + OPEN_END),
            go("mark", "mark", tests=(("markable",),)),
            go("setup", "setup", tests=(("state", "ready", "ended"),)),
            go("settings", "settings"),
            go("maintenance", "maintenance"),
        ),
    ),
    "undo": lambda: row("undo", ("paused", "ended"), keys=confirm(("send", "undo"), CLOSE), pause=BACK_TO_MENU),
    "adjust_seat": lambda: row(
        "title_adjust",
        ("ready", "paused"),
        each=key("choose", ("seat",), ("open", "adjust")),
        pause=BACK_TO_MENU,
    ),
    "adjust": lambda: row(
        "title_adjust",
        ("ready", "paused"),
        keys=(MINUS, send("confirm", "adjust", "$seat", "$time", tests=(("dialled", "time"),)), PLUS),
        pause=BACK_TO_MENU,
        dial="time",
    ),
    "mark": lambda: row(
        "title_mark",
        ("paused", "ended"),
        flow=True,
        keys=(mark("pass", "pass"), mark("exchange", "exchange"), mark("lost", "lost"), mark("none", None)),
        pause=BACK_TO_MENU,
    ),
    "setup_seats": lambda: row(
        "title_setup",
        ("setup", "ready", "ended"),
        keys=(LESS, key("confirm", ("do", "new", "$control", "$seats"), CLOSE), ON),
        pause=go("back", "setup"),
        dial="seats",
    ),
    "settings": lambda: row(
        "settings",
        ANYWHERE,
        keys=(go("lang", "lang"), go("sound", "sound"), go("rotation", "rotation")),
        pause=BACK_TO_MENU,
    ),
    "lang": lambda: row("lang", ANYWHERE, keys=setting("lang"), pause=go("back", "settings"), dial="lang"),
    "sound": lambda: row("sound", ANYWHERE, keys=setting("sound"), pause=go("back", "settings"), dial="sound"),
    "rotation": lambda: row(
        "rotation", ANYWHERE, keys=setting("rotation"), pause=go("back", "settings"), dial="rotation"
    ),
    "maintenance": lambda: row("maintenance", ANYWHERE, keys=confirm(("do", "maintenance"), CLOSE), pause=BACK_TO_MENU),
    "pin": lambda: row("title_pin", ANYWHERE, each=key(None, ("pin",)), trump=key(None, ("pin",)), pause=BACK),
}
