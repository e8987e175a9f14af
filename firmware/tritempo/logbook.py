"""The logs on the clock's flash: one file a game, written and synced line by line, deleted only when acknowledged.

A flash that is full, read-only or failing never stops a game: lines that could not be written stay in memory,
where the host can fetch them, and are written as soon as the flash takes them.
"""

import gc
import os

from tritempo.logfiles import LogFiles
from tritempo.unload import forget
from tritempo.writer import LONGEST_LINE, Writer

# Lines kept in memory while the flash fails: more than an hour's game (about 300 lines of 40 bytes).
MOST_WAITING = 16 * 1024
NO_SPACE = 28  # ENOSPC
INPUT_OUTPUT = 5  # EIO


class Logbook:
    """All logs of a clock, and the one that is being written.

    `root` is the folder of the flash, `key` the clock's. `remount`: mounts the flash anew, or None: after a write that
    failed littlefs may remember things that are not on the flash.
    """

    def __init__(self, root, key, remount=None):
        self._remount = remount
        self._files = LogFiles(root)
        self._key = key
        self.number = None  # of the log that is being written
        self._file = None
        self._writer = None
        self._unmade = []  # what is to become lines
        self._waiting = []  # lines not on flash yet
        self._left = {}  # number -> lines of games before that the flash has not taken
        self.set_aside = 0  # bytes at the end of the log that came back that were not sound
        self.lost = 0  # lines that found no room even in memory
        self.trouble = None  # None, "tr_log_not_saved" or "tr_flash_full"
        try:
            from tritempo.start import find

            find(self._files)
        except (OSError, MemoryError) as error:
            self._failed(error)

    # -- writing --------------------------------------------------------------------------------------------------

    def begin(self, header, last=None):
        """Begins the log of a new game; `header` has its game id under "game". Returns the log's number.

        `last`: (t, word) of a note that the log before ends with, or None.

        Raises ValueError for a header that makes no line of a log, and then the log before is still the one written.
        """
        writer = Writer(self._key)
        line = writer.start(header)
        if len(line) > LONGEST_LINE:
            raise ValueError("the header is too long")
        if last is not None:
            self.note(*last)
        self.close()
        try:
            self._files.make_room(None)
        except OSError as error:
            self._failed(error)
        self.number = self._files.new(header["game"])
        self._writer = writer
        self._add(line)
        return self.number

    # Lines are made when somebody wants them: a tag takes a Pico 2 ms, and after a press the light comes first.

    def input(self, t, kind, args=(), ignored=None):
        self._unmade.append((self._writer.input, t, kind, args, ignored))

    def records(self, records):
        """Automatic records, as Game.take_records gives them."""
        for t, word, args in records:
            self._unmade.append((self._writer.auto, t, word, args))

    def note(self, t, word, args=()):
        self._unmade.append((self._writer.note, t, word, args))

    def _make(self):
        while self._unmade:
            make, *args = self._unmade.pop(0)
            self._add(make(*args))

    def _add(self, line):
        if self.lost or _size(self._waiting) + len(line) > MOST_WAITING:
            self.lost += 1  # a line after a hole could not be checked: nothing more is kept
            return
        self._waiting.append(line)

    @property
    def changed(self):
        """Whether anything is not on flash yet."""
        return bool(self._unmade or self._waiting)

    @property
    def waiting(self):
        """Bytes of this log that are not on flash yet."""
        self._make()
        return _size(self._waiting)

    def flush(self):
        """Writes and syncs what waits. True if everything is on flash. Never raises: `trouble` says what is wrong."""
        try:
            self._make()
            if not self._waiting:
                return True
            if self._file is None:
                self._file = self._open(self.number, self._waiting)
            self._append(self._file, self.number, self._waiting)
            # Now that the flash takes lines again: what games before had to leave in memory.
            for number in sorted(self._left):
                with self._open(number, self._left[number]) as file:
                    self._append(file, number, self._left[number])
                del self._left[number]
        except (OSError, MemoryError) as error:
            self._failed(error)
            return False
        self.trouble = None
        return True

    def _open(self, number, lines):
        """Opens a log to append. After a failure the flash may hold more than was known: that waits no more."""
        if self._files.index.get(number)[3]:
            self._files.set_acked(number, False)  # the game goes on: the host has not seen these lines
        path = self._files.path(number)
        file = open(path, "ab")
        there = os.stat(path)[6]
        surplus = there - self._files.index.get(number)[2]
        if surplus < 0:
            file.close()
            raise OSError(INPUT_OUTPUT)  # lines that were there are not: nothing is written after a hole
        while surplus > 0 and lines:
            line = lines.pop(0)
            if surplus < len(line):
                lines.insert(0, line[surplus:])
            surplus -= len(line)
        self._files.grown(number, there)
        return file

    def _append(self, file, number, lines):
        for line in lines:  # littlefs gathers them; all in one piece might find no room in memory
            file.write(line)
        file.flush()
        size = self._files.index.get(number)[2] + _size(lines)
        if os.stat(self._files.path(number))[6] != size:
            # After an error littlefs can take a write, and say yes, and have nothing on the flash.
            raise OSError(INPUT_OUTPUT)
        self._files.grown(number, size)
        lines.clear()

    def _failed(self, error):
        full = getattr(error, "errno", None) == NO_SPACE
        self.trouble = "tr_flash_full" if full else "tr_log_not_saved"
        self._files.index.changes += 1
        if self._file is not None:
            try:
                self._file.close()
            except (OSError, MemoryError):
                pass  # it could not be written, and is opened anew at the next try
            self._file = None
        if self._remount is not None and isinstance(error, OSError):
            try:
                self._remount()
            except OSError:
                pass  # the next flush says it again
        if full:
            try:
                self._files.make_room(self.number)
            except OSError:
                pass  # the next flush says it again

    def close(self):
        """The log takes no more lines for now. What the flash has not taken stays in memory, if there is room."""
        if not self.flush() and self.waiting + sum(_size(lines) for lines in self._left.values()) <= MOST_WAITING:
            self._left[self.number] = self._waiting
        if self._file is not None:
            self._file.close()
        self._file = self.number = self._writer = None
        self._waiting = []
        self.lost = 0

    def any(self):
        """Whether there is a log at all: then `resume` will bring a game back, which takes its time."""
        return self._files.index.count > 0

    def room(self):
        """Bytes that a game could have: what is free, and what acknowledged logs would leave."""
        return self._files.room()

    # -- for the host -----------------------------------------------------------------------------------------------

    def list(self):
        """All logs, oldest first, one at a time, as dicts: log, game, size (with what is in memory), acked, open."""
        i = 0
        while i < self._files.index.count:
            number, game, _, acked = self._files.index.at(i)
            yield {
                "log": number,
                "game": game,
                "size": self.size(number),
                "acked": acked,
                "open": number == self.number,
            }
            i += 1

    def size(self, number) -> int | None:
        """Bytes of a log, those in memory included; None if there is no such log."""
        log = self._files.index.get(number)
        return None if log is None else log[2] + _size(self._in_memory(number))

    def _in_memory(self, number):
        self._make()
        return self._waiting if number == self.number else self._left.get(number, ())

    @property
    def changes(self):
        """Another number whenever a log has been written, renamed or deleted, or the flash has failed."""
        return self._files.index.changes

    def place(self, number):
        """Where a log is: (path of its file, bytes of that, what comes after them in memory). KeyError: no such log."""
        path = self._files.path(number)
        return path, self._files.index.get(number)[2], self._in_memory(number)

    def acknowledge(self, number, size):
        """The host has `size` bytes of a log on disk. None, or why that is not all: "log", "size" or "flash"."""
        log = self._files.index.get(number)
        if log is None:
            return "log"
        if self.size(number) != size or log[2] != size:
            return "size"
        if not log[3]:
            try:
                if number == self.number and self._file is not None:
                    self._file.close()
                    self._file = None
                self._files.set_acked(number, True)
            except OSError:
                return "flash"
        return None

    # -- after a power cut ----------------------------------------------------------------------------------------

    def resume(self, alive=None, times=True):
        """Brings the newest game back from its log and goes on in it. A Replay, or None if there is none.

        What is not sound at the end of the log is set aside, not written over. A newest log that cannot be read at
        all brings back no older game in its place. The caller adds what is missing (the replay's `due` records, the
        `power` input), with the time that the heartbeat tells.
        """
        if not self._files.index.count:
            return None
        number, _, size, __ = self._files.index.at(-1)
        try:
            try:
                replay, reader, sound = self._come_back(number, alive, times)
            except MemoryError:
                gc.collect()  # once more, with what that gave back: else a game would be lost to the table
                replay, reader, sound = self._come_back(number, alive, times)
            if replay is None:
                return None
            if sound < size:
                from tritempo.start import set_aside

                set_aside(self._files, number, sound)
                self.set_aside = size - sound
        except (OSError, MemoryError) as error:
            self._failed(error)
            return None
        self.number = number
        self._writer = Writer(self._key, reader.n, reader.tag)
        return replay

    def _come_back(self, number, alive, times):
        """See tritempo.comeback, which a clock needs at its start only: then a Pico gets those 5 KB back."""
        from tritempo.comeback import replayed

        found = replayed(self._files.path(number), self._key, alive, times)
        forget("tritempo.comeback", "tritempo.journal", "tritempo.replay")
        return found


def _size(lines):
    return sum(len(line) for line in lines)
