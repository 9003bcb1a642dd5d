"""What a seat may see of Caverna, as plain data, and the types of its entries.

Everything is public but the cards and harvest markers that have not been turned over.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from typing_extensions import TypedDict

from dvergar.core.plain_data import to_data
from dvergar.core.sets import has
from dvergar.games.caverna.facts import board
from dvergar.games.caverna.facts.game import GOODS, SPACES, URGENT_WISH, WISH
from dvergar.games.caverna.facts.tiles import SUPPLIERS, TILE_COUNT, TILES
from dvergar.games.caverna.rules.feeding import needed
from dvergar.games.caverna.rules.harvest import food_asked
from dvergar.games.caverna.rules.housing import (
    EMPTY_FIELDS,
    FOREST_STABLES,
    ORE_MINES,
    PASTURES,
    PLAIN_MEADOWS,
    RUBY_MINES,
    SIZES,
    STABLED_MEADOWS,
    TILE_ROOMS,
    donkeys_in_mines,
    stalls,
)
from dvergar.games.caverna.rules.rounds import open_spaces
from dvergar.games.caverna.rules.score import total
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.state import Player as PlayerState, State


class Harvest(TypedDict):
    """The harvest of this round, where it is known, and the markers by round."""

    now: str | None
    reds: int
    markers: dict[str, str]


class Space(TypedDict):
    """An action space in play."""

    space: str
    stage_round: int | None
    goods: dict[str, int]
    occupant: int | None


class Coming(TypedDict):
    """A round to come, and the cards that it may bring."""

    round: int
    cards: list[str]


class Dwarf(TypedDict):
    """A dwarf in play."""

    weapon: int
    where: str


class Cell(TypedDict):
    """A cell of the home board on which something lies."""

    land: str
    tile: str | None
    other_half: str | None
    stable: bool
    grain: int
    vegetable: int


class Player(TypedDict):
    """The things of one seat."""

    seat: int
    goods: dict[str, int]
    begging: int
    stables: int
    dwarfs: list[Dwarf]
    board: dict[str, Cell]
    tiles: list[str]
    supplies: dict[str, int]
    beds: int
    housing: dict[str, int]
    food_needed: int
    score: int


class Acting(TypedDict):
    """The dwarf that is to be placed."""

    seat: int
    weapon: int


class Turn(TypedDict):
    """Where the turn stands."""

    number: int
    reveals: int
    worker: int
    dwarf: int
    space: str
    imitating: bool
    eating_gold: bool
    breeding: list[int]


class View(TypedDict):
    """The table as anybody sees it."""

    round: int
    rounds: int
    played_rounds: list[int]
    starter: int
    next_starter: int
    seat: int
    over: bool
    stage: str
    harvest: Harvest
    spaces: list[Space]
    future: list[Coming]
    tiles: list[str]
    players: list[Player]
    acting: Acting | None
    turn: Turn
    pending: list[dict[str, int | bool | str]]
    scores: list[int] | None


WHERE = ("home", "away", "newborn")


def view(state: State, _seat: int | None) -> dict[str, Any]:
    """The table as anybody sees it: nothing in Caverna is private."""
    return {
        "round": state.round,
        "rounds": state.variant.rounds[-1],
        "played_rounds": list(state.variant.rounds),
        "starter": state.starter,
        "next_starter": state.next_starter,
        "seat": state.seat,
        "over": state.over,
        "stage": pending.STAGE_NAMES[state.stage],
        "harvest": _harvest(state),
        "spaces": [_space(state, space) for space in open_spaces(state)],
        "future": _future(state),
        "tiles": field_names(state.tiles),
        "players": [_player(state, number) for number in range(state.variant.players)],
        "acting": _acting(state),
        "turn": _turn(state),
        "pending": [_frame(frame) for frame in state.stack],
        "scores": [total(player) for player in state.players] if state.over else None,
    }


def field_names(tiles: int) -> list[str]:
    """The names of a set of tiles."""
    return list(_names(tiles))


@lru_cache(maxsize=10_000)
def _names(tiles: int) -> tuple[str, ...]:
    return tuple(TILES[tile] for tile in range(TILE_COUNT) if has(tiles, tile))


def _harvest(state: State) -> dict[str, Any]:
    unseen = state.first_hidden_marker()
    return {
        "now": pending.HARVESTS[state.harvest] if knows_harvest(state) else None,
        "reds": state.reds,
        "markers": {
            str(number): "hidden" if number >= unseen else ("green", "red")[marker]
            for number, marker in enumerate(state.markers)
            if marker != pending.UNKNOWN
        },
    }


def knows_harvest(state: State) -> bool:
    """Whether the kind of this round's harvest lies open."""
    if state.variant.reveals_early or state.stage != pending.WORK:
        return True
    return state.markers[state.round] == pending.UNKNOWN


