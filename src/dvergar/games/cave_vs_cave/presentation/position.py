"""A position of Cave vs Cave set up in one readable call, for tests, puzzles and tutorials.

Things are named as in `facts.toml` and in the moves; whatever is not said is as at the start, and
what lies hidden is dealt by the seed. What cannot be is refused with PositionError.

`from_view` makes a position from what a seat sees: face-down rooms, the stack and the tiles to come
are put into one order, and dealt when the position is imagined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dvergar.core.chance import Chance
from dvergar.core.errors import LocalizedText, PositionError
from dvergar.core.game import Game, check_seed
from dvergar.core.sets import bit, has
from dvergar.games.cave_vs_cave.facts import cave, game as facts, rooms
from dvergar.games.cave_vs_cave.rules import machine
from dvergar.games.cave_vs_cave.rules.cave import is_full
from dvergar.games.cave_vs_cave.rules.goods import open_tiles
from dvergar.games.cave_vs_cave.state.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.state.state import (
    ASK_TILE,
    NO_SIDE,
    NOBODY,
    QUESTIONS,
    State,
    Variant,
)


def from_view(game: Game, view: dict[str, Any], _seat: int | None, _seed: int) -> State:
    """A position that looks so."""
    state = State(game, Variant(game.options))
    machine.clear(state)
    state.over = bool(view["over"])
    state.round, state.starter, state.seat = view["round"], view["starter"], view["seat"]
    state.display = _set(view["display"], rooms.ROOM_NAMES)
    cavern = view["cavern"]
    state.cavern_seat = NOBODY if cavern["holder"] is None else cavern["holder"]
    state.cavern_side = _seen_number(cavern["side"], SIDE_NAMES, NO_SIDE)
    _read_turn(state, view)
    _read_tiles(state, view["tiles"])
    for player in view["players"]:
        _read_cave(state, player)
    _lay_hidden_rooms(state)
    return state


def _seen_number(name: str | None, names: list[str], nothing: int) -> int:
    return nothing if name is None else names.index(name)


def _set(members: list[str], names: list[str]) -> int:
    return sum(bit(names.index(name)) for name in members)


def _read_turn(state: State, view: dict[str, Any]) -> None:
    turn = view["turn"]
    state.question = ASK_TILE if view["ask"] is None else QUESTIONS.index(view["ask"])
    state.tile = _seen_number(view["tile"], facts.TILE_NAMES, facts.NO_TILE)
    state.used = _set(view["used"], rooms.ROOM_NAMES)
    state.room = _seen_number(view["furnishing"], rooms.ROOM_NAMES, rooms.NO_ROOM)
    state.cell = _seen_number(turn["cell"], cave.CELL_NAMES, cave.NO_CELL)
    state.new_rooms = _set(turn["new"], rooms.ROOM_NAMES)
    state.sections = sum(bit(section) for section in turn["sections"])
    state.uses, state.dug, state.digs = turn["uses"], turn["dug"], turn["digs"]
    state.turned_up, state.may_sell = turn["turned_up"], turn["may_sell"]
    state.turn, state.reveals = turn["number"], turn["reveals"]


def _read_tiles(state: State, tiles: list[dict[str, Any]]) -> None:
    """The tiles in their places; those to come are any of their group."""
    shown = {one["tile"] for one in tiles if one["tile"] is not None}
    alone = state.variant.players == 1
    left = [
        number
        for number, tile in enumerate(facts.TILES)
        if tile.name not in shown and not (alone and tile.for_two_only)
    ]
    state.taken = [NOBODY] * len(facts.TILES)
    for one in tiles:
        if one["tile"] is None:
            tile = next(number for number in left if facts.TILES[number].group == one["group"])
            left.remove(tile)
        else:
            tile = facts.TILE_NAMES.index(one["tile"])
            state.taken[tile] = NOBODY if one["taken"] is None else one["taken"]
        state.tile_order.append(tile)


def _read_cave(state: State, player: dict[str, Any]) -> None:
    seat = player["seat"]
    state.goods[seat * len(facts.GOODS) : (seat + 1) * len(facts.GOODS)] = [
        int(player["goods"][good]) for good in facts.GOODS
    ]
    state.walls[seat] = _set(player["walls"], cave.EDGES)
    for name, cell in player["cells"].items():
        number = cave.CELL_NAMES.index(name)
        if cell["state"] != "face_down" and number != cave.EXTRA:
            state.opened[seat] |= bit(number)
        if cell["room"] is not None:
            room = rooms.ROOM_NAMES.index(cell["room"])
            state.furnished[seat * cave.CELL_COUNT + number] = room
            state.owned[seat] |= bit(room)


def _lay_hidden_rooms(state: State) -> None:
    """The rooms that nobody has seen, in one order."""
    seen = state.display
    for owned in state.owned:
        seen |= owned
    hidden = [room for room in rooms.DARK if not has(seen, room)]
    for place in machine.face_down_places(state):
        state.under[place] = hidden.pop()
    state.stack = hidden


SEAT_WORDS = ("goods", "rooms", "dug", "walls", "cavern")


def make_position(
    game: machine.CaveVsCave,
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
    machine.clear(state)
    _show_tiles(state, shown)
    machine.begin_round(state, round, starter)
    for seat, wanted in enumerate(seats):
        _set_up_seat(state, seat, wanted)
    full = any(is_full(state, seat) for seat in range(game.players))
    _require(not full or state.cavern_seat != NOBODY, "unclaimed")
    _require(sum(walls.bit_count() for walls in state.walls) <= cave.WALL_TOKENS, "walls")
    _lay_out(state, chance, display, gone, hidden or {}, stack)
    _take_tiles(state, taken)
    state.reveals = 0
    state.trail = []
    machine.run(state)
    return state


def _require(possible: bool, what: str, **details: object) -> None:
    if not possible:
        why = LocalizedText("dvergar.games.cave_vs_cave", f"position.{what}", **details)
        raise PositionError("position.unlike", why=why)


def _number(names: Sequence[str], name: object, what: str) -> int:
    _require(name in names, what, name=str(name)[:30])
    return names.index(str(name))


def _room(name: object) -> int:
    return _number(rooms.ROOM_NAMES[: rooms.ROOM_COUNT], name, "room")


# Tiles.


def _show_tiles(state: State, shown: Sequence[str]) -> None:
    """The named tiles come up in their rounds, the rest stays as dealt."""
    order = state.tile_order[:]
    for number, name in enumerate(shown):
        slot = facts.START_TILES + number
        tile = _number(facts.TILE_NAMES, name, "tile")
        is_hidden = slot < len(order) and tile in order[slot:]
        _require(
            is_hidden and facts.TILES[tile].group == facts.TILES[order[slot]].group,
            "shown",
            name=name,
        )
        other = order.index(tile)
        order[slot], order[other] = order[other], order[slot]
    state.tile_order = order


def _take_tiles(state: State, taken: Sequence[str]) -> None:
    players = state.variant.players
    _require(len(taken) < players * state.turns_each(), "turns")
    for number, name in enumerate(taken):
        tile = _number(facts.TILE_NAMES, name, "tile")
        _require(tile in open_tiles(state) and state.taken[tile] == NOBODY, "taken", name=name)
        state.taken[tile] = (state.starter + number) % players
    before = sum(state.variant.turns_of_round[: state.round - 1])
    state.turn = before * players + len(taken)
    machine.give_turn(state, (state.starter + len(taken)) % players)


# Seats.


def _set_up_seat(state: State, seat: int, wanted: Mapping[str, Any]) -> None:
    for word in wanted:
        _require(word in SEAT_WORDS, "word", name=str(word)[:30])
    for name, amount in wanted.get("goods", {}).items():
        good = _number(facts.GOODS, name, "good")
        _require(isinstance(amount, int) and 0 <= amount <= facts.LIMITS[good], "amount", name=name)
        state.goods[seat * facts.GOOD_COUNT + good] = amount
    if wanted.get("cavern"):
        _require(state.cavern_seat == NOBODY, "cavern")
        state.cavern_seat = seat
        state.cavern_side = _number(SIDE_NAMES, wanted["cavern"], "side")
    for name in wanted.get("dug", ()):
        cell = _number(cave.CELL_NAMES, name, "cell")
        _require(cell != cave.EXTRA, "cell", name=name)
        state.opened[seat] |= bit(cell)
    for name, room in wanted.get("rooms", {}).items():
        _furnish(state, seat, _number(cave.CELL_NAMES, name, "cell"), _room(room))
    _check_rooms(state, seat)
    for name in wanted.get("walls", ()):
        _build(state, seat, _number(cave.EDGES, name, "edge"))


def _check_rooms(state: State, seat: int) -> None:
    _require(state.cavern_seat != seat or is_full(state, seat), "not_full")
    owned = state.owned[seat]
    more_orange = (owned & rooms.ORANGE_ROOMS).bit_count() > (owned & rooms.BLUE_ROOMS).bit_count()
    _require(more_orange, "colours")


def _furnish(state: State, seat: int, cell: int, room: int) -> None:
    _require(cell != cave.ENTRANCE_CELL, "entrance")
    _require(cell != cave.EXTRA or state.cavern_seat == seat, "extra")
    _require(
        not any(has(owned, room) for owned in state.owned), "twice", name=rooms.ROOM_NAMES[room]
    )
    if cell != cave.EXTRA:
        state.opened[seat] |= bit(cell)
    state.furnished[seat * cave.CELL_COUNT + cell] = room
    state.owned[seat] |= bit(room)


def _build(state: State, seat: int, edge: int) -> None:
    if edge >= cave.EXTRA_EDGE:
        _require(state.cavern_seat == seat, "extra")
        printed = state.variant.cavern_walls[state.cavern_side]
        _require(not has(printed, edge - cave.EXTRA_EDGE), "edge", name=cave.EDGES[edge])
    _require(not has(state.walls[seat], edge), "wall_twice", name=cave.EDGES[edge])
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
        [
            room
            for room in range(rooms.ROOM_COUNT)
            if any(has(owned, room) for owned in state.owned)
        ],
        [_room(name) for name in display],
        [_room(name) for name in gone],
        [_room(name) for name in stack],
    )
    for seat, cells in hidden.items():
        _require(0 <= seat < state.variant.players, "seats")
        for name, below in cells.items():
            cell = _number(cave.CELL_NAMES, name, "cell")
            down = cell in cave.DIGGABLE and not has(state.opened[seat], cell)
            _require(down, "not_hidden", name=name)
            named.laid[seat * cave.CELL_COUNT + cell] = _room(below)
    _check_named(state, named)
    named_rooms = named.all()
    light = [room for room in rooms.LIGHT if room not in named_rooms]
    chance.shuffle(light)
    if state.variant.players == 1:
        del light[: facts.LIGHT_ROOMS_OUT - len(named.out)]
    state.display = sum(bit(room) for room in [*named.shown, *light])
    rest = [room for room in rooms.DARK if room not in named_rooms]
    chance.shuffle(rest)
    _hide(state, rest, named.laid, named.top)


def _check_named(state: State, named: _Named) -> None:
    named_rooms = named.all()
    for room in named_rooms:
        _require(named_rooms.count(room) == 1, "twice", name=rooms.ROOM_NAMES[room])
    _require(all(room in rooms.LIGHT for room in named.out), "gone")
    _require(len(named.out) <= facts.LIGHT_ROOMS_OUT, "gone_many")
    _require(state.variant.players == 1 or not (named.out or named.top), "alone")
    _require(len(named.top) <= rooms.STACK, "stack")
    below = [*named.laid.values(), *named.top]
    _require(not any(room in rooms.LIGHT for room in below), "light")


def _hide(state: State, rest: list[int], laid: dict[int, int], top: list[int]) -> None:
    """The rooms nobody has named go face down, then to the stack, then to the display."""
    _dig_for(state, len(rest) + len(laid), laid)
    state.under = [rooms.NO_ROOM] * len(state.under)
    for place in machine.face_down_places(state):
        state.under[place] = laid[place] if place in laid else rest.pop()
    state.stack = []
    if state.variant.players == 1:
        below = max(rooms.STACK - len(top), 0)
        state.stack = rest[:below] + top[::-1]
        del rest[:below]
    for room in rest:
        state.display |= bit(room)


def _dig_for(state: State, face_down: int, laid: dict[int, int]) -> None:
    """Where more rooms are face down than cells are dug, cells of the last caves have been dug."""
    for seat in reversed(range(state.variant.players)):
        while len(machine.face_down_places(state)) > face_down:
            opened = state.opened[seat]
            found = cave.accessible(opened, state.walls[seat], True)
            cells = [
                c for c in cave.DIGGABLE if has(found, c) and seat * cave.CELL_COUNT + c not in laid
            ]
            if not cells:
                break
            state.opened[seat] = opened | bit(cells[0])
    _require(len(machine.face_down_places(state)) <= face_down, "count")
