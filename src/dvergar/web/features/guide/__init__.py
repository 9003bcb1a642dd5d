"""The feature "guide" of the web app."""
