"""The feature "chat" of the web app."""
