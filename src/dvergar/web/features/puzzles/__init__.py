"""The feature "puzzles" of the web app."""
