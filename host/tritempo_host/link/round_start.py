"""Starts the clock of the round on many clocks at once."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from tritempo_host.link.at_once import AtOnce
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import Refused
from tritempo_host.problem import Problem


class Link(Protocol):
    """What is asked of a clock: `tritempo_host.link.Clock` once it is open. All may raise Problem."""

    def live(self) -> Mapping[str, Any]: ...

    def round_start(self) -> object: ...


@dataclass(frozen=True, slots=True)
class Begun:
    """What came of one clock. `how`: begun; already (its round, or its game, has begun); no_round (its time control has
    no clock of the round); failed (`problem` says why)."""

    port: str
    how: str
    problem: Problem | None = None

    @property
    def ok(self) -> bool:
        return self.how != "failed"


def start_round(ports: Sequence[str], connect: Callable[[str], AbstractContextManager[Link]] = Clock) -> list[Begun]:
    """Tells the clocks at these ports that the round begins, all at once; one answer for each, in the order given.

    Never raises Problem. Told again, a clock does nothing."""

    def begin(port: str, _stop: threading.Event) -> Begun:
        try:
            with connect(port) as clock:
                return Begun(port, _begin(clock))
        except Problem as problem:
            return Begun(port, "failed", problem)

    telling = AtOnce(begin, ports)
    telling.wait()
    return [telling.answers[port] for port in ports]


def _begin(clock: Link) -> str:
    try:
        clock.round_start()
        return "begun"
    except Refused as refused:
        if refused.reason != "state":
            raise
    live = clock.live()
    # without a game there is no control yet: it has only been told before
    return "no_round" if live.get("state") != "setup" and live.get("round_left_ms") is None else "already"
