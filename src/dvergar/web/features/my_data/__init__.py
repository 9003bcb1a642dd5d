"""The feature "my data" of the web app."""
