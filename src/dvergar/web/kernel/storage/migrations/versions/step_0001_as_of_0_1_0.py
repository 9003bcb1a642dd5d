"""The schema of release 0.1.0."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables as 0.1.0 made them."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String(12), nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        if_not_exists=True,
    )
    op.create_index("tables_listed", "tables", ["public", "phase", "updated"], if_not_exists=True)
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "claims",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        if_not_exists=True,
    )
    op.create_index("claims_of_holder", "claims", ["holder"], if_not_exists=True)
    op.create_table(
        "invites",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        if_not_exists=True,
    )
    op.create_index("invites_of_table", "invites", ["table_id"], if_not_exists=True)
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
        if_not_exists=True,
    )
