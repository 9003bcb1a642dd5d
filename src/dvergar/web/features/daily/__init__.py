"""The feature "daily" of the web app."""