def _space(state: State, space: int) -> dict[str, Any]:
    occupant = state.occupant[space]
    return {
        "space": SPACES[space],
        "stage_round": _round_of(state, space),
        "goods": {
            GOODS[state.variant.slot_goods[slot]]: state.pile[slot]
            for slot in state.variant.slots[space]
            if state.pile[slot]
        },
        "occupant": None if occupant < 0 else occupant,
    }


def _round_of(state: State, space: int) -> int | None:
    """The round that brought a card; both sides of the wish for children are one card."""
    card = WISH if space == URGENT_WISH else space
    return state.cards.index(card) if card in state.cards else None


def _future(state: State) -> list[dict[str, Any]]:
    """For each round to come, the cards it may still bring."""
    future = []
    for rounds in state.variant.stage_rounds:
        coming = [number for number in rounds if number > state.round]
        names = sorted(SPACES[state.cards[number]] for number in coming)
        for number in coming:
            known = [SPACES[state.cards[number]]] if state.variant.players == 1 else names
            future.append({"round": number, "cards": known})
    return future


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "seat": seat,
        "goods": dict(zip(GOODS, player.goods, strict=True)),
        "begging": player.begging,
        "stables": player.stables,
        "dwarfs": [
            {"weapon": weapon, "where": WHERE[where]}
            for weapon, where in zip(player.weapons, player.dwarfs, strict=True)
        ],
        "board": {
            board.CELL_NAMES[cell]: _cell(cell, land, on).copy()
            for cell, (land, on) in enumerate(zip(player.land, player.on, strict=True))
            if land > board.EDGE or on != board.NOTHING
        },
        "tiles": field_names(player.built),
        "supplies": {
            TILES[tile]: player.supplies[number]
            for number, (tile, _, _) in enumerate(SUPPLIERS)
            if player.supplies[number]
        },
        "beds": player.beds,
        "housing": housing(player),
        "food_needed": _food_needed(state, player),
        "score": total(player),
    }


def _food_needed(state: State, player: PlayerState) -> int:
    """The food that the next harvest asks for; a full one where the round has none."""
    harvest = pending.FULL_HARVEST if state.harvest == pending.NO_HARVEST else state.harvest
    return needed(player, food_asked(player, harvest))


def housing(player: PlayerState) -> dict[str, int]:
    """How many places for animals there are of each sort."""
    counts = stalls(player)
    return {
        "ore_mines": counts[ORE_MINES],
        "ruby_mines": counts[RUBY_MINES],
        "forest_stables": counts[FOREST_STABLES],
        "meadows": counts[PLAIN_MEADOWS],
        "stabled_meadows": counts[STABLED_MEADOWS],
        "empty_fields": counts[EMPTY_FIELDS],
        "for_two": _rooms_for(counts, 2),
        "for_four": _rooms_for(counts, 4),
        "for_eight": _rooms_for(counts, 8),
        "for_sixteen": _rooms_for(counts, 16),
        "donkeys_in_mines": donkeys_in_mines(player),
    }


def _rooms_for(counts: list[int], animals: int) -> int:
    """How many pastures and tiles there are with room for so many of one kind."""
    if animals not in SIZES:
        return 0
    size = SIZES.index(animals)
    return counts[PASTURES + size] + counts[TILE_ROOMS + size]


@cache
def _cell(cell: int, ground: int, on: int) -> dict[str, Any]:
    """What lies on a cell: few things ever do, so each is put into words once."""
    furnished = ground >= board.FURNISHED
    crop = on if ground == board.FIELD else 0
    return {
        "land": "furnished" if furnished else board.LAND_NAMES[ground],
        "tile": TILES[ground - board.FURNISHED] if furnished else None,
        "other_half": _other_half(cell, ground),
        "stable": on == board.STABLE,
        "grain": crop if crop < board.CROP else 0,
        "vegetable": crop - board.CROP if crop > board.CROP else 0,
    }


def _other_half(cell: int, ground: int) -> str | None:
    """The other half of a large pasture."""
    return (
        board.CELL_NAMES[board.other_half(cell, ground)]
        if board.LARGE_NORTH <= ground <= board.LARGE_WEST
        else None
    )


def _turn(state: State) -> dict[str, Any]:
    """Where the turn stands, for programs that go on from here."""
    return {
        "number": state.turn,
        "reveals": state.reveals,
        "worker": state.worker,
        "dwarf": state.dwarf,
        "space": SPACES[state.space],
        "imitating": state.imitating,
        "eating_gold": state.eating_gold,
        "breeding": [
            seat for seat in range(state.variant.players) if has(state.breeding_seats, seat)
        ],
    }


def _frame(frame: pending.Frame) -> dict[str, Any]:
    """A question that waits; the last one is being asked."""
    return {**to_data(frame), "kind": pending.KIND_NAMES[frame.kind]}


def _acting(state: State) -> dict[str, Any] | None:
    if state.over or not state.stack or state.stack[-1].kind != pending.PLACING:
        return None
    return {"seat": state.seat, "weapon": state.players[state.seat].weapons[state.dwarf]}
