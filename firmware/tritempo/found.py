"""Finds the logs on the clock's flash as it starts, and puts in order what a power cut has left of them."""

import os

from tritempo.logfiles import exists


def find(files):
    """Reads the index from the flash, then tidies up what a power cut left: see `_tidy`."""
    try:
        os.mkdir(files.folder)
    except OSError:
        pass  # it is there; or the next line says what is wrong
    untidy = []
    for name, size in entries(files.folder):
        if _is_log(name) and size:
            _put(files, name, size)
        elif name[-4:] == ".tmp" or _is_log(name):
            untidy.append(name)
    for name in untidy:
        try:
            _tidy(files, name)
        except OSError:
            pass  # it stands in nobody's way; the next write meets the same flash, and says so


def _put(files, name, size):
    stem, _, kind = name.rpartition(".")
    number, _, game = stem.partition("-")
    files.index.put(int(number), game, size, kind == "ack")


def _is_log(name):
    stem, _, kind = name.rpartition(".")
    number, _, game = stem.partition("-")
    return (
        kind in ("log", "ack")
        and 6 <= len(number) <= 9
        and _is_of(number, "0123456789")
        and len(game) == 8
        and _is_of(game, "0123456789abcdef")
    )


def _tidy(files, name):
    """An empty log: the power went before its first line. A `.tmp`: see `set_aside`."""
    path = files.folder + "/" + name
    stem = path[:-4]
    if name[-4:] != ".tmp" or exists(stem + ".log") or exists(stem + ".ack"):
        os.remove(path)
        return
    os.rename(path, stem + ".log")
    _put(files, name[:-4] + ".log", os.stat(stem + ".log")[6])


def set_aside(files, number, sound):
    """Keeps the first `sound` bytes of a damaged log as the log, and the damaged file beside it as `.bad`.

    In an order in which a power cut at any moment leaves either the old log or the new one, see `_tidy`.
    """
    path = files.path(number)
    stem = path[:-4]
    with open(path, "rb") as old, open(stem + ".tmp", "wb") as new:
        left = sound
        while left:
            piece = old.read(min(left, 512))
            new.write(piece)
            left -= len(piece)
    os.rename(path, stem + ".bad")
    os.rename(stem + ".tmp", stem + ".log")
    files.index.put(number, files.index.get(number)[1], sound, False)


def entries(folder):
    """(name, size) of each file of a folder, one at a time: a list of a season's logs would not fit."""
    if hasattr(os, "ilistdir"):
        for entry in os.ilistdir(folder):  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
            # Not every file system of MicroPython gives the size with the name.
            yield entry[0], entry[3] if len(entry) > 3 else os.stat(folder + "/" + entry[0])[6]
    else:
        for name in os.listdir(folder):
            yield name, os.stat(folder + "/" + name)[6]


def _is_of(text, alphabet):
    return all(sign in alphabet for sign in text)
