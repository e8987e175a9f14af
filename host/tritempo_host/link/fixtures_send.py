"""Tells many clocks at once who plays what: first each is asked what it is and has, then each is told its game.

The rules, and why nothing goes wrong whenever it stops (a pulled cable, Ctrl-C, kill -9):

1. A clock takes a fixture whole or not at all, and once: who sends the round again does no harm.
2. A game that is being played is never disturbed: the clock refuses, and the others go on.
3. A clock that has played this very game is not set up for it again.
4. Every clock is a thread of its own, so that a slow or silent one costs the others nothing.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from tritempo.codes import ON
from tritempo_host.link.at_once import AtOnce
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import Refused
from tritempo_host.problem import Problem
from tritempo_host.tournament.fixtures import Fixture, identity

# Of what can come of telling a clock its game, that after which the table can play, or has.
TOLD = frozenset(("sent", "again", "playing_it", "played"))


class Link(Protocol):
    """What is asked of a clock: `tritempo_host.link.Clock` once it is open. All may raise Problem."""

    @property
    def who(self) -> Mapping[str, Any]: ...

    def key(self) -> bytes: ...

    def live(self) -> Mapping[str, Any]: ...

    def set_time(self) -> object: ...

    def send_fixture(
        self,
        control: str | dict[str, Any],
        seats: int,
        *,
        names: Sequence[str],
        round_number: int | None,
        table: int | None,
        holders: dict[str, int] | None,
        fixture_id: str | None,
    ) -> object: ...


Connect = Callable[[str], AbstractContextManager[Link]]


@dataclass(frozen=True, slots=True)
class Met:
    """A clock that was asked, or why it could not be (`problem`)."""

    port: str
    device: str = ""
    key: bytes = b""
    live: Mapping[str, Any] = field(default_factory=dict)
    problem: Problem | None = None

    @property
    def playing(self) -> bool:
        return self.live.get("state") in ON

    @property
    def fixture(self) -> str | None:
        """Id of the fixture that it has, or had last."""
        have = self.live.get("fixture")
        return have if isinstance(have, str) else None


@dataclass(frozen=True, slots=True)
class Sent:
    """What came of telling a clock its game.

    `how`: sent; again (it had it already); playing_it (it is being played there); played (it has been, there); playing
    (another game is on: refused); failed (`problem` says why); stopped (Ctrl-C came first).
    """

    port: str
    fixture: Fixture
    how: str
    problem: Problem | None = None

    @property
    def ok(self) -> bool:
        return self.how in TOLD


def meet(ports: Sequence[str], connect: Connect = Clock) -> list[Met]:
    """Asks the clocks at these ports what they are and have, all at once; one answer for each, in the order given.

    Never raises Problem."""

    def ask(port: str, _stop: threading.Event) -> Met:
        try:
            with connect(port) as clock:
                return Met(port, str(clock.who.get("device", "")), clock.key(), clock.live())
        except Problem as problem:
            return Met(port, problem=problem)

    asking = AtOnce(ask, ports)
    asking.wait()
    return [asking.answers[port] for port in ports]


def send(pairs: Mapping[str, Fixture], again: bool = False, connect: Connect = Clock) -> list[Sent]:
    """Tells the clock at each port its game, all at once; one answer for each, in the order given.

    Never raises Problem. Ctrl-C: what is under way is waited for, which takes seconds; those that had not been told
    then are `stopped`. `again`: tell also a clock on which this game has been played.
    """

    def tell(port: str, stop: threading.Event) -> Sent:
        fixture = pairs[port]
        try:
            with connect(port) as clock:
                return Sent(port, fixture, _tell(clock, fixture, again, stop))
        except Refused as problem:
            return Sent(port, fixture, "playing" if problem.reason == "playing" else "failed", problem)
        except Problem as problem:
            return Sent(port, fixture, "stopped" if stop.is_set() else "failed", problem)

    telling = AtOnce(tell, list(pairs))
    try:
        telling.wait()
    except KeyboardInterrupt:
        telling.stop.set()
        telling.wait()
    return [telling.answers[port] for port in pairs]


def _tell(clock: Link, fixture: Fixture, again: bool, stop: threading.Event) -> str:
    # Asked anew: since it was met a game may have been begun.
    live = clock.live()
    same = identity(live.get("fixture")) == identity(fixture.id)
    if same and live.get("state") in ON:
        return "playing_it"
    if same and live.get("state") == "ended" and not again:
        return "played"
    if live.get("fixture") == fixture.id and live.get("state") == "ready":
        return "again"
    clock.set_time()  # it goes into the header of the game's log, by which the log is told from another day's
    if stop.is_set():
        return "stopped"
    clock.send_fixture(
        fixture.control if isinstance(fixture.control, str) else dict(fixture.control),
        fixture.seats,
        names=fixture.names,
        round_number=fixture.round,
        table=fixture.table,
        holders=dict(fixture.holders),
        fixture_id=fixture.id,
    )
    return "sent"
