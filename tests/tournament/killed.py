"""A program that writes to a tournament until it is killed, and writes down what was confirmed, after it was.

Each runs in a process of its own, forked from a small server that has everything imported already. It kills itself with
SIGKILL at a step: steps are counted in what the database driver and the file system are asked to do.
"""

import multiprocessing
import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import event

from tritempo_host.store import Store, open_store
from tritempo_host.store.backup import backup, restore
from tritempo_host.store.closing import close_round
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft
from tritempo_host.tournament.drawing import draw_body
from tritempo_host.tournament.drawing_up import draw_round

EVENTS = ("before_cursor_execute", "after_cursor_execute", "begin", "commit", "rollback")
COUNT = 6  # notes that one program writes
PLAYERS = 10  # of an import


@dataclass
class Steps:
    """Counts steps, and dies at one of them; at 0 never."""

    stop: int
    at: int = 0

    def step(self, *_args: Any, **_more: Any) -> None:
        self.at += 1
        if self.at == self.stop:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, name: str) -> None:
        """Each call of os.NAME is two steps: before and after it."""
        real = getattr(os, name)

        def stepping(*args: Any, **more: Any) -> Any:
            self.step()
            out = real(*args, **more)
            self.step()
            return out

        setattr(os, name, stepping)


def program(place: str, what: str, stop: int, argument: str, told: str) -> None:
    """Does WHAT, and adds a line to the file TOLD for all that was confirmed; the last: how many steps it took."""
    steps = Steps(stop)
    with Path(told).open("ab", buffering=0) as out, open_store(place, "en") as store:

        def confirmed(word: object) -> None:
            out.write(f"{word}\n".encode())

        for name in EVENTS:
            event.listen(store.engine, name, steps.step)
        _do(store, what, argument, steps, confirmed)
        confirmed(f"steps {steps.at}")


def _do(store: Store, what: str, argument: str, steps: Steps, confirmed: Any) -> None:
    tournaments = Tournaments(store, "en")
    if what == "results":
        there = tournaments.find()
        for n in range(COUNT):
            wrote = tournaments.append(there, [Draft("note", {"text": f"{argument} {n}"})], argument)
            confirmed(wrote.entries[0].number)
    elif what == "import":
        drafts = [Draft("player", {"name": f"Player {n}"}) for n in range(PLAYERS)]
        confirmed(len(tournaments.append(tournaments.find(), drafts, argument).entries))
    elif what == "draw":
        draft = Draft("draw", draw_body(state := tournaments.load(tournaments.find()), draw_round(state, 1, argument)))
        confirmed(len(tournaments.append(tournaments.find(), [draft], argument).entries))
    elif what == "close":
        _count_file_steps(steps)
        confirmed(close_round(store, tournaments.find(), 1, argument, lang="en").written.entries[0].number)
    elif what == "restore":
        confirmed(restore(store, Path(argument), "en").slug)
    elif what == "backup":
        _count_file_steps(steps)
        confirmed(backup(store, tournaments.find(), Path(argument), "en"))


def _count_file_steps(steps: Steps) -> None:
    for name in ("open", "fsync", "link", "unlink"):
        steps.around(name)


def started(place: str, what: str, stop: int, argument: str, told: Path) -> Any:
    """The process, begun."""
    context = multiprocessing.get_context("forkserver")
    # Python 3.11's server does not see the tests' folder: what takes long to import is in the packages
    context.set_forkserver_preload(["tritempo_host.store.backup", "sqlalchemy.dialects.sqlite", "psycopg"])
    process = context.Process(target=program, args=(place, what, stop, argument, str(told)))
    process.start()
    return process


def lines(told: Path) -> list[str]:
    return told.read_text().splitlines() if told.exists() else []


def run(place: str, what: str, stop: int, argument: str, told: Path) -> tuple[list[str], bool]:
    """(what was confirmed, whether it was killed). Anything but an end or a kill fails."""
    told.unlink(missing_ok=True)
    process = started(place, what, stop, argument, told)
    process.join(100)
    assert process.exitcode in (0, -signal.SIGKILL)
    return lines(told), process.exitcode != 0


def steps_of(place: str, what: str, argument: str, told: Path) -> int:
    """How many steps it takes undisturbed."""
    confirmed, killed = run(place, what, 0, argument, told)
    assert not killed
    return int(confirmed[-1].removeprefix("steps "))
