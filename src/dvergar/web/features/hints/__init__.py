"""The feature "hints" of the web app."""
