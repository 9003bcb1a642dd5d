"""No key and no invite lies in the database any more (decision 0019)."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Forgets the key of 0.1.0 and its invites, and leaves no trace of them in the file."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete=ON")
    op.drop_index("invites_of_table", "invites", if_exists=True)
    op.drop_table("invites", if_exists=True)
    op.drop_table("secrets", if_exists=True)
