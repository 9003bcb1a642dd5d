"""A schedule of games: who sits where in game number n, and how it is played.

The seed of a game determines everything in it: its bots, and what they imagine. So a game is the
same in every process and in any order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dvergar.core.chance import derive
from dvergar.core.options import Value
from dvergar.core.registry import make_game
from dvergar.lab.games import Observer, Played, play_game
from dvergar.lab.players import Entrant, bots_for, close_bot, is_ours, make_bot, name_of


@dataclass(frozen=True, slots=True)
class Schedule:
    """Games of one kind by number, all of them dealt by one seed."""

    game: str
    options: Mapping[str, Value]
    bots: Sequence[Entrant]
    seed: int

    @abstractmethod
    def deal(self, number: int) -> int:
        """The number of the deal that a game is played with."""

    @abstractmethod
    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game, as they were named or made."""

    def labels(self, number: int) -> dict[str, int]:  # noqa: ARG002 - for tournaments
        """What else there is to say of a game in its row."""
        return {}

    def seed_of(self, number: int) -> int:
        """The seed that deals a game."""
        return derive(self.seed, self.deal(number))

    def seats(self, number: int) -> list[str]:
        """The names of those who sit in a game, seat by seat."""
        return [name_of(entrant) for entrant in self.entrants(number)]

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return make_game(self.game, self.options).players

    def check(self) -> None:
        """Says at once what would otherwise fail in another process."""
        make_game(self.game, self.options).start(self.seed)
        for entrant in self.bots:
            close_bot(make_bot(entrant, 0, self.game))

    def play(self, number: int, observers: Sequence[Observer] = ()) -> Played:
        """Plays one game to its end; raises `BotFailed` if a bot can't continue."""
        seed, entrants = self.seed_of(number), self.entrants(number)
        game = make_game(self.game, self.options)
        seeds = [derive(seed, seat) for seat in range(len(entrants))]
        with bots_for(entrants, seeds, self.game) as bots:
            return play_game(
                game,
                seed,
                bots,
                names=[name_of(entrant) for entrant in entrants],
                timed=[not is_ours(entrant) for entrant in entrants],
                number=number,
                observers=observers,
            )
