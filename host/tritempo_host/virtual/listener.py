"""The thread that listens to a virtual clock's panel, and that holds its line while a maintenance program runs."""

import base64
import os
import select
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tritempo_host.problem import Problem
from tritempo_host.virtual.process import Process

CTRL_C = b"\x03"


@dataclass(frozen=True)
class Event:
    """What the clock did at `t_ms` of its time.

    kind "lights" (words: brightness by button), "sound" (words "freq:ms"), "frame" (data: 1024 bytes), "maintenance"
    ("1" or "0"), "ready" (words: device id), "reached", "cut", "damaged" (what the copy's name has after the image's),
    "full" (an edge that found no place), "ended" (exit code).
    """

    t_ms: int
    kind: str
    words: tuple[str, ...] = ()
    data: bytes = b""


class Listener(threading.Thread):
    """Calls `take(event)` for each line and `end(exit code)` once at the end; `send(line)` answers the clock."""

    def __init__(
        self,
        process: Process,
        take: Callable[[Event], None],
        send: Callable[[str], None],
        end: Callable[[int], None],
    ) -> None:
        super().__init__(name="virtual clock", daemon=True)
        self._process = process
        self._take = take
        self._send = send
        self._end = end
        self._watching = False  # a program runs in maintenance: the line is ours
        self._kept = b""  # what came on it meanwhile, but for Ctrl-C

    def run(self) -> None:
        partial = b""
        while data := self._receive():
            *lines, partial = (partial + data).split(b"\n")
            for line in lines:
                self._obey(line.decode("utf-8", "replace"))
        self._process.panel.close()  # if it is we who end it, that is how the clock learns of it
        code = self._process.wait(2.0)
        if code is None:
            self._process.kill()
        self._end(code if code is not None else -signal.SIGKILL)

    def stop(self) -> None:
        """Hangs the panel up; the clock ends, and so does this thread."""
        with suppress(OSError):
            self._process.panel.shutdown(socket.SHUT_RDWR)

    def _receive(self) -> bytes:
        """The next bytes from the panel; b"" at the end."""
        while True:
            sources = [self._process.panel, self._process.line] if self._watching else [self._process.panel]
            ready = select.select(sources, [], [])[0]
            if self._process.line in ready:
                self._watch_line()
            if self._process.panel in ready:
                with suppress(ConnectionResetError):
                    return self._process.panel.recv(65536)
                return b""

    def _obey(self, line: str) -> None:
        kind, t_ms, *words = line.split()
        if kind == "exec":
            self._hold_line(words[0] == "begin")
            return
        if kind == "frame":
            self._take(Event(int(t_ms), kind, data=base64.b64decode(words[0])))
        else:
            self._take(Event(int(t_ms), kind, tuple(words)))
        if kind == "cut":
            self._process.kill()

    def _hold_line(self, begins: bool) -> None:
        """Blocking while a program runs, as a Pico's output waits for its host."""
        os.set_blocking(self._process.line, begins)
        self._watching = begins
        kept, self._kept = self._kept, b""
        with suppress(Problem):  # the clock may have ended meanwhile
            self._send(f"exec {kept.hex()}")

    def _watch_line(self) -> None:
        with suppress(OSError):
            data = os.read(self._process.line, 256)
            if CTRL_C in data:
                self._process.signal(signal.SIGINT)
            self._kept += data.replace(CTRL_C, b"")
