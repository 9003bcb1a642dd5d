"""The feature "play" of the web app."""
