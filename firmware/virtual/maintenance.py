"""The maintenance state of the virtual board: the REPL on the serial line, the flash as the only file system.

While a program runs, the supervisor holds the line: it makes it blocking, so that no output is lost, and watches it
for Ctrl-C, which it turns into a KeyboardInterrupt (a Pico's USB driver does both).
"""

import sys

import machine  # pyright: ignore[reportMissingModuleSource] (MicroPython's)

from virtual.repl import Machine, Repl


class Maintenance:
    """`wait(line)`: until the serial line (or else only the panel) has or takes something. `tell`: to the panel."""

    def __init__(self, serial, wait, tell):
        self._serial = serial
        self._wait = wait
        self._tell = tell
        self._come = b""
        self._answers = 0

    def serve(self, store):
        sys.modules["machine"] = Machine(machine)  # pyright: ignore[reportArgumentType]
        store.alone()
        try:
            Repl(self).serve()
        finally:
            store.beside()
            sys.modules["machine"] = machine
        while self._serial.backlog:
            self._wait()

    def get(self):
        """The next byte, as an int; waits for it."""
        while not self._come:
            self._come = self._serial.read()
            if not self._come:
                self._wait()
        byte, self._come = self._come[0], self._come[1:]
        return byte

    def put(self, data):
        """All of `data`; waits until the line has taken it."""
        while data:
            data = data[self._serial.write(data) :]
            if data:
                self._wait()

    def begin(self):
        """Before a program: what was said goes out, and the supervisor takes the line."""
        while self._serial.backlog:
            self._wait()
        self._ask("begin")

    def end(self):
        """After it: the supervisor gives the line back, with what came meanwhile."""
        self._ask("end")

    def answered(self, come):
        self._answers += 1
        self._come += come

    def _ask(self, word):
        before = self._answers
        self._tell("exec", word)
        while self._answers == before:
            try:
                self._wait(line=False)
            except KeyboardInterrupt:
                pass  # a Ctrl-C that came as the program was ending already: too late for it
