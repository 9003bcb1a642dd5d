"""The laboratory: many games at once, to see which bot plays better and how a game behaves.

>>> from dvergar.lab import simulate
>>> results = simulate("my_gold_mine", {"players": 3}, ["careful", "random"], games=4, seed=1)
>>> results.games, sum(tally.seats for tally in results.tallies.values())
(4, 12)
"""

from __future__ import annotations

from dvergar.lab.analyse import Analysis, analyse
from dvergar.lab.lines import SolveError
from dvergar.lab.simulate import Observer, Played, Results, Simulation, Tally, simulate
from dvergar.lab.solve import Progress, Search

__all__ = [
    "Analysis",
    "Observer",
    "Played",
    "Progress",
    "Results",
    "Search",
    "Simulation",
    "SolveError",
    "Tally",
    "analyse",
    "simulate",
]
