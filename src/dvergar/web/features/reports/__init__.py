"""The feature "reports" of the web app."""
