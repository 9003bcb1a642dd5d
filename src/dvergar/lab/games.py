"""One game played by bots: the loop that plays it, its result, and observers.

`play_game` is the only place in the lab that plays whole games; simulations, tournaments, matches
and training all call it. A game is determined by its seed and its bots.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dvergar.core.bot import Bot, Thought, thought_of
from dvergar.core.chance import derive
from dvergar.core.errors import BotFailed
from dvergar.core.game import Game, State
from dvergar.core.languages import FALLBACK
from dvergar.core.record import Record
from dvergar.lab.players import ask_bot


class Thinking(NamedTuple):
    """What a move cost its bot: positions looked at, seconds, and the points it expects.

    Nodes and points are None where a bot says nothing of them. Everything but the seconds comes out
    the same when a game is played again.

    >>> Thinking(nodes=300, seconds=0.02, expected=61.5).nodes
    300
    """

    nodes: int | None
    seconds: float
    expected: float | None


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a simulation: its number, its record with the scores, the rank of each seat.

    >>> from dvergar.lab import Simulation
    >>> simulation = Simulation("my_gold_mine", {"players": 2}, ["random", "random"], seed=1)
    >>> played = simulation.play(0, [])
    >>> len(played.ranks), played.record.game
    (2, 'my_gold_mine')
    """

    number: int
    record: Record
    ranks: list[int]
    thinking: list[Thinking] = field(default_factory=list, compare=False)
    """What each move cost; the time in it is not the same twice."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A game that a bot could not finish, and why.

    >>> Failure(3, "bot.crashed", (("name", "Mine"), ("why", "KeyError: 1"))).text("en")
    'The bot “Mine” could not answer: KeyError: 1.'
    """

    number: int
    key: str
    facts: tuple[tuple[str, str], ...]

    @staticmethod
    def of(number: int, error: BotFailed) -> Failure:
        """The failure that an error stands for."""
        facts = ((name, str(fact)) for name, fact in error.facts.items())
        return Failure(number, error.key, tuple(facts))

    def text(self, lang: str = FALLBACK) -> str:
        """The sentence in the given language."""
        return BotFailed(self.key, **dict(self.facts)).text(lang)


class Observer:
    """Watches the games of a simulation; a kind of observer overrides what it wants to see.

    Games are shown in order and in the calling process, wherever they were played: their records
    are replayed. A game that a bot could not finish is not shown.

    >>> class Longest(Observer):
    ...     moves = 0
    ...     def after(self, played: Played, state: State) -> None:
    ...         self.moves = max(self.moves, len(played.record.moves))
    >>> from dvergar.lab import simulate
    >>> watching = Longest()
    >>> results = simulate(
    ...     "my_gold_mine", {"players": 2}, ["random"], games=2, seed=1, observers=[watching]
    ... )
    >>> 0 < watching.moves < results.moves
    True
    """

    def before(self, number: int, state: State) -> None:
        """Game `number` is about to begin."""

    def step(self, state: State, move: int) -> None:
        """The seat that decides in `state` has chosen `move`, which is not yet played."""

    def after(self, played: Played, state: State) -> None:
        """A game is over."""


def play_game(
    game: Game,
    seed: int,
    bots: Sequence[Bot],
    *,
    names: Sequence[str] = (),
    timed: Sequence[bool] = (),
    number: int = 0,
    observers: Sequence[Observer] = (),
) -> Played:
    """Plays one game to its end; raises `BotFailed` if a bot can't continue.

    `timed` says for each seat whether its bot has a time limit for a move.

    >>> import dvergar, dvergar.bots
    >>> game = dvergar.game("my_gold_mine", players=2)
    >>> played = play_game(game, 7, [dvergar.bots.make("careful", seat) for seat in (1, 2)])
    >>> len(played.ranks), len(played.record.scores or [])
    (2, 2)
    """
    record = Record.of(game, seed, list(names) or [type(bot).__name__ for bot in bots])
    timed = timed or [False] * len(bots)
    state = game.start(seed)
    thinking: list[Thinking] = []
    for observer in observers:
        observer.before(number, state)
    while not state.over:
        question = derive(seed, game.players + len(record.moves))
        seat = state.seat
        bot = bots[seat]
        before, began = thought_of(bot), time.perf_counter()
        move = ask_bot(bot, record.seats[seat], state, question, timed[seat])
        thinking.append(_thinking(bot, before, time.perf_counter() - began, state))
        for observer in observers:
            observer.step(state, move)
        state.play(move)
        record.moves.append(game.name(move))
    record.finish(state)
    played = Played(number, record, state.ranking(), thinking)
    for observer in observers:
        observer.after(played, state)
    return played


def _thinking(bot: Bot, before: Thought | None, seconds: float, state: State) -> Thinking:
    """What the bot says about its last move; an answer it had ready costs no nodes."""
    thought = thought_of(bot)
    if thought is None:
        return Thinking(None, seconds, None)
    expected = thought.points[state.seat] if thought.points else None
    return Thinking(0 if thought is before else thought.nodes, seconds, expected)


def replay(played: Played, observers: Sequence[Observer]) -> None:
    """Plays a finished game again in front of observers."""
    game = played.record.make_game()
    state = game.start(played.record.seed)
    for observer in observers:
        observer.before(played.number, state)
    for name in played.record.moves:
        move = game.move(name)
        for observer in observers:
            observer.step(state, move)
        state.play(move)
    for observer in observers:
        observer.after(played, state)
