"""Each test that asks for `place` runs on SQLite and on PostgreSQL: `place` is where its empty store is."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more of what else the machine is doing than of the program.
# CI tries the same examples each time: a change is judged by what it changed. Everybody else's runs try new ones.
settings.register_profile("tritempo", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("tritempo")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a server's databases, up to their name."""
    from postgres import server  # here, since it needs what only some systems have

    with server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    server_url = request.getfixturevalue("postgres_server")
    from postgres import new_database

    return new_database(server_url)
