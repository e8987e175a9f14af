"""What the buttons mean, as data: one row for each thing that the display can be asking, and one for each state.

A row says what the keys do while it is on. Rows without a title are states of the game with nothing asked: there the
seat buttons are seats. In all others they are soft keys. tritempo.buttons.dialogs walks this table and knows none of
its rows; docs/buttons.md shows it to people, and a test holds the two together.

tritempo.buttons.dialog_parts says what rows, keys and steps are. Each row stands behind a `lambda`, and is made when it
is asked for: all of them at once take 13 KB of a Pico's memory. Those of the set-up and of the arbiter's menu are in
tritempo.buttons.dialog_menu, which a Pico has in memory only while they are on.
"""

from tritempo.buttons.dialog_parts import (
    BACK,
    CARDS_TIMEOUT_MS,
    CLOSE,
    MENU,
    SEAT,
    STOP,
    card,
    go,
    key,
    reason,
    row,
    send,
)


# Points and tiles share a key, so that the three reasons of a club evening fit on three keys: the first press says
# "about points", and the key then offers to make it "about tiles".
def other_reasons():
    return (
        reason("score", ("allows_not", "overdraw"), ("reason_not", "score")),
        reason("score", ("allows", "overdraw"), ("reason_not", "score", "overdraw"), word="score_tiles"),
        reason("overdraw", ("allows_not", "score"), ("reason_not", "overdraw")),
        reason("bag_empty", ("reason_not", "bag_empty")),
        reason("late", ("reason_not", "late")),
        reason("flag", ("reason_not", "flag")),
        reason("arbiter", ("reason_not", "arbiter")),
    )


def reasons():
    return (
        reason("challenge"),
        reason("score", ("reason", "overdraw")),
        reason("overdraw", ("reason", "score")),
    ) + other_reasons()


CHALLENGED = (("challenged",),)
OPEN_END = (("not_under", "ended"),)


def pause_row(title, keys):
    """While the clock stands: PAUSE again goes on, TRUMP leads to the end of the game without an arbiter's PIN."""
    return row(
        title,
        ("paused",),
        keys=keys,
        flow=True,
        release=send("resume", "resume"),
        hold=MENU,
        trump=go("end_game", "end", tests=OPEN_END),
    )


ROWS = {
    # States of the game: what the buttons do when nothing is asked.
    "ready": lambda: row(None, ("ready",), each=SEAT, release=go(None, "setup"), hold=MENU),
    "running": lambda: row(None, ("running",), each=SEAT, pause=STOP, hold=MENU, trump=go(None, "cards")),
    "gap": lambda: row(None, ("gap",), each=SEAT, pause=STOP, hold=MENU, trump=go(None, "cards_gap")),
    "ended": lambda: row(
        None,
        ("ended",),
        release=send(None, "pause", "challenge", tests=(("reason", "out"), ("allows", "challenge")) + CHALLENGED),
        hold=MENU,
    ),
    # States in which something is always asked, and no time takes it away.
    "paused": lambda: pause_row("title_pause", reasons()),
    "challenge": lambda: pause_row(
        "title_challenge",
        (
            send("valid", "verdict", "valid", tests=CHALLENGED),
            send("void", "verdict", "invalid", tests=CHALLENGED + (("salva_not",),)),
            key("void", ("send", "verdict", "invalid"), ("open", "salva"), tests=CHALLENGED + (("salva",),)),
            go("more", "reasons"),
        ),
    ),
    # Dialogs: asked for by a key, gone after a while.
    "reasons": lambda: pause_row("title_pause", other_reasons()),
    "salva": lambda: row(
        "title_salva",
        ("gap",),
        keys=(send("salva_30", "trump", "salva"), key("turn_lost", CLOSE), None),
        pause=STOP,
        hold=MENU,
    ),
    "cards": lambda: row(
        "title_cards",
        ("running",),
        keys=(card("prorroga"), card("tornar"), go("more", "cards_more", tests=(("cards_more",),))),
        pause=STOP,
        hold=MENU,
        trump=BACK,
        timeout_ms=CARDS_TIMEOUT_MS,
        why="trump",
    ),
    "cards_more": lambda: row(
        "title_more",
        ("running",),
        keys=(card("canvi"), card("rescat"), card("triple")),
        pause=STOP,
        hold=MENU,
        trump=BACK,
        timeout_ms=CARDS_TIMEOUT_MS,
        why="trump",
    ),
    "cards_gap": lambda: row(
        "title_cards",
        ("gap",),
        keys=(card("salva"), card("tornar"), None),
        pause=STOP,
        hold=MENU,
        trump=BACK,
        timeout_ms=CARDS_TIMEOUT_MS,
        why="trump",
    ),
}


KEPT = 4  # rows: a state's and an open dialog's are looked at again and again
_kept = {}


def dialog(name):
    """The row of that name."""
    kept = _kept.get(name)
    if kept is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        if name in ROWS:
            kept = ROWS[name]()
        else:
            from tritempo.buttons.dialog_menu import ROWS as MENU_ROWS

            kept = MENU_ROWS[name]()
        _kept[name] = kept
    return kept


def forget_but(name):
    """Lets go of all rows but this one: that of a pause takes 2 KB, and a turn may be long."""
    for other in list(_kept):
        if other != name:
            del _kept[other]


def row_of_state(v):
    """The row that is on when no dialog is open. `v`: a view, or None where there is no game."""
    if v is None:
        return "setup"
    if v["state"] == "paused" and v["reason"] == "challenge":
        return "challenge"
    return v["state"]


# A press that does nothing says why: the game's reasons (Game.input), and those of the dialogs themselves.
REFUSALS = ("state", "dead_time", "press", "reason", "trump", "held", "time", "mark", "undo", "pin")


def refusal_word(why):
    return "ig_" + (why if why in REFUSALS else "other")
