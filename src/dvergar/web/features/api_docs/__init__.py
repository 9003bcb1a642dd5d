"""The feature "api docs" of the web app."""
