"""Furnishing a cavern (which tile, where, how to pay, what it does) and growing the family."""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import tiles
from dvergar.games.caverna.facts.board import CAVERN, DEEP_TUNNEL, FURNISHED, MOUNTAIN_CELLS, TUNNEL
from dvergar.games.caverna.facts.game import GOOD_RUBIES, MAX_FAMILY, RUBY
from dvergar.games.caverna.rules import reasons, score
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
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import Frame, Paying, Site
from dvergar.games.caverna.state.state import NEWBORN, Player, State, changed

# Where a tile may go.


def site_moves(player: Player, tile: int) -> list[int]:
    """The cells into which a tile may go."""
    below = tile_below(player, tile)
    if below >= 0:
        return [
            moves.INTO + cell for cell in MOUNTAIN_CELLS if player.land[cell] == FURNISHED + below
        ]
    tunnels = may_furnish_tunnels(player, tile)
    return [moves.INTO + cell for cell in MOUNTAIN_CELLS if is_site(player.land[cell], tunnels)]


def has_site(player: Player, tile: int) -> bool:
    """Whether there is a place for a tile."""
    return tile_below(player, tile) >= 0 or _has_cavern(player, may_furnish_tunnels(player, tile))


def has_cavern(player: Player) -> bool:
    """Whether there is a place for any tile but those that go on top of another."""
    return _has_cavern(player, player.owns(tiles.FURNISH_TUNNELS))


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
    return player.owns(tiles.FURNISH_TUNNELS) and not has(tiles.FURNISH_TUNNELS, tile)


def tile_below(player: Player, tile: int) -> int:
    """The tile of the player's on top of which a tile must go; -1: none."""
    other = tiles.OVER[tile]
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
        return reasons.TILE_TOO_DEAR_AS_LOOT if as_loot else reasons.TILE_TOO_DEAR
    return reasons.POSSIBLE if has_site(player, tile) else reasons.NO_CAVERN


class Furnish(Verb):
    """Furnish a cavern with a tile of a set; loot has a price of its own."""

    def __init__(self, choice: int, as_loot: bool) -> None:
        super().__init__()
        self.tiles = choice
        self.as_loot = as_loot
        self.too_dear = reasons.NO_TILE_AFFORDABLE  # why not, if none of the tiles can be paid
        if as_loot:
            self.too_dear = reasons.NO_LOOT_DWELLING_AFFORDABLE
        elif choice & ~tiles.DWELLINGS == 0:
            self.too_dear = reasons.NO_DWELLING_AFFORDABLE

    def can_furnish(self, attempt: reasons.Attempt, tile: int) -> bool:
        """Whether a tile is on offer, can be paid and has a place."""
        return (
            has(attempt.state.tiles, tile)
            and self.why_not_furnish(attempt, tile) == reasons.POSSIBLE
        )

    def why_not_furnish(self, attempt: reasons.Attempt, tile: int) -> int:
        """0, or why a tile on offer cannot be chosen."""
        if not has(self.tiles, tile):
            return reasons.NOT_THE_ORDINARY_DWELLING if self.as_loot else reasons.NO_DWELLING
        return why_not_have(attempt.player, attempt.goods, tile, self.as_loot)

    def why_not(self, attempt: reasons.Attempt) -> int:
        cavern = has_cavern(attempt.player)
        if cavern or attempt.player.owns(tiles.STACKED):
            for tile in range(tiles.TILE_COUNT):
                if self.can_furnish(attempt, tile):
                    return reasons.POSSIBLE
        return self.too_dear if cavern else reasons.NO_CAVERN

    def may_open(self, attempt: reasons.Attempt) -> bool:
        """Goods may be bought, traded for or eaten, and a cavern or tunnel bought."""
        player, hand = attempt.player, attempt.goods
        rich = reasons.within_reach(attempt)
        if rich == hand:
            return False
        trades = reasons.traded(player.built, hand) != hand
        buys = hand[RUBY] // GOOD_RUBIES
        on_offer = attempt.state.tiles & self.tiles
        for tile in range(tiles.TILE_COUNT):
            if (
                has(on_offer, tile)
                and can_afford(player.built, rich, tile, self.as_loot)
                and (trades or lacking(player.built, hand, tile, self.as_loot) <= buys)
                and (has_site(player, tile) or may_buy_site(player, hand, tile))
            ):
                return True
        return False

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        if not has_cavern(attempt.player) and not attempt.player.owns(tiles.STACKED):
            return []
        return [
            moves.FURNISH + tile
            for tile in range(tiles.TILE_COUNT)
            if self.can_furnish(attempt, tile)
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.FURNISH and has(self.tiles, moves.ARGUMENT[move])

    def do(self, state: State, move: int) -> None:
        state.stack.append(Site(state.seat, moves.ARGUMENT[move], self.as_loot))


class ChoosingSite(Question):
    """Into which cell?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Site)
        return site_moves(state.players[frame.seat], frame.tile)

    def is_possible(self, state: State, frame: Frame) -> bool:
        """A place alone is not enough: the tile is paid afterwards."""
        assert isinstance(frame, Site)
        player = state.players[frame.seat]
        return why_not_have(player, player.goods, frame.tile, frame.as_loot) == reasons.POSSIBLE

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Site)
        state.stack.append(Paying(frame.seat, frame.tile, moves.ARGUMENT[move], frame.as_loot))


class ChoosingPayment(Question):
    """In which way is it paid?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Paying)
        player = state.players[frame.seat]
        cost = price(player.built, frame.tile, frame.as_loot)
        ways = ways_to_pay(player.built)
        return [moves.PAY + way for way in ways if can_pay(player.goods, cost, way)]

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Paying)
        cost = price(state.players[frame.seat].built, frame.tile, frame.as_loot)
        pay_price(state, frame.seat, cost, moves.ARGUMENT[move])
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
    if tiles.WHEN_BUILT_PER[tile] != tiles.ONCE:
        times = _count(player, tiles.WHEN_BUILT_PER[tile], cell)
    return [(good, amount * times) for good, amount in tiles.WHEN_BUILT[tile]] if times else []


