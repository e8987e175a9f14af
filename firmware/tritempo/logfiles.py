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
        self.folder = root + "/logs"
        self.index = Index()

    def _known(self, number) -> tuple:
        log = self.index.get(number)
        if log is None:
            raise KeyError(number)
        return log

    def path(self, number):
        number, game, _, acked = self._known(number)
        return "{}/{:06d}-{}.{}".format(self.folder, number, game, "ack" if acked else "log")

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


def exists(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
