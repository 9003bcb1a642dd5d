"""The feature "analysis" of the web app."""
