"""Turns what a database driver raises into words for the person whose disk, file or server it is."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from tritempo_host.problem import Problem
from tritempo_host.store.engine import StoreGoneError
from tritempo_host.store.location import UnknownKindError, shown
from tritempo_host.store.migrate import ForeignStoreError, NewerStoreError
from tritempo_host.store.models import DamagedRowError

# the first part of SQLite's own name of the error -> key in words/store.toml
SQLITE = {
    "SQLITE_FULL": "store_full",
    "SQLITE_READONLY": "store_read_only",
    "SQLITE_BUSY": "store_locked",
    "SQLITE_LOCKED": "store_locked",
    "SQLITE_CANTOPEN": "store_cannot_open",
    "SQLITE_PERM": "store_cannot_open",
    "SQLITE_NOTADB": "store_foreign",
    "SQLITE_CORRUPT": "store_damaged",
    "SQLITE_IOERR": "store_disk_error",
}


@contextmanager
def in_words(url: URL | str, say: Callable[..., str]) -> Iterator[None]:
    """Anything that goes wrong with the database `url` inside leaves as a Problem; `say` speaks the area "store"."""
    # what is no URL may all the same have a password where one stands in an URL
    where = re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", url) if isinstance(url, str) else shown(url)
    try:
        yield
    except NewerStoreError as error:
        raise Problem(say("store_newer", store=where)) from error
    except ForeignStoreError as error:
        raise Problem(say("store_foreign", store=where)) from error
    except StoreGoneError as error:
        raise Problem(say("store_gone", store=where)) from error
    except UnknownKindError as error:
        raise Problem(say("store_kind", store=where, kind=error)) from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise Problem(say("store_url", store=where)) from error
    except ModuleNotFoundError as error:
        raise Problem(say("store_driver", store=where, module=error.name)) from error
    except OSError as error:
        raise Problem(say("store_cannot_open", store=where, why=error.strerror or error)) from error
    except (DamagedRowError, UnicodeDecodeError) as error:  # the latter: of SQLite's own words about a damaged schema
        raise Problem(say("store_damaged", store=where, why=error)) from error
    except DBAPIError as error:
        raise Problem(say(_key(error), store=where, why=_first_line(error))) from error


def _key(error: DBAPIError) -> str:
    if isinstance(error.orig, sqlite3.Error):
        name = getattr(error.orig, "sqlite_errorname", "")
        if not name and "decode" in str(error.orig):
            return "store_damaged"  # a text that is none; Python's own error, so it has no name of SQLite's
        if name == "SQLITE_ERROR" and str(error.orig).startswith("no such "):
            return "store_damaged"  # the schema says that it is up to date, and it is not
        if name == "SQLITE_READONLY_DBMOVED":
            return "store_gone"
        return SQLITE.get("_".join(name.split("_")[:2]), "store_error")
    return "store_server"


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).strip().partition("\n")[0]
