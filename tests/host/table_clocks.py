"""Clocks on PTYs that take a fixture as the real one does, and a tournament in a store to send them one from."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from fake_clock import FakeClock
from pty_clock import PtyClock
from tournament.rooms import NAMES, draw_body
from tritempo_host.store import open_store
from tritempo_host.store.tournaments import Tournaments
from tritempo_host.tournament import Draft, Tournament


class TableClock(FakeClock):
    """`header` is that of the game on it. `key`: the one that it gives."""

    def __init__(self, n: int, state: str = "setup", **header: Any) -> None:
        super().__init__(state=state)
        self.device = f"e6614c00000000{n:02x}"
        self.header: dict[str, Any] = header
        self.key = bytes([n]) * 32

    def hello(self) -> dict[str, Any]:
        return super().hello() | {"device": self.device}

    def live(self) -> dict[str, Any]:
        return {"state": self.state, **{key: self.header.get(key) for key in ("fixture", "round", "table", "names")}}

    def fixture(self, data: dict[str, Any]) -> None:
        super().fixture(data)
        self.header = {"fixture": data["id"], **{key: data[key] for key in ("round", "table", "names")}}
        self.state = "ready"

    @property
    def fixtures(self) -> list[dict[str, Any]]:
        """All that it was told to play, in order."""
        return [data for what, *data in self.told if what == "fixture" for data in data]


@contextmanager
def plugged_in(*clocks: FakeClock | None) -> Iterator[list[str]]:
    """The ports of these clocks; None is a device that does not answer."""
    with ExitStack() as stack:
        yield [stack.enter_context(PtyClock(clock)).path for clock in clocks]


def make_tournament(place: Path, rounds: int = 1) -> None:
    """Three teams, three tables a round, all drawn."""
    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        new = there.new("Matinal", "matam", "ana")
        drafts = [Draft("team", {"name": f"Equip {n}"}) for n in (1, 2, 3)]
        for n, name in enumerate(NAMES):
            drafts.append(Draft("player", {"name": name, "team": n % 3 + 1, "board": "BGP"[n // 3]}))
        there.append(new, [*drafts, *(Draft("draw", draw_body(n)) for n in range(1, rounds + 1))], "ana")


def write(place: Path, *drafts: Draft) -> Tournament:
    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        return there.append(there.find(), drafts, "ana").tournament


def load(place: Path) -> Tournament:
    with open_store(place, "en") as store:
        there = Tournaments(store, "en")
        return there.load(there.find())
