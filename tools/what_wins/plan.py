"""What the study plays: games of `hard` against itself, and experiments against it.

Everything is played in rounds, each with deals of its own and a file for each part, so that the
study can be stopped after any round and gone on with: more rounds make intervals narrower.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.what_wins import bots

SEED: Final = 2013
"""Of the first round; each round after it has the next."""
HARD: Final = "hard"
GAME: Final = "caverna"
PLAYERS: Final = 2
OBSERVED: Final = "observed"
OPENINGS: Final = "openings"
"""Both draw their first placement by lot."""
PLACED: Final = "placements"
"""Each draws one of its first five placements by lot, or none."""
WISHES: Final = "wishes"
"""Each is out for furnishing tiles that it drew by lot."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of every round: who plays, and how many games.

    >>> PLAN[-1].path(Path("data"), 1).name
    'observed-002.parquet'
    """

    name: str
    bots: tuple[str, ...]
    games: int

    def path(self, folder: Path, number: int) -> Path:
        """The file of this part in a round; rounds are counted from 0."""
        return folder / f"{self.name}-{number + 1:03}.parquet"


def entrant(bot: type) -> str:
    """A bot of the study as the laboratory names it, in any process."""
    return f"{bot.__module__}:{bot.__name__}"


ARMS: Final = {
    "no-expeditions": bots.NoExpeditions,
    "no-herds": bots.NoHerds,
    "no-crops": bots.NoCrops,
    "only-dwellings": bots.OnlyDwellings,
    "no-children": bots.NoChildren,
    "tiles-first": bots.TilesFirst,
    "tiles-throughout": bots.TilesThroughout,
    "children-first": bots.ChildrenFirst,
    "armed-first": bots.ArmedFirst,
}
"""What is tried against `hard`, in the same deals and from both seats."""

DEALS: Final = 6
"""Of an experiment in a round."""

PLAN: Final = (
    Part(WISHES, (entrant(bots.OutForTiles),), 30),
    Part(PLACED, (entrant(bots.AnyPlacement),), 30),
    *(Part(name, (entrant(bot), HARD), PLAYERS * DEALS) for name, bot in ARMS.items()),
    Part(OPENINGS, (entrant(bots.AnyOpening),), 40),
    Part(OBSERVED, (HARD,), 60),
)
