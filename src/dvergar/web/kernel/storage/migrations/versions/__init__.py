"""One file a step; each names the one before it.

A step leaves alone what is there already (`if_not_exists`, `if_exists`): before decision 0090 a
kill between two statements left steps half done, and those databases have to be completed.
"""
