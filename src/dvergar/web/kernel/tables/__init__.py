"""Tables: rebuilt from their events, loaded, changed."""
