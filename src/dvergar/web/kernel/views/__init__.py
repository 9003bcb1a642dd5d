"""What one viewer sees, and how it becomes a page: templates, styles, scripts."""
