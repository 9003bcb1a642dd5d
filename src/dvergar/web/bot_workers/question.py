"""What a bot is asked and what it answers, as both travel between the server and a worker."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from dvergar.core.bot import Thought
from dvergar.core.game import State
from dvergar.lab.move_evaluation import Adviser, MoveEvaluation, TurnAdvice

CLIENT: Final[ContextVar[str]] = ContextVar("CLIENT", default="")
"""The network of the visitor whose request led to what runs now; empty if that can't be said."""

Key = tuple[str, int]
"""A bot as the server knows it: its table and its seat."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position at which a bot has to decide."""

    table: str
    bot: str
    state: State
    seed: int
    """Deals what the bot is shown, and makes a bot that is not there yet."""
    played: tuple[str, ...] = ()
    """The moves that led here: what tells a bot's memory from that of another game."""
    limits: Mapping[str, Any] = field(default_factory=dict)
    hint: bool = False
    """Whether advice is asked for in place of a person, and no move is made."""
    turn: tuple[str, ...] = ()
    """Moves that were made here in a game that is over, to be evaluated by `adviser`."""
    adviser: Adviser | None = None
    client: str = field(default_factory=CLIENT.get)
    """The network of whoever made the bot think."""

    @property
    def key(self) -> Key:
        return self.table, self.state.seat

    @property
    def is_analysis(self) -> bool:
        """Whether it is about a game that is over."""
        return self.adviser is not None

    @property
    def kind(self) -> str:
        """What takes about the same time: the same bot at the same game."""
        game = self.state.game
        limits = sorted(self.limits.items())
        return f"{game.slug} {game.players} {self.bot} {limits} {self.hint} {self.is_analysis}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The moves of a bot's turn, and what it has to say of them."""

    moves: tuple[str, ...]
    thought: Thought | None = None
    seconds: float = 0.0
    """How long it took."""
    advice: tuple[TurnAdvice, ...] = ()
    """For a hint: the best turns with reasons, the best first."""
    remembered: bool = False
    """Whether the bot had been here before."""
    evaluation: MoveEvaluation | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in a worker, as text: not every error can travel."""

    message: str


class BotFailed(Exception):
    """A bot did not answer; the message is what its worker had to say."""
