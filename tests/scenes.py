"""Moments of games as the display sees them, each with a name: for tests, the sheets in docs/screens.md and the cards.

Runs on CPython and inside MicroPython.
"""

from moments import NAMES_OF_3, Scene, after, bank, begun, ended, interrupted, late, marked, menu, middle, over, refused
from tritempo.buttons.dialog_table import REFUSALS
from tritempo.control import PRESETS

LONG_NAMES = ("Maria del Carme Puigdomènech i Tarradellas", "Ștefănița-Alexandra Brâncoveanu", "Gal·la Oñate")
ACCENTS = ("Núria Agulló", "Gal·la Açò", "Pïus Üdell"), ("Ștefan Țară", "Ânca Îlie", "Măriuca Șuț")
ALIKE = ("Maria Vila", "Maria Roca", "Maria Ros")
TROUBLE = ("tr_log_not_saved", "tr_flash_full", "tr_memory", "tr_display", "tr_button_stuck", "tr_time_jump")


def groups(lang="ca"):
    """((name of the group, ((name, function that gives the table), …)), …), in the order of a game."""
    return (
        ("setup", _setup(lang)),
        ("ready", _ready(lang)),
        ("turn", _turn(lang)),
        ("overrun", _overrun(lang)),
        ("cards", _cards(lang)),
        ("pause", _pause(lang)),
        ("verdict", _verdict(lang)),
        ("arbiter", _arbiter(lang)),
        ("end", _end(lang)),
        ("ended", _ended(lang)),
        ("trouble", _trouble(lang)),
        ("ignored", _each("ignored", REFUSALS, lambda why: refused(lang, why))),
    )


def all_scenes(lang="ca"):
    """{name: function that gives the table}."""
    scenes = {}
    for _, named in groups(lang):
        scenes.update(named)
    return scenes


def _each(group, words, make):
    """A scene for each word."""
    return tuple([(group + "-" + word, lambda word=word: make(word)) for word in words])


def _setup(lang):
    def preset(name):
        return after(Scene("", lang=lang), *["C"] * PRESETS.index(name))

    others = (
        ("setup-seats", lambda: after(preset("manresa-torn"), "B")),
        ("setup-pin", lambda: after(Scene(lang=lang, pin=("A", "C", "TRUMP")), "PAUSE", "A", "C")),
        ("setup-sync", lambda: Scene("", lang=lang).tell(sync=45)),
        ("service", lambda: Scene("", lang=lang).tell(service=True)),
    )
    return _each("setup", PRESETS, preset) + others


def _ready(lang):
    def ready(now=0, names=NAMES_OF_3):
        return after(Scene(lang=lang)).tell(now=now, names=names)

    def four(now=2000):
        return after(Scene("manresa-torn", 4, lang, buttons=4, rotation="ADCB")).tell(now=now)

    return (
        ("ready", ready),
        ("ready-control", lambda: ready(2000)),
        ("ready-round", lambda: ready(4000)),
        ("ready-no-names", lambda: ready(0, ())),
        ("ready-long-name", lambda: ready(2000, ("Mariàngela Vilà", "", "Joan"))),
        ("ready-longer-names", lambda: ready(0, LONG_NAMES)),
        ("ready-accents-ca", lambda: ready(0, ACCENTS[0])),
        ("ready-accents-ro", lambda: ready(0, ACCENTS[1])),
        ("ready-alike", lambda: ready(0, ALIKE)),
        ("ready-4", four),
        ("ready-bank", lambda: after(Scene("manresa-escacs", 2, lang)).tell(now=2000)),
        ("ready-setup", lambda: after(Scene(lang=lang), "PAUSE")),
    )


