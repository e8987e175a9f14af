"""What an audit said about a log, kept so that a list of a season's logs need not replay them all."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "summaries",
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("basis", sa.String(64), nullable=False),
        sa.Column("row", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("log_id", name="pk_summaries"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_summaries_log_id"),
    )
