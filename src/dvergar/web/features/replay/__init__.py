"""The feature "replay" of the web app."""
