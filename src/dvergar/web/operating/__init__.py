"""What whoever runs a server needs: log, measures, what was said to it, its end."""
