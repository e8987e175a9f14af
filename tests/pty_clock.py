"""A fake clock behind a real PTY, in a thread: what the host's programs open is a real serial device."""

import os
import select
import threading
import tty
from types import TracebackType
from typing import Self

from fake_clock import Change, FakeClock, sent
from tritempo.responder import Responder

STEP_S = 0.01


class PtyClock:
    """`path` is the device to open. `there` and `back` change the bytes on their way, as on a bad line.

    `unplug` takes the device away, as when the cable is pulled. `heard` has all bytes that came from the host.
    """

    def __init__(self, clock: FakeClock | None, there: Change = bytes, back: Change = bytes) -> None:
        """With no clock it is a device that listens and never answers."""
        self.responder = Responder(clock) if clock is not None else None
        self.heard = bytearray()
        self._there = there
        self._back = back
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.path = os.ttyname(self._theirs)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    def unplug(self) -> None:
        self._ends.set()
        self._thread.join()

    def _serve(self) -> None:
        waiting = b""
        while not self._ends.is_set():
            if not waiting and self.responder is not None:
                waiting = self._back(sent(self.responder, 512))
            readable, _, _ = select.select([self._ours], [self._ours] if waiting else [], [], 0 if waiting else STEP_S)
            if readable:
                data = os.read(self._ours, 256)
                self.heard += data
                if self.responder is not None:
                    self.responder.feed(self._there(data))
            if waiting:
                try:
                    waiting = waiting[os.write(self._ours, waiting) :]
                except BlockingIOError:
                    self._ends.wait(STEP_S)  # the host does not read
        os.close(self._ours)
        os.close(self._theirs)
