"""Requests to confirm an address, for limits that outlive a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0006"


def upgrade() -> None:
    """Creates the table of requests."""
    op.create_table(
        "contact_requests",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("site", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("domain", sa.String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_index("contact_requests_by_time", "contact_requests", ["at"], if_not_exists=True)
