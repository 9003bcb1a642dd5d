"""A simulation: which game is played by whom, and how any of its games is played.

Everything hangs on one seed: deal number i is dealt by `derive(seed, i)`, and so are its bots and
all they imagine. A game therefore comes out the same whichever process plays it, in whichever
order, and any game of a simulation can be played again alone to look at it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dvergar.core.bot import Bot, Thought, thought_of
from dvergar.core.chance import derive
from dvergar.core.game import State
from dvergar.core.options import Value
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.lab.entrants import Entrant, asked, dismissed, is_ours, made, name_of
from dvergar.lab.played import Observer, Played, Thinking


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated: a game with its options, the bots that meet, and the seed of it all.

    Where it is `paired`, every seating of the bots plays the same deals one after the other, so
    that nobody has better cards than the others; otherwise each game has a deal of its own.

    >>> three = Simulation("my_gold_mine", {"players": 3}, ["careful", "bold", "bold"], seed=1)
    >>> [three.deal(number) for number in range(5)]
    [0, 0, 0, 1, 1]
    """

    game: str
    options: Mapping[str, Value]
    bots: Sequence[Entrant]
    seed: int
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

    def seed_of(self, number: int) -> int:
        """The seed that deals a game."""
        return derive(self.seed, self.deal(number))

    def entrants(self, number: int) -> list[Entrant]:
        """Who sits where in a game, as they were named or made."""
        players = make_game(self.game, self.options).players
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(players)]

    def seats(self, number: int) -> list[str]:
        """Who sits where in a game: every game all move up one seat, and start over after the last.

        >>> Simulation("my_gold_mine", {"players": 3}, ["careful", "bold"], 1).seats(1)
        ['bold', 'careful', 'bold']
        """
        return [name_of(entrant) for entrant in self.entrants(number)]

    def play(self, number: int, observers: Sequence[Observer] = ()) -> Played:
        """Plays one game to its end; `BotFailed` if a bot cannot."""
        return play(self, number, self.seed_of(number), self.entrants(number), observers)

    def check(self) -> None:
        """Says at once what would otherwise fail in another process."""
        make_game(self.game, self.options).start(self.seed)
        for entrant in self.bots:
            dismissed(made(entrant, 0, self.game))


def play(
    what: Simulation,
    number: int,
    deal: int,
    entrants: Sequence[Entrant],
    observers: Sequence[Observer] = (),
) -> Played:
    """Plays one game with these bots in their seats, dealt by the seed `deal`."""
    game = make_game(what.game, what.options)
    record = Record.of(game, deal, [name_of(entrant) for entrant in entrants])
    thinkers = [made(one, derive(deal, seat), what.game) for seat, one in enumerate(entrants)]
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
