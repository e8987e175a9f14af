"""A desk that listens to a whole hall, and people who come in with codes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from httpx2 import Response

from desk.desks import Visitor, visited
from tritempo_host.desk.access import Access, Made, Role
from tritempo_host.store.tournaments import Listed

WHO = {Role.ORGANISER: "Núria", Role.ARBITER: "Pere", Role.ENTRY: "Marta"}
HALL = "http://192.168.1.20:8300"


class Hall:
    """The application, and its doors."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._addresses = count(30)

    @property
    def access(self) -> Access:
        return self.app.state.desk.access

    @property
    def listed(self) -> list[Listed]:
        return self.app.state.desk.tournaments.listed()

    def stranger(self, address: str = "") -> Visitor:
        """A browser that has never been here, on a computer of its own."""
        return Visitor(self.app, HALL, address or f"192.168.1.{next(self._addresses)}")

    def lend(self, role: Role, tournament: int = 0) -> Made:
        """A new code, as an organiser makes it."""
        return self.access.lent.lend(self.listed[tournament].id, role, "Núria", "")

    def somebody(self, role: Role, who: str = "", tournament: int = 0) -> Visitor:
        """A browser of somebody who has come in with this role."""
        visitor = self.stranger()
        if role > Role.PUBLIC:
            code = self.access.code if role == Role.ORGANISER else self.lend(role, tournament).link
            answer = enter(visitor, code, who or WHO[role])
            assert answer.status_code == 303, answer.text
        return visitor


def enter(visitor: Visitor, code: str, who: str = "Pere", wanted: str = "", **more: Any) -> Response:
    """Types a code at the door."""
    return visitor.post("/enter", {"code": code, "who": who, "next": wanted}, **more)


@contextmanager
def opened(store: Path | str, **options: Any) -> Iterator[Hall]:
    """The desk of a store, for all in the network."""
    with visited(store, host="0.0.0.0", open_to_all=True, **options) as visitor:
        app = visitor.client.app
        assert isinstance(app, FastAPI)
        yield Hall(app)


def hidden(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return found[1]
