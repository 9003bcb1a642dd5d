"""The steps of the database's schema, run by Alembic."""
