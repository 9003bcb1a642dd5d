"""What the table page of Cave vs Cave draws: a position as plain objects for the templates.

Nothing here decides anything. What can be done, what it costs and why something is closed is asked
of the prompt and of the rules.
"""
