"""The laboratory: many games at once, to see which bot plays better and how a game behaves.

>>> from dvergar.lab import simulate
>>> results = simulate("my_gold_mine", {"players": 3}, ["careful", "random"], games=4, seed=1)
>>> results.games, sum(tally.seats for tally in results.tallies.values())
(4, 12)
"""

from __future__ import annotations

from dvergar.lab.analyse import Analysis, analyse
from dvergar.lab.confidence import Figure, Ratings
from dvergar.lab.extras import DataError
from dvergar.lab.games import Failure, Observer, Played, Thinking
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from dvergar.lab.report import report
from dvergar.lab.results import Results, Tally
from dvergar.lab.simulate import Simulation, simulate
from dvergar.lab.solve import Progress, Search, SolveError
from dvergar.lab.tables import Data, read_table
from dvergar.lab.tournament import Standings, tournament

__all__ = [
    "Analysis",
    "Data",
    "DataError",
    "Failure",
    "Figure",
    "Observer",
    "Played",
    "Progress",
    "Ratings",
    "Results",
    "Search",
    "Simulation",
    "SolveError",
    "Standings",
    "Tally",
    "Thinking",
    "WorkerDied",
    "Workers",
    "analyse",
    "read_table",
    "report",
    "run_parallel",
    "simulate",
    "tournament",
]
