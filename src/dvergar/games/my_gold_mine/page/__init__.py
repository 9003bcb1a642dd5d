"""A position made ready for the templates of the table page."""
