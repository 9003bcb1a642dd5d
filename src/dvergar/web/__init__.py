"""The server: tables, seats, live pages, storage and the interface for programs."""
