"""A table that can say what its display is given, and how it comes to some moments of a game (tests/scenes.py).

Runs on CPython and inside MicroPython.
"""

from at_the_table import AtTheTable

NAMES_OF_3 = ("Anna Puig", "Bernat Gascó", "Mariàngela Vilà")
NAMES_OF_4 = ("Àngel Șerban", "Ilinca Țuțuianu", "Iñaki Ruiz", "Joan l'Avi")


class Scene(AtTheTable):
    """A table that can say what its display is given. Time passes in long steps, and shorter ones at the end.

    `control`: the id of a preset, or "" where there is no game.
    """

    def __init__(self, control="matam", seats=3, lang="ca", **settings):
        super().__init__(control or None, seats, dict(settings, lang=lang))
        self.lang = lang
        self.told = {}

    def wait(self, ms):
        long_ms, self.tick_ms = ms - 5000, 30000
        if long_ms > 0:
            super().wait(long_ms)
        self.tick_ms = 500
        super().wait(min(ms, 5000))

    def soon(self, button, ms=200):
        """The seat on turn is done, and another press comes too soon."""
        self.turns(0).wait(ms)
        self.edge(button, True)
        return self

    def tell(self, **told):
        """What the display learns from others than the game and the dialogs."""
        self.told.update(told)
        return self

    def shown(self):
        """(v, prompt, info) as `screens.draw` takes them."""
        seats = self.game.control.seats if self.game else 0
        info = {
            "lang": self.lang,
            "now": 0,
            "names": NAMES_OF_4 if seats == 4 else NAMES_OF_3[:seats],
            "rotation": self.settings["rotation"],
            "round": 2 if self.game else None,  # as the host sends them, with the names
            "table": 5 if self.game else None,
            "control_name": self.game.control.name[self.lang] if self.game else "",
            "at_zero": self.game.control.at_zero if self.game else None,
            "log": 12,
            "saved": True,
            "trouble": None,
            "sync": None,
        }
        info.update(self.told)
        return self.view(), self.prompt(), info

    def turns(self, *lengths_ms):
        """Each turn ends after its length; in `ready` the first begins after it."""
        for length_ms in lengths_ms:
            self.wait(length_ms)
            self.edge("A", True)
            self.edge("A", False)
        return self


def begun(control="matam", seats=3, lang="ca"):
    return Scene(control, seats, lang).turns(0)


def middle(lang="ca"):
    """The second hand of a MàTaM game: a card, a pass and an exchange behind us, 1:20 left for the first seat."""
    table = begun(lang=lang).turns(45000)
    table.wait(30000)
    table.tap("TRUMP", "A")
    table.turns(90000, 30000)
    table.game.input(table.t, "mark", "pass", 3)
    table.game.input(table.t, "mark", "exchange", 2)
    table.wait(40000)
    return table


def over(lang="ca", by_ms=6500):
    table = middle(lang)
    table.wait(80000 + by_ms)
    return table


def late(lang="ca", more=()):
    """The limit of the round has passed in the last turn of hand 20: 59 turns of a minute, and then `more`."""
    table = begun(lang=lang).turns(*([60000] * 59))
    table.wait(65000)
    return table.turns(*more)


def after(table, *taps, hold=None, wait_ms=300):
    """The table after some buttons (and one held, in ms)."""
    table.tap(*taps)
    if hold is not None:
        table.edge(hold[0], True)
        table.wait(hold[1])
    table.wait(wait_ms)
    return table


def bank(lang="ca", ms=700000):
    table = begun("manresa-escacs", 2, lang).turns(400000)
    table.wait(ms)
    return table


def ended(table, reason="out", *args):
    table.game.input(table.t, "end", reason, *args)
    table.wait(5000)
    return table


def marked(lang, control, *marks):
    """A game in which each turn so far was marked."""
    table = begun(control, 2 if control == "romania" else 3, lang)
    for i in range(len(marks)):
        table.wait(20000)
        table.game.input(table.t, "seat", table.game.seat)
        table.game.input(table.t, "mark", marks[i], i + 1)
    return table


def menu(table, *taps):
    """The arbiter's menu, and keys in it."""
    table.edge("PAUSE", True)
    table.wait(3100)
    table.edge("PAUSE", False)
    return after(table, *taps)


def refused(lang, why):
    table = middle(lang)
    table.dialogs.ignored(table.t, why)
    return table


def interrupted(lang):
    """The plug was pulled in a turn."""
    table = middle(lang)
    table.game.input(table.t, "power")
    return after(table, wait_ms=20000)
