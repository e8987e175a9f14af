"""Who may enter the desk: a secret, the codes that were given to others, and sessions; of all of them only hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "desk_secrets",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_desk_secrets"),
    )
    op.create_table(
        "desk_codes",
        sa.Column("tournament_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("pin", sa.LargeBinary(), nullable=False),
        sa.Column("link", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("made_by", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "role", name="pk_desk_codes"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_desk_codes_tournament_id"),
    )
    op.create_table(
        "desk_sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.LargeBinary(), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("who", sa.String(100), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_desk_sessions"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_desk_sessions_tournament_id"),
        sa.UniqueConstraint("token", name="uq_desk_sessions_token"),
    )
