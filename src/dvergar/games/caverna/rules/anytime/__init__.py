"""What can be done at any time: rubies, eating, trades of tiles, weapons given up, work."""
