"""`desk`: an empty store's desk. `matam`: one with a MàTaM of nine teams, whose slug is `3r-matam`. `round_one`: with
its first round drawn; `untouched`: the same for all tests of a file that write nothing. `hall`: the desk of that MàTaM
for all in the network; `lasting_hall`: the same for all tests of a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.desks import Visitor, make, visited
from desk.hall import Hall, opened
from desk.played_rounds import drawn


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


@pytest.fixture
def round_one(store: Path) -> Iterator[Visitor]:
    drawn(store)
    with visited(store) as visitor:
        yield visitor


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """The same for tests in which nothing is written."""
    store = tmp_path_factory.mktemp("untouched") / "store.db"
    drawn(store)
    with visited(store) as visitor:
        yield visitor


@pytest.fixture
def hall(store: Path) -> Iterator[Hall]:
    make(store)
    with opened(store) as hall:
        yield hall


@pytest.fixture(scope="module")
def lasting_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    store = tmp_path_factory.mktemp("hall") / "store.db"
    make(store)
    with opened(store) as hall:
        yield hall
