"""The feature "notifications" of the web app."""
