"""Keeps a picture up to date piece by piece, so that a second costs the pieces that it changes.

A screen is a few pieces: `(place, draw, args)`. `place` is (x, y, w, h); `draw(canvas, *args)` draws within it, and
from nothing but `args`: so the same args are the same pixels, and a piece that is there already is left alone. The
places of one screen never overlap. A `draw` that takes its time is a generator, and yields between its steps.

A screen for which a piece takes its time to work out yields None between the steps of that.

The canvas keeps in `kept` what stands where: {place: (draw, args)}, or None for what is not whole. All lit pixels lie
in one of those places.
"""


def drawing(canvas, pieces, above=()):
    """A generator that brings `canvas` to show these pieces. It may be given up at any time.

    It yields True after each step that takes its time, and False after each piece that it has only looked at.
    `above`: more pieces, which hide those that they meet.
    """
    kept = canvas.kept
    wanted = []
    for source in (pieces, above):
        for piece in source:
            if piece is None:
                yield True
                continue
            place, draw, args = piece
            if above and source is not above and _is_hidden(place, above):
                continue
            wanted.append(place)
            piece = (draw, args)
            if kept.get(place) == piece:
                yield False
                continue
            _clear(canvas, place)
            kept[place] = None  # what is given up half drawn is drawn again
            steps = draw(canvas, *args)
            if steps is not None:
                for _ in steps:
                    yield True
            kept[place] = piece
            yield True
    for place in list(kept):
        if place not in wanted:
            _clear(canvas, place)


def _is_hidden(place, above):
    for piece in above:  # noqa: SIM110 (a generator would be one call more on a Pico's stack)
        if _meet(place, piece[0]):
            return True
    return False


def _clear(canvas, place):
    """Nothing is here any more, nor where a piece of another screen reached into this place."""
    kept = canvas.kept
    gone = (place,) if place in kept else [other for other in kept if _meet(place, other)]
    for each in gone:
        del kept[each]
        canvas.fill_rect(each[0], each[1], each[2], each[3], 0)


def _meet(a, b):
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]
