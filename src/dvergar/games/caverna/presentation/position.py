"""A position of Caverna set up in one readable call, for tests, puzzles and tutorials.

Boards are written as land by cell; whatever is not said is as at the start. What is asked for
must be possible, or PositionError says what is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dvergar.core.errors import LocalizedText, PositionError
from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import board, game as facts, tiles
from dvergar.games.caverna.rules.housing import herd_fits
from dvergar.games.caverna.rules.machine import Caverna, run
from dvergar.games.caverna.rules.rounds import next_dwarf, open_spaces, turn_marker
from dvergar.games.caverna.state.pending import FULL_HARVEST, HARVESTS, RED_HARVESTS
from dvergar.games.caverna.state.state import AWAY, HOME, NEWBORN, NOBODY, Player, State, new_player

FOREST_LAND = {"meadow": board.MEADOW, "field": board.FIELD, "small_pasture": board.SMALL_PASTURE}
MOUNTAIN_LAND = {
    "tunnel": board.TUNNEL,
    "cavern": board.CAVERN,
    "deep_tunnel": board.DEEP_TUNNEL,
    "ore_mine": board.ORE_MINE,
    "ruby_mine": board.RUBY_MINE,
}
CROPS_ON_FIELD = {"grain": facts.GRAIN_ON_FIELD, "vegetable": facts.VEGETABLES_ON_FIELD}
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
    _require(round in game.variant.rounds, "round")
    _require(0 <= starter < game.players and len(seats) <= game.players, "seats")
    state = game.deal(seed)
    state.stack = []
    state.starter = state.next_starter = starter
    _put_cards(state, cards)
    _go_to_round(state, round, harvest)
    state.tiles = game.variant.tile_set
    for name in tiles_gone:
        state.tiles &= ~bit(_tile(name))
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
    run(state)
    state.trail = []
    return state


def _require(possible: bool, what: str, **details: object) -> None:
    if not possible:
        why = LocalizedText("dvergar.games.caverna", f"position.{what}", **details)
        raise PositionError("position.unlike", why=why)


def _known(name: str, names: Sequence[str] | Mapping[str, Any]) -> str:
    _require(name in names, "name", name=str(name)[:40])
    return name


def _tile(name: str) -> int:
    return tiles.TILES.index(_known(name, tiles.TILES))


def _cell(name: str) -> int:
    return board.NUMBERS[_known(name, board.NUMBERS)]


def _put_cards(state: State, cards: Sequence[str]) -> None:
    """Puts the named cards on the first rounds, each within its stage, the others behind them."""
    order = state.cards[:]
    _require(len(set(cards)) == len(cards), "cards")
    for number, name in zip(state.variant.rounds, cards, strict=False):
        card = facts.SPACES.index(_known(name, facts.SPACES))
        stage = next(rounds for rounds in state.variant.stage_rounds if number in rounds)
        _require(card in order and order.index(card) in stage, "card", name=name)
        other = order.index(card)
        order[number], order[other] = order[other], order[number]
    state.cards = order


def _go_to_round(state: State, round: int, harvest: str | None) -> None:
    state.round = 0
    state.reds = 0
    for number in state.variant.rounds:
        state.round = number
        if number == round and not state.variant.reveals_early:
            break
        turn_marker(state)
        if number == round:
            break
    if harvest is None:
        return
    wanted = HARVESTS.index(_known(harvest, HARVESTS))
    state.harvest = wanted
    if (
        not state.variant.reveals_early
        and state.variant.players > 1
        and round >= facts.MARKERS_FROM
    ):
        state.harvest = FULL_HARVEST  # until the marker is turned over
        state.markers = state.markers[:]
        state.markers[round] = int(wanted != FULL_HARVEST)
        state.reds = 0 if wanted == FULL_HARVEST else RED_HARVESTS.index(wanted)


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
    weapons = list(wanted.get("weapons", [0] * len(wanted.get("dwarfs", [0, 0]))))
    player = new_player()
    player.weapons = weapons
    player.dwarfs = [WHERE[_known(w, WHERE)] for w in wanted.get("dwarfs", ["home"] * len(weapons))]
    _require(facts.START_DWARFS <= len(weapons) <= facts.MAX_FAMILY + 1, "dwarfs")
    _require(len(player.dwarfs) == len(weapons), "dwarfs")
    _require(all(0 <= weapon <= facts.MAX_WEAPON for weapon in weapons), "dwarfs")
    player.begging = int(wanted.get("begging", 0))
    _require(player.begging >= 0, "goods")
    for name, amount in wanted.get("goods", {}).items():
        _require(amount >= 0, "goods")
        player.goods[facts.GOODS.index(_known(name, facts.GOODS))] = amount
    _lay_board(state, player, wanted.get("board", {}))
    _lay_under(state, player, wanted.get("under", {}))
    _put_stables(player, wanted.get("stables", ()))
    _sow(player, wanted.get("crops", {}))
    _supply(player, wanted.get("supplies", {}))
    _require(herd_fits(player), "herd")
    return player


def _lay_board(state: State, player: Player, lands: Mapping[str, str]) -> None:
    laid: list[int] = []
    for place, land in lands.items():
        cells = [_cell(name) for name in place.split()]
        for cell in cells:
            _require(cell not in laid, "twice", cell=board.CELL_NAMES[cell])
            laid.append(cell)
        if land == "large_pasture":
            beside = len(cells) == 2 and cells[1] in board.NEIGHBOURS[cells[0]]
            _require(beside and board.IS_FOREST[cells[0]], "land", name=land, cell=place)
            _lay_large_pasture(player, cells[0], cells[1])
        else:
            _require(len(cells) == 1 and _may_lie(land, cells[0]), "land", name=land, cell=place)
            _lay_cell(state, player, cells[0], land)
    _connect(player)
    sticks_out = [
        cell for cell in range(board.ON_BOARD, board.CELL_COUNT) if player.land[cell] > board.EDGE
    ]
    _require(not sticks_out or player.owns(tiles.OVERHANG), "office_room")
    for cell in sticks_out:
        inside = [other for other in board.NEIGHBOURS[cell] if other < board.ON_BOARD]
        _require(player.land[inside[0]] > board.EDGE, "overhang", cell=board.CELL_NAMES[cell])


def _may_lie(land: str, cell: int) -> bool:
    """Whether such land, or such a furnishing tile, can come to lie on a cell.

    On the printed cavern nothing is ever laid but furnishing tiles, on the printed dwelling
    nothing at all; and the tile that lets others stick out of the board lies on it itself.
    """
    if land in FOREST_LAND:
        return board.IS_FOREST[cell]
    if board.IS_FOREST[cell] or cell == board.ENTRY_DWELLING:
        return False
    if land in MOUNTAIN_LAND:
        return cell != board.PRINTED_CAVERN or land == "cavern"
    tile = _tile(land)
    return not has(tiles.PRINTED_TILES, tile) and not (
        cell >= board.ON_BOARD and has(tiles.OVERHANG, tile)
    )


def _lay_large_pasture(player: Player, a: int, b: int) -> None:
    direction = board.BESIDE[a].index(b)
    halves = (
        (board.LARGE_NORTH, board.LARGE_SOUTH),
        (board.LARGE_EAST, board.LARGE_WEST),
        (board.LARGE_SOUTH, board.LARGE_NORTH),
        (board.LARGE_WEST, board.LARGE_EAST),
    )
    player.land[a], player.land[b] = halves[direction]


def _lay_cell(state: State, player: Player, cell: int, land: str) -> None:
    if land in FOREST_LAND or land in MOUNTAIN_LAND:
        player.land[cell] = FOREST_LAND.get(land, 0) or MOUNTAIN_LAND[land]
        return
    tile = _tile(land)
    player.land[cell] = board.FURNISHED + tile
    if tiles.OVER[tile] >= 0:
        other = tiles.TILES[tiles.OVER[tile]]
        _require(not has(player.built, tiles.OVER[tile]), "beside", name=land, other=other)
    player.built |= bit(tile)
    player.beds += tiles.BEDS[tile]
    _take_from_offer(state, tile)


def _take_from_offer(state: State, tile: int) -> None:
    _require(has(tiles.UNLIMITED, tile) or has(state.tiles, tile), "tile", name=tiles.TILES[tile])
    if not has(tiles.UNLIMITED, tile):
        state.tiles &= ~bit(tile)


def _lay_under(state: State, player: Player, covered: Mapping[str, str]) -> None:
    """Tiles on top of which another lies."""
    for place, name in covered.items():
        top = player.land[_cell(place)] - board.FURNISHED
        _require(top >= 0 and tiles.OVER[top] == _tile(name), "under", name=name, cell=place)
        _take_from_offer(state, _tile(name))


def _connect(player: Player) -> None:
    """Land must hang together from the entrance and the printed cavern.

    Bare cells beside it are edges.
    """
    land = player.land
    reached = [
        cell for cell in (board.PRINTED_CAVERN, board.ENTRY_DWELLING) if land[cell] > board.EDGE
    ]
    if land[board.ENTRANCE] > board.EDGE:
        reached.append(board.ENTRANCE)
    for cell in reached:
        for other in board.NEIGHBOURS[cell]:
            if land[other] > board.EDGE and other not in reached:
                reached.append(other)
    for cell, ground in enumerate(land):
        _require(ground <= board.EDGE or cell in reached, "loose")
        if ground <= board.EDGE:
            land[cell] = 0
    for cell in reached:
        player.touch(cell)
    if land[board.ENTRANCE] <= board.EDGE:
        player.cover(board.ENTRANCE, board.EDGE)


def _put_stables(player: Player, cells: Sequence[str]) -> None:
    for name in cells:
        cell = _cell(name)
        ground = player.land[cell]
        fits = (
            board.IS_FOREST[cell]
            and ground != board.FIELD
            and (cell < board.ON_BOARD or ground > board.EDGE)
        )
        _require(
            fits and player.on[cell] == board.NOTHING and player.stables > 0, "stable", name=name
        )
        player.on[cell] = board.STABLE
        player.stables -= 1


def _sow(player: Player, crops: Mapping[str, str]) -> None:
    for name, crop in crops.items():
        cell = _cell(name)
        kind, _, amount = crop.partition(" ")
        most = CROPS_ON_FIELD[_known(kind, CROPS_ON_FIELD)]
        good = player.land[cell] == board.FIELD and amount.isdecimal() and 1 <= int(amount) <= most
        _require(good, "crop", name=name)
        player.on[cell] = int(amount) + (board.CROP if kind == "vegetable" else 0)


def _supply(player: Player, supplies: Mapping[str, int]) -> None:
    names = [tiles.TILES[tile] for tile, _, _ in tiles.SUPPLIERS]
    for name, rounds in supplies.items():
        number = names.index(_known(name, names))
        tile, _, most = tiles.SUPPLIERS[number]
        _require(has(player.built, tile) and 0 <= rounds <= most, "supplies", name=name)
        player.supplies[number] = rounds


def _fill_spaces(
    state: State, piles: Mapping[str, Mapping[str, int]], occupied: Mapping[str, int]
) -> None:
    variant = state.variant
    state.pile = [0] * len(variant.slot_goods)
    state.occupant = [NOBODY] * facts.SPACE_COUNT
    in_play = [facts.SPACES[space] for space in open_spaces(state)]
    for name, goods in piles.items():
        space = facts.SPACES.index(_known(name, in_play))
        slots = {facts.GOODS[variant.slot_goods[slot]]: slot for slot in variant.slots[space]}
        for good, amount in goods.items():
            _require(amount >= 0, "goods")
            state.pile[slots[_known(good, slots)]] = amount
    for name, seat in occupied.items():
        _require(0 <= seat < variant.players, "seats")
        state.occupant[facts.SPACES.index(_known(name, in_play))] = seat