def _turn(lang):
    def again():
        return after(begun(lang=lang), "TRUMP", "B", wait_ms=7000)

    return (
        ("running", lambda: middle(lang)),
        ("running-sync", lambda: middle(lang).tell(sync=30)),
        ("running-warned", lambda: over(lang, -12000)),
        ("running-10", lambda: over(lang, -8450)),
        ("running-0", lambda: over(lang, 0)),
        ("running-bank", lambda: bank(lang)),
        ("running-bank-low", lambda: bank(lang, 1800000 - 45000)),
        ("running-wespa", lambda: after(begun("wespa", 2, lang), wait_ms=61000)),
        ("running-romania", lambda: after(begun("romania", 2, lang), wait_ms=61000)),
        ("running-ebre", lambda: after(begun("ebre", 4, lang).turns(400000, 100000, 100000), wait_ms=12000)),
        ("running-again", again),
        ("running-salva", lambda: after(begun(lang=lang).turns(30000), "PAUSE", "A", "B", "A", wait_ms=1000)),
        ("running-suggest", lambda: marked(lang, "matam", *["pass"] * 6).tell(now=2000)),
        ("running-suggest-2", lambda: after(marked(lang, "manresa-torn", *["lost"] * 9)).tell(now=2000)),
        ("mark-pass", lambda: after(middle(lang), hold=("A", 1600), wait_ms=0)),
        ("running-marking", lambda: after(middle(lang), hold=("A", 2600), wait_ms=0)),
        ("mark-lost", lambda: after(middle(lang), hold=("A", 3600), wait_ms=0)),
        ("mark-none", lambda: after(middle(lang), hold=("A", 4600), wait_ms=0)),
        ("one-more-hand", lambda: late(lang)),
        ("last-hand", lambda: late(lang, more=(0, 1000, 50000))),
    )


def _overrun(lang):
    return (
        ("overrun", lambda: over(lang)),
        ("overrun-other-half", lambda: over(lang, 6400 + 300).tell(now=2000)),
        ("overrun-hold", lambda: after(over(lang, 12300), hold=("A", 3600), wait_ms=0)),
        ("overrun-bank", lambda: bank(lang, 1800000 + 61001)),
        ("overrun-bank-long", lambda: bank(lang, 1800000 + 700000)),
        ("overrun-flag", lambda: after(begun("romania", 2, lang), wait_ms=1506000).tell(now=2000)),
    )


def _cards(lang):
    return (
        ("cards", lambda: after(begun(lang=lang), "TRUMP")),
        ("cards-more", lambda: after(begun(lang=lang), "TRUMP", "C")),
        ("cards-late", lambda: after(over(lang), "TRUMP", wait_ms=4000)),
        ("cards-gap", lambda: after(begun(lang=lang).turns(30000), "PAUSE", "A", "B", "B", "TRUMP")),
    )


def _pause(lang):
    def paused(*keys, control="matam", seats=3):
        table = middle(lang) if control == "matam" else begun(control, seats, lang).turns(100000).turns(50000)
        return after(after(table, wait_ms=5000), "PAUSE", *keys, wait_ms=15000 if not keys else 75000)

    return (
        ("pause", lambda: after(middle(lang), "PAUSE", wait_ms=15000)),
        ("pause-score", lambda: paused("B")),
        ("pause-overdraw", lambda: paused("B", "B")),
        ("pause-arbiter", lambda: after(middle(lang), "PAUSE", "C", wait_ms=75000)),
        ("pause-power", lambda: interrupted(lang)),
        ("pause-overrun", lambda: after(over(lang), "PAUSE")),
        ("pause-bank", lambda: paused(control="manresa-escacs", seats=2)),
        ("pause-ebre", lambda: paused(control="ebre", seats=4)),
        ("pause-romania", lambda: after(begun("romania", 2, lang).turns(30000), "PAUSE")),
        ("pause-romania-2", lambda: after(begun("romania", 2, lang).turns(30000), "PAUSE", "C")),
        ("pause-romania-3", lambda: after(begun("romania", 2, lang).turns(30000), "PAUSE", "C", "C")),
        ("pause-bag-empty", lambda: paused("B", control="romania", seats=2)),
        ("pause-late", lambda: paused("C", "A", control="romania", seats=2)),
        ("pause-flag", lambda: paused("C", "B", control="romania", seats=2)),
        ("pause-long", lambda: after(middle(lang), "PAUSE", "C", wait_ms=3700000)),
    )


def _verdict(lang):
    def refused_play():
        return after(begun(lang=lang).turns(30000), "PAUSE", "A", "B")

    return (
        ("challenge", lambda: after(middle(lang), "PAUSE", "A", wait_ms=15000)),
        ("challenge-more", lambda: after(middle(lang), "PAUSE", "A", "C")),
        ("salva", refused_play),
        ("gap", lambda: after(middle(lang), "PAUSE", "A", "B", "B")),
        ("gap-valid", lambda: after(middle(lang), "PAUSE", "A", "A")),
    )


