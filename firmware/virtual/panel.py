"""The panel's socket: lines in, lines out, and a reader that stalls never holds the clock up.

The socket is non-blocking. What the panel has not taken waits here, within bounds: of lights and frames only the newest
is worth sending, and of sounds the newest few.
"""

import select

LATEST = ("lights", "frame")
MAX_WAITING = 64


class PanelGone(SystemExit):
    """The supervisor has gone: there is nobody left to be a clock for. Ends the process like a power cut."""


class Panel:
    """Lines of words over a file descriptor. `lossless`: wait for a slow reader (time stands still meanwhile)."""

    def __init__(self, file, lossless):
        self._file = file
        self._lossless = lossless
        self._room = select.poll()
        self._room.register(file, select.POLLOUT)
        self._partial = b""
        self._sending = b""
        self._queue = []  # (kind, line)

    @property
    def backlog(self):
        return bool(self._sending or self._queue)

    def read_lines(self):
        """The whole lines that have come, each as a list of words. Raises PanelGone at the end of the stream."""
        lines = []
        while True:
            data = self._file.read(1024)
            if data is None:
                return lines
            if not data:
                raise PanelGone()
            pieces = (self._partial + data).split(b"\n")
            self._partial = pieces.pop()
            for piece in pieces:
                lines.append(piece.decode().split())

    def send(self, kind, *words):
        """Sends a line, now or when there is room."""
        if self.backlog and not self._lossless:
            self._make_room(kind)
        self._queue.append((kind, (" ".join((kind,) + words) + "\n").encode()))
        self.flush()
        while self._lossless and self.backlog:
            self._room.poll()
            self.flush()

    def _make_room(self, kind):
        if kind in LATEST:
            self._queue = [entry for entry in self._queue if entry[0] != kind]
        elif kind == "sound" and len(self._queue) >= MAX_WAITING:
            for place, entry in enumerate(self._queue):
                if entry[0] == kind:
                    self._queue.pop(place)
                    break

    def flush(self):
        """Writes what the socket takes."""
        while self.backlog:
            if not self._sending:
                self._sending = self._queue.pop(0)[1]
            try:
                count = self._file.write(self._sending)
            except OSError:
                raise PanelGone()
            if count is None:
                return
            self._sending = self._sending[count:]
