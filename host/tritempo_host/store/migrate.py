"""Brings a database's schema up to date when it is opened, and refuses what is not ours or is newer than we are."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, inspect, text

from tritempo_host.store.engine import for_writing
from tritempo_host.store.models import DamagedRowError

LOCK = 0x7217E3B0  # any number that other programs on the same server are unlikely to use


class NewerStoreError(Exception):
    """The database was written by a later version of this program."""


class ForeignStoreError(Exception):
    """The database holds tables, and they are not ours."""


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Applies the missing migrations in one transaction: all of them or none. Writes nothing if none is missing."""
    with engine.connect() as connection:
        if is_current(connection):
            return
    with for_writing(engine).begin() as connection:
        if engine.dialect.name == "postgresql":
            # What BEGIN IMMEDIATE is on SQLite: one program at a time. Given back with the transaction's end.
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
        # Looked at again: another program may have done it while we waited for our turn.
        if not is_current(connection):
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, revision)


def is_current(connection: Connection) -> bool:
    """Whether the schema is the newest. Raises NewerStoreError, ForeignStoreError, DamagedRowError."""
    have = MigrationContext.configure(connection).get_current_revision()
    script = ScriptDirectory.from_config(_config())
    if have is None:
        if inspect(connection).get_table_names():
            raise ForeignStoreError
        return False
    try:
        script.get_revision(have)
    except CommandError as error:
        if not have.isdecimal():
            raise DamagedRowError(f"alembic_version {have[:40]!r}") from error
        raise NewerStoreError(have) from error
    return have == script.get_current_head()


def revision(connection: Connection) -> str:
    """That of the schema, of a database that has one."""
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
