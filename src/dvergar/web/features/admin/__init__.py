"""The feature "admin" of the web app."""
