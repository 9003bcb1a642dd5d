"""The feature "seats" of the web app."""
