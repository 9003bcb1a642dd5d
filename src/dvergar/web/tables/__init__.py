"""Tables: rebuilt from their events, what can be done at them, where they are stored, and bots."""
