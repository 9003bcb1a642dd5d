"""Runs the steps on the connection that `schema.bring_up_to_date` hands over."""

from alembic import context

from dvergar.web.kernel.storage.schema import META

context.configure(connection=context.config.attributes["connection"], target_metadata=META)
with context.begin_transaction():
    context.run_migrations()
