"""The games: one folder is one game, with its facts, its rules, its words and its look.

Nobody outside a folder imports from inside it: `dvergar.core.registry` finds and hands out games.
"""
