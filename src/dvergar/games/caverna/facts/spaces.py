"""The action spaces of `spaces.toml`: which there are with how many players, and their goods.

What a card prints for a part of its action is the same with every number of players.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.games.caverna.facts.goods import amounts


class Printed:
    """The numbers that a card prints for parts of its action."""

    __slots__ = ("expedition", "mines_for_ruby", "ore_for_each_mine", "reward", "ruby")

    def __init__(self, entry: Facts) -> None:
        self.expedition = entry.number("expedition", 0)
        self.reward = amounts(entry, "reward")
        self.ore_for_each_mine = entry.number("ore_for_each_mine", 0)
        with_mines = entry.part("ruby_with_mines")
        self.mines_for_ruby = with_mines.number("mines", 0)
        self.ruby = with_mines.number("ruby", 0)

    def numbers(self) -> tuple[object, ...]:
        """Everything, for comparing."""
        with_mines = (self.mines_for_ruby, self.ruby)
        return (self.expedition, self.reward, self.ore_for_each_mine, with_mines)

    def rewarded(self, good: int) -> int:
        """How much of a good is the reward of a part."""
        return dict(self.reward).get(good, 0)


class SpaceFacts:
    """What is printed of one space for some numbers of players."""

    __slots__ = (
        "empty",
        "first_round",
        "food",
        "goods",
        "is_imitation",
        "more",
        "players",
        "printed",
    )

    def __init__(self, entry: Facts) -> None:
        self.players = entry.numbers("players")
        self.empty = amounts(entry, "empty")
        self.more = amounts(entry, "more") if "more" in entry else self.empty
        self.goods = amounts(entry, "goods")
        self.first_round = entry.number("first_round", 1)
        self.is_imitation = "imitation_food" in entry
        self.food = entry.number("imitation_food", 0)
        self.printed = Printed(entry)


def _printed(name: str, boards: list[SpaceFacts]) -> Printed:
    """What a space prints on every board; an error where two boards differ."""
    first = boards[0].printed
    for board in boards:
        if board.printed.numbers() != first.numbers():
            raise FactsError("facts.differ", where=f"spaces.toml, {name}")
    return first


with read("dvergar.games.caverna.facts", "spaces.toml") as _file:
    SPACES: Final[list[str]] = _file.names()
    _FACTS: Final = [[SpaceFacts(entry) for entry in _file.parts(name)] for name in SPACES]

PRINTED: Final = {name: _printed(name, boards) for name, boards in zip(SPACES, _FACTS, strict=True)}
"""What the card of each space prints for parts of its action."""
SPACE_COUNT: Final = len(SPACES)
WISH: Final = SPACES.index("wish_for_children")
URGENT_WISH: Final = SPACES.index("urgent_wish_for_children")
FAMILY_LIFE: Final = SPACES.index("family_life")
STARTING_PLAYER: Final = SPACES.index("starting_player")


def space_facts(space: int, players: int) -> SpaceFacts | None:
    """The facts of a space for so many players; None if it is not there with so many."""
    for facts in _FACTS[space]:
        if players in facts.players:
            return facts
    return None
