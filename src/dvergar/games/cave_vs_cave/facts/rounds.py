"""How long the game is, and what is different for a player alone."""

from __future__ import annotations

from typing import Final

from dvergar.core.facts import Facts, FactsError, read
from dvergar.games.cave_vs_cave.facts.action_tiles import GROUPS, TILES


class RoundsFacts:
    """What `rounds.toml` says."""

    def __init__(self, tree: Facts) -> None:
        turns, alone = tree.part("turns"), tree.part("alone")
        self.two_players = _turns(turns, "two_players", players=2)
        self.alone = _turns(turns, "alone", players=1)
        self.goal = alone.number("goal", least=1)
        self.archive = alone.number("archive", least=self.goal)
        self.light_rooms_out = alone.number("light_rooms_out")


def _turns(tree: Facts, key: str, players: int) -> list[int]:
    """The turns of each round: one tile comes with it, and there is a tile for every turn."""
    tiles = [tile for tile in TILES if players > 1 or not tile.for_two_only]
    later = len([tile for tile in tiles if tile.group != GROUPS[0]])
    turns = tree.numbers(key, least=1)
    if len(turns) > later:
        raise FactsError("facts.length", where=tree.where, key=key, most=later)
    for n, each in enumerate(turns, start=1):
        most = (len(tiles) - later + n) // players
        if each > most:
            raise FactsError("facts.most", where=tree.where, key=key, most=most)
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
