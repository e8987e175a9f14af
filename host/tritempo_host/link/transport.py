"""The wire itself: bytes to a serial port and back, with every failure told as a LinkProblem."""

import errno
import io
import os
import re
import select
from typing import Protocol

import serial

from tritempo_host.link.problems import (
    CablePulled,
    CannotOpen,
    NobodyListens,
    NoPermission,
    NoSuchPort,
    NotAPort,
    PortBusy,
    Silent,
)

# A clock is a USB device, for which the speed means nothing; a port with a real UART behind it needs one.
BAUD = 115200
# A port that takes no byte for so long has nobody behind it.
WRITE_TIMEOUT_S = 2.0
MOST = 65536
CAUSES = {
    errno.ENOENT: NoSuchPort,
    errno.ENODEV: NoSuchPort,
    errno.ENXIO: NoSuchPort,
    errno.ECONNREFUSED: NobodyListens,
    errno.EISDIR: NotAPort,
    errno.ENOTTY: NotAPort,
    errno.EACCES: NoPermission,
    errno.EPERM: NoPermission,
    errno.EBUSY: PortBusy,
    errno.EAGAIN: PortBusy,
    errno.EWOULDBLOCK: PortBusy,
}
# Windows' errors come only as text, and there "access denied" means that another program has the port open.
WINDOWS_CAUSES = {"FileNotFoundError": NoSuchPort, "PermissionError": PortBusy, "Connection refused": NobodyListens}


class Transport(Protocol):
    """What a client needs of a line. `write` and `read` raise CablePulled once the line is gone."""

    name: str

    def write(self, data: bytes) -> None:
        """Sends all of it. Raises Silent if nobody takes it."""
        ...

    def read(self, wait_s: float) -> bytes:
        """What has arrived; if nothing has, waits for it, at most so long. b"" only when that time has passed."""
        ...

    def close(self) -> None:
        """Lets the port go. Never raises."""
        ...


class SerialTransport:
    """A device, a PTY or a pyserial URL (`socket://host:port`, `rfc2217://…`, `spy://…`), opened for us alone.

    Raises NoSuchPort, PortBusy, NoPermission or CannotOpen.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            port = serial.serial_for_url(name, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
        except (OSError, ValueError) as error:  # SerialException is an OSError; ValueError: a URL of no known kind
            raise _cause(name, error) from error
        self._port = port
        try:
            # With a file descriptor we wait for any byte and then take all there are, in two system calls.
            self._descriptor: int | None = port.fileno()
        except (AttributeError, io.UnsupportedOperation):
            self._descriptor = None

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise Silent(self.name) from error
        except (OSError, ValueError) as error:
            raise CablePulled(self.name) from error

    def read(self, wait_s: float) -> bytes:
        try:
            if self._descriptor is None:
                return self._read_without_select(wait_s)
            ready, _, _ = select.select([self._descriptor], [], [], max(0.0, wait_s))
            return self._port.read(MOST) if ready else b""
        except (OSError, ValueError, TypeError) as error:  # pyserial's own words for a closed descriptor
            raise CablePulled(self.name) from error

    def _read_without_select(self, wait_s: float) -> bytes:
        # Windows, rfc2217 and the like: pyserial waits for one byte; the rest is there already.
        self._port.timeout = max(0.0, wait_s)
        first = self._port.read(1)
        return first + self._port.read(self._port.in_waiting) if first else b""

    def close(self) -> None:
        # What is still to be written has no reader: a port that is gone would make close() wait or raise.
        try:
            self._port.close()
        except OSError:
            return


def _cause(name: str, error: Exception) -> Exception:
    number = getattr(error, "errno", None)
    if number in CAUSES:
        return CAUSES[number](name)
    text = str(error)
    # pyserial's words for a port that opened and is none: "Could not configure port: (25, 'Inappropriate …')"
    within = re.search(r"\((\d+), '([^']*)'\)", text)
    if within and int(within[1]) in CAUSES:
        return CAUSES[int(within[1])](name)
    for word, cause in WINDOWS_CAUSES.items():
        if word in text:
            return cause(name)
    return CannotOpen(name, detail=os.strerror(number) if number else within[2] if within else text)
