"""Clocks, their keys, and raw logs in pieces."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("first_seen", sa.DateTime(), nullable=False),
        sa.Column("last_seen", sa.DateTime(), nullable=False),
        sa.Column("board", sa.String(32), nullable=False),
        sa.Column("firmware", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_table(
        "device_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(64), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("first_seen", sa.DateTime(), nullable=False),
        sa.Column("last_seen", sa.DateTime(), nullable=False),
        sa.Column("trusted", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_device_keys"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_device_keys_device_id"),
        sa.UniqueConstraint("device_id", "key", name="uq_device_keys_device_id_key"),
    )
    op.create_table(
        "logs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("clock_size", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("fetched_at", sa.DateTime(), nullable=False),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.Column("acknowledged_size", sa.Integer(), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_logs"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_logs_device_id"),
        sa.UniqueConstraint("device_id", "game", "version", name="uq_logs_device_id_game_version"),
    )
    op.create_index("ix_logs_game", "logs", ["game"])
    op.create_table(
        "pieces",
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("log_id", "start", name="pk_pieces"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_pieces_log_id"),
    )
