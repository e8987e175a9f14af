"""Starts the firmware in MicroPython: its standard input and output are a PTY, its panel a socket, its flash a file."""

import contextlib
import json
import os
import socket
import subprocess
import tempfile
import tty
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tritempo_host import micropython
from tritempo_host.virtual import image


@dataclass(frozen=True)
class Settings:
    """How a board is made. `speed` is in thousandths of real time; 0: time moves only as the panel allows."""

    flash: Path
    speed: int
    seats: int
    record: Path | None
    main: Path
    heap: str
    lang: str | None  # of the clock: of a fresh flash only, or with `lang_again` of any
    lang_again: bool


class Process:
    """A running firmware with our ends of its PTY and its panel."""

    def __init__(self, settings: Settings) -> None:
        """Raises Problem when the image is in use or MicroPython is missing."""
        self._flash = settings.flash
        with contextlib.ExitStack() as undo:
            flash = image.open_locked(settings.flash)
            undo.callback(os.close, flash)  # MicroPython's own copy keeps the lock
            self.panel, board_end = socket.socketpair()
            undo.callback(board_end.close)
            board_end.setblocking(False)
            # We keep the host's end open too, so that the clock never sees its line hang up between two hosts.
            self.line, self._host_end = os.openpty()
            tty.setraw(self._host_end)
            os.set_blocking(self.line, False)
            self.port = os.ttyname(self._host_end)
            self._stderr: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the clock runs)
            board = {
                "panel": board_end.fileno(),
                "flash": flash,
                "image": str(settings.flash.absolute()),
                "speed": settings.speed,
                "seats": settings.seats,
                "lang": settings.lang,
                "lang_again": settings.lang_again,
                "record": str(settings.record.absolute()) if settings.record else None,
            }
            self._process = subprocess.Popen(
                micropython.command(settings.main, heap=settings.heap),
                stdin=self.line,
                stdout=self.line,
                stderr=self._stderr,
                pass_fds=(board_end.fileno(), flash),
                env=dict(os.environ, MICROPYPATH=micropython.micropypath(), TRITEMPO_BOARD=json.dumps(board)),
                # A Ctrl-C in our terminal is ours to handle; the clock must not die of it.
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def wait(self, timeout_s: float) -> int | None:
        """The exit code, or None if it still runs after `timeout_s`."""
        try:
            return self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """Ends it as a power cut does."""
        self._process.kill()
        self._process.wait()

    def complaint(self) -> str:
        """The last lines that it said before it ended: on its standard error, and on the line, where a Pico says it."""
        self._stderr.seek(0)
        said = self._stderr.read()
        os.set_blocking(self._host_end, False)
        with contextlib.suppress(BlockingIOError):
            while piece := os.read(self._host_end, 4096):
                said += piece
        return "\n".join(said.decode("utf-8", "replace").strip().splitlines()[-12:])

    def close(self) -> None:
        """Gives everything back; the process has ended."""
        self.panel.close()
        os.close(self.line)
        os.close(self._host_end)
        self._stderr.close()
        image.forget_holder(self._flash)
