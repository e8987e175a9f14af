"""Names cut to fit: a player must find their own, and never somebody else's."""

from tritempo.display.font import TEXT, remembered, width

NOT_LAST = " ·'-."  # a cut name does not end in one of these


@remembered(6)  # drawing asks for the same few names again and again, and to take one apart is dear (docs/pico.md)
def fit(name, px, initials=True):
    """The name within `px` pixels: whole; else the given name, with initials of the others if asked; else cut."""
    name = " ".join(name.split())
    if width(name) <= px:
        return name
    parts = name.split(" ")
    if parts[-1].isdigit() and len(parts) > 1:
        # "Player 2", where no name is known: the number is what tells it from the others.
        number = " " + parts[-1]
        return _cut(parts[0], px - width(number) - 1) + number
    letters = [" %s." % part[0] for part in parts[1:] if part[0] not in NOT_LAST] if initials else []
    while letters:
        shorter = parts[0] + "".join(letters)
        if width(shorter) <= px:
            return shorter
        letters.pop()
    return _cut(parts[0], px)


# A table's names are asked for ten times a second, in a few widths, and stay the same.
_table = []
_fitted = {}  # {px: the table's names, fitted}


def fit_all(names, px):
    """All names of a table, each within `px`. Alike ones are told apart by an initial, or by the seat."""
    if _table != names:
        _table[:] = names
        _fitted.clear()
    if px not in _fitted:
        _fitted[px] = _fit_all(names, px)
    return _fitted[px]


def _fit_all(names, px):
    fitted = [fit(name, px, False) for name in names]
    for tell_apart in (_with_initial, _with_number):
        alike = [fitted.count(name) > 1 for name in fitted]
        for i in range(len(names)):
            if alike[i]:
                fitted[i] = tell_apart(names[i], i + 1, px)
    return fitted


def _with_initial(name, seat, px):
    parts = name.split()
    if len(parts) < 2 or parts[-1][0] in NOT_LAST:
        return fit(name, px)
    initial = " " + parts[-1][0] + "."
    return fit(parts[0], px - width(initial) - 1) + initial


def _with_number(name, seat, px):
    number = " " + str(seat)
    return fit(name, px - width(number) - 1) + number


def _cut(word, px):
    """The beginning of a word, with a full stop for what is missing. An l·l is not taken apart."""
    if width(word) <= px:
        return word
    room = px - width(".") - 1
    glyphs = TEXT.columns(word)
    fits = 0  # letters, and their pixels
    wide = 0
    while wide + glyphs[fits][1] <= room:
        wide += glyphs[fits][1] + 1
        fits += 1
    while fits > 0 and (word[fits - 1] in NOT_LAST or word[fits] == "·"):
        fits -= 1
    return word[:fits] + "." if fits else word[:1]
