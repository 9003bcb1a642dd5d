"""What a player is being asked: the question, the choices, and what is blocked and why.

A choice and a blocked thing each name an anchor, a place on the table such as `pile:exit` or
`dwarf:3`, over which the page lays them. Nothing here decides anything: choices are the moves of
the state, put into words.

In the engine a reason is a small number, 0 for what is possible. Each game has a tuple of `Reason`
by that number, so that what is blocked always cites the rule that blocks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

PLAN_SEPARATOR: Final = "; "
"""Between the names of moves that a page offers as one answer."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: the key of its sentence in the words of the game, and the id of its rule.

    >>> Reason("occupied", "caverna.work.occupied").word
    'occupied'
    """

    word: str
    rule: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One move a player may make now."""

    move: int
    name: str
    label: str
    anchor: str = ""
    detail: str = ""
    shortcut: str = ""
    free: bool = False
    hinted: int = 0
    """The rank among the turns that a bot advises, 1 for the best; the page marks it. 0: none."""
    waits: bool = False
    """Whether it was made and waits to be confirmed: it is marked, and cannot be pressed."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Something a player may expect to be able to do, and why it is not possible."""

    label: str
    reason: str
    anchor: str = ""
    rule: str = ""
    word: str = ""
    """The key of the reason, the same in every language."""
    moves: tuple[int, ...] = ()
    """The moves that are blocked for this reason."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to one seat.

    >>> import dvergar
    >>> state = dvergar.game("my_gold_mine", players=3, first_seat=0).start(seed=7)
    >>> prompt = state.prompt("en")
    >>> prompt.seat, [choice.label for choice in prompt.choices]
    (0, ['Dig', 'Exit card'])
    >>> [choice.name for choice in prompt.at("pile:exit")]
    ['draw exit']
    """

    seat: int
    question: str
    help: str = ""
    choices: list[Choice] = field(default_factory=list)
    blocked: list[Blocked] = field(default_factory=list)

    def addressed(self, names: Sequence[str]) -> str:
        """The question with the name of whoever is asked, for where nothing else shows it."""
        name = names[self.seat]
        return self.question if name in self.question else f"{name}: {self.question}"

    def at(self, anchor: str) -> list[Choice]:
        """The choices that lie on a place of the table."""
        return [choice for choice in self.choices if choice.anchor == anchor]

    def blocked_at(self, anchor: str) -> list[Blocked]:
        """What is blocked on a place of the table."""
        return [blocked for blocked in self.blocked if blocked.anchor == anchor]
