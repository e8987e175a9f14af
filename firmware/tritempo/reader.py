"""Reads logs for the host: a piece at a time, from the flash and from what the flash has not taken yet."""


class Reader:
    """Keeps the file of a log open from piece to piece: to find it takes a Pico as long as to read 10 KB of it.

    Not beyond a change of any log: what littlefs has copied elsewhere may be read no more where it was.
    """

    def __init__(self, logbook):
        self._logbook = logbook
        self._number = None  # of the log that is being read, while that is so
        self._file = None
        self._size = self._at = 0  # bytes of the file; where reading it stopped
        self._lines = ()  # of the log, in memory
        self._changes = 0

    def into(self, number, offset, buffer):
        """Fills a buffer from a log, as far as that goes. KeyError: no such log. OSError: the flash fails."""
        if number != self._number or self._changes != self._logbook.changes:
            self.end()
            path, self._size, self._lines = self._logbook.place(number)
            if self._size:
                self._file = open(path, "rb")
            self._at = 0
            self._number, self._changes = number, self._logbook.changes
        count = 0
        left = self._size - offset
        if left > 0:
            if self._at != offset:
                self._file.seek(offset)
            count = self._file.readinto(buffer if left >= len(buffer) else buffer[:left])
            self._at = offset + count
            left -= count
        for line in self._lines:  # one after the other: all in one piece might find no room in memory
            if left + len(line) <= 0:
                left += len(line)
            elif left <= 0 and count < len(buffer):
                part = line[-left : len(buffer) - count - left]
                buffer[count : count + len(part)] = part
                count += len(part)
                left = 0
        return count

    def end(self):
        """Lets go of the file."""
        file, self._file, self._number = self._file, None, None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # nothing was to be written
