"""Bots that play as `hard` does, but leave something out or press for something.

Each is the same search with the same limits and the same network. Only a position in which its own
seat has what it is to leave out is worth much less to it, and one with what it is to press for
worth more, so that it plans around its rule instead of stumbling over it.
"""

from __future__ import annotations

from typing import ClassVar, Final

from dvergar.bots.judge import Learnt
from dvergar.bots.levels import spec_of
from dvergar.bots.network import network
from dvergar.bots.policy import policy
from dvergar.bots.search import Search
from dvergar.bots.spec import read_spec
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State
from dvergar.core.registry import evaluate, features, info, settled
from dvergar.games.caverna.facts.board import CAVERN, NOTHING, STABLE
from dvergar.games.caverna.facts.game import FAMILY_MOST, START_DWARFS
from dvergar.games.caverna.facts.goods import FARM_ANIMALS, STONE, WOOD
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State as Position

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

    def __init__(self, seed: int) -> None:
        tell, estimate, is_settled = features(GAME), evaluate(GAME), settled(GAME)
        net, guide = network(GAME), policy(GAME)
        assert tell
        assert estimate
        assert is_settled
        assert net
        assert guide
        self._tell, self._net = tell, net
        self._usual, self._is_settled = estimate, is_settled
        self._seat = -1
        self._is_early = True
        self._is_value = False
        judge = Learnt(tell, net, self._estimate, self._differs, guide, guide.trust)
        _, limits = read_spec(spec_of(info(GAME), "hard", players=2))
        self._search = Search(seed, int(limits["nodes"]), noise=limits["noise"], judge=judge)

    def choose(self, state: State) -> int:
        """As the search has it."""
        assert isinstance(state, Position)
        self._seat, self._is_early = state.seat, state.round <= EARLY
        return self._search.choose(state)

    def more(self, player: Player, is_early: bool) -> float:
        """Points by which a position of this player is worth more than `hard` believes."""
        raise NotImplementedError

    def _more(self, state: State, seat: int) -> float:
        if seat != self._seat:
            return 0.0
        assert isinstance(state, Position)
        return self.more(state.players[seat], self._is_early)

    def _differs(self, state: State, seat: int) -> bool:
        """Whether the network is not to be asked as it is; the judge then asks `_estimate`."""
        self._is_value = self._is_settled(state, seat) or self._more(state, seat) != 0
        return self._is_value

    def _estimate(self, state: State, seat: int) -> float:
        """The value, right after `_differs`; otherwise the estimate by which free moves waste."""
        by_hand = not self._is_value or self._is_settled(state, seat)
        self._is_value = False
        found = (
            self._usual(state, seat) if by_hand else self._net.values(self._tell(state, seat))[0]
        )
        return found + self._more(state, seat)


class NoExpeditions(Held):
    """Arms nobody, so that nobody goes out."""

    def more(self, player: Player, is_early: bool) -> float:  # noqa: ARG002 - always
        return FORBIDDEN * armed(player)


class NoHerds(Held):
    """Keeps no sheep, donkeys, wild boars or cattle; what it gets it eats."""

    def more(self, player: Player, is_early: bool) -> float:  # noqa: ARG002 - always
        return FORBIDDEN * sum([player.goods[good] for good in FARM_ANIMALS])


class NoCrops(Held):
    """Sows nothing."""

    def more(self, player: Player, is_early: bool) -> float:  # noqa: ARG002 - always
        return FORBIDDEN * sum([thing not in (NOTHING, STABLE) for thing in player.on])


class OnlyDwellings(Held):
    """Furnishes dwellings and no other tile."""

    def more(self, player: Player, is_early: bool) -> float:  # noqa: ARG002 - always
        return FORBIDDEN * rooms(player)


class NoChildren(Held):
    """Stays with the dwarfs it has."""

    def more(self, player: Player, is_early: bool) -> float:  # noqa: ARG002 - always
        return FORBIDDEN * children(player)


class TilesFirst(Held):
    """Presses for furnishing tiles other than dwellings in the first half of the game."""

    def more(self, player: Player, is_early: bool) -> float:
        return pressed_tiles(player) if is_early else 0.0


class TilesThroughout(Held):
    """Presses for furnishing tiles other than dwellings from the first round to the last."""

    def more(self, player: Player, is_early: bool) -> float:  # noqa: ARG002 - always
        return pressed_tiles(player)


class ChildrenFirst(Held):
    """Presses for room and children in the first half of the game."""

    def more(self, player: Player, is_early: bool) -> float:
        room = min(player.beds, FAMILY_MOST) - START_DWARFS
        return PRESSED * (children(player) + 0.5 * room) if is_early else 0.0


class ArmedFirst(Held):
    """Presses for weapons, and so for expeditions, in the first half of the game."""

    def more(self, player: Player, is_early: bool) -> float:
        return PRESSED * armed(player) if is_early else 0.0


class AnyOpening:
    """Places its first dwarf anywhere, each space as likely as another, and is `hard` from then."""

    games: ClassVar[tuple[str, ...]] = (GAME,)

    def __init__(self, seed: int) -> None:
        from dvergar import bots

        self._chance = Chance(derive(seed, 7))
        self._hard = bots.load("hard", seed, GAME)
        self._has_begun = False

    def choose(self, state: State) -> int:
        """The first answer is a placement; the others are those of `hard`."""
        if self._has_begun:
            return self._hard.choose(state)
        self._has_begun = True
        moves = state.moves(free=False)
        return moves[self._chance.below(len(moves))]


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
