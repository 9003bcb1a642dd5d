"""The feature "profile" of the web app."""
