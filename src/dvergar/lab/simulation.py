"""A simulation: the same bots meet game after game, and go round the seats.

Deal number i is dealt by `derive(seed, i)`. Any game of a simulation can be played again alone to
look at it.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from dvergar.lab.files import options_typed
from dvergar.lab.players import Entrant, name_of
from dvergar.lab.schedule import Schedule


@dataclass(frozen=True, slots=True)
class Simulation(Schedule):
    """What is simulated: a game with its options, the bots that meet, and the seed of it all.

    Where it is `paired`, every seating of the bots plays the same deals one after the other, so
    that nobody has better cards than the others; otherwise each game has a deal of its own.

    >>> three = Simulation("my_gold_mine", {"players": 3}, ["careful", "bold", "bold"], seed=1)
    >>> [three.deal(number) for number in range(5)]
    [0, 0, 0, 1, 1]

    Every game all move up one seat, and start over after the last.

    >>> Simulation("my_gold_mine", {"players": 3}, ["careful", "bold"], 1).seats(1)
    ['bold', 'careful', 'bold']
    """

    paired: bool = True

    @property
    def seatings(self) -> int:
        """How many different seatings there are when all move up seat by seat."""
        bots = list(self.bots)
        turns = range(1, len(bots))
        return next((by for by in turns if bots[by:] + bots[:by] == bots), len(bots))

    def deal(self, number: int) -> int:
        """The number of the deal that a game is played with."""
        return number // self.seatings if self.paired else number

    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game, as they were named or made."""
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(self.players)]

    def command(self, games: int) -> str:
        """The command that plays the same again."""
        bots = ",".join(name_of(entrant) for entrant in self.bots)
        words = ["dvergar", "simulate", self.game, "--bots", bots, "--games", str(games)]
        words += ["--seed", str(self.seed), *options_typed(self.game, dict(self.options))]
        return shlex.join(words if self.paired else [*words, "--unpaired"])
