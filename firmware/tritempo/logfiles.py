"""The log files on the clock's flash, and the index of them: `logs/000012-9f3a66c1.log` is log 12, of game 9f3a66c1.

Once the host has a log on disk its file is renamed to `.ack`; only such files are ever deleted, oldest first. What was
not sound at the end of a log is kept beside it as `.bad`.
"""

import os

from tritempo.index import Index

# Room to have before a game begins: the longest log seen is 60 KB, and littlefs wants some for itself.
ROOM = 128 * 1024
# The file system of a Pico: no log can be larger.
BLOCK = 4096
LARGEST = 352 * BLOCK


class LogFiles:
    """All log files in `root/logs`. Methods raise OSError when the flash fails, and then all is as it was."""

    def __init__(self, root):
        self._root = root
        self._folder = root + "/logs"
        self.index = Index()

    def find(self):
        """Reads the index from the flash, then tidies up what a power cut left: see `_tidy`."""
        try:
            os.mkdir(self._folder)
        except OSError:
            pass  # it is there; or the next line says what is wrong
        untidy = []
        for name, size in entries(self._folder):
            if self._is_log(name) and size:
                self._put(name, size)
            elif name[-4:] == ".tmp" or self._is_log(name):
                untidy.append(name)
        for name in untidy:
            try:
                self._tidy(name)
            except OSError:
                pass  # it stands in nobody's way; the next write meets the same flash, and says so

    def _put(self, name, size):
        stem, _, kind = name.rpartition(".")
        number, _, game = stem.partition("-")
        self.index.put(int(number), game, size, kind == "ack")

    def _is_log(self, name):
        stem, _, kind = name.rpartition(".")
        number, _, game = stem.partition("-")
        return (
            kind in ("log", "ack")
            and 6 <= len(number) <= 9
            and _is_of(number, "0123456789")
            and len(game) == 8
            and _is_of(game, "0123456789abcdef")
        )

    def _tidy(self, name):
        """An empty log: the power went before its first line. A `.tmp`: see `set_aside`."""
        path = self._folder + "/" + name
        stem = path[:-4]
        if name[-4:] != ".tmp" or exists(stem + ".log") or exists(stem + ".ack"):
            os.remove(path)
            return
        os.rename(path, stem + ".log")
        self._put(name[:-4] + ".log", os.stat(stem + ".log")[6])

    def _known(self, number) -> tuple:
        log = self.index.get(number)
        if log is None:
            raise KeyError(number)
        return log

    def path(self, number):
        number, game, _, acked = self._known(number)
        return "{}/{:06d}-{}.{}".format(self._folder, number, game, "ack" if acked else "log")

    def new(self, game):
        """A number for the log of a new game, in the index; the file comes with the first write."""
        number = self.index.at(-1)[0] + 1 if self.index.count else 1
        self.index.put(number, game, 0, False)
        return number

    def grown(self, number, size):
        """The file has so many bytes now."""
        _, game, __, acked = self._known(number)
        self.index.put(number, game, size, acked)

    def set_acked(self, number, acked):
        before = self.path(number)
        os.rename(before, before[:-3] + ("ack" if acked else "log"))
        _, game, size, __ = self._known(number)
        self.index.put(number, game, size, acked)

    def make_room(self, keep):
        """Deletes acknowledged logs, oldest first, until there is room for a game; never another, nor log `keep`."""
        i = 0
        while i < self.index.count:
            number, _, __, acked = self.index.at(i)
            if not acked or number == keep:
                i += 1
                continue
            if self.free() >= ROOM:  # asked only here: littlefs counts its free blocks by walking through all files
                return
            path = self.path(number)
            os.remove(path)
            self.index.drop(number)
            if exists(path[:-4] + ".bad"):
                os.remove(path[:-4] + ".bad")

    def free(self):
        """Free bytes on the flash; 0 if it cannot be asked."""
        try:
            stat = os.statvfs(self._root or "/")
        except OSError:
            return 0
        return stat[0] * stat[3]

    def room(self):
        """Bytes that a game could have: what is free, and what acknowledged logs would leave."""
        room = self.free()
        for i in range(self.index.count):
            _, __, size, acked = self.index.at(i)
            if acked:
                room += -(-size // BLOCK) * BLOCK
        return room

    def set_aside(self, number, sound):
        """Keeps the first `sound` bytes of a damaged log as the log, and the damaged file beside it as `.bad`.

        In an order in which a power cut at any moment leaves either the old log or the new one, see `_tidy`.
        """
        path = self.path(number)
        stem = path[:-4]
        with open(path, "rb") as old, open(stem + ".tmp", "wb") as new:
            left = sound
            while left:
                piece = old.read(min(left, 512))
                new.write(piece)
                left -= len(piece)
        os.rename(path, stem + ".bad")
        os.rename(stem + ".tmp", stem + ".log")
        self.index.put(number, self._known(number)[1], sound, False)


def entries(folder):
    """(name, size) of each file of a folder, one at a time: a list of a season's logs would not fit."""
    if hasattr(os, "ilistdir"):
        for entry in os.ilistdir(folder):  # pyright: ignore[reportAttributeAccessIssue] (MicroPython's)
            # Not every file system of MicroPython gives the size with the name.
            yield entry[0], entry[3] if len(entry) > 3 else os.stat(folder + "/" + entry[0])[6]
    else:
        for name in os.listdir(folder):
            yield name, os.stat(folder + "/" + name)[6]


def exists(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _is_of(text, alphabet):
    return all(sign in alphabet for sign in text)
