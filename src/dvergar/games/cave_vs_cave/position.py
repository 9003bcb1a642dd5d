"""A position of Cave vs Cave set up in one readable call, for tests, puzzles and tutorials.

Things are named as in `facts.toml` and in the moves; whatever is not said is as at the start, and
what lies hidden is dealt by the seed. What cannot be is refused with PositionError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dvergar.core.chance import Chance
from dvergar.core.errors import PositionError, Said
from dvergar.core.game import check_seed
from dvergar.games.cave_vs_cave.cave import (
    CELL_COUNT,
    CELLS,
    DIGGABLE,
    EDGES,
    ENTRANCE_CELL,
    EXTRA,
    EXTRA_EDGE,
    accessible,
)
from dvergar.games.cave_vs_cave.facts import WALL_TOKENS
from dvergar.games.cave_vs_cave.furnishing import is_full
from dvergar.games.cave_vs_cave.goods import GOODS, KINDS, LIMITS
from dvergar.games.cave_vs_cave.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.rooms import (
    BLUE_ROOMS,
    DARK,
    LIGHT,
    NO_ROOM,
    ORANGE_ROOMS,
    ROOM_COUNT,
    ROOMS,
)
from dvergar.games.cave_vs_cave.rounds import begin_round, give_turn, open_tiles
from dvergar.games.cave_vs_cave.setup import LIGHT_OUT, clear, face_down
from dvergar.games.cave_vs_cave.tiles import GROUP, START_TILES, TILES

if TYPE_CHECKING:
    from dvergar.games.cave_vs_cave.rules import CaveVsCave, State

STACK = 9  # rooms in the stack of a player alone at the start
SEAT_WORDS = ("goods", "rooms", "dug", "walls", "cavern")


def make_position(
    game: CaveVsCave,
    *,
    round: int = 1,
    taken: Sequence[str] = (),
    starter: int = 0,
    shown: Sequence[str] = (),
    seats: Sequence[Mapping[str, Any]] = (),
    display: Sequence[str] = (),
    gone: Sequence[str] = (),
    hidden: Mapping[int, Mapping[str, str]] | None = None,
    stack: Sequence[str] = (),
    seed: int = 0,
) -> State:
    """A position at the question “which tile?”.

    `taken`: the tiles taken in this round so far; `shown`: the tiles of the groups in the order of
    rounds; `seats`: a table for each seat with `goods`, `rooms`, `dug`, `walls`, `cavern`;
    `display`: rooms that lie open; `hidden`: what lies face down where; alone, `gone`: the
    light-grey rooms that are out, `stack`: its top rooms, the top first.
    """
    state = game.deal(check_seed(seed))
    chance = Chance(seed)
    _require(1 <= round <= len(game.turns_of), "round")
    _require(0 <= starter < game.players, "starter")
    _require(len(seats) <= game.players, "seats")
    clear(state)
    _show_tiles(state, shown)
    begin_round(state, round, starter)
    for seat, wanted in enumerate(seats):
        _set_up_seat(state, seat, wanted)
    full = any(is_full(state, seat) for seat in range(game.players))
    _require(not full or state.cavern_seat >= 0, "unclaimed")
    _require(sum(walls.bit_count() for walls in state.walls) <= WALL_TOKENS, "walls")
    _lay_out(state, chance, display, gone, hidden or {}, stack)
    _take_tiles(state, taken)
    state.reveals = 0
    state.trail = []
    state.run()
    return state


def _require(possible: bool, what: str, **facts: object) -> None:
    if not possible:
        why = Said("dvergar.games.cave_vs_cave", f"position.{what}", **facts)
        raise PositionError("position.unlike", why=why)


def _number(names: Sequence[str], name: object, what: str) -> int:
    _require(name in names, what, name=str(name)[:30])
    return names.index(str(name))


def _room(name: object) -> int:
    return _number(ROOMS[:ROOM_COUNT], name, "room")


# Tiles.


def _show_tiles(state: State, shown: Sequence[str]) -> None:
    """The named tiles come up in their rounds, the rest stays as dealt."""
    order = state.order[:]
    for number, name in enumerate(shown):
        slot = START_TILES + number
        tile = _number(TILES, name, "tile")
        possible = slot < len(order) and tile in order[slot:] and GROUP[tile] == GROUP[order[slot]]
        _require(possible, "shown", name=name)
        other = order.index(tile)
        order[slot], order[other] = order[other], order[slot]
    state.order = order


def _take_tiles(state: State, taken: Sequence[str]) -> None:
    players = state.game.players
    _require(len(taken) < players * state.turns(), "turns")
    for number, name in enumerate(taken):
        tile = _number(TILES, name, "tile")
        _require(tile in open_tiles(state) and state.taken[tile] < 0, "taken", name=name)
        state.taken[tile] = (state.starter + number) % players
    before = sum(state.game.turns_of[: state.round - 1])
    state.turn = before * players + len(taken)
    give_turn(state, (state.starter + len(taken)) % players)


# Seats.


def _set_up_seat(state: State, seat: int, wanted: Mapping[str, Any]) -> None:
    for word in wanted:
        _require(word in SEAT_WORDS, "word", name=str(word)[:30])
    for name, amount in wanted.get("goods", {}).items():
        good = _number(GOODS, name, "good")
        _require(isinstance(amount, int) and 0 <= amount <= LIMITS[good], "amount", name=name)
        state.goods[seat * KINDS + good] = amount
    if wanted.get("cavern"):
        _require(state.cavern_seat < 0, "cavern")
        state.cavern_seat = seat
        state.cavern_side = _number(SIDE_NAMES, wanted["cavern"], "side")
    for name in wanted.get("dug", ()):
        cell = _number(CELLS, name, "cell")
        _require(cell != EXTRA, "cell", name=name)
        state.opened[seat] |= 1 << cell
    for name, room in wanted.get("rooms", {}).items():
        _furnish(state, seat, _number(CELLS, name, "cell"), _room(room))
    _require(state.cavern_seat != seat or is_full(state, seat), "not_full")
    owned = state.owned[seat]
    colours = (owned & ORANGE_ROOMS).bit_count() > (owned & BLUE_ROOMS).bit_count()
    _require(colours, "colours")
    for name in wanted.get("walls", ()):
        _build(state, seat, _number(EDGES, name, "edge"))


def _furnish(state: State, seat: int, cell: int, room: int) -> None:
    _require(cell != ENTRANCE_CELL, "entrance")
    _require(cell != EXTRA or state.cavern_seat == seat, "extra")
    _require(not any(owned >> room & 1 for owned in state.owned), "twice", name=ROOMS[room])
    if cell != EXTRA:
        state.opened[seat] |= 1 << cell
    state.rooms[seat * CELL_COUNT + cell] = room
    state.owned[seat] |= 1 << room


def _build(state: State, seat: int, edge: int) -> None:
    if edge >= EXTRA_EDGE:
        _require(state.cavern_seat == seat, "extra")
        printed = state.game.extra_walls[state.cavern_side]
        _require(not printed >> (edge - EXTRA_EDGE) & 1, "edge", name=EDGES[edge])
    _require(not state.walls[seat] >> edge & 1, "wall_twice", name=EDGES[edge])
    state.walls[seat] |= 1 << edge


# Rooms that are not furnished.


def _lay_out(
    state: State,
    chance: Chance,
    display: Sequence[str],
    gone: Sequence[str],
    hidden: Mapping[int, Mapping[str, str]],
    stack: Sequence[str],
) -> None:
    """Every room has its place once: in a cave, on display, face down, in the stack or out."""
    placed = [room for room in range(ROOM_COUNT) if any(o >> room & 1 for o in state.owned)]
    shown = [_room(name) for name in display]
    out = [_room(name) for name in gone]
    top = [_room(name) for name in stack]
    laid: dict[int, int] = {}
    for seat, cells in hidden.items():
        _require(0 <= seat < state.game.players, "seats")
        for name, below in cells.items():
            cell = _number(CELLS, name, "cell")
            down = cell in DIGGABLE and not state.opened[seat] >> cell & 1
            _require(down, "not_hidden", name=name)
            laid[seat * CELL_COUNT + cell] = _room(below)
    named = [*placed, *shown, *out, *top, *laid.values()]
    for room in named:
        _require(named.count(room) == 1, "twice", name=ROOMS[room])
    alone = state.game.players == 1
    _require(all(room in LIGHT for room in out), "gone")
    _require(len(out) <= LIGHT_OUT, "gone_many")
    _require(alone or not (out or top), "alone")
    _require(len(top) <= STACK, "stack")
    _require(not any(room in LIGHT for room in [*laid.values(), *top]), "light")
    light = [room for room in LIGHT if room not in named]
    chance.shuffle(light)
    if alone:
        light = light[max(LIGHT_OUT - len(out), 0) :]
    state.display = sum(1 << room for room in [*shown, *light])
    rest = [room for room in DARK if room not in named]
    chance.shuffle(rest)
    _hide(state, rest, laid, top)


def _hide(state: State, rest: list[int], laid: dict[int, int], top: list[int]) -> None:
    """The rooms nobody has named go face down, then to the stack, then to the display."""
    _dig_for(state, len(rest) + len(laid), laid)
    state.under = [NO_ROOM] * len(state.under)
    for place in face_down(state):
        state.under[place] = laid[place] if place in laid else rest.pop()
    state.stack = []
    if state.game.players == 1:
        below = max(STACK - len(top), 0)
        state.stack = rest[:below] + top[::-1]
        del rest[:below]
    for room in rest:
        state.display |= 1 << room


def _dig_for(state: State, rooms: int, laid: dict[int, int]) -> None:
    """Where more rooms are in play than cells are dug, cells of the last caves have been dug."""
    for seat in reversed(range(state.game.players)):
        while len(face_down(state)) > rooms:
            opened = state.opened[seat]
            found = accessible(opened, state.walls[seat], True)
            cells = [c for c in DIGGABLE if found >> c & 1 and seat * CELL_COUNT + c not in laid]
            if not cells:
                break
            state.opened[seat] = opened | 1 << cells[0]
    _require(len(face_down(state)) <= rooms, "count")
