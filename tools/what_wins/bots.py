"""Bots that play as `hard` does, but leave something out or press for something.

Each is the same search with the same limits and the same network. Only a position in which its own
seat has what it is to leave out is worth much less to it, and one with what it is to press for
worth more, so that it plans around its rule instead of stumbling over it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from dvergar.bots.search import Search
from dvergar.bots.spec import read_spec, spec_of
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.registry import info
from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import CAVERN, NOTHING, STABLE
from dvergar.games.caverna.facts.game import (
    FARM_ANIMALS,
    MAX_FAMILY,
    ROUNDS,
    SPACES,
    START_DWARFS,
    STONE,
    WOOD,
)
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.state.moves import PLACE
from dvergar.games.caverna.state.state import Player, State as Position
from tools.what_wins.judging import judge_with
from tools.what_wins.lots import drawn_placement, drawn_tiles

GAME: Final = "caverna"
FORBIDDEN: Final = -100.0
"""Points: more than any turn can bring."""
PRESSED: Final = 10.0
"""Points that a thing to press for is worth more than `hard` believes."""
EARLY: Final = 6
"""So many rounds is something pressed for: half of the game."""
DWELLINGS: Final = sum(1 << tile for tile, name in enumerate(TILES) if "dwelling" in name)


class Held:
    """Plays as `hard` does, with `more` points for some positions of its own seat."""

    games: ClassVar[tuple[str, ...]] = (GAME,)
    until: ClassVar[int] = ROUNDS
    """The last round in which it keeps to that."""

    def __init__(self, seed: int) -> None:
        self._seat = -1
        self._round = 1
        _, limits = read_spec(spec_of(info(GAME), "hard", players=2))
        judge = judge_with(GAME, self._more)
        self._search = Search(seed, int(limits["nodes"]), noise=limits["noise"], judge=judge)

    def choose(self, state: State) -> int:
        """As the search has it."""
        assert isinstance(state, Position)
        self._seat, self._round = state.seat, state.round
        return self._search.choose(state)

    def more(self, player: Player) -> float:
        """Points by which a position is worth more to it than `hard` believes."""
        raise NotImplementedError

    def _more(self, state: State, seat: int) -> float:
        if seat != self._seat or self._round > self.until:
            return 0.0
        assert isinstance(state, Position)
        return self.more(state.players[seat])


class NoExpeditions(Held):
    """Arms nobody, so that nobody goes out."""

    def more(self, player: Player) -> float:
        return FORBIDDEN * armed(player)


class NoHerds(Held):
    """Keeps no sheep, donkeys, wild boars or cattle; what it gets it eats."""

    def more(self, player: Player) -> float:
        return FORBIDDEN * sum([player.goods[good] for good in FARM_ANIMALS])


class NoCrops(Held):
    """Sows nothing."""

    def more(self, player: Player) -> float:
        return FORBIDDEN * sum([thing not in (NOTHING, STABLE) for thing in player.on])


class OnlyDwellings(Held):
    """Furnishes dwellings and no other tile."""

    def more(self, player: Player) -> float:
        return FORBIDDEN * rooms(player)


class NoChildren(Held):
    """Stays with the dwarfs it has."""

    def more(self, player: Player) -> float:
        return FORBIDDEN * children(player)


class TilesFirst(Held):
    """Presses for furnishing tiles other than dwellings in the first half of the game."""

    until = EARLY

    def more(self, player: Player) -> float:
        return pressed_tiles(player)


class TilesThroughout(Held):
    """Presses for furnishing tiles other than dwellings from the first round to the last."""

    def more(self, player: Player) -> float:
        return pressed_tiles(player)


class ChildrenFirst(Held):
    """Presses for room and children in the first half of the game."""

    until = EARLY

    def more(self, player: Player) -> float:
        room = min(player.beds, MAX_FAMILY) - START_DWARFS
        return PRESSED * (children(player) + 0.5 * room)


class ArmedFirst(Held):
    """Presses for weapons, and so for expeditions, in the first half of the game."""

    until = EARLY

    def more(self, player: Player) -> float:
        return PRESSED * armed(player)


class OutForTiles(Held):
    """Is out for the tiles that it drew: each is worth more to it than `hard` believes."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._drawn = sum([bit(TILES.index(tile)) for tile in drawn_tiles(seed)])

    def more(self, player: Player) -> float:
        return PRESSED * (player.built & self._drawn).bit_count()


class AnyPlacement:
    """Places one dwarf of the first five anywhere, each space as likely; else it is `hard`."""

    games: ClassVar[tuple[str, ...]] = (GAME,)

    def __init__(self, seed: int) -> None:
        from dvergar import bots

        self._chance = Chance(derive(seed, 7))
        self._hard = bots.load("hard", seed, GAME)
        self._left = drawn_placement(seed)  # 0: none

    def choose(self, state: State) -> int:
        """The lot where it is the turn of that placement; what `hard` does everywhere else."""
        moves = state.moves(free=False)
        if self._left == 1 and is_placement(moves[0]):
            self._left = 0
            return moves[self._chance.below(len(moves))]
        chosen = self._hard.choose(state)
        self._left -= is_placement(chosen)
        return chosen


class AnyOpening(AnyPlacement):
    """Places its first dwarf anywhere."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._left = 1


def is_placement(move: int) -> bool:
    """Whether a move places a dwarf."""
    return PLACE <= move < PLACE + len(SPACES)


def armed(player: Player) -> int:
    """How many dwarfs have a weapon."""
    return sum([weapon > 0 for weapon in player.weapons])


def children(player: Player) -> int:
    """How many dwarfs were born."""
    return len(player.dwarfs) - START_DWARFS


def rooms(player: Player) -> int:
    """How many tiles were furnished, dwellings left out."""
    return (player.built & ~DWELLINGS).bit_count()


def pressed_tiles(player: Player) -> float:
    """What tiles are worth to whoever presses for them, and what is needed for the next two."""
    caverns = min(2, player.land.count(CAVERN))
    goods = min(4, player.goods[STONE]) + min(4, player.goods[WOOD])
    return PRESSED * (rooms(player) + 0.4 * caverns + 0.1 * goods)
