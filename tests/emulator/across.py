"""Bytes on their way between the emulated Pico's USB serial and the end of a PTY that a program has open."""

import os
import tty

from emulator.chip import Chip
from emulator.usb import Usb

MOST = 4096


class Across:
    """`path` is the device that the program opens. `first_ms`, `last_ms`: emulated time of the first and the last byte
    that crossed; None before there was any."""

    def __init__(self, chip: Chip, usb: Usb) -> None:
        self._chip, self._usb = chip, usb
        self.ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self.ours, False)
        self.path = os.ttyname(self._theirs)
        self._waiting = bytearray()
        self.first_ms: float | None = None
        self.last_ms: float | None = None
        usb.take()  # what the Pico has said to nobody

    def close(self) -> None:
        os.close(self.ours)
        os.close(self._theirs)

    def carry(self) -> bool:
        """What either has said goes over, as far as there is room. Whether something has come to the program."""
        try:
            data = os.read(self.ours, MOST)
        except (BlockingIOError, OSError):
            data = b""
        if data:
            self._usb.write(data)
        came = self._usb.take() if self._usb.received else b""
        self._waiting += came
        if data or came:
            self.last_ms = self._chip.now_ms
            if self.first_ms is None:
                self.first_ms = self._chip.now_ms
        if not self._waiting:
            return False
        try:
            del self._waiting[: os.write(self.ours, self._waiting)]
        except BlockingIOError:
            return False
        return True
