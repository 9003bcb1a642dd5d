"""The feature "statistics" of the web app."""
