"""Live pages: streams, presence, and waking whoever waits."""
