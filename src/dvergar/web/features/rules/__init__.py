"""The feature "rules" of the web app."""
