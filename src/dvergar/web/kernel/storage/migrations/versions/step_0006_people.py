"""Chat, results of finished games, claimed names, and deals of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Makes the tables of what people say and of what became of their games."""
    op.create_table(
        "messages",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_autoincrement=True,  # no number comes twice
        if_not_exists=True,
    )
    op.create_index("messages_of_table", "messages", ["table_id", "number"], if_not_exists=True)
    op.create_index("messages_of_holder", "messages", ["holder"], if_not_exists=True)
    op.create_table(
        "chats",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "mutes",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("author", sa.String(64), primary_key=True),
        if_not_exists=True,
    )
    op.create_index("mutes_of_author", "mutes", ["author"], if_not_exists=True)
    op.create_table(
        "results",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("player", sa.String(24), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_autoincrement=True,
        if_not_exists=True,
    )
    op.create_index("results_of_table", "results", ["table_id"], unique=True, if_not_exists=True)
    op.create_index("results_of_game", "results", ["game", "number"], if_not_exists=True)
    op.create_index("results_of_day", "results", ["day", "game"], if_not_exists=True)
    op.create_index("results_best", "results", ["game", "seats", "points"], if_not_exists=True)
    op.create_table(
        "hinted", sa.Column("table_id", sa.String(24), primary_key=True), if_not_exists=True
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(100), nullable=False),
        sa.Column("links", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("players_by_name", "players", ["folded"], unique=True, if_not_exists=True)
    op.create_table(
        "browsers",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(24), nullable=False),
        if_not_exists=True,
    )
    op.create_index("browsers_of_player", "browsers", ["player"], if_not_exists=True)
    op.create_table(
        "attempts",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(60), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        if_not_exists=True,
    )
    op.create_index("attempts_of_holder", "attempts", ["holder"], if_not_exists=True)
