"""The feature "ratings" of the web app."""
