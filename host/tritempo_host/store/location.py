"""Where the store is: a path or a database URL, from `--store`, TRITEMPO_STORE, or the user's data folder."""

import os
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

ENVIRONMENT = "TRITEMPO_STORE"
KINDS = ("sqlite", "postgresql")


class UnknownKindError(Exception):
    """A database of a kind that no store can be in; its argument is the kind."""


def locate(asked: str | os.PathLike[str] | None = None) -> URL:
    """The database's URL. Raises sqlalchemy's ArgumentError for an URL that is none, or that keeps nothing;
    UnknownKindError."""
    where = os.fspath(asked) if asked else os.environ.get(ENVIRONMENT) or str(default_path())
    if "://" in where:
        try:
            url = make_url(where)
        except ValueError as error:
            raise ArgumentError(f"{where}: {error}") from error
    else:
        url = URL.create("sqlite", database=str(Path(where).expanduser()))
    kind = "postgresql" if url.drivername == "postgres" else url.get_backend_name()
    if kind not in KINDS:
        raise UnknownKindError(kind)
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise ArgumentError("a database in memory keeps nothing")
    if url.drivername in ("postgres", "postgresql"):
        # the driver that we ask people to install; SQLAlchemy's own default is the older psycopg2
        url = url.set(drivername="postgresql+psycopg")
    return url


def default_path() -> Path:
    """The one file of a person who never chose another."""
    return user_data_path("tritempo", appauthor=False) / "tritempo.db"


def shown(url: URL) -> str:
    """How to name a store to a person: the path of a file, else the URL without its password."""
    return str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
