"""Caverna: Cave vs Cave. The machine that asks: which tile, then part by part until the turn ends.

What a move does is in `digging`, `walls`, `using`, `furnishing` and `rounds`; which moves there are
in `offers`. This module runs on until the next real question and keeps its answers, so that they
are worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.errors import IllegalMove
from dvergar.core.moves import Vocabulary
from dvergar.games.cave_vs_cave import log, prompt, score, text, view
from dvergar.games.cave_vs_cave.cave import DIGGABLE, FURNISHABLE, printed_walls
from dvergar.games.cave_vs_cave.digging import dig, turn_up_for_action, turn_up_for_turn
from dvergar.games.cave_vs_cave.facts import TURNS_ALONE, TURNS_OF_TWO
from dvergar.games.cave_vs_cave.furnishing import (
    NO_CELL,
    choose_side,
    furnish,
    open_ways,
    payable_ways,
)
from dvergar.games.cave_vs_cave.goods import EATABLE
from dvergar.games.cave_vs_cave.ledger import eat, gain, pay
from dvergar.games.cave_vs_cave.moves import (
    BUILD,
    CAVERN,
    DIG_CELL,
    DIG_TWICE,
    DONE,
    EAT,
    FURNISH_ROOM,
    GAIN_ALL,
    INTO,
    MOVE_NAMES,
    PAY,
    REMOVE,
    SELL_FOOD,
    TAKE,
    TRADE_WOOD,
    USE_ROOM,
)
from dvergar.games.cave_vs_cave.offers import (
    free_moves,
    gain_move,
    part_moves,
    real_moves,
    trade_move,
)
from dvergar.games.cave_vs_cave.position import make_position
from dvergar.games.cave_vs_cave.questions import CELL, DIGS, PARTS, PAYMENT, TILE
from dvergar.games.cave_vs_cave.rooms import NO_ROOM
from dvergar.games.cave_vs_cave.rounds import NOBODY, end_turn, take
from dvergar.games.cave_vs_cave.setup import deal_rooms, deal_tiles, set_up
from dvergar.games.cave_vs_cave.tiles import BREACH, DIG, GAIN, NO_TILE, TRADE, USE, WALL, Part
from dvergar.games.cave_vs_cave.tiles import PARTS as TILE_PARTS
from dvergar.games.cave_vs_cave.using import sell, use
from dvergar.games.cave_vs_cave.walls import breach, build

if TYPE_CHECKING:
    from dvergar.core.events import Event
    from dvergar.core.options import Value
    from dvergar.core.prompt import Prompt
    from dvergar.core.registry import GameInfo
    from dvergar.core.score import Score


class CaveVsCave(core.Game):
    """Cave vs Cave with its options."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, Vocabulary(MOVE_NAMES))
        self.turns_of = TURNS_OF_TWO if self.players > 1 else TURNS_ALONE
        self.first_seat = options.get("first_seat", 0)
        self.extra_walls = printed_walls(str(options["additional_cavern_two_wall_side"]))
        self.dungeon_same_turn = bool(options["dungeon_same_turn"])
        self.junction_room_gold = bool(options["junction_room_gold"])
        self.retting_room_full_flax = bool(options["retting_room_full_flax"])
        self.wood_after = options["wood_storeroom_timing"] == "after"
        self.reveal_by_turn = options.get("solo_reveal") == "turn"
        self.reveal_by_action = options.get("solo_reveal") == "action"

    def is_free(self, move: int) -> bool:
        return move >= EAT

    def deal(self, seed: int) -> State:
        state = State(self, Chance(seed))
        starter = self.first_seat
        if not isinstance(starter, int):
            starter = state.chance.below(self.players)
        set_up(state, starter)
        state.run()
        return state

    def position(self, **wanted: Any) -> State:
        """A position in which a tile is to be taken; see `position.make_position`."""
        return make_position(self, **wanted)

    def restore(self, data: dict[str, Any]) -> State:
        state = State(self, Chance.restore(data["chance"]))
        for name in State.NUMBERS:
            setattr(state, name, int(data[name]))
        for name in State.LISTS:
            setattr(state, name, [int(number) for number in data[name]])
        state.over = bool(data["over"])
        state.offers = [] if state.over else real_moves(state)
        return state

    def prompt(self, state: Any, lang: str, names: Sequence[str]) -> Prompt:
        return prompt.prompt(state, lang, names)

    def tell(self, event: Event, lang: str, names: Sequence[str]) -> str:
        return log.tell(self, event, lang, names)

    def show(self, state: Any, seat: int | None, lang: str, names: Sequence[str]) -> str:
        return text.show(state, seat, lang, names)


