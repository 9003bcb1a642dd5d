"""What one does on action spaces and with loot: one verb, one file."""
