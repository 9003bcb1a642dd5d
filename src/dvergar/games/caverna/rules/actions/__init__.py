"""The verbs: what a player does on action spaces and with loot, by subject."""
