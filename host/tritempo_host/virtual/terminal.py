"""The terminal while somebody plays: keys one by one, and everything as it was on any way out."""

import os
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Wake:
    """Something that another thread can ring and `select` can hear."""

    def __init__(self) -> None:
        self._hears, self._rings = os.pipe()
        os.set_blocking(self._hears, False)
        os.set_blocking(self._rings, False)

    def fileno(self) -> int:
        return self._hears

    def ring(self) -> None:
        with suppress(BlockingIOError):  # then it is ringing already
            os.write(self._rings, b"!")

    def hush(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._hears, 4096)

    def close(self) -> None:
        os.close(self._hears)
        os.close(self._rings)


@contextmanager
def single_keys() -> Iterator[None]:
    """The keys of standard input without Enter and without echo."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the program as Ctrl-C does, so that what is open gets closed."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def read_keys(wake: Wake, timeout_s: float) -> str | None:
    """The keys pressed until `wake` rings or time is up; None at the end of input. Arrows and the like are left out."""
    ready = select.select([sys.stdin, wake], [], [], timeout_s)[0]
    wake.hush()
    if sys.stdin not in ready:
        return ""
    data = os.read(sys.stdin.fileno(), 1024)
    if not data:
        return None
    return "" if data.startswith(b"\x1b") else data.decode("utf-8", "ignore")