def brings_by_place(tile: int) -> bool:
    """Whether what a tile brings hangs on the cell into which it is built."""
    return tiles.WHEN_BUILT_PER[tile] == score.ADJACENT_DWELLING


def lay_tile(state: State, player: Player, tile: int, cell: int) -> None:
    """Puts a tile into a cell; from now on it counts."""
    below = tile_below(player, tile)
    if below >= 0:
        player.built &= ~bit(below)
    player.cover(cell, FURNISHED + tile)
    player.built |= bit(tile)
    player.beds += tiles.BEDS[tile]
    if not has(tiles.UNLIMITED, tile):
        state.tiles &= ~bit(tile)
    for number, (supplier, _, rounds) in enumerate(tiles.SUPPLIERS):
        if supplier == tile:
            player.supplies = changed(player.supplies, number, rounds)


def _count(player: Player, what: int, cell: int) -> int:
    """How many there are of what a tile counts when it is built."""
    if score.COUNTED_GOOD[what] != score.NO_GOOD:
        return player.goods[score.COUNTED_GOOD[what]]
    assert what == score.ADJACENT_DWELLING, "nothing else is counted when a tile is built"
    return score.adjacent_dwellings(player, cell)


class GrowFamily(Verb):
    """A child joins the acting dwarf."""

    def why_not(self, attempt: reasons.Attempt) -> int:
        player = attempt.player
        dwarfs = len(player.dwarfs)
        if dwarfs < MAX_FAMILY:
            return reasons.POSSIBLE if dwarfs < player.beds else reasons.NO_BED
        is_sixth = dwarfs == MAX_FAMILY and player.owns(tiles.SIXTH_DWARF)
        return reasons.POSSIBLE if is_sixth else reasons.FAMILY_FULL

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        return [moves.GROW_FAMILY] if self.why_not(attempt) == reasons.POSSIBLE else []

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return move == moves.GROW_FAMILY

    def do(self, state: State, _move: int) -> None:
        player = state.players[state.seat]
        player.dwarfs = [*player.dwarfs, NEWBORN]
        player.weapons = [*player.weapons, 0]
        state.trail.append(("grow", state.seat, len(player.dwarfs)))