class State(core.State):
    """A position of Cave vs Cave."""

    NUMBERS: Final = (
        "round",
        "starter",
        "seat",
        "turn",
        "reveals",
        "ask",
        "tile",
        "sections",
        "uses",
        "used",
        "fresh",
        "dug",
        "turned_up",
        "site",
        "room",
        "cell",
        "digs",
        "display",
        "cavern_seat",
        "cavern_side",
    )
    LISTS: Final = (
        "order",
        "taken",
        "goods",
        "opened",
        "owned",
        "walls",
        "rooms",
        "under",
        "stack",
    )

    __slots__ = (*NUMBERS, *LISTS, "chance", "game", "offers", "over", "trail")

    game: CaveVsCave

    def __init__(self, game: CaveVsCave, chance: Chance) -> None:
        self.game = game
        self.chance = chance
        self.over = False
        self.round = 0
        self.starter = 0
        self.seat = 0
        self.turn = 0
        self.reveals = 0
        self.ask = TILE
        # The turn: its tile, the sections of it still open, rooms still to be used, the sets of
        # rooms used and newly furnished, cells dug, and what is pending.
        self.tile = NO_TILE
        self.sections = 0
        self.uses = 0
        self.used = 0
        self.fresh = 0
        self.dug = 0
        self.turned_up = 0  # whether the stack has been turned up for this turn's dig
        self.site = 0  # whether food can still be sold at the Prospecting Site
        self.room = NO_ROOM  # being furnished
        self.cell = NO_CELL  # where it goes
        self.digs = 0  # still to be done
        # The table: tiles in the order of the board and who took them, rooms on display as a set,
        # the stack with its top last.
        self.order: list[int] = []
        self.taken: list[int] = []
        self.display = 0
        self.stack: list[int] = []
        self.cavern_seat = NOBODY
        self.cavern_side = -1
        # The caves: goods, sets of dug cells, of own rooms and of walls, what lies where.
        self.goods: list[int] = []
        self.opened: list[int] = []
        self.owned: list[int] = []
        self.walls: list[int] = []
        self.rooms: list[int] = []
        self.under: list[int] = []
        self.offers: list[int] = []  # the real moves of the question
        self.trail: list[tuple[Any, ...]] = []

    # The contract.

    def moves(self, free: bool = True) -> list[int]:
        if self.over:
            return []
        return self.offers + free_moves(self) if free else self.offers[:]

    def play(self, move: int) -> None:
        if move not in self.offers and move not in self.moves():
            if self.over:
                raise IllegalMove("move.over")
            raise IllegalMove("move.illegal", name=self.game.name(move))
        self.trail = []
        self.answer(move)
        self.run(eaten=move >= EAT)

    def copy(self) -> State:
        state = State(self.game, self.chance.copy())
        state.over = self.over
        state.round = self.round
        state.starter = self.starter
        state.seat = self.seat
        state.turn = self.turn
        state.reveals = self.reveals
        state.ask = self.ask
        state.tile = self.tile
        state.sections = self.sections
        state.uses = self.uses
        state.used = self.used
        state.fresh = self.fresh
        state.dug = self.dug
        state.turned_up = self.turned_up
        state.site = self.site
        state.room = self.room
        state.cell = self.cell
        state.digs = self.digs
        state.order = self.order  # replaced whole where it changes
        state.taken = self.taken[:]
        state.display = self.display
        state.stack = self.stack[:]
        state.cavern_seat = self.cavern_seat
        state.cavern_side = self.cavern_side
        state.goods = self.goods[:]
        state.opened = self.opened[:]
        state.owned = self.owned[:]
        state.walls = self.walls[:]
        state.rooms = self.rooms[:]
        state.under = self.under[:]
        state.offers = self.offers
        state.trail = self.trail
        return state

    def imagine(self, seat: int | None, seed: int) -> State:
        state = self.copy()
        state.chance = Chance(seed)
        state.order = self.order[:]
        deal_tiles(state, state.chance)
        deal_rooms(state, state.chance)
        return state

    def scores(self) -> list[Score]:
        return score.scores(self)

    def ranking(self) -> list[int]:
        return score.ranking(self)

    def events(self) -> list[Event]:
        return log.events(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self)

    def observation(self, seat: int) -> list[float]:
        return view.observation(self, seat)

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {name: getattr(self, name) for name in self.NUMBERS}
        data |= {name: list(getattr(self, name)) for name in self.LISTS}
        return data | {"chance": self.chance.words(), "over": self.over}

    # The machine.

    def turns(self) -> int:
        """How many turns each seat has in this round."""
        return self.game.turns_of[self.round - 1]

    def run(self, eaten: bool = False) -> None:
        """Goes on until the next real question, and keeps its answers.

        Eating leaves a question of furnishing open, even if only one answer is left.
        """
        while not self.over:
            if self.ask == PARTS:
                turn_up_for_turn(self, at_end=False)
            self.offers = real_moves(self)
            if self.ask == PARTS:
                if len(self.offers) > 1 or part_moves(self, eating=True):
                    return
                end_turn(self)
            elif not eaten and self.is_settled():
                self.answer(self.offers[0])
            else:
                return
        self.offers = []

    def is_settled(self) -> bool:
        """Whether a question of furnishing has one answer, and eating would not open another."""
        if len(self.offers) > 1:
            return False
        if self.ask == PAYMENT:
            return len(payable_ways(self, self.room, open_ways(self), eating=True)) == 1
        return self.ask == CELL

    def answer(self, move: int) -> None:
        """Does what a legal move says."""
        if self.ask == PAYMENT and move < EAT:
            furnish(self, self.room, self.cell, move - PAY)  # before SELL_FOOD: a way may be free
        elif move < GAIN_ALL:
            take(self, move - TAKE)
        elif move < TRADE_WOOD:
            part = self.part(GAIN, move)
            self.close(part)
            gain(self, part.gain)
        elif move < USE_ROOM:
            part = self.part(TRADE, move)
            self.close(part)
            pay(self, part.price)
            gain(self, part.gain)
        elif move < DIG_CELL:
            use(self, move - USE_ROOM, self.part(USE, move))
        elif move <= DIG_TWICE:
            self.answer_dig(move)
        elif move < REMOVE:
            self.close(self.part(WALL, move))
            build(self, move - BUILD)
        elif move < FURNISH_ROOM:
            part = self.part(BREACH, move)
            self.close(part)
            breach(self, move - REMOVE, part.gain)
        elif move < INTO:
            self.room = move - FURNISH_ROOM
            self.ask = CELL
        elif move < PAY:
            self.cell = FURNISHABLE[move - INTO]
            self.ask = PAYMENT
        elif move == SELL_FOOD:
            sell(self)
        elif move < DONE:
            choose_side(self, move - CAVERN)
        elif move == DONE:
            end_turn(self)
        else:
            eat(self, EATABLE[move - EAT])

    def answer_dig(self, move: int) -> None:
        """One cell is dug, or two are paid for."""
        if self.ask == DIGS:
            self.digs -= 1
            if not self.digs:
                self.ask = PARTS
            dig(self, DIGGABLE[move - DIG_CELL])
            return
        part = self.part(DIG, move)
        self.close(part)
        if move == DIG_TWICE:
            pay(self, part.price)
            self.digs = part.count
            self.ask = DIGS
        else:
            dig(self, DIGGABLE[move - DIG_CELL])
            turn_up_for_action(self)

    def part(self, kind: int, move: int) -> Part:
        """The part of the tile that a move belongs to."""
        for part in TILE_PARTS[self.tile]:
            if part.kind != kind:
                continue
            if kind == GAIN and gain_move(part) != move:
                continue
            if kind == TRADE and trade_move(part) != move:
                continue
            if kind == DIG and (part.count > 1) != (move == DIG_TWICE):
                continue
            return part
        raise AssertionError("no part of the tile has this move")

    def close(self, part: Part) -> None:
        """A part has been done: its section is closed, alternatives and all."""
        self.sections &= ~(1 << part.section)
