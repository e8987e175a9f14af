"""Moments of games as the display sees them, each with a name: for tests, golden pictures and the manual.

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
            "round": 2,
            "table": 5,
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


def all_scenes(lang="ca"):
    """{name: function that gives the table}, in the order of a game."""
    return {
        "setup": lambda: after(Scene("", lang=lang)),
        "setup-long-name": lambda: after(Scene("", lang=lang), "C"),
        "setup-seats": lambda: after(Scene("", lang=lang), "C", "B"),
        "setup-sync": lambda: Scene("", lang=lang).tell(sync=45),
        "ready": lambda: after(Scene(lang=lang)),
        "ready-long-name": lambda: after(Scene(lang=lang)).tell(names=("Mariàngela Vilà", "", "Joan"), now=2000),
        "ready-4": lambda: after(Scene("manresa-torn", 4, lang, buttons=4, rotation="ADCB")).tell(now=2000),
        "ready-setup": lambda: after(Scene(lang=lang), "PAUSE"),
        "running": lambda: middle(lang),
        "running-trouble": lambda: middle(lang).tell(trouble="tr_log_not_saved", now=2000),
        "running-sync": lambda: middle(lang).tell(sync=30),
        "running-10": lambda: over(lang, -8450),
        "running-bank": lambda: bank(lang),
        "running-ebre": lambda: after(begun("ebre", 4, lang).turns(400000, 100000, 100000), wait_ms=12000),
        "running-marking": lambda: after(middle(lang), hold=("A", 2600), wait_ms=0),
        "running-too-soon": lambda: middle(lang).soon("B"),
        "overrun": lambda: over(lang),
        "overrun-other-half": lambda: over(lang, 6400 + 300).tell(now=2000),
        "overrun-bank": lambda: bank(lang, 1800000 + 61001),
        "overrun-flag": lambda: after(begun("romania", 2, lang), wait_ms=1506000).tell(now=2000),
        "cards": lambda: after(begun(lang=lang), "TRUMP"),
        "cards-more": lambda: after(begun(lang=lang), "TRUMP", "C"),
        "pause": lambda: after(middle(lang), "PAUSE", wait_ms=15000),
        "pause-arbiter": lambda: after(middle(lang), "PAUSE", "C", wait_ms=75000),
        "challenge": lambda: after(middle(lang), "PAUSE", "A", wait_ms=15000),
        "salva": lambda: after(begun(lang=lang).turns(30000), "PAUSE", "A", "B"),
        "gap": lambda: after(middle(lang), "PAUSE", "A", "B", "B"),
        "menu": lambda: after(middle(lang), "PAUSE", hold=("PAUSE", 3100)),
        "adjust": lambda: after(after(middle(lang), "PAUSE", hold=("PAUSE", 3100)), "B", "C", "C", "C"),
        "end": lambda: after(middle(lang), "PAUSE", "TRUMP"),
        "one-more-hand": lambda: late(lang),
        "last-hand": lambda: late(lang, more=(0, 1000, 50000)),
        "ended": lambda: ended(over(lang)),
        "ended-not-saved": lambda: ended(over(lang)).tell(saved=False, trouble="tr_flash_full", now=2000),
        "ended-sync": lambda: ended(over(lang)).tell(sync=45),
        "ended-penalty": lambda: ended(bank(lang, 1800000 + 61001)),
        "ended-4": lambda: ended(begun("ebre", 4, lang).turns(400000, 100000, 100000)),
    }
