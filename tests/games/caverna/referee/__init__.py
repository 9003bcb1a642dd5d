"""Caverna once more, in its own simple way, for the tests: facts, land, housing, prices, score.

Written from the rule books and rulings, not from the engine. It is told only what everybody at a
table sees: the view of a position, the moves made and the events. Slow and plain on purpose.
"""
