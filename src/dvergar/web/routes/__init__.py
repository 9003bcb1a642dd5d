"""What the server answers to: pages, the live stream, and the interface for programs."""
