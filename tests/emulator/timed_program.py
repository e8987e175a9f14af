"""Runs a Python program in emulated time: `python timed_program.py DESCRIPTOR -m name …` (or `-c code …`).

Started by `timed_line.py`, which lets the emulated chip's time pass by what it is told on that descriptor: the CPU time
that the program has used since it said so last, and how long it now waits. So program and chip share one time, though
the emulator is slower than the chip: where a program sleeps for 10 ms, the chip has 10 ms to go on.

Only what a program waits by is replaced: `time.sleep`, `select.select`, and the look whether a port has bytes. Ports,
bytes and system calls are the real ones.
"""

import atexit
import os
import runpy
import select
import struct
import sys
import time
from typing import Any

SPENT_AND_WAITS = struct.Struct("<dd?")  # seconds of CPU time, seconds of waiting at most, less if a byte comes
NOW = struct.Struct("<d")  # emulated seconds

_cpu = time.process_time
_select = select.select


class Time:
    """The emulated time, as the program sees it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._told = self._now = 0.0
        self.wait(0.0)

    def now(self) -> float:
        return self._now + _cpu() - self._told

    def wait(self, most_s: float, for_bytes: bool = False) -> None:
        os.write(self._descriptor, SPENT_AND_WAITS.pack(_cpu() - self._told, most_s, for_bytes))
        answer = os.read(self._descriptor, NOW.size)
        if len(answer) < NOW.size:
            os._exit(1)  # nobody lets time pass any more
        [self._now] = NOW.unpack(answer)
        self._told = _cpu()


def replace(clock: Time) -> None:
    """From now on the program waits in emulated time."""

    def wait_for(read: Any, write: Any, other: Any, timeout: float | None = None) -> Any:
        ready = _select(read, write, other, 0)
        if any(ready):
            return ready
        clock.wait(1e9 if timeout is None else max(0.0, timeout), for_bytes=True)
        return _select(read, write, other, 0)

    time.sleep = lambda seconds: clock.wait(seconds)
    time.monotonic = clock.now
    select.select = wait_for
    # After the clock, for it keeps `time.monotonic`.
    from serial.serialposix import Serial

    its: Any = Serial
    look, write = its.in_waiting.fget, its.write

    def in_waiting(port: Any) -> int:
        there = look(port)
        if not there:
            clock.wait(0.0)  # what has come while the program was busy with something else
            there = look(port)
        return there

    def write_now(port: Any, data: bytes) -> Any:
        clock.wait(0.0)
        return write(port, data)

    its.in_waiting = property(in_waiting)
    its.write = write_now


def main() -> None:
    descriptor, how, program = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    sys.argv = [program, *sys.argv[4:]]
    clock = Time(descriptor)
    replace(clock)
    atexit.register(clock.wait, 0.0)
    if how == "-m":
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:
        exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
