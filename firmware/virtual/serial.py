"""The serial line: the board's end of a PTY, which is this process's standard input and output.

So `print` and the REPL go where they go on a Pico. The descriptor is non-blocking: a host that does not read, or
floods, costs the clock nothing. What the line has not taken waits in a buffer of fixed size.
"""

CAPACITY = 1024
READ_SIZE = 256


class Serial:
    """`file` is the PTY, open for both ways, non-blocking."""

    def __init__(self, file):
        self._file = file
        self._waiting = b""
        self.wrote = False  # something was written since the board last looked: there may be more to say

    @property
    def backlog(self):
        return bool(self._waiting)

    def read(self):
        """What has come, at most READ_SIZE bytes; b"" if nothing."""
        return self._file.read(READ_SIZE) or b""

    def room(self):
        return CAPACITY - len(self._waiting)

    def write(self, data):
        """Takes as much of `data` as there is room for, and says how much."""
        taken = min(len(data), self.room())
        if taken:
            self._waiting += data[:taken]
            self.wrote = True
            self.flush()
        return taken

    def flush(self):
        while self._waiting:
            count = self._file.write(self._waiting)
            if not count:
                return
            self._waiting = self._waiting[count:]
