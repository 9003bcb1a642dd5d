"""The feature "lobby" of the web app."""
