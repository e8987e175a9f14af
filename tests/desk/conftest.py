"""`desk`: an empty store's desk. `matam`: one with a MàTaM of nine teams, whose slug is `3r-matam`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.desks import Visitor, make, visited


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def desk(store: Path) -> Iterator[Visitor]:
    with visited(store) as visitor:
        yield visitor


@pytest.fixture
def matam(store: Path) -> Iterator[Visitor]:
    make(store)
    with visited(store) as visitor:
        yield visitor
