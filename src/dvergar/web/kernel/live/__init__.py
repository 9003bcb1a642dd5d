"""Live pages: streams, presence, and waking open pages."""
