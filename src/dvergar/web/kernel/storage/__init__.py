"""Storage: databases, schema, migrations, leases, and the copy of a database."""
