"""A schedule of games: who sits where in game number so and so, and how it is played.

Everything about a game hangs on the seed that deals it: its bots, and all they imagine. It comes
out the same whichever process plays it, in whichever order.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dvergar.core.bot import Bot, Thought, thought_of
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.core.options import Value
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.lab.entrants import Entrant, asked, dismissed, is_ours, made, name_of, seated
from dvergar.lab.played import Observer, Played, Thinking


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
            dismissed(made(entrant, 0, self.game))

    def play(self, number: int, observers: Sequence[Observer] = ()) -> Played:
        """Plays one game to its end; `BotFailed` if a bot cannot."""
        deal, entrants = self.seed_of(number), self.entrants(number)
        game = make_game(self.game, self.options)
        record = Record.of(game, deal, [name_of(entrant) for entrant in entrants])
        seeds = [derive(deal, seat) for seat in range(len(entrants))]
        thinkers = seated(entrants, seeds, self.game)
        watched = [not is_ours(entrant) for entrant in entrants]
        state = game.start(deal)
        thinking: list[Thinking] = []
        for observer in observers:
            observer.before(number, state)
        try:
            while not state.over:
                question = derive(deal, game.players + len(record.moves))
                seat = state.seat
                bot = thinkers[seat]
                before, began = thought_of(bot), time.perf_counter()
                move = asked(bot, record.seats[seat], state, question, watched[seat])
                thinking.append(_thinking(bot, before, time.perf_counter() - began, state))
                for observer in observers:
                    observer.step(state, move)
                state.play(move)
                record.moves.append(game.name(move))
        finally:
            for thinker in thinkers:
                dismissed(thinker)
        record.finish(state)
        played = Played(number, record, state.ranking(), thinking)
        for observer in observers:
            observer.after(played, state)
        return played


def _thinking(bot: Bot, before: Thought | None, seconds: float, state: State) -> Thinking:
    """What a bot has to say of its last move; an answer it had thought of before costs nothing."""
    thought = thought_of(bot)
    if thought is None:
        return Thinking(None, seconds, None)
    expected = thought.points[state.seat] if thought.points else None
    return Thinking(0 if thought is before else thought.nodes, seconds, expected)
