"""When somebody is late at a table (decision 0078)."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Tables of before wait for ever."""
    columns = sa.inspect(op.get_bind()).get_columns("tables")
    if "due" not in [column["name"] for column in columns]:  # SQLite has no IF NOT EXISTS for it
        op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("tables_due", "tables", ["due"], if_not_exists=True)
