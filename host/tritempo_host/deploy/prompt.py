"""MicroPython's prompt on a serial line, with mpremote underneath: runs programs there, and sends files to one.

mpremote says what goes wrong in several ways, and prints; here all of it is a DeployProblem.
"""

import ast
import base64
import contextlib
import io
import json
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any, cast

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from tritempo_host import micropython
from tritempo_host.deploy.problems import DeployProblem

READ_S = 2.0  # for bytes that must come at once; a clock stands still for 400 ms at worst, while it erases flash
WRITE_S = 10.0
LAST_WORD_S = 0.2
ENTER_S = 3  # one try to get the prompt
ANSWER_S = 60.0  # a program that writes or checks a whole slot, on a slow flash
PIECE = 2048  # bytes at once: what the clock's memory takes easily
WINDOW = 11  # bits of zlib's window: a piece, instead of 32 KB of the clock's memory
# After a moment, in which the board says that it has understood: what waits in its USB buffer is lost with it.
RESTART = "import machine, time\ntime.sleep_ms(50)\nmachine.reset()"
# Any Python on a board can say this much, also one that cannot run the rest.
WHO = """
import sys, json
of = sys.implementation
print(json.dumps({"name": of.name, "version": list(of.version), "mpy": getattr(of, "_mpy", 0),
"platform": sys.platform, "machine": getattr(of, "_machine", "")}))
"""
TEXT = 2048  # characters of a program at once: compiling takes many times as much memory


def program() -> list[str]:
    """What is run on the clock: the loader, whose functions the installer needs, then the installer; in short texts.

    Without comments and docstrings, and without the installer's import, for both are in one place there.
    """
    folder = micropython.firmware_folder() / "loader"
    texts = [""]
    for name in ("loader.py", "install.py"):
        for node in _bare(ast.parse((folder / name).read_text(encoding="utf-8"))).body:
            if isinstance(node, ast.ImportFrom) and node.module == "loader.loader":
                continue
            text = ast.unparse(node)
            if len(texts[-1]) + len(text) > TEXT:
                texts.append("")
            texts[-1] += text + "\n"
    return texts


def packed(data: bytes) -> str:
    """A few KB as a piece of a program on the board: as they are they would take four times its memory."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, WINDOW)
    return f"unpacked({base64.b64encode(squeeze.compress(data) + squeeze.flush())!r})"


def _bare(tree: ast.Module) -> ast.Module:
    """The same program without docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


class Prompt:
    """The prompt at `port`: `open` it, `load` the program, and `restart` the board in the end.

    The caller has made sure that the port can be opened. Every method raises DeployProblem `prompt_gone` (the cable, or
    a board that does not answer any more) or `prompt_failed` (the program raised).
    """

    def __init__(self, port: str, patience_s: float = 0) -> None:
        self.port = port
        self._patience_s = patience_s
        self._transport: SerialTransport | None = None

    def open(self) -> None:
        """Tries for at least `patience_s`. Raises DeployProblem `no_prompt`."""
        deadline = time.monotonic() + self._patience_s
        try:
            with _quiet():
                self._transport = SerialTransport(self.port, timeout=READ_S)
            self.serial.write_timeout = WRITE_S
            while True:
                try:
                    with _quiet():
                        self._line.enter_raw_repl(soft_reset=True, timeout_overall=ENTER_S)
                    break
                except TransportError:
                    if time.monotonic() >= deadline:
                        raise
        except (TransportError, OSError, struct.error) as error:
            self.close()
            raise DeployProblem("no_prompt", port=self.port) from error
        except BaseException:  # Ctrl-C, when the clock may have given way already
            self.restart()
            raise

    def who(self) -> dict[str, Any]:
        """Which Python this is: `name`, `version`, `mpy` (of its .mpy files), `platform`, `machine`."""
        return self.ask(WHO)

    def load(self) -> None:
        """Sends the loader's and the installer's text: `run` and `ask` can then call their functions."""
        for text in program():
            self.run(text)
        self.run("stop_watchdog()")

    @property
    def _line(self) -> SerialTransport:
        if self._transport is None:
            raise DeployProblem("prompt_gone", port=self.port)
        return self._transport

    def close(self) -> None:
        """Lets the port go. The board stays at its prompt: see `restart`."""
        if self._transport is not None:
            with contextlib.suppress(Exception):  # the device may have gone, and each system says that in its own way
                self._transport.close()
            self._transport = None

    @property
    def serial(self) -> serial.Serial:
        """The line itself, to talk with a program that was only started."""
        return cast(serial.Serial, self._line.serial)

    def start(self, text: str) -> None:
        """Starts a program; `finish` waits for its end."""
        with self._told():
            self._line.exec_raw_no_follow(text)

    def finish(self, patience_s: float = ANSWER_S) -> str:
        """What the program has printed since, when it has ended."""
        with self._told():
            said, error = self._line.follow(patience_s)
            if error:
                raise TransportExecError(said, error.decode("utf-8", "replace"))
            return said.decode("utf-8", "replace").strip()

    def run(self, text: str) -> str:
        """Runs a program, and returns what it printed."""
        self.start(text)
        return self.finish()

    def ask(self, text: str) -> Any:
        """Runs a program that answers with a line of JSON."""
        said = self.run(text)
        try:
            return json.loads(said)
        except ValueError as error:
            raise DeployProblem("prompt_failed", port=self.port, why=said) from error

    def send(self, data: bytes, progress: Callable[[int], object]) -> None:
        """Gives bytes to `filling` on the board. `progress` is called with the size of each piece that arrived."""
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self.run(f"filling.take({packed(piece)})")
            progress(len(piece))

    def restart(self) -> None:
        """Starts the board anew, whatever it does at the moment; the port then goes away. Never raises."""
        with contextlib.suppress(TransportError, OSError, struct.error, DeployProblem), _quiet():
            self._line.enter_raw_repl(soft_reset=False, timeout_overall=ENTER_S)
            self._line.exec_raw_no_follow(RESTART)
            self.serial.timeout = LAST_WORD_S
            self.serial.read(1)  # not of a board that has gone; but all that was sent is out
        self.close()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with _quiet():
                yield
        except TransportExecError as error:
            raise DeployProblem("prompt_failed", port=self.port, why=_last_line(error.error_output)) from error
        except (TransportError, OSError, struct.error) as error:
            raise DeployProblem("prompt_gone", port=self.port) from error


def _last_line(traceback: str) -> str:
    lines = traceback.strip().splitlines()
    return lines[-1] if lines else ""


def _quiet() -> contextlib.redirect_stdout[io.StringIO]:
    """mpremote prints what it could not understand."""
    return contextlib.redirect_stdout(io.StringIO())
