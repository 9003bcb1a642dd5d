"""Several servers on one PostgreSQL tell each other what is new (decision 0076)."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TELL = """
create function dvergar_tell() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'said' then
    perform pg_notify('dvergar', '- said');
  elsif tg_table_name = 'tables' then
    perform pg_notify('dvergar', old.id || ' anew');
  elsif tg_op = 'UPDATE' then
    perform pg_notify('dvergar', new.table_id || ' anew');
  else
    perform pg_notify('dvergar', new.table_id || ' ' || new.number);
  end if;
  return null;
end $$
"""
WHEN = {
    "events_told": "insert or update on events",
    "tables_told": "delete on tables",
    "said_told": "insert or update on said",
}


def upgrade() -> None:
    """Makes room for what is said to all servers; PostgreSQL tells of whatever is stored."""
    op.create_table(
        "said",
        sa.Column("name", sa.String(24), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        if_not_exists=True,
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(TELL)
        for name, moment in WHEN.items():
            row = f"create trigger {name} after {moment} for each row"
            op.execute(f"{row} execute function dvergar_tell()")