def _arbiter(lang):
    def arbiters(*keys):
        return menu(after(middle(lang), "PAUSE", "C"), *keys)

    def without_game(*keys, buttons=3):
        return menu(Scene("", lang=lang, buttons=buttons), *keys)

    def banks(*keys):
        return menu(after(bank(lang), "PAUSE"), *keys)

    def after_end(*keys):
        return menu(ended(middle(lang)), *keys)

    return (
        ("menu", arbiters),
        ("menu-2", lambda: arbiters("C")),
        ("menu-3", lambda: arbiters("C", "C")),
        ("menu-ready", lambda: menu(after(Scene(lang=lang)))),
        ("menu-no-game", without_game),
        ("menu-ended", after_end),
        ("menu-ended-2", lambda: after_end("C")),
        ("menu-ended-abandon", lambda: menu(ended(middle(lang), "abandon", 2))),
        ("undo", lambda: arbiters("A")),
        ("adjust", lambda: arbiters("B", "C", "C", "C")),
        ("adjust-less", lambda: arbiters("B", "A")),
        ("adjust-seat", lambda: banks("B")),
        ("adjust-bank", lambda: banks("B", "B", "C")),
        ("mark-menu", lambda: arbiters("C", "B")),
        ("mark-menu-2", lambda: arbiters("C", "B", "C")),
        ("settings", lambda: without_game("A")),
        ("lang", lambda: without_game("A", "A")),
        ("sound", lambda: without_game("A", "B")),
        ("rotation", lambda: without_game("A", "C")),
        ("rotation-4", lambda: without_game("A", "C", "C", buttons=4)),
        ("maintenance", lambda: without_game("B")),
        ("pin", lambda: menu(after(Scene(lang=lang, pin=("A", "C", "TRUMP"))), "A")),
        ("pin-wrong", lambda: menu(after(Scene(lang=lang, pin=("A", "C", "TRUMP"))), "A", "A", "A")),
    )


def _end(lang):
    def asked(*keys):
        return after(middle(lang), "PAUSE", "TRUMP", *keys)

    def over_25_minutes():
        return after(begun("romania", 2, lang), wait_ms=1506000)

    return (
        ("end", asked),
        ("end-2", lambda: asked("C")),
        ("end-3", lambda: asked("C", "C")),
        ("end-4", lambda: asked("C", "C", "C")),
        ("end-suggested", lambda: after(marked(lang, "matam", *["pass"] * 6), "PAUSE", "TRUMP")),
        ("end-flag", lambda: after(over_25_minutes(), "PAUSE", "TRUMP", "C", "C")),
        ("abandon", lambda: asked("C", "C", "A")),
        ("abandon-4", lambda: after(begun("ebre", 4, lang).turns(400000), "PAUSE", "TRUMP", "C", "C", "A")),
    )


def _ended(lang):
    scenes = (
        ("ended", lambda: ended(over(lang))),
        ("ended-not-saved", lambda: ended(over(lang)).tell(saved=False)),
        ("ended-sync", lambda: ended(over(lang)).tell(sync=45)),
        ("ended-penalty", lambda: ended(bank(lang, 1800000 + 61001))),
        ("ended-4", lambda: ended(begun("ebre", 4, lang).turns(400000, 100000, 100000))),
        ("ended-long-names", lambda: ended(over(lang)).tell(names=LONG_NAMES)),
        ("ended-round", lambda: after(begun("ebre", 4, lang).turns(400000, 100000, 100000), wait_ms=3000000)),
        ("ended-flag", lambda: ended(after(begun("romania", 2, lang), wait_ms=1506000), "flag")),
        ("ended-abandon", lambda: ended(middle(lang), "abandon", 2)),
        ("ended-abandon-4", lambda: ended(begun("ebre", 4, lang).turns(400000, 100000), "abandon", 3)),
    )
    others = ("passes", "no_score", "blocked", "draw", "interrupted", "aborted")
    return scenes + _each("ended", others, lambda reason: ended(middle(lang), reason))


def _trouble(lang):
    others = (
        ("trouble-pause", lambda: after(middle(lang), "PAUSE").tell(trouble=TROUBLE[0], now=2000)),
        ("trouble-ended", lambda: ended(over(lang)).tell(saved=False, trouble=TROUBLE[1], now=2000)),
    )
    return _each("trouble", TROUBLE, lambda word: middle(lang).tell(trouble=word, now=2000)) + others
