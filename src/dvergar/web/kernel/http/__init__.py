"""HTTP: request context, responses, JSON models and streams; the only part that needs FastAPI."""
