"""Where people want to be told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the table of mail addresses and of addresses that are called."""
    op.create_table(
        "contacts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
        sa.Column("looked", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index(
        "contacts_of_holder", "contacts", ["holder", "kind"], unique=True, if_not_exists=True
    )
