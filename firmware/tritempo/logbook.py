"""The logs on the clock's flash: one file a game, written and synced line by line, deleted only when acknowledged.

Files in `root/logs`: `000012-9f3a66c1.log` (log 12, of game 9f3a66c1), renamed to `.ack` once the host has it on
disk. A flash that is full, read-only or failing never stops a game: lines that could not be written stay in memory,
where the host can fetch them, and are written as soon as the flash takes them.
"""

import os

from tritempo.journal import JournalError, Reader, Writer
from tritempo.replay import Replay, ReplayError

# Room to have before a game begins: the longest log seen is 60 KB, and littlefs wants some for itself.
ROOM = 128 * 1024
# Lines kept in memory while the flash fails: more than an hour's game (about 300 lines of 40 bytes).
MOST_WAITING = 16 * 1024
NO_SPACE = 28  # ENOSPC


class Log:
    """What the index knows of a file: log number, game id, size on flash, and whether it was acknowledged."""

    def __init__(self, number, game, size, acked):
        self.number = number
        self.game = game
        self.size = size
        self.acked = acked

    @property
    def name(self):
        return "{:06d}-{}.{}".format(self.number, self.game, "ack" if self.acked else "log")


class Logbook:
    """All logs of a clock, and the one that is being written. `root` is the folder of the flash, `key` the clock's."""

    def __init__(self, root, key):
        self._root = root
        self._folder = root + "/logs"
        self._key = key
        self._index = {}
        self._open = None  # the Log being written
        self._file = None
        self._writer = None
        self._waiting = []  # lines not on flash yet
        self._waiting_bytes = 0
        self.lost = 0  # lines that found no room even in memory
        self.trouble = None  # None, "tr_log_not_saved" or "tr_flash_full"
        try:
            self._find()
        except OSError as error:
            self._failed(error)

    def _find(self):
        """Reads the index from the flash, and finishes what a power cut interrupted (see `_set_aside`)."""
        try:
            os.mkdir(self._folder)
        except OSError:
            pass  # it is there; or the next line says what is wrong
        names = os.listdir(self._folder)
        for name in names:
            if name[-4:] == ".tmp":
                if name[:-4] + ".log" in names or name[:-4] + ".ack" in names:
                    os.remove(self._folder + "/" + name)
                else:
                    os.rename(self._folder + "/" + name, self._folder + "/" + name[:-4] + ".log")
        for name in os.listdir(self._folder):
            stem, _, kind = name.rpartition(".")
            number, _, game = stem.partition("-")
            if kind in ("log", "ack") and len(number) == 6 and number.isdigit() and game:
                size = os.stat(self._folder + "/" + name)[6]
                self._index[int(number)] = Log(int(number), game, size, kind == "ack")

    # -- writing --------------------------------------------------------------------------------------------------

    def begin(self, header):
        """Begins the log of a new game; `header` has its game id under "game". Returns the log's number."""
        self.close()
        number = max(self._index, default=0) + 1
        self._make_room()
        self._open = Log(number, header["game"], 0, False)
        self._index[number] = self._open
        self._writer = Writer(self._key)
        self._add(self._writer.start(header))
        return number

    def input(self, t, kind, args=(), ignored=None):
        self._add(self._writer.input(t, kind, args, ignored))

    def records(self, records):
        """Automatic records, as Game.take_records gives them."""
        for t, word, args in records:
            self._add(self._writer.auto(t, word, args))

    def note(self, t, word, args=()):
        self._add(self._writer.note(t, word, args))

    def _add(self, line):
        if self.lost or self._waiting_bytes + len(line) > MOST_WAITING:
            self.lost += 1  # a line after a hole could not be checked: nothing more is kept
            return
        self._waiting.append(line)
        self._waiting_bytes += len(line)

    @property
    def number(self):
        """The number of the log that is being written, or None."""
        return self._open and self._open.number

    @property
    def waiting(self):
        """Bytes that are not on flash yet."""
        return self._waiting_bytes

    def flush(self):
        """Writes and syncs what waits. True if everything is on flash. Never raises: `trouble` says what is wrong."""
        if not self._waiting:
            return True
        try:
            if self._open.acked:
                self._set_acked(self._open, False)  # the game goes on: the host has not seen these lines
            if self._file is None:
                self._reopen()
            data = b"".join(self._waiting)
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            self._failed(error)
            return False
        self._open.size += len(data)
        self._waiting = []
        self._waiting_bytes = 0
        self.trouble = None
        return True

    def _reopen(self):
        """Opens the file to append. After a failure the flash may hold more than was known: that waits no more."""
        self._file = open(self._folder + "/" + self._open.name, "ab")  # noqa: SIM115 (stays open from line to line)
        surplus = os.stat(self._folder + "/" + self._open.name)[6] - self._open.size
        while surplus > 0 and self._waiting:
            line = self._waiting.pop(0)
            taken = min(surplus, len(line))
            surplus -= taken
            self._open.size += taken
            self._waiting_bytes -= taken
            if taken < len(line):
                self._waiting.insert(0, line[taken:])

    def _failed(self, error):
        self.trouble = "tr_flash_full" if error.errno == NO_SPACE else "tr_log_not_saved"
        if self._file is not None:
            try:
                self._file.close()
            except OSError:
                pass  # it could not be written, and is opened anew at the next try
            self._file = None
        if error.errno == NO_SPACE:
            try:
                self._make_room()
            except OSError:
                pass  # the next flush says it again

    def close(self):
        """The log takes no more lines for now."""
        self.flush()
        if self._file is not None:
            self._file.close()
        self._file = self._open = self._writer = None
        self._waiting = []
        self._waiting_bytes = self.lost = 0

    def _make_room(self):
        """Deletes acknowledged logs, oldest first, until there is room for a game; never another."""
        for number in sorted(self._index):
            if self.free() >= ROOM:
                return
            log = self._index[number]
            if log.acked and log is not self._open:
                os.remove(self._folder + "/" + log.name)
                del self._index[number]

    def free(self):
        """Free bytes on the flash; 0 if it cannot be asked."""
        try:
            stat = os.statvfs(self._root or "/")
        except OSError:
            return 0
        return stat[0] * stat[3]

    # -- for the host -----------------------------------------------------------------------------------------------

    def list(self):
        """All logs, oldest first, as dicts: log, game, size (lines in memory included), acked, open."""
        return [
            {
                "log": number,
                "game": self._index[number].game,
                "size": self._size(self._index[number]),
                "acked": self._index[number].acked,
                "open": self._index[number] is self._open,
            }
            for number in sorted(self._index)
        ]

    def _size(self, log):
        return log.size + (self._waiting_bytes if log is self._open else 0)

    def read(self, number, offset, length):
        """At most `length` bytes of a log from `offset`. KeyError: no such log. OSError: the flash fails."""
        log = self._index[number]
        data = b""
        if offset < log.size:
            with open(self._folder + "/" + log.name, "rb") as file:
                file.seek(offset)
                data = file.read(min(length, log.size - offset))
        if log is self._open and len(data) < length and offset + len(data) >= log.size:
            start = offset + len(data) - log.size
            data += b"".join(self._waiting)[start : start + length - len(data)]
        return data

    def acknowledge(self, number, size):
        """The host has `size` bytes of a log on disk. None, or why that is not all: "log", "size" or "flash"."""
        log = self._index.get(number)
        if log is None:
            return "log"
        if self._size(log) != size or log.size != size:
            return "size"
        if not log.acked:
            try:
                if log is self._open and self._file is not None:
                    self._file.close()
                    self._file = None
                self._set_acked(log, True)
            except OSError:
                return "flash"
        return None

    def _set_acked(self, log, acked):
        before = self._folder + "/" + log.name
        log.acked = acked
        try:
            os.rename(before, self._folder + "/" + log.name)
        except OSError:
            log.acked = not acked
            raise

    # -- after a power cut ----------------------------------------------------------------------------------------

    def resume(self):
        """Brings the newest game back from its log and goes on in it. A Replay, or None if there is none.

        What is not sound at the end of the log is set aside, not written over. The caller adds what is missing (the
        replay's `due` records, the `power` input), with the time that the heartbeat tells.
        """
        for number in sorted(self._index, reverse=True):
            log = self._index[number]
            try:
                replay, reader, sound = self._replay(log)
                if replay is None:
                    return None  # the newest log is not readable: no older game is brought back in its place
                if sound < log.size:
                    self._set_aside(log, sound)
            except OSError as error:
                self._failed(error)
                return None
            self._open = log
            self._writer = Writer(self._key, reader.n, reader.tag)
            return replay
        return None

    def _replay(self, log):
        reader = Reader(self._key)
        replay = None
        sound = 0
        with open(self._folder + "/" + log.name, "rb") as file:
            while True:
                line = file.readline()
                if not line:
                    break
                before = reader.n, reader.tag
                try:
                    taken = reader.take(line)
                    if replay is None:
                        replay = Replay(taken.header)
                    else:
                        replay.take(taken)
                except (JournalError, ReplayError):
                    reader.n, reader.tag = before
                    break
                sound += len(line)
        return replay, reader, sound

    def _set_aside(self, log, sound):
        """Keeps the sound part of a damaged log as the log, and the damaged file beside it as `.bad`.

        In an order in which a power cut at any moment leaves either the old log or the new one, see `_find`.
        """
        path = self._folder + "/" + log.name
        stem = path[:-4]
        with open(path, "rb") as old, open(stem + ".tmp", "wb") as new:
            left = sound
            while left:
                piece = old.read(min(left, 512))
                new.write(piece)
                left -= len(piece)
        os.rename(path, stem + ".bad")
        log.acked = False
        os.rename(stem + ".tmp", self._folder + "/" + log.name)
        log.size = sound
