"""The games in a browser tab without a server: the page around them, and where to find it."""
