"""A position of Cave vs Cave and its questions: plain data without rules.

Everything is numbers and flat lists of them. Sets of rooms, cells and edges are the bits of one
number; what every seat has of a kind follows seat by seat in one list. What all positions with the
same options share is their `Variant`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar, Final

from dvergar.core.game import Game, State as CoreState
from dvergar.games.cave_vs_cave.facts import cave, game as facts, rooms

ASK_TILE: Final = 0  # which tile is taken
ASK_PARTS: Final = 1  # what is done with it next
ASK_CELL: Final = 2  # where a room is furnished
ASK_PAYMENT: Final = 3  # how furnishing is paid
ASK_DIGS: Final = 4  # which of several cells is dug next
ASK_SIDE: Final = 5  # which side of the additional cavern is up
QUESTIONS: Final[list[str]] = ["tile", "parts", "cell", "payment", "digs", "side"]


BY_LOT: Final = -1


class Variant:
    """One number of players with one choice of options."""

    def __init__(self, options: Mapping[str, int | str]) -> None:
        first_seat = options.get("first_seat", 0)
        self.players = int(options["players"])
        self.turns_of_round = facts.TURNS_OF_TWO if self.players > 1 else facts.TURNS_ALONE
        self.first_seat = first_seat if isinstance(first_seat, int) else BY_LOT
        self.cavern_walls = cave.printed_walls(str(options["additional_cavern_two_wall_side"]))
        self.dungeon_same_turn = bool(options["dungeon_same_turn"])
        self.junction_room_gold = bool(options["junction_room_gold"])
        self.retting_room_full_flax = bool(options["retting_room_full_flax"])
        self.wood_after_room = options["wood_storeroom_timing"] == "after"
        self.reveals_by_turn = options.get("solo_reveal") == "turn"
        self.reveals_by_action = options.get("solo_reveal") == "action"


NOBODY = -1
NO_SIDE = -1


class State(CoreState):
    """A position of Cave vs Cave."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset({"game", "variant", "real_moves", "trail"})

    def __init__(self, game: Game, variant: Variant) -> None:
        self.game = game
        self.variant = variant
        self.over = False
        self.round = 0
        self.starter = 0
        self.seat = 0
        self.turn = 0
        self.reveals = 0
        self.question = ASK_TILE
        # The turn of the acting seat.
        self.tile = facts.NO_TILE
        self.sections = 0  # the set of those still open
        self.uses = 0  # rooms that may still be used
        self.used = 0  # the set of rooms used
        self.new_rooms = 0  # the set of rooms furnished in this turn
        self.dug = 0  # how many cells
        self.turned_up = False  # whether the stack has been turned up for this turn's dig
        self.may_sell = False  # whether a blue room still offers an exchange
        self.room = rooms.NO_ROOM  # being furnished
        self.cell = cave.NO_CELL  # where it goes
        self.digs = 0  # still to be done, one after the other
        # The table.
        self.tile_order: list[int] = []  # the action tiles, those to come included
        self.taken: list[int] = []  # for each tile, by whom in this round
        self.display = 0  # the set of rooms that lie open
        self.stack: list[int] = []  # the rooms of a player alone, the top one last
        self.cavern_seat = NOBODY  # who holds the additional cavern
        self.cavern_side = NO_SIDE
        # The caves, seat by seat.
        self.goods: list[int] = []  # GOOD_COUNT for each seat
        self.opened: list[int] = []  # the set of cells dug
        self.owned: list[int] = []  # the set of rooms furnished, and the Entrance
        self.walls: list[int] = []  # the set of edges with a wall
        self.furnished: list[int] = []  # CELL_COUNT for each seat: the room there
        self.under: list[int] = []  # CELL_COUNT for each seat: the room that lies face down
        self.real_moves: list[int] = []  # the answers to the question that are not free
        self.trail: list[tuple[Any, ...]] = []  # what the last move caused

    def copy(self) -> State:
        state = State(self.game, self.variant)
        state.over = self.over
        state.round = self.round
        state.starter = self.starter
        state.seat = self.seat
        state.turn = self.turn
        state.reveals = self.reveals
        state.question = self.question
        state.tile = self.tile
        state.sections = self.sections
        state.uses = self.uses
        state.used = self.used
        state.new_rooms = self.new_rooms
        state.dug = self.dug
        state.turned_up = self.turned_up
        state.may_sell = self.may_sell
        state.room = self.room
        state.cell = self.cell
        state.digs = self.digs
        state.tile_order = self.tile_order  # replaced whole where it changes
        state.taken = self.taken[:]
        state.display = self.display
        state.stack = self.stack[:]
        state.cavern_seat = self.cavern_seat
        state.cavern_side = self.cavern_side
        state.goods = self.goods[:]
        state.opened = self.opened[:]
        state.owned = self.owned[:]
        state.walls = self.walls[:]
        state.furnished = self.furnished[:]
        state.under = self.under[:]
        state.real_moves = self.real_moves  # replaced whole where they change
        state.trail = self.trail
        return state

    def turns_each(self) -> int:
        """How many turns each seat has in this round."""
        return self.variant.turns_of_round[self.round - 1]

    def progress(self) -> tuple[int | None, int | None]:
        return self.round, len(self.variant.turns_of_round)

    def key(self, seat: int | None = None) -> Hashable:
        """Equal for equal positions; for a seat, without the face-down rooms and the tiles to come.

        Turns and reveals passed are left out: what lies on the table tells them.
        """
        hidden: Hashable = len(self.stack)
        tiles = self.tile_order[: facts.START_TILES + self.round]
        if seat is None:
            hidden = (tuple(self.under), tuple(self.stack))
            tiles = self.tile_order
        return (
            self._key_of_turn(),
            tuple(tiles),
            tuple(self.taken),
            tuple(self.goods),
            tuple(self.opened),
            tuple(self.walls),
            tuple(self.furnished),
            self.display,
            self.cavern_seat,
            self.cavern_side,
            hidden,
        )

    def _key_of_turn(self) -> Hashable:
        return (
            self.over,
            self.round,
            self.starter,
            self.seat,
            self.question,
            self.tile,
            self.sections,
            self.uses,
            self.used,
            self.new_rooms,
            self.dug,
            self.turned_up,
            self.may_sell,
            self.room,
            self.cell,
            self.digs,
        )
