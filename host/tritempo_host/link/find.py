"""Finds the clocks that are plugged in, and asks any port whether a clock is behind it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from tritempo_host.link.client import Clock
from tritempo_host.link.problems import LinkProblem, NotAClock

# What a Raspberry Pi Pico with MicroPython says on USB: the vendor Raspberry Pi, the product MicroPython.
USB_ID = (0x2E8A, 0x0005)
# A foreign device gets a hello three times within half a second, and nothing else.
PROBE_TIMEOUT_S = 0.15
PROBE_TRIES = 3


@dataclass(frozen=True)
class Candidate:
    """A serial port of this computer. `board`: its USB id is that of a Pico with MicroPython."""

    port: str
    description: str
    board: bool


@dataclass(frozen=True)
class Found:
    """What is behind a port: a clock (`hello`), or why not (`problem`; NotAClock where nobody answered)."""

    port: str
    hello: dict[str, Any] | None
    problem: LinkProblem | None


def candidates() -> list[Candidate]:
    """The serial ports of this computer, those of Picos first, each group in order of name."""
    ports = [
        Candidate(each.device, each.description or "", (each.vid, each.pid) == USB_ID) for each in list_ports.comports()
    ]
    return sorted(ports, key=lambda each: (not each.board, each.port))


def boards() -> list[str]:
    """The ports that may well be clocks: those of Picos."""
    return [each.port for each in candidates() if each.board]


def different(ports: Sequence[str]) -> list[str]:
    """The ports without those that are another name (a link) of one before."""
    return list({str(Path(port).resolve()) if Path(port).exists() else port: port for port in ports}.values())


def probe(port: str) -> dict[str, Any] | None:
    """The hello of the clock behind a port, or None if nobody answers within half a second.

    Raises LinkProblem where the port cannot be opened: NoSuchPort, PortBusy, NoPermission, CannotOpen; and
    OtherVersion where a clock answers with which this program cannot talk.
    """
    try:
        with Clock(port, timeout_s=PROBE_TIMEOUT_S, tries=PROBE_TRIES) as clock:
            return clock.who
    except NotAClock:
        return None


def look(ports: Sequence[str]) -> list[Found]:
    """Probes ports, all at once; one Found for each, in the order given. Never raises LinkProblem."""
    if not ports:
        return []
    with ThreadPoolExecutor(len(ports)) as pool:
        return list(pool.map(_look, ports))


def clocks(ports: Sequence[str] = ()) -> list[Found]:
    """The clocks at the given ports; without any, those that are plugged in.

    Given ports that have no clock are there too, each with its problem: whoever names a port wants to know. Of the
    ports that were only found, one where nobody answers is a Pico that does something else, and is left out.
    """
    if ports:
        return look(list(dict.fromkeys(ports)))
    return [found for found in look(boards()) if not isinstance(found.problem, NotAClock)]


def _look(port: str) -> Found:
    try:
        hello = probe(port)
    except LinkProblem as problem:
        return Found(port, None, problem)
    return Found(port, hello, None if hello else NotAClock(port))
