"""The game in words and as plain data: questions, log, text, views, positions."""
