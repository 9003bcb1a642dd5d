"""What one viewer sees of a table, and how it becomes a page: templates, styles, scripts."""
