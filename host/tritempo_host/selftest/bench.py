"""What a step has at hand: the clock, the person in front of it, and time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol


class Answer(Enum):
    YES = "yes"
    NO = "no"
    AGAIN = "again"
    SKIP = "skip"


class Hands(Protocol):
    """The clock at its prompt. Every method raises DeployProblem: `prompt_failed`, or `prompt_gone` when it is away."""

    def do(self, call: str) -> dict[str, Any]:
        """Calls a function of firmware/device/selftest.py and returns what it answers."""
        ...

    def ticks(self, count: int) -> list[tuple[float, int, float]]:
        """Asks for the time so often: (host's s before, clock's us, host's s after)."""
        ...


class Person(Protocol):
    """`present`: there is somebody to press buttons and to answer."""

    present: bool

    def ask(self, key: str, **values: Any) -> Answer:
        """A question of words/selftest.toml."""
        ...

    def tell(self, key: str, **values: Any) -> None: ...


@dataclass
class Bench:
    hands: Hands
    person: Person
    options: dict[str, Any]
    now_s: Callable[[], float] = time.perf_counter
    rest: Callable[[float], None] = time.sleep
    wall_s: Callable[[], float] = time.time

    @property
    def seats(self) -> int:
        return int(self.options.get("seats") or 3)
