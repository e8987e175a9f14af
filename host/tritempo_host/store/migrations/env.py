"""Alembic's entry: runs the migrations on the connection that `migrate.py` hands over. There is no ini file."""

from alembic import context

from tritempo_host.store.models import Base

# batch mode lets a later migration change a table on SQLite, which knows no ALTER COLUMN
context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
context.run_migrations()
