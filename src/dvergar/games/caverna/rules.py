"""Caverna: The Cave Farmers. The machine that asks: rounds, turns, harvests and the end.

What is pending lies on a stack of frames; the topmost is the question. `run` goes on until a real
question comes up and keeps its moves, so that they are worked out once. What one can do is in
`actions`, `anytime`, `furnishing` and `land`; this module says when.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.errors import IllegalMove
from dvergar.core.moves import Vocabulary
from dvergar.games.caverna import log, prompt, score, text, view
from dvergar.games.caverna.anytime import free_moves, play_free
from dvergar.games.caverna.breeding import breedable
from dvergar.games.caverna.doing import buy, end_expedition, loot, sell_ore, sow
from dvergar.games.caverna.facts import (
    FACTS,
    LOOT,
    SPACE_COUNT,
    SPACES,
    URGENT_WISH,
    space_facts,
)
from dvergar.games.caverna.flow import Flows
from dvergar.games.caverna.flowing import answer_flow, enter, flow_moves, leave
from dvergar.games.caverna.frames import (
    BEGINNING,
    BREEDING,
    EVENT,
    FLOW,
    HERD,
    LOOTING,
    MARKETING,
    MINING,
    PAYING,
    PLACING,
    PURGE,
    SELLING,
    SITE,
    SOWING,
    Frame,
)
from dvergar.games.caverna.furnishing import build, pay_moves, site_moves
from dvergar.games.caverna.goods import (
    ORE,
)
from dvergar.games.caverna.harvest import (
    answer_harvest,
    begin_harvest,
    end_harvest,
    harvest_moves,
    reap_kept,
)
from dvergar.games.caverna.housing import herd_fits
from dvergar.games.caverna.moves import (
    BUY,
    DONE,
    FIRST_FREE,
    INTO,
    LOOT_ITEM,
    MOVE_NAMES,
    PASS,
    PAY,
    PLACE,
    SELL_ORE,
    YOUNG,
)
from dvergar.games.caverna.offers import loot_moves, market_moves, sow_moves
from dvergar.games.caverna.opening import may_buy, may_sell
from dvergar.games.caverna.phases import (
    HARVEST,
    NO_HARVEST,
    ROUND_START,
    WORK,
)
from dvergar.games.caverna.player import AWAY, FIELDS, Player, changed
from dvergar.games.caverna.position import make_position
from dvergar.games.caverna.possible import why_not_place
from dvergar.games.caverna.reasons import POSSIBLE
from dvergar.games.caverna.rounds import (
    begin_round,
    mining_moves,
    next_dwarf,
    open_spaces,
    pay_miner,
)
from dvergar.games.caverna.setup import deal_unseen_cards, deal_unseen_markers, set_up
from dvergar.games.caverna.spaces import LOOT_FLOWS, SPACE_FLOWS
from dvergar.games.caverna.tiles import FULL_SET, INTRODUCTORY_SET

if TYPE_CHECKING:
    from dvergar.core.events import Event
    from dvergar.core.options import Value
    from dvergar.core.prompt import Prompt
    from dvergar.core.registry import GameInfo
    from dvergar.core.score import Score


class Caverna(core.Game):
    """Caverna with its options: the tables all its states share."""

    def __init__(self, info: GameInfo, options: dict[str, Value]) -> None:
        super().__init__(info, options, Vocabulary(MOVE_NAMES))
        players = self.players
        self.tile_set = FULL_SET if options["tiles"] == "full" else INTRODUCTORY_SET
        self.reveal_early = options["harvest_reveal"] == "round_start"
        over = FACTS["solo"]["purge_over"]
        self.purge_from = over if options.get("solo_purge") == "six" else over + 1
        self.first_seat = options["first_seat"]
        self.rounds: list[int] = (
            FACTS["short_rounds"] if players < 3 else list(range(1, FACTS["rounds"] + 1))
        )
        self._lay_out_spaces()
        self.flows = Flows()
        self.roots = [self.flows.add(SPACE_FLOWS[space]) for space in SPACES]
        self.loot = [
            self.flows.add(LOOT_FLOWS[item]) if item in LOOT_FLOWS else -1 for item in LOOT
        ]

    def _lay_out_spaces(self) -> None:
        facts = [space_facts(space, self.players) for space in range(SPACE_COUNT)]
        cards = [
            SPACES.index(card) for stage in FACTS["cards"]["stages"] for card in stage["cards"]
        ]
        cards.append(URGENT_WISH)
        self.board_spaces = [
            space for space, fact in enumerate(facts) if fact is not None and space not in cards
        ]
        self.spaces = [space for space, fact in enumerate(facts) if fact is not None]
        self.goods = [fact.goods if fact else [] for fact in facts]
        self.imitation_food = [fact.food if fact else 0 for fact in facts]
        self.is_imitation = [name.startswith("imitation") for name in SPACES]
        self.first_round = [fact.first_round if fact else 1 for fact in facts]
        self.slots: list[list[tuple[int, int]]] = [[] for _ in range(SPACE_COUNT)]
        self.empty: list[list[tuple[int, int]]] = [[] for _ in range(SPACE_COUNT)]
        self.more: list[list[tuple[int, int]]] = [[] for _ in range(SPACE_COUNT)]
        self.slot_count = 0
        for space in self.spaces:
            fact = facts[space]
            assert fact is not None
            slots: dict[int, int] = {}
            for good, _ in fact.empty + fact.more:
                if good not in slots:
                    slots[good] = self.slot_count
                    self.slot_count += 1
            self.slots[space] = [(slot, good) for good, slot in slots.items()]
            self.empty[space] = [(slots[good], amount) for good, amount in fact.empty]
            self.more[space] = [(slots[good], amount) for good, amount in fact.more]

    def is_free(self, move: int) -> bool:
        return move >= FIRST_FREE

    def deal(self, seed: int) -> State:
        state = State(self, Chance(seed))
        set_up(state)
        return state

    def position(self, **wanted: Any) -> State:
        """A position in which a dwarf is to be placed; see `position.make_position`."""
        return make_position(self, **wanted)

    def restore(self, data: dict[str, Any]) -> State:
        state = State(self, Chance.restore(data["chance"]))
        for name in State.NUMBERS:
            setattr(state, name, int(data[name]))
        for name in State.TRUTHS:
            setattr(state, name, bool(data[name]))
        for name in State.LISTS:
            setattr(state, name, [int(number) for number in data[name]])
        state.stack = [_frame(frame) for frame in data["stack"]]
        state.players = [_player(player) for player in data["players"]]
        if not state.over:
            state.real = sorted(state.frame_moves(state.stack[-1]))
        return state

    def prompt(self, state: Any, lang: str, names: Sequence[str]) -> Prompt:
        return prompt.prompt(state, lang, names)

    def tell(self, event: Event, lang: str, names: Sequence[str]) -> str:
        return log.tell(self, event, lang, names)

    def show(self, state: Any, seat: int | None, lang: str, names: Sequence[str]) -> str:
        return text.show(state, seat, lang, names)


def _own(value: Any) -> Any:
    """A list as one of its own, anything else as it is."""
    return list(value) if isinstance(value, list) else value


def _frame(numbers: list[int]) -> Frame:
    a, b, c, d, e = numbers
    return (a, b, c, d, e)


def _player(data: dict[str, Any]) -> Player:
    return Player(**data, rooms=[])


class State(core.State):
    """A position of Caverna."""

    NUMBERS: Final = (
        "round",
        "stage",
        "starter",
        "next_starter",
        "seat",
        "worker",
        "dwarf",
        "space",
        "tiles",
        "reds",
        "harvest",
        "keeps",
        "unsettled",
        "fresh",
        "reveals",
        "turn",
    )
    TRUTHS: Final = ("over", "imitating", "eating_gold")
    LISTS: Final = ("cards", "markers", "pile", "occupant")

    __slots__ = (
        *NUMBERS,
        *TRUTHS,
        *LISTS,
        "caverna",
        "chance",
        "game",
        "players",
        "real",
        "stack",
        "trail",
    )

    def __init__(self, game: Caverna, chance: Chance, like: State | None = None) -> None:
        self.game = game
        self.caverna = game
        self.chance = chance
        if like is not None:
            self._take_over(like)
            return
        self.over = False
        self.imitating = False  # the space being used is an imitated one
        self.eating_gold = False  # the last move was eating gold
        self.round = 0
        self.stage = ROUND_START
        self.starter = 0
        self.next_starter = 0
        self.seat = 0
        self.worker = 0  # whose dwarf was placed last
        self.dwarf = 0  # the acting dwarf
        self.space = 0  # the space being used
        self.tiles = game.tile_set  # furnishing tiles on offer, a set
        self.reds = 0  # red harvest markers turned over
        self.harvest = NO_HARVEST
        self.keeps = 0  # who has a breeding phase in this harvest, a set
        self.unsettled = 0  # whose herd has to be looked at, a set
        self.fresh = 0  # who got a ruby and could not spend it yet, a set
        self.reveals = 0
        self.turn = 0
        self.cards: list[int] = []  # the space of each round's card
        self.markers: list[int] = []  # 1: red, per round; UNKNOWN: none
        self.pile: list[int] = []
        self.occupant: list[int] = []  # the seat whose dwarf is on a space; -1: nobody
        self.players: list[Player] = []
        self.stack: list[Frame] = []
        self.real: list[int] = []  # the real moves of the question
        self.trail: list[tuple[Any, ...]] = []

    def _take_over(self, like: State) -> None:
        """Becomes the same position as another; what is only ever replaced whole is shared."""
        self.over = like.over
        self.imitating = like.imitating
        self.eating_gold = like.eating_gold
        self.round = like.round
        self.stage = like.stage
        self.starter = like.starter
        self.next_starter = like.next_starter
        self.seat = like.seat
        self.worker = like.worker
        self.dwarf = like.dwarf
        self.space = like.space
        self.tiles = like.tiles
        self.reds = like.reds
        self.harvest = like.harvest
        self.keeps = like.keeps
        self.unsettled = like.unsettled
        self.fresh = like.fresh
        self.reveals = like.reveals
        self.turn = like.turn
        self.cards = like.cards
        self.markers = like.markers
        self.pile = like.pile
        self.occupant = like.occupant
        self.players = [player.copy() for player in like.players]
        self.stack = like.stack[:]
        self.real = like.real
        self.trail = like.trail

    # The contract.

    def moves(self, free: bool = True) -> list[int]:
        if not free or self.over or not self.offers_free():
            return self.real[:]
        return self.real + free_moves(self)

    def offers_free(self) -> bool:
        """Whether at-any-time moves are offered beside the real ones."""
        frame = self.stack[-1]
        kind = frame[0]
        if kind == FLOW:
            return DONE in self.real
        return (
            kind == PLACING
            or kind in (LOOTING, MARKETING, SELLING)
            or (kind >= HERD and kind != EVENT and kind != PURGE)
        )

    def play(self, move: int) -> None:
        if move in self.real:
            self.trail = []
            self.answer(self.stack[-1], move)
            self.eating_gold = False
        elif (
            move >= FIRST_FREE and not self.over and self.offers_free() and move in free_moves(self)
        ):
            self.trail = []
            play_free(self, move)
        elif self.over:
            raise IllegalMove("move.over")
        else:
            raise IllegalMove("move.illegal", name=self.caverna.name(move))
        self.run()

    def copy(self) -> State:
        return State(self.caverna, self.chance, self)  # chance is drawn from while dealing only

    def imagine(self, seat: int | None, seed: int) -> State:
        state = self.copy()
        state.chance = Chance(seed)
        if self.caverna.players > 1:
            state.cards = deal_unseen_cards(self, state.chance)
            state.markers = deal_unseen_markers(self, state.chance)
        return state

    def scores(self) -> list[Score]:
        return score.scores(self)

    def events(self) -> list[Event]:
        return log.events(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def observation(self, seat: int) -> list[float]:
        return view.observation(self, seat)

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            name: _own(getattr(self, name)) for name in (*self.NUMBERS, *self.TRUTHS, *self.LISTS)
        }
        data["stack"] = [list(frame) for frame in self.stack]
        data["chance"] = self.chance.words()
        data["players"] = [
            {name: _own(getattr(player, name)) for name in FIELDS} for player in self.players
        ]
        return data

    # The machine.

    def run(self) -> None:
        """Goes on until a real question comes up, or the end."""
        while not self.over:
            if self.unsettled:
                self.look_at_herds()
            if not self.stack:
                self.advance()
                continue
            frame = self.stack[-1]
            self.seat = frame[1]
            if frame[0] >= BEGINNING:
                self.stack.pop()
                if frame[0] == BEGINNING:
                    enter(self, frame[2])
                else:
                    reap_kept(self)
                continue
            moves = self.frame_moves(frame)
            if not moves:
                self.close(frame)
            elif self.is_asked(frame, moves):
                moves.sort()
                self.real = moves
                if self.fresh and self.offers_free():
                    self.fresh &= ~(1 << self.seat)
                return
            else:
                self.answer(frame, moves[0])
        self.real = []

    def is_asked(self, frame: Frame, moves: list[int]) -> bool:
        """Whether these moves make a real question; otherwise the only one is made at once."""
        kind = frame[0]
        if len(moves) > 1 or kind == PLACING:
            return True
        if kind == BREEDING:  # asked where not all young fit, even if only one answer is best
            return moves[0] != YOUNG + breedable(self.players[frame[1]])
        if moves[0] == DONE:  # nothing left to do but to spend something, or to be done
            return True
        return kind >= HERD and kind != EVENT

    def look_at_herds(self) -> None:
        """Whoever has animals without room has to let some go."""
        for seat in range(self.caverna.players):
            if self.unsettled >> seat & 1 and not herd_fits(self.players[seat]):
                self.stack.append((HERD, seat, 0, 0, 0))
        self.unsettled = 0

    def frame_moves(self, frame: Frame) -> list[int]:
        """The real moves that answer a frame; none if it is done with."""
        kind, seat, a, b, c = frame
        player = self.players[seat]
        if kind == PLACING:
            return self.placing_moves(player)
        if kind == FLOW:
            return flow_moves(self, a, b)
        if kind == SITE:
            return site_moves(player, a)
        if kind == PAYING:
            return pay_moves(player, a, bool(c))
        if kind == SOWING:
            moves = sow_moves(player, a, b)
            return [*moves, DONE] if moves else moves
        if kind == LOOTING:
            moves = loot_moves(self, c, b) if a else []
            return [*moves, DONE] if moves else moves
        if kind == MARKETING:
            moves = market_moves(player, a)
            return [*moves, DONE] if moves or may_buy(player, a) else moves
        if kind == SELLING:
            if player.goods[ORE] >= 2:
                return [DONE, SELL_ORE]
            return [DONE] if may_sell(player) else []
        if kind == MINING:
            return mining_moves(player)
        return harvest_moves(self, frame, player)

    def placing_moves(self, player: Player) -> list[int]:
        """Where the acting dwarf can be placed; if nowhere, it passes."""
        moves = [
            PLACE + space
            for space in open_spaces(self)
            if self.occupant[space] < 0 and why_not_place(self, space) == POSSIBLE
        ]
        return moves or [PASS]

    def answer(self, frame: Frame, move: int) -> None:
        """Makes a real move."""
        kind, seat, a, b, c = frame
        if kind == PLACING:
            self.stack.pop()
            self.place(seat, move)
        elif kind == FLOW:
            answer_flow(self, a, b, move)
        elif move == DONE:
            self.close(frame)
        else:
            self.stack.pop()
            if kind == SITE:
                self.stack.append((PAYING, seat, a, move - INTO, b))
            elif kind == PAYING:
                build(self, seat, a, b, move - PAY, bool(c))
            elif kind == SOWING:
                sow(self, seat, move, a, b)
            elif kind == LOOTING:
                loot(self, seat, move - LOOT_ITEM, a, b, c)
            elif kind == MARKETING:
                buy(self, seat, move - BUY, a)
            elif kind == SELLING:
                sell_ore(self, seat, a)
            else:
                answer_harvest(self, frame, move)

    def close(self, frame: Frame) -> None:
        """Leaves a frame to which there is no more answer."""
        self.stack.pop()
        kind, seat, a, b, _ = frame
        if kind == FLOW:
            leave(self, a, b)
        elif kind == LOOTING:
            end_expedition(self, seat, b)
        elif kind == MINING:
            pay_miner(self, seat)

    # Work.

    def place(self, seat: int, move: int) -> None:
        """The acting dwarf goes to a space and the space's flow begins."""
        player = self.players[seat]
        player.dwarfs = changed(player.dwarfs, self.dwarf, AWAY)
        self.worker = seat
        if move == PASS:
            self.trail.append(("pass", seat))
            return
        space = move - PLACE
        self.occupant = changed(self.occupant, space, seat)
        self.space = space
        self.imitating = False
        self.trail.append(("place", seat, space, player.weapons[self.dwarf]))
        self.stack.append((BEGINNING, seat, self.caverna.roots[space], 0, 0))

    def advance(self) -> None:
        """Nothing is pending: the next dwarf, the harvest, the next round or the end."""
        self.turn += 1
        if self.stage == ROUND_START:
            begin_round(self)
        elif self.stage == WORK:
            if not next_dwarf(self):
                self.stage = HARVEST
                begin_harvest(self)
        elif self.stage == HARVEST:
            end_harvest(self)
        else:
            self.over = True
            self.trail.append(("game_over",))
