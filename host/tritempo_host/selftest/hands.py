"""The clock at MicroPython's prompt, as the steps see it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from serial import SerialException

from tritempo_host.deploy.board import Board
from tritempo_host.deploy.install import at_prompt
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.deploy.prompt import Prompt
from tritempo_host.problem import Problem
from tritempo_host.spoken import spoken_language
from tritempo_host.words import speak

# With what the loader has (its text is at the prompt already): the pack is seen as a folder, and stays open.
IMPORT = """
vfs.mount(Pack({slot!r}), MOUNT)
sys.path[:] = [MOUNT, ".frozen"]
from device import selftest
"""


class OverPrompt:
    """Hands over the prompt of a clock whose firmware is on its import path."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def do(self, call: str) -> dict[str, Any]:
        return self._prompt.ask(f"selftest.{call}")

    def ticks(self, count: int) -> list[tuple[float, int, float]]:
        readings = []
        try:
            self._prompt.start("selftest.ticks()")
            port = self._prompt.serial
            for _ in range(count):
                before = time.perf_counter()
                port.write(b"t")
                line = port.read_until(b"\n")
                after = time.perf_counter()
                readings.append((before, int(line), after))
            port.write(b"q")
        except (ValueError, OSError, SerialException) as error:  # no number in time: the board is away
            raise DeployProblem("prompt_gone", port=self._prompt.port) from error
        self._prompt.finish()
        return readings


class _Nobody:
    """A Watcher of deploy's that does not look."""

    def stage(self, name: str) -> None: ...

    def sending(self, total: int) -> None: ...

    def moved(self, size: int) -> None: ...


@contextmanager
def hands_on(port: str) -> Iterator[tuple[OverPrompt, dict[str, Any]]]:
    """The hands on the clock at a port, and what it says of itself. However it is left, the clock starts anew.

    Raises LinkProblem (no such port, busy, a game is on), DeployProblem, and Problem where there is no firmware to test
    with.
    """
    with _at_prompt(port) as (prompt, board, hello):
        slot = board.running(hello)
        if slot is None:
            raise Problem(speak("selftest", spoken_language())("no_firmware", port=port))
        _import(prompt, slot, port)
        held = board.slots[slot]
        yield OverPrompt(prompt), {"firmware": held.version, "build": held.build} | (hello or {})


def _import(prompt: Prompt, slot: str, port: str) -> None:
    try:
        prompt.run(IMPORT.format(slot=slot))
    except DeployProblem as problem:
        if problem.key == "prompt_failed" and "ImportError" in str(problem.values.get("why")):
            raise Problem(speak("selftest", spoken_language())("old_firmware", port=port)) from problem
        raise


@contextmanager
def _at_prompt(port: str) -> Iterator[tuple[Prompt, Board, dict[str, Any] | None]]:
    try:
        with at_prompt(port, _Nobody(), virtual=False) as found:
            yield found
    except DeployProblem as problem:
        if problem.key == "virtual":  # deploy's words are about firmware
            raise Problem(speak("selftest", spoken_language())("virtual", port=port)) from problem
        raise
