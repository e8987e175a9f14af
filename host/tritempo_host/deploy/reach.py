"""From a port to MicroPython's prompt, and from a restart back to the clock."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from serial.tools import list_ports

from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.link import find
from tritempo_host.link.client import Clock
from tritempo_host.link.problems import LinkProblem, NotAClock, OtherVersion

HELLO_S, HELLO_TRIES = 0.3, 3
# A clock is there a second after it starts; the system takes some more to find its port again. A clock whose new
# firmware does not come up is reset by its watchdog after 8 s, twice, before the old one starts.
BACK_S = 45.0
LOOK_S = 0.25


class AnyClock(Clock):
    """A clock whatever version of the link it speaks: an old one is to be updated, after all."""

    def _meet(self) -> dict[str, Any]:
        try:
            return super()._meet()
        except OtherVersion:
            return self.hello()


@dataclass(frozen=True)
class Back:
    port: str
    hello: dict[str, Any]


def identity(port: str) -> str | None:
    """What stays with a USB device while its port may get another name: its serial number. None for a PTY."""
    return next((each.serial_number for each in list_ports.comports() if each.device == port), None)


def hello_of(port: str) -> dict[str, Any] | None:
    """The hello of the clock at a port; None: nobody answers. Raises LinkProblem where the port cannot be opened."""
    try:
        with AnyClock(port, timeout_s=HELLO_S, tries=HELLO_TRIES) as clock:
            return clock.who
    except NotAClock:
        return None


def ask_for_prompt(port: str, *, virtual: bool) -> dict[str, Any] | None:
    """Asks the clock at a port for maintenance and returns its hello; None: no clock answers, perhaps a bare Pico.

    Raises Refused during a game, DeployProblem for a virtual clock (unless `virtual`), and LinkProblem.
    """
    try:
        with AnyClock(port, timeout_s=HELLO_S, tries=HELLO_TRIES) as clock:
            if clock.who.get("board") == "virtual" and not virtual:
                raise DeployProblem("virtual", port=port)
            clock.maintenance()
            return clock.who
    except NotAClock:
        return None


def wait_for_clock(port: str, came_from: str | None, patience_s: float = BACK_S) -> Back:
    """The clock's hello after a restart, at its port or, if it is a USB device, wherever it is now.

    Raises DeployProblem `not_back`.
    """
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        for name in _where(port, came_from):
            try:
                hello = hello_of(name)
            except LinkProblem:
                hello = None  # gone for the moment, or the system is still setting the new device up
            if hello is not None:
                return Back(name, hello)
        time.sleep(LOOK_S)
    raise DeployProblem("not_back", port=port)


def _where(port: str, came_from: str | None) -> list[str]:
    if came_from is None:
        return [port]
    return [each.device for each in list_ports.comports() if each.serial_number == came_from]


def wait_for_board(before: Sequence[str], patience_s: float) -> str | None:
    """The port of a Pico that was not among `before`; None if none appears."""
    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline:
        new = [port for port in find.boards() if port not in before]
        if new:
            return new[0]
        time.sleep(LOOK_S)
    return None
