"""Puts a firmware on a board, step by step: at whatever moment that ends, the clock starts, old or new, and whole."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from tritempo_host.deploy import reach
from tritempo_host.deploy.board import SLOTS, Board, check_micropython
from tritempo_host.deploy.build import Build
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.deploy.prompt import Prompt, packed

# From a clock's `ok` until its prompt is there: it waits up to a second for the line to be quiet.
LEAVING_S = 15.0
CHANCES = 3


class Watcher(Protocol):
    """Who wants to see how far it is. `stage`: "ask", "look", "send", "check", "restart"."""

    def stage(self, name: str) -> None: ...

    def sending(self, total: int) -> None:
        """So many bytes will be sent."""
        ...

    def moved(self, size: int) -> None: ...


@dataclass
class Outcome:
    """What a deploy found and did. `build`: what runs now. `sent`: bytes of the pack."""

    port: str
    board: Board
    before: str | None
    build: str | None = None
    version: str | None = None
    already: bool = False
    sent: int = 0
    kept: bool = False  # another program's main.py, as main.py.old
    options: dict[str, Any] = field(default_factory=dict)


def _enter(port: str, virtual: bool) -> tuple[Prompt, dict[str, Any] | None]:
    """The prompt of a board, and the hello of the clock that gave way. What was just plugged in takes its time."""
    chance = 1
    while True:
        hello = reach.ask_for_prompt(port, virtual=virtual)
        prompt = Prompt(port, LEAVING_S if hello else 0)
        try:
            prompt.open()
            return prompt, hello
        except DeployProblem as problem:
            if problem.key != "no_prompt" or hello or chance >= CHANCES:
                raise
        chance += 1


@contextmanager
def at_prompt(port: str, watcher: Watcher, *, virtual: bool) -> Iterator[tuple[Prompt, Board, dict[str, Any] | None]]:
    """The prompt of the board at a port, what is on it, and the hello of the clock that ran there, if one did.

    However it is left, the board starts anew. Raises DeployProblem and LinkProblem.
    """
    watcher.stage("ask")
    prompt, hello = _enter(port, virtual)
    try:
        watcher.stage("look")
        who = prompt.who()
        if not virtual:
            check_micropython(who, port)
        prompt.load()
        yield prompt, Board(who | prompt.ask("look()")), hello
    finally:
        watcher.stage("restart")
        prompt.restart()


def deploy(
    port: str,
    made: Build,
    watcher: Watcher,
    options: dict[str, Any] | None = None,
    *,
    replace: bool = True,
    virtual: bool = False,
) -> Outcome:
    """Puts a firmware on the board at a port, starts it and waits for its hello.

    `options`: what /board.json should say anew, of `seats` and `display`. `replace`: another program's main.py may give
    way (a copy stays). `virtual`: for tests, which have a virtual clock in place of a Pico: no version is asked for.
    """
    came_from = reach.identity(port)
    with at_prompt(port, watcher, virtual=virtual) as (prompt, board, hello):
        if board.foreign and not replace:
            raise DeployProblem("foreign", port=port)
        outcome = Outcome(port, board, hello.get("build") if hello else None)
        outcome.options = board.options | (options or {})
        _install(prompt, board, made, watcher, outcome)
    back = reach.wait_for_clock(port, came_from)
    outcome.port = back.port
    outcome.build, outcome.version = back.hello.get("build"), back.hello.get("firmware")
    if not virtual and outcome.build != made.id:
        raise DeployProblem("fell_back", port=port, build=made.id, running=outcome.build or "?")
    return outcome


def _install(prompt: Prompt, board: Board, made: Build, watcher: Watcher, outcome: Outcome) -> None:
    running = board.in_use(outcome.before)
    if running is not None and board.slots[running].build == made.id:
        outcome.already = True
        target = running
        trial = 0
    else:
        target = next(slot for slot in SLOTS if slot != running)
        trial = prompt.ask("answer(STARTS)")
        board.check_room(made, target, outcome.port)
        if running is not None and (board.pointer != running or board.on_trial):
            _point(prompt, running, board.slots[running].build or "", 0)  # the other one is about to be emptied
        _fill(prompt, made, target, watcher, outcome)
    if outcome.options != board.options:
        # A firmware that does not know an option leaves it aside.
        prompt.run(f"put(OPTIONS, {json.dumps(outcome.options).encode()!r})")
    if not board.same_loader(made):
        prompt.run(f"put(FOLDER + '/loader.mpy', {packed(made.loader)})")
    if not outcome.already or board.pointer != target or board.on_trial:
        _point(prompt, target, made.id, trial)
    if not board.same_main(made):
        outcome.kept = board.foreign
        prompt.run(f"put('/main.py', {packed(made.main)}, {board.foreign})")


def _fill(prompt: Prompt, made: Build, target: str, watcher: Watcher, outcome: Outcome) -> None:
    watcher.stage("send")
    watcher.sending(len(made.pack))
    prompt.run(f"filling = Filling({target!r})")
    prompt.send(made.pack, watcher.moved)
    outcome.sent = len(made.pack)
    watcher.stage("check")
    if prompt.ask("filling.end()") != made.id:
        raise DeployProblem("not_whole", port=outcome.port)


def _point(prompt: Prompt, slot: str, build: str, trial: int) -> None:
    if not prompt.ask(f"answer(point({slot!r}, {build!r}, {trial}))"):
        raise DeployProblem("flash_fails", port=prompt.port)
