"""An empty store, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tritempo_host.store import Store, open_store


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with open_store(place, "en") as opened:
        yield opened
