"""The contract of a bot: it is shown a position and names a move.

A bot never sees the real position. It is asked through `ask`, which passes an imagined copy: all
the seat cannot know has been dealt anew, so looking ahead shows one possible future, not the true
one. A bot may remember between its moves, a tree or a plan; whoever asks it keeps it alive for the
length of a game, and it plays on soundly when its memory is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dvergar.core.chance import derive
from dvergar.core.errors import IllegalMove
from dvergar.core.game import State


class Bot(Protocol):
    """Anything that chooses one of `state.moves()`.

    >>> class First:
    ...     def choose(self, state: State) -> int:
    ...         return state.moves()[0]

    A bot that searches may have an attribute `thought`, see `Thought`, and its class an attribute
    `limits`: the names of what can be set when it is made, `nodes` and `seconds` among them. A
    class that does not play every game says which in `games`, as in `games = ("caverna",)`. One
    that compares whole turns may have a method `options`, see `TurnOption`; if it gives facts
    about them, an attribute `facts` of its class names them.
    """

    def choose(self, state: State) -> int:
        """A move for `state.seat`; the state is the bot's to play on."""
        ...


@dataclass(frozen=True, slots=True)
class Thought:
    """How far a bot has come with the present turn, and what it expects of the game.

    >>> Thought(nodes=1200, share=0.5, points=(61.0, 48.5)).points[0]
    61.0
    """

    nodes: int
    """How many positions it has looked at."""
    share: float
    """How much of its limit it has used up, from 0 to 1."""
    points: tuple[float, ...] = ()
    """The points that it expects for each seat in the end; empty if it cannot say."""


@dataclass(frozen=True, slots=True)
class TurnOption:
    """A whole turn that a bot has compared with others.

    A bot with a method `options(state)` returns those of a position, the one it would play first.

    >>> TurnOption(moves=(3, 17), points=(61.0, 48.5), noise=0.4).moves[0]
    3
    """

    moves: tuple[int, ...]
    """All moves of the turn, or of the part of it before something hidden is shown."""
    points: tuple[float, ...]
    """The points that the bot expects for each seat in the end."""
    noise: float = 0.0
    """The standard error of the points of the seat that decides."""
    facts: tuple[tuple[str, float], ...] = ()
    """What else the bot knows of it, by the key of a sentence under `advice` in the game's words.
    """


def options_of(bot: Bot, state: State) -> list[TurnOption]:
    """The turns that a bot compares in a position.

    Args:
        bot: the bot; one with a method `options` can compare.
        state: a position with a decision; the bot must not know more than its seat does.

    Returns:
        The turns, the best first; none if the bot can't compare.

    >>> import dvergar, dvergar.bots
    >>> state = dvergar.game("my_gold_mine", players=3).start(seed=7)
    >>> options_of(dvergar.bots.make("random", seed=1), state)
    []
    """
    options = getattr(bot, "options", None)
    return list(options(state)) if options is not None else []


def thought_of(bot: Bot) -> Thought | None:
    """How much a bot has thought and what it expects, while it thinks and afterwards.

    Args:
        bot: the bot; one with an attribute `thought` reports it.

    Returns:
        Its report, or None if it makes none.

    >>> import dvergar.bots
    >>> thought_of(dvergar.bots.make("random", seed=1)) is None
    True
    """
    thought = getattr(bot, "thought", None)
    return thought if isinstance(thought, Thought) else None


def ask(bot: Bot, state: State, seed: int) -> int:
    """Ask a bot for the move of the seat that decides now.

    Args:
        bot: any object with a method `choose`.
        state: the real position. The bot gets an imagined copy of it, so it cannot cheat.
        seed: deals that copy.

    Returns:
        A legal move.

    Raises:
        IllegalMove: the bot chose a move that is not possible.

    >>> import dvergar, dvergar.bots
    >>> game = dvergar.game("my_gold_mine", players=3)
    >>> bot = dvergar.bots.make("careful", seed=1)
    >>> game.name(ask(bot, game.start(seed=7), seed=2))
    'dig'
    """
    move = bot.choose(state.imagine(state.seat, derive(seed, state.seat)))
    if move not in state.moves():
        name = state.game.name(move)
        raise IllegalMove("move.bot", position=state.copy(), move=move, name=name)
    return move
