"""MicroPython's REPL over the serial line, for the maintenance state.

On a Pico this file has no counterpart: when the app hands the line back, the interpreter's own REPL is there, and
`mpremote` talks to it. On the unix port that REPL belongs to a terminal, so the virtual board speaks the protocol
itself: friendly prompt (one line, or a block that an empty line ends), raw mode, and raw-paste mode with its flow
control, byte for byte as `shared/runtime/pyexec.c` of MicroPython does.
"""

import io
import sys

CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = 1, 2, 3, 4, 5
BACKSPACE, DELETE, RETURN, NEWLINE = 8, 127, 13, 10
WINDOW = 128  # bytes that the host may send ahead in raw-paste mode

BANNER = '\r\nMicroPython %s; Tritempo virtual clock\r\nType "help()" for more information.\r\n' % (
    ".".join(str(part) for part in sys.implementation.version[:3])
)
RAW_BANNER = b"raw REPL; CTRL-B to exit\r\n"
SOFT_REBOOT = b"MPY: soft reboot\r\n"


class ResetError(Exception):
    """The program asked for machine.reset(): the board starts anew, whatever the mode."""


class Machine:
    """Stands in for the module `machine` in maintenance: the unix port's own knows no reset."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return getattr(self._module, name)

    def reset(self):
        raise ResetError()

    def soft_reset(self):
        raise SystemExit()


class Repl:
    """`line` has get() -> int (waits), put(bytes) (waits), and begin() and end() around a program that runs."""

    def __init__(self, line):
        self._line = line
        self._globals = {}

    def serve(self):
        """Returns when the board should start anew: soft reset at the friendly prompt, or machine.reset()."""
        raw = False
        self._start()
        try:
            while True:
                again = self._raw() if raw else self._friendly()
                if again is None:  # soft reset
                    self._line.put(SOFT_REBOOT)
                    if not raw:
                        return
                    self._start()  # in raw mode a Pico runs no main.py after a soft reset: mpremote relies on it
                else:
                    raw = again
        except ResetError:
            return

    def _start(self):
        self._globals = {"__name__": "__main__"}

    def _friendly(self):
        """The prompt. True: to raw mode; False: anew; None: soft reset."""
        self._line.put(BANNER.encode())
        block = b""
        while True:
            self._line.put(b"... " if block else b">>> ")
            text, ended_by = self._edit_line()
            if ended_by == CTRL_C:
                block = b""
            elif ended_by in (CTRL_A, CTRL_B):
                return ended_by == CTRL_A
            elif ended_by == CTRL_D:
                if not block:
                    return None
            elif text and (block or text.rstrip().endswith(b":")):
                block += text + b"\n"
            elif block or text.strip():
                ended, report = self._execute(block or text, "single")
                block = b""
                self._line.put(report)
                if ended:
                    return None

    def _edit_line(self):
        """One line, echoed, with backspace: (text, the byte that ended it). A control byte ends an empty line only."""
        text = b""
        while True:
            byte = self._line.get()
            if byte in (RETURN, CTRL_C) or (byte in (CTRL_A, CTRL_B, CTRL_D) and not text):
                self._line.put(b"\r\n")
                return text, byte
            if byte in (BACKSPACE, DELETE):
                if text:
                    text = text[:-1]
                    self._line.put(b"\b \b")
            elif byte >= 32:
                text += bytes((byte,))
                self._line.put(bytes((byte,)))

    def _raw(self):
        """Raw mode. False: to the friendly prompt; True: anew; None: soft reset."""
        self._line.put(RAW_BANNER)
        while True:
            self._line.put(b">")
            source = bytearray()
            while True:
                byte = self._line.get()
                if byte == CTRL_A:
                    break
                if byte == CTRL_B:
                    self._line.put(b"\r\n")
                    return False
                if byte == CTRL_C:
                    source = bytearray()
                elif byte == CTRL_D:
                    break
                else:
                    source.append(byte)
            if byte == CTRL_D:
                self._line.put(b"OK")
                if not source:
                    self._line.put(b"\r\n")
                    return None
            elif len(source) == 2 and source[0] == CTRL_E:
                if source[1] != ord("A"):
                    self._line.put(b"R\x00")
                    continue
                source = self._raw_paste()
            else:
                return True
            if source is None:
                ended, report = False, b"\r\nTraceback (most recent call last):\r\nKeyboardInterrupt: \r\n"
            else:
                ended, report = self._execute(source, "exec")
            self._line.put(b"\x04" + report + b"\x04")
            if ended:
                return None

    def _raw_paste(self):
        """Takes a program with flow control: after each window taken, one \\x01. None: interrupted."""
        self._line.put(bytes((ord("R"), 1, WINDOW, 0, 1)))
        source = bytearray()
        while True:
            byte = self._line.get()
            if byte == CTRL_C:
                self._line.put(b"\x04")
                return None
            if byte == CTRL_D:
                self._line.put(b"\x04")
                return source
            source.append(byte)
            if len(source) % WINDOW == 0:
                self._line.put(b"\x01")

    def _execute(self, source, mode):
        """Runs a program; its output goes out as it comes. Returns (whether it asked for a soft reset, error text)."""
        try:
            try:
                self._line.begin()
                exec(compile(bytes(source), "<stdin>", mode), self._globals)
            finally:
                self._line.end()
        except ResetError:
            raise
        except SystemExit:
            return True, b""
        except BaseException as error:
            return False, _traceback(error)
        return False, b""


def _traceback(error):
    """The error as a Pico prints it: without the frames of this file, which called the program."""
    out = io.StringIO()
    sys.print_exception(error, out)  # pyright: ignore[reportAttributeAccessIssue]
    lines = out.getvalue().rstrip().split("\n")
    first = 1
    while first < len(lines) and lines[first].startswith("  File ") and '"<stdin>"' not in lines[first]:
        first += 1
    return ("\r\n".join(lines[:1] + lines[first:]) + "\r\n").encode()
