"""How long the game is, and what is different for a player alone."""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, read


class RoundsFacts:
    """What `rounds.toml` says."""

    def __init__(self, tree: Facts) -> None:
        turns, alone = tree.part("turns"), tree.part("alone")
        self.two_players = turns.numbers("two_players")
        self.alone = turns.numbers("alone")
        self.goal = alone.number("goal")
        self.archive = alone.number("archive")
        self.light_rooms_out = alone.number("light_rooms_out")


def _read() -> RoundsFacts:
    with read("dvergar.games.cave_vs_cave.facts", "rounds.toml") as tree:
        return RoundsFacts(tree)


_FOUND: Final = _read()
TURNS_OF_TWO: Final[list[int]] = _FOUND.two_players
TURNS_ALONE: Final[list[int]] = _FOUND.alone
MOST_TURNS: Final[int] = max([*TURNS_OF_TWO, *TURNS_ALONE])
GOAL: Final[int] = _FOUND.goal
ARCHIVE: Final[int] = _FOUND.archive
LIGHT_ROOMS_OUT: Final[int] = _FOUND.light_rooms_out
