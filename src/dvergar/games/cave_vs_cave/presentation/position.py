"""A position of Cave vs Cave set up in one readable call, for tests, puzzles and tutorials.

Things are named as in `facts.toml` and in the moves; whatever is not said is as at the start, and
what lies hidden is dealt by the seed. What cannot be is refused with PositionError.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dvergar.core.chance import Chance
from dvergar.core.errors import PositionError, Said
from dvergar.core.game import check_seed
from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts.action_tiles import START_TILES, TILE_NAMES, TILES
from dvergar.games.cave_vs_cave.facts.cave import (
    CELL_COUNT,
    CELL_NAMES,
    DIGGABLE,
    EDGES,
    ENTRANCE_CELL,
    EXTRA,
    EXTRA_EDGE,
    WALL_TOKENS,
    accessible,
)
from dvergar.games.cave_vs_cave.facts.goods import GOOD_COUNT, GOODS, LIMITS
from dvergar.games.cave_vs_cave.facts.rooms import (
    BLUE_ROOMS,
    DARK,
    LIGHT,
    NO_ROOM,
    ORANGE_ROOMS,
    ROOM_COUNT,
    ROOM_NAMES,
    STACK,
)
from dvergar.games.cave_vs_cave.facts.rounds import LIGHT_ROOMS_OUT
from dvergar.games.cave_vs_cave.rules.actions.taking import open_tiles
from dvergar.games.cave_vs_cave.rules.caverns import is_full
from dvergar.games.cave_vs_cave.rules.machine import CaveVsCave, run
from dvergar.games.cave_vs_cave.rules.setup import begin_round, clear, face_down_places, give_turn
from dvergar.games.cave_vs_cave.state.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.state.state import NOBODY, State

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
    _require(1 <= round <= len(game.variant.turns_of_round), "round")
    _require(0 <= starter < game.players, "starter")
    _require(len(seats) <= game.players, "seats")
    clear(state)
    _show_tiles(state, shown)
    begin_round(state, round, starter)
    for seat, wanted in enumerate(seats):
        _set_up_seat(state, seat, wanted)
    full = any(is_full(state, seat) for seat in range(game.players))
    _require(not full or state.cavern_seat != NOBODY, "unclaimed")
    _require(sum(walls.bit_count() for walls in state.walls) <= WALL_TOKENS, "walls")
    _lay_out(state, chance, display, gone, hidden or {}, stack)
    _take_tiles(state, taken)
    state.reveals = 0
    state.trail = []
    run(state)
    return state


def _require(possible: bool, what: str, **facts: object) -> None:
    if not possible:
        why = Said("dvergar.games.cave_vs_cave.presentation", f"position.{what}", **facts)
        raise PositionError("position.unlike", why=why)


def _number(names: Sequence[str], name: object, what: str) -> int:
    _require(name in names, what, name=str(name)[:30])
    return names.index(str(name))


def _room(name: object) -> int:
    return _number(ROOM_NAMES[:ROOM_COUNT], name, "room")


# Tiles.


def _show_tiles(state: State, shown: Sequence[str]) -> None:
    """The named tiles come up in their rounds, the rest stays as dealt."""
    order = state.tile_order[:]
    for number, name in enumerate(shown):
        slot = START_TILES + number
        tile = _number(TILE_NAMES, name, "tile")
        is_hidden = slot < len(order) and tile in order[slot:]
        _require(is_hidden and TILES[tile].group == TILES[order[slot]].group, "shown", name=name)
        other = order.index(tile)
        order[slot], order[other] = order[other], order[slot]
    state.tile_order = order


def _take_tiles(state: State, taken: Sequence[str]) -> None:
    players = state.variant.players
    _require(len(taken) < players * state.turns_each(), "turns")
    for number, name in enumerate(taken):
        tile = _number(TILE_NAMES, name, "tile")
        _require(tile in open_tiles(state) and state.taken[tile] == NOBODY, "taken", name=name)
        state.taken[tile] = (state.starter + number) % players
    before = sum(state.variant.turns_of_round[: state.round - 1])
    state.turn = before * players + len(taken)
    give_turn(state, (state.starter + len(taken)) % players)


# Seats.


def _set_up_seat(state: State, seat: int, wanted: Mapping[str, Any]) -> None:
    for word in wanted:
        _require(word in SEAT_WORDS, "word", name=str(word)[:30])
    for name, amount in wanted.get("goods", {}).items():
        good = _number(GOODS, name, "good")
        _require(isinstance(amount, int) and 0 <= amount <= LIMITS[good], "amount", name=name)
        state.goods[seat * GOOD_COUNT + good] = amount
    if wanted.get("cavern"):
        _require(state.cavern_seat == NOBODY, "cavern")
        state.cavern_seat = seat
        state.cavern_side = _number(SIDE_NAMES, wanted["cavern"], "side")
    for name in wanted.get("dug", ()):
        cell = _number(CELL_NAMES, name, "cell")
        _require(cell != EXTRA, "cell", name=name)
        state.opened[seat] |= bit(cell)
    for name, room in wanted.get("rooms", {}).items():
        _furnish(state, seat, _number(CELL_NAMES, name, "cell"), _room(room))
    _check_rooms(state, seat)
    for name in wanted.get("walls", ()):
        _build(state, seat, _number(EDGES, name, "edge"))


def _check_rooms(state: State, seat: int) -> None:
    _require(state.cavern_seat != seat or is_full(state, seat), "not_full")
    owned = state.owned[seat]
    more_orange = (owned & ORANGE_ROOMS).bit_count() > (owned & BLUE_ROOMS).bit_count()
    _require(more_orange, "colours")


def _furnish(state: State, seat: int, cell: int, room: int) -> None:
    _require(cell != ENTRANCE_CELL, "entrance")
    _require(cell != EXTRA or state.cavern_seat == seat, "extra")
    _require(not any(has(owned, room) for owned in state.owned), "twice", name=ROOM_NAMES[room])
    if cell != EXTRA:
        state.opened[seat] |= bit(cell)
    state.furnished[seat * CELL_COUNT + cell] = room
    state.owned[seat] |= bit(room)


def _build(state: State, seat: int, edge: int) -> None:
    if edge >= EXTRA_EDGE:
        _require(state.cavern_seat == seat, "extra")
        printed = state.variant.cavern_walls[state.cavern_side]
        _require(not has(printed, edge - EXTRA_EDGE), "edge", name=EDGES[edge])
    _require(not has(state.walls[seat], edge), "wall_twice", name=EDGES[edge])
    state.walls[seat] |= bit(edge)


# Rooms that are not furnished.


@dataclass(slots=True)
class _Named:
    """The rooms that have been given a place."""

    placed: list[int]
    shown: list[int]
    out: list[int]
    top: list[int]
    laid: dict[int, int] = field(default_factory=dict)  # by place

    def all(self) -> list[int]:
        return [*self.placed, *self.shown, *self.out, *self.top, *self.laid.values()]


def _lay_out(
    state: State,
    chance: Chance,
    display: Sequence[str],
    gone: Sequence[str],
    hidden: Mapping[int, Mapping[str, str]],
    stack: Sequence[str],
) -> None:
    """Every room has its place once: in a cave, on display, face down, in the stack or out."""
    named = _Named(
        [room for room in range(ROOM_COUNT) if any(has(owned, room) for owned in state.owned)],
        [_room(name) for name in display],
        [_room(name) for name in gone],
        [_room(name) for name in stack],
    )
    for seat, cells in hidden.items():
        _require(0 <= seat < state.variant.players, "seats")
        for name, below in cells.items():
            cell = _number(CELL_NAMES, name, "cell")
            down = cell in DIGGABLE and not has(state.opened[seat], cell)
            _require(down, "not_hidden", name=name)
            named.laid[seat * CELL_COUNT + cell] = _room(below)
    _check_named(state, named)
    rooms = named.all()
    light = [room for room in LIGHT if room not in rooms]
    chance.shuffle(light)
    if state.variant.players == 1:
        del light[: LIGHT_ROOMS_OUT - len(named.out)]
    state.display = sum(bit(room) for room in [*named.shown, *light])
    rest = [room for room in DARK if room not in rooms]
    chance.shuffle(rest)
    _hide(state, rest, named.laid, named.top)


def _check_named(state: State, named: _Named) -> None:
    rooms = named.all()
    for room in rooms:
        _require(rooms.count(room) == 1, "twice", name=ROOM_NAMES[room])
    _require(all(room in LIGHT for room in named.out), "gone")
    _require(len(named.out) <= LIGHT_ROOMS_OUT, "gone_many")
    _require(state.variant.players == 1 or not (named.out or named.top), "alone")
    _require(len(named.top) <= STACK, "stack")
    below = [*named.laid.values(), *named.top]
    _require(not any(room in LIGHT for room in below), "light")


def _hide(state: State, rest: list[int], laid: dict[int, int], top: list[int]) -> None:
    """The rooms nobody has named go face down, then to the stack, then to the display."""
    _dig_for(state, len(rest) + len(laid), laid)
    state.under = [NO_ROOM] * len(state.under)
    for place in face_down_places(state):
        state.under[place] = laid[place] if place in laid else rest.pop()
    state.stack = []
    if state.variant.players == 1:
        below = max(STACK - len(top), 0)
        state.stack = rest[:below] + top[::-1]
        del rest[:below]
    for room in rest:
        state.display |= bit(room)


def _dig_for(state: State, rooms: int, laid: dict[int, int]) -> None:
    """Where more rooms are in play than cells are dug, cells of the last caves have been dug."""
    for seat in reversed(range(state.variant.players)):
        while len(face_down_places(state)) > rooms:
            opened = state.opened[seat]
            found = accessible(opened, state.walls[seat], True)
            cells = [c for c in DIGGABLE if has(found, c) and seat * CELL_COUNT + c not in laid]
            if not cells:
                break
            state.opened[seat] = opened | bit(cells[0])
    _require(len(face_down_places(state)) <= rooms, "count")
