"""The contract every game keeps, and what is built on that contract alone."""
