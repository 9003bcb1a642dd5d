"""How long the game is, and what is different for a player alone."""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.games.cave_vs_cave.facts.action_tiles import GROUPS, TILES


class RoundsFacts:
    """What `rounds.toml` says."""

    def __init__(self, tree: Facts) -> None:
        turns, alone = tree.part("turns"), tree.part("alone")
        later = [tile for tile in TILES if tile.group != GROUPS[0]]  # one comes with each round
        self.two_players = _turns(turns, "two_players", len(later))
        self.alone = _turns(turns, "alone", len([one for one in later if not one.for_two_only]))
        self.goal = alone.number("goal", least=1)
        self.archive = alone.number("archive", least=self.goal)
        self.light_rooms_out = alone.number("light_rooms_out")


def _turns(tree: Facts, key: str, most: int) -> list[int]:
    """The turns of each round; there are no more rounds than tiles that come with them."""
    turns = tree.numbers(key, least=1)
    tree.some(key, turns)
    if len(turns) > most:
        raise FactsError("facts.length", where=tree.where, key=key, most=most)
    return turns


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
