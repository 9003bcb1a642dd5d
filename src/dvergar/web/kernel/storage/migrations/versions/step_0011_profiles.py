"""What others may see of a person's finished games; nothing unless they allow it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Profiles are private at first."""
    columns = sa.inspect(op.get_bind()).get_columns("players")
    if "shown" not in [column["name"] for column in columns]:
        shown = sa.Column("shown", sa.String(8), nullable=False, server_default="private")
        op.add_column("players", shown)
