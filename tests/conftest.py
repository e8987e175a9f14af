"""Each test that asks for `place` runs on SQLite and on PostgreSQL: `place` is where its empty store is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    with postgres.server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    return postgres.new_database(request.getfixturevalue("postgres_server"))
