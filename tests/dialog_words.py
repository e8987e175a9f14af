"""All rows of the dialogs' table, and every word that a prompt can hold: the catalogue is checked against them."""

from tritempo.buttons import dialog_menu
from tritempo.buttons.dialog_parts import MORE
from tritempo.buttons.dialog_table import REFUSALS, ROWS, dialog

DIALOGS = {name: dialog(name) for name in (*ROWS, *dialog_menu.ROWS)}


def word_keys() -> tuple[str, ...]:
    words = {"pass", "exchange", "lost", "none", "ig_other", *("ig_" + why for why in REFUSALS)}
    for row in DIALOGS.values():
        if row.title is not None:
            words.add(row.title)
        for key in (*row.keys, row.each, row.pause, row.release, row.hold, row.trump, MORE):
            if key is not None and key.word is not None:
                words.add(key.word)
    return tuple(sorted(words))


WORD_KEYS = word_keys()
