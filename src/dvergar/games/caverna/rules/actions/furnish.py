"""Furnishing a cavern (which tile, where, how to pay, what it does) and growing the family."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts.board import CAVERN, DEEP_TUNNEL, FURNISHED, MOUNTAIN_CELLS, TUNNEL
from dvergar.games.caverna.facts.game import FAMILY_MOST, GOOD_RUBIES, RUBY
from dvergar.games.caverna.facts.tiles import (
    BEDS,
    DWELLINGS,
    FURNISH_TUNNELS,
    ONCE,
    OVER,
    SIXTH_DWARF,
    STACKED,
    SUPPLIERS,
    TILE_COUNT,
    UNLIMITED,
    WHEN_BUILT,
    WHEN_BUILT_PER,
)
from dvergar.games.caverna.rules.actions.land import can_buy_single
from dvergar.games.caverna.rules.flow import Question, Verb
from dvergar.games.caverna.rules.ledger import (
    can_afford,
    can_pay,
    gain_all,
    lacking,
    pay_price,
    price,
    ways_to_pay,
)
from dvergar.games.caverna.rules.reasons import (
    FAMILY_FULL,
    NO_BED,
    NO_CAVERN,
    NO_DWELLING,
    NO_DWELLING_AFFORDABLE,
    NO_LOOT_DWELLING_AFFORDABLE,
    NO_TILE_AFFORDABLE,
    NOT_THE_ORDINARY_DWELLING,
    POSSIBLE,
    TILE_TOO_DEAR,
    TILE_TOO_DEAR_AS_LOOT,
    Attempt,
    traded,
    within_reach,
)
from dvergar.games.caverna.rules.score import (
    ADJACENT_DWELLING,
    COUNTED_GOOD,
    NO_GOOD,
    adjacent_dwellings,
)
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import ARGUMENT, GROW_FAMILY, INTO, KIND, PAY
from dvergar.games.caverna.state.pending import Frame, Paying, Site
from dvergar.games.caverna.state.state import NEWBORN, Player, State, changed

# Where a tile may go.


def site_moves(player: Player, tile: int) -> list[int]:
    """The cells into which a tile may go."""
    below = tile_below(player, tile)
    if below >= 0:
        return [INTO + cell for cell in MOUNTAIN_CELLS if player.land[cell] == FURNISHED + below]
    tunnels = may_furnish_tunnels(player, tile)
    return [INTO + cell for cell in MOUNTAIN_CELLS if is_site(player.land[cell], tunnels)]


def has_site(player: Player, tile: int) -> bool:
    """Whether there is a place for a tile."""
    return tile_below(player, tile) >= 0 or _has_cavern(player, may_furnish_tunnels(player, tile))


def has_cavern(player: Player) -> bool:
    """Whether there is a place for any tile but those that go on top of another."""
    return _has_cavern(player, player.owns(FURNISH_TUNNELS))


def _has_cavern(player: Player, tunnels: bool) -> bool:
    for cell in MOUNTAIN_CELLS:
        if is_site(player.land[cell], tunnels):
            return True
    return False


def is_site(ground: int, tunnels: bool) -> bool:
    """Whether a tile may lie on such ground: a cavern, by permission a tunnel."""
    return ground == CAVERN or (tunnels and (ground == TUNNEL or ground == DEEP_TUNNEL))


def may_furnish_tunnels(player: Player, tile: int) -> bool:
    """Whether a tile may go into a tunnel; the one that permits it needs a cavern itself."""
    return player.owns(FURNISH_TUNNELS) and not has(FURNISH_TUNNELS, tile)


def tile_below(player: Player, tile: int) -> int:
    """The tile of the player's on top of which a tile must go; -1: none."""
    other = OVER[tile]
    return other if other >= 0 and has(player.built, other) else -1


def may_buy_site(player: Player, hand: list[int], tile: int) -> bool:
    """Whether rubies buy a place for a tile: a cavern, by permission a tunnel."""
    if can_buy_single(player, hand, CAVERN):
        return True
    return may_furnish_tunnels(player, tile) and can_buy_single(player, hand, TUNNEL)


# Which tiles there are to choose from.


def why_not_have(player: Player, hand: list[int], tile: int, as_loot: bool) -> int:
    """0, or why a player with these goods cannot have a tile: its price, or a place for it."""
    if not can_afford(player.built, hand, tile, as_loot):
        return TILE_TOO_DEAR_AS_LOOT if as_loot else TILE_TOO_DEAR
    return POSSIBLE if has_site(player, tile) else NO_CAVERN


