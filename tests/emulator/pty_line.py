"""The emulated Pico's USB serial as a PTY, so that the real host programs can open it.

All in one thread: while a program runs, `run` lets emulated time pass in small steps and carries the bytes across.
"""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from emulator.across import Across
from emulator.chip import Chip
from emulator.usb import Usb

STEP_MS = 1.0


class PtyLine:
    """`path` is the device to open. `speed`: emulated seconds for a real one at most; None: as many as it can."""

    def __init__(self, chip: Chip, usb: Usb, speed: float | None = None) -> None:
        self._chip, self._speed = chip, speed
        self.across = Across(chip, usb)
        self.path = self.across.path

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.across.close()

    def run(
        self,
        command: Sequence[str],
        within_s: float = 120,
        each_step: Callable[[], object] = lambda: None,
        env: dict[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program (of this Python: `-m name …`) until it ends. Raises TimeoutExpired, with what it had said."""
        with subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=dict(os.environ, **(env or {})),
        ) as process:
            try:
                self.serve(lambda: process.poll() is not None, within_s, each_step)
            except TimeoutError:
                process.kill()
                out = process.communicate()[0]
                raise subprocess.TimeoutExpired(process.args, within_s, out) from None
            out = process.communicate()[0]
        self.serve(lambda: True, 1)
        return subprocess.CompletedProcess(command, process.returncode, out)

    def serve(
        self, over: Callable[[], object], within_s: float, each_step: Callable[[], object] = lambda: None
    ) -> None:
        """Carries bytes until `over()` is true. Raises TimeoutError after so many real seconds."""
        start, start_ms = time.monotonic(), self._chip.now_ms
        while True:
            self.across.carry()
            if over():
                return
            spent = time.monotonic() - start
            if spent > within_s:
                raise TimeoutError(f"not done in {within_s} s")
            ahead_s = 0.0 if self._speed is None else (self._chip.now_ms - start_ms) / 1000 - spent * self._speed
            if ahead_s > 0:
                select.select([self.across.ours], [], [], min(ahead_s, 0.005))
            else:
                each_step()
                self._chip.run_ms(STEP_MS)
