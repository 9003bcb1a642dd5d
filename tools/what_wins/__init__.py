"""The study "What wins in Caverna": `python -m tools.what_wins data` plays, `tables` reckons.

The page it fills is `docs/studies/what-wins-in-caverna.md`; what was found lies beside it.
"""
