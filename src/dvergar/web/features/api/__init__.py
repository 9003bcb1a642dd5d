"""The feature "api" of the web app."""
