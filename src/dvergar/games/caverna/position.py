"""A position of Caverna set up in one readable call, for tests, puzzles and tutorials.

Boards are written as land by cell; whatever is not said is as at the start. What is asked for
must be possible, or PositionError says what is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dvergar.core.errors import PositionError, Said
from dvergar.games.caverna.board import (
    BESIDE,
    CAVERN,
    CROP,
    DEEP_TUNNEL,
    EDGE,
    ENTRANCE,
    ENTRY_DWELLING,
    FIELD,
    FURNISHED,
    IS_FOREST,
    LARGE_EAST,
    LARGE_NORTH,
    LARGE_SOUTH,
    LARGE_WEST,
    MEADOW,
    NEIGHBOURS,
    NOTHING,
    NUMBERS,
    ON_BOARD,
    ORE_MINE,
    PRINTED_CAVERN,
    RUBY_MINE,
    SMALL_PASTURE,
    STABLE,
    TUNNEL,
)
from dvergar.games.caverna.facts import FACTS, SPACES
from dvergar.games.caverna.goods import GOODS
from dvergar.games.caverna.housing import herd_fits
from dvergar.games.caverna.phases import FULL_HARVEST, HARVESTS
from dvergar.games.caverna.player import AWAY, HOME, NEWBORN, Player, new_player
from dvergar.games.caverna.rounds import next_dwarf, open_spaces, turn_marker
from dvergar.games.caverna.tiles import (
    DWARFS,
    DWELLING,
    HAS_OFFICE_ROOM,
    SUPPLIERS,
    TILES,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.rules import Caverna, State

FOREST_LAND = {"meadow": MEADOW, "field": FIELD, "small_pasture": SMALL_PASTURE}
MOUNTAIN_LAND = {
    "tunnel": TUNNEL,
    "cavern": CAVERN,
    "deep_tunnel": DEEP_TUNNEL,
    "ore_mine": ORE_MINE,
    "ruby_mine": RUBY_MINE,
}
WHERE = {"home": HOME, "away": AWAY, "newborn": NEWBORN}


def make_position(
    game: Caverna,
    *,
    round: int = 1,
    starter: int = 0,
    turn: int | None = None,
    seats: Sequence[Mapping[str, Any]] = (),
    cards: Sequence[str] = (),
    piles: Mapping[str, Mapping[str, int]] | None = None,
    occupied: Mapping[str, int] | None = None,
    harvest: str | None = None,
    tiles_gone: Sequence[str] = (),
    seed: int = 0,
) -> State:
    """A position in which a dwarf of seat `turn` is to be placed."""
    _require(round in game.rounds, "round")
    _require(0 <= starter < game.players and len(seats) <= game.players, "seats")
    state = game.deal(seed)
    state.stack = []
    state.starter = state.next_starter = starter
    _put_cards(state, cards)
    _go_to_round(state, round, harvest)
    state.tiles = game.tile_set
    for name in tiles_gone:
        state.tiles &= ~(1 << _tile(name))
    state.players = [
        _make_player(state, seats[seat] if seat < len(seats) else {})
        for seat in range(game.players)
    ]
    _fill_spaces(state, piles or {}, occupied or {})
    acting = starter if turn is None else turn
    _require(0 <= acting < game.players and HOME in state.players[acting].dwarfs, "turn")
    state.worker = (acting - 1) % game.players
    state.unsettled = 0
    next_dwarf(state)
    state.run()
    state.trail = []
    return state


def _require(possible: bool, what: str, **facts: object) -> None:
    if not possible:
        why = Said("dvergar.games.caverna", f"position.{what}", **facts)
        raise PositionError("position.unlike", why=why)


def _known(name: str, names: Sequence[str] | Mapping[str, Any]) -> str:
    _require(name in names, "name", name=str(name)[:40])
    return name


def _tile(name: str) -> int:
    return TILES.index(_known(name, TILES))


def _cell(name: str) -> int:
    return NUMBERS[_known(name, NUMBERS)]


def _put_cards(state: State, cards: Sequence[str]) -> None:
    """Puts the named cards on the first rounds, each within its stage, the others behind them."""
    order = state.cards[:]
    _require(len(set(cards)) == len(cards), "cards")
    for number, name in zip(state.caverna.rounds, cards, strict=False):
        card = SPACES.index(_known(name, SPACES))
        stage = next(stage for stage in FACTS["cards"]["stages"] if number in stage["rounds"])
        _require(card in order and order.index(card) in stage["rounds"], "card", name=name)
        other = order.index(card)
        order[number], order[other] = order[other], order[number]
    state.cards = order


def _go_to_round(state: State, round: int, harvest: str | None) -> None:
    state.round = 0
    state.reds = 0
    for number in state.caverna.rounds:
        state.round = number
        if number == round and not state.caverna.reveal_early:
            break
        turn_marker(state)
        if number == round:
            break
    if harvest is None:
        return
    wanted = HARVESTS.index(_known(harvest, HARVESTS))
    state.harvest = wanted
    if not state.caverna.reveal_early and state.caverna.players > 1 and round >= 6:
        state.markers = state.markers[:]
        state.markers[round] = int(wanted != FULL_HARVEST)
        state.reds = 0 if wanted == FULL_HARVEST else wanted


def _make_player(state: State, wanted: Mapping[str, Any]) -> Player:
    keys = (
        "goods",
        "board",
        "stables",
        "crops",
        "weapons",
        "dwarfs",
        "begging",
        "supplies",
        "under",
    )
    for key in wanted:
        _known(key, keys)
    start = FACTS["start"]
    weapons = list(wanted.get("weapons", [0] * len(wanted.get("dwarfs", [0, 0]))))
    player = new_player(start["dwarfs"], start["stables"])
    player.weapons = weapons
    player.dwarfs = [WHERE[_known(w, WHERE)] for w in wanted.get("dwarfs", ["home"] * len(weapons))]
    _require(2 <= len(weapons) <= 6 and len(player.dwarfs) == len(weapons), "dwarfs")
    _require(all(0 <= weapon <= 14 for weapon in weapons), "dwarfs")
    player.begging = int(wanted.get("begging", 0))
    _require(player.begging >= 0, "goods")
    for name, amount in wanted.get("goods", {}).items():
        _require(amount >= 0, "goods")
        player.goods[GOODS.index(_known(name, GOODS))] = amount
    _lay_board(state, player, wanted.get("board", {}))
    for name in wanted.get("under", {}).values():
        state.tiles &= ~(1 << _tile(name))
    _put_stables(player, wanted.get("stables", ()))
    _sow(player, wanted.get("crops", {}))
    for name, rounds in wanted.get("supplies", {}).items():
        numbers = [TILES[tile] for tile, _, _ in SUPPLIERS]
        player.supplies[numbers.index(_known(name, numbers))] = rounds
    _require(herd_fits(player), "herd")
    return player


def _lay_board(state: State, player: Player, board: Mapping[str, str]) -> None:
    for place, land in board.items():
        cells = [_cell(name) for name in place.split()]
        if land == "large_pasture":
            _require(len(cells) == 2 and cells[1] in NEIGHBOURS[cells[0]], "land", name=place)
            _lay_large_pasture(player, cells[0], cells[1])
            continue
        _require(len(cells) == 1 and cells[0] != ENTRY_DWELLING, "land", name=place)
        _lay_cell(state, player, cells[0], land)
    _connect(player)
    sticks_out = any(ground > EDGE for ground in player.land[ON_BOARD:])
    _require(not sticks_out or bool(player.built & HAS_OFFICE_ROOM), "office_room")


def _lay_large_pasture(player: Player, a: int, b: int) -> None:
    direction = BESIDE[a].index(b)
    halves = (
        (LARGE_NORTH, LARGE_SOUTH),
        (LARGE_EAST, LARGE_WEST),
        (LARGE_SOUTH, LARGE_NORTH),
        (LARGE_WEST, LARGE_EAST),
    )
    player.land[a], player.land[b] = halves[direction]
    _require(IS_FOREST[a], "land", name="large_pasture")


def _lay_cell(state: State, player: Player, cell: int, land: str) -> None:
    if land in FOREST_LAND or land in MOUNTAIN_LAND:
        _require(IS_FOREST[cell] == (land in FOREST_LAND), "land", name=land)
        player.land[cell] = FOREST_LAND.get(land, 0) or MOUNTAIN_LAND[land]
        return
    tile = _tile(land)
    _require(not IS_FOREST[cell] and tile > 0, "land", name=land)
    _require(tile == DWELLING or bool(state.tiles >> tile & 1), "tile", name=land)
    player.land[cell] = FURNISHED + tile
    player.built |= 1 << tile
    player.beds += DWARFS[tile]
    if tile != DWELLING:
        state.tiles &= ~(1 << tile)


def _connect(player: Player) -> None:
    """Land must hang together from the entrance and the printed cavern.

    Bare cells beside it are edges.
    """
    land = player.land
    reached = [cell for cell in (PRINTED_CAVERN, ENTRY_DWELLING) if land[cell] > EDGE]
    if land[ENTRANCE] > EDGE:
        reached.append(ENTRANCE)
    for cell in reached:
        for other in NEIGHBOURS[cell]:
            if land[other] > EDGE and other not in reached:
                reached.append(other)
    for cell, ground in enumerate(land):
        _require(ground <= EDGE or cell in reached, "loose")
        if ground <= EDGE:
            land[cell] = 0
    for cell in reached:
        player.touch(cell)
    if land[ENTRANCE] <= EDGE:
        player.cover(ENTRANCE, EDGE)


def _put_stables(player: Player, cells: Sequence[str]) -> None:
    for name in cells:
        cell = _cell(name)
        ground = player.land[cell]
        fits = IS_FOREST[cell] and ground != FIELD and (cell < ON_BOARD or ground > EDGE)
        _require(fits and player.on[cell] == NOTHING and player.stables > 0, "stable", name=name)
        player.on[cell] = STABLE
        player.stables -= 1


def _sow(player: Player, crops: Mapping[str, str]) -> None:
    for name, crop in crops.items():
        cell = _cell(name)
        kind, _, amount = crop.partition(" ")
        most = {"grain": 3, "vegetable": 2}[_known(kind, ("grain", "vegetable"))]
        good = player.land[cell] == FIELD and amount.isdecimal() and 1 <= int(amount) <= most
        _require(good, "crop", name=name)
        player.on[cell] = int(amount) + (CROP if kind == "vegetable" else 0)


def _fill_spaces(
    state: State, piles: Mapping[str, Mapping[str, int]], occupied: Mapping[str, int]
) -> None:
    game = state.caverna
    state.pile = [0] * game.slot_count
    state.occupant = [-1] * len(SPACES)
    in_play = [SPACES[space] for space in open_spaces(state)]
    for name, goods in piles.items():
        slots = {
            GOODS[good]: slot for slot, good in game.slots[SPACES.index(_known(name, in_play))]
        }
        for good, amount in goods.items():
            state.pile[slots[_known(good, slots)]] = amount
    for name, seat in occupied.items():
        _require(0 <= seat < game.players, "seats")
        state.occupant[SPACES.index(_known(name, in_play))] = seat
