"""What the table page of Caverna draws: a position turned into plain objects for the templates.

Nothing here decides anything. What can be done, what it costs and why something is closed is asked
of the rules.
"""
