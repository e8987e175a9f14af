"""The clock in its two bodies, behind the same five calls: in this Python, and in a MicroPython beside it."""

import json
import subprocess
from pathlib import Path

from tritempo.control import Control
from tritempo.game import Game
from tritempo.view import scenario_view
from tritempo_host import micropython

HERE = Path(__file__).parent


class InPython:
    """The clock in this process."""

    def new(self, control, seats, holders):
        self.game = Game(Control(control, seats), holders)

    def input(self, t, kind, *args):
        return self.game.input(t, kind, *args)

    def advance(self, t):
        self.game.advance(t)

    def view(self, t):
        return scenario_view(self.game, t)

    def close(self):
        pass


class InMicroPython:
    """The clock in a MicroPython process, asked one JSON line at a time (see `answer_calls.py`)."""

    def __init__(self):
        self.process = subprocess.Popen(
            micropython.command(HERE / "answer_calls.py", heap="512k"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={"MICROPYPATH": micropython.micropypath()},
        )

    def _ask(self, *call):
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(call) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"MicroPython died of {call}"
        return json.loads(line)

    def new(self, control, seats, holders):
        self._ask("new", control, seats, holders)

    def input(self, t, kind, *args):
        return self._ask("input", t, kind, *args)

    def advance(self, t):
        self._ask("advance", t)

    def view(self, t):
        return self._ask("view", t)

    def close(self):
        assert self.process.stdin
        self.process.stdin.close()
        assert self.process.wait(timeout=10) == 0