class Furnish(Verb):
    """Furnish a cavern with a tile of a set; loot has a price of its own."""

    def __init__(self, tiles: int, as_loot: bool) -> None:
        super().__init__()
        self.tiles = tiles
        self.as_loot = as_loot
        self.too_dear = NO_TILE_AFFORDABLE  # why not, if none of the tiles can be paid
        if as_loot:
            self.too_dear = NO_LOOT_DWELLING_AFFORDABLE
        elif tiles & ~DWELLINGS == 0:
            self.too_dear = NO_DWELLING_AFFORDABLE

    def can_furnish(self, attempt: Attempt, tile: int) -> bool:
        """Whether a tile is on offer, can be paid and has a place."""
        return has(attempt.state.tiles, tile) and self.why_not_furnish(attempt, tile) == POSSIBLE

    def why_not_furnish(self, attempt: Attempt, tile: int) -> int:
        """0, or why a tile on offer cannot be chosen."""
        if not has(self.tiles, tile):
            return NOT_THE_ORDINARY_DWELLING if self.as_loot else NO_DWELLING
        return why_not_have(attempt.player, attempt.goods, tile, self.as_loot)

    def why_not(self, attempt: Attempt) -> int:
        cavern = has_cavern(attempt.player)
        if cavern or attempt.player.owns(STACKED):
            for tile in range(TILE_COUNT):
                if self.can_furnish(attempt, tile):
                    return POSSIBLE
        return self.too_dear if cavern else NO_CAVERN

    def may_open(self, attempt: Attempt) -> bool:
        """Goods may be bought, traded for or eaten, and a cavern or tunnel bought."""
        player, hand = attempt.player, attempt.goods
        rich = within_reach(attempt)
        if rich == hand:
            return False
        trades = traded(player.built, hand) != hand
        buys = hand[RUBY] // GOOD_RUBIES
        on_offer = attempt.state.tiles & self.tiles
        for tile in range(TILE_COUNT):
            if (
                has(on_offer, tile)
                and can_afford(player.built, rich, tile, self.as_loot)
                and (trades or lacking(player.built, hand, tile, self.as_loot) <= buys)
                and (has_site(player, tile) or may_buy_site(player, hand, tile))
            ):
                return True
        return False

    def moves(self, attempt: Attempt) -> list[int]:
        if not has_cavern(attempt.player) and not attempt.player.owns(STACKED):
            return []
        return [
            moves.FURNISH + tile for tile in range(TILE_COUNT) if self.can_furnish(attempt, tile)
        ]

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == moves.FURNISH and has(self.tiles, ARGUMENT[move])

    def do(self, state: State, move: int) -> None:
        state.stack.append(Site(state.seat, ARGUMENT[move], self.as_loot))


class ChoosingSite(Question):
    """Into which cell?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Site)
        return site_moves(state.players[frame.seat], frame.tile)

    def is_possible(self, state: State, frame: Frame) -> bool:
        """A place alone is not enough: the tile is paid afterwards."""
        assert isinstance(frame, Site)
        player = state.players[frame.seat]
        return why_not_have(player, player.goods, frame.tile, frame.as_loot) == POSSIBLE

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Site)
        state.stack.append(Paying(frame.seat, frame.tile, ARGUMENT[move], frame.as_loot))


class ChoosingPayment(Question):
    """In which way is it paid?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Paying)
        player = state.players[frame.seat]
        cost = price(player.built, frame.tile, frame.as_loot)
        ways = ways_to_pay(player.built)
        return [PAY + way for way in ways if can_pay(player.goods, cost, way)]

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Paying)
        cost = price(state.players[frame.seat].built, frame.tile, frame.as_loot)
        pay_price(state, frame.seat, cost, ARGUMENT[move])
        build(state, frame.seat, frame.tile, frame.cell)


# Building it.


def build(state: State, seat: int, tile: int, cell: int) -> None:
    """Lays a tile that has been paid, and does what it does when it is built."""
    player = state.players[seat]
    lay_tile(state, player, tile, cell)
    state.trail.append(("furnish", seat, tile, cell))
    gain_all(state, seat, tile_brings(player, tile, cell))


def tile_brings(player: Player, tile: int, cell: int) -> list[tuple[int, int]]:
    """The goods that a tile brings when it is built into a cell."""
    times = 1
    if WHEN_BUILT_PER[tile] != ONCE:
        times = _count(player, WHEN_BUILT_PER[tile], cell)
    return [(good, amount * times) for good, amount in WHEN_BUILT[tile]] if times else []


def brings_by_place(tile: int) -> bool:
    """Whether what a tile brings hangs on the cell into which it is built."""
    return WHEN_BUILT_PER[tile] == ADJACENT_DWELLING


def lay_tile(state: State, player: Player, tile: int, cell: int) -> None:
    """Puts a tile into a cell; from now on it counts."""
    below = tile_below(player, tile)
    if below >= 0:
        player.built &= ~bit(below)
    player.cover(cell, FURNISHED + tile)
    player.built |= bit(tile)
    player.beds += BEDS[tile]
    if not has(UNLIMITED, tile):
        state.tiles &= ~bit(tile)
    for number, (supplier, _, rounds) in enumerate(SUPPLIERS):
        if supplier == tile:
            player.supplies = changed(player.supplies, number, rounds)


def _count(player: Player, what: int, cell: int) -> int:
    """How many there are of what a tile counts when it is built."""
    if COUNTED_GOOD[what] != NO_GOOD:
        return player.goods[COUNTED_GOOD[what]]
    assert what == ADJACENT_DWELLING, "nothing else is counted when a tile is built"
    return adjacent_dwellings(player, cell)


class GrowFamily(Verb):
    """A child joins the acting dwarf."""

    def why_not(self, attempt: Attempt) -> int:
        player = attempt.player
        dwarfs = len(player.dwarfs)
        if dwarfs < FAMILY_MOST:
            return POSSIBLE if dwarfs < player.beds else NO_BED
        is_sixth = dwarfs == FAMILY_MOST and player.owns(SIXTH_DWARF)
        return POSSIBLE if is_sixth else FAMILY_FULL

    def moves(self, attempt: Attempt) -> list[int]:
        return [GROW_FAMILY] if self.why_not(attempt) == POSSIBLE else []

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return move == GROW_FAMILY

    def do(self, state: State, _move: int) -> None:
        player = state.players[state.seat]
        player.dwarfs = [*player.dwarfs, NEWBORN]
        player.weapons = [*player.weapons, 0]
        state.trail.append(("grow", state.seat, len(player.dwarfs)))
