"""What lies on the table: plain data that is copied, compared and stored."""
