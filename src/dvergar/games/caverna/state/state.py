"""A position of Caverna: what lies on the table, and what is pending.

It knows no rules. Lists are only ever replaced whole, but for the stack, the players' goods and
the trail, so that copies share them. What all positions with the same options share is their
`Variant`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, Final

from dvergar.core import game as core
from dvergar.core.options import Value
from dvergar.core.plain_data import from_data
from dvergar.core.sets import bit
from dvergar.games.caverna.facts.game import (
    CARDS,
    FULL_HARVESTS,
    PURGE_OVER,
    SOLO_FULL_HARVESTS,
    STAGES,
    cards_with,
    rounds_with,
)
from dvergar.games.caverna.facts.spaces import SPACE_COUNT, URGENT_WISH, SpaceFacts, space_facts
from dvergar.games.caverna.facts.tiles import FULL_SET, INTRODUCTORY_SET
from dvergar.games.caverna.state.pending import NO_HARVEST, ROUND_START, WORK, Frame, frame_of
from dvergar.games.caverna.state.player import Player, blank_player


class Variant:
    """What the options say, and what lies on the table with so many players."""

    def __init__(self, players: int, options: dict[str, Value]) -> None:
        self.players = players
        self.tile_set = FULL_SET if options["tiles"] == "full" else INTRODUCTORY_SET
        self.reveals_early = options["harvest_reveal"] == "round_start"
        purge = options.get("solo_purge")
        self.purge_from = PURGE_OVER if purge == "six" else PURGE_OVER + 1
        self.purge_leaves = PURGE_OVER if purge == "excess" else 0
        first = options["first_seat"]
        self.first_seat = first if isinstance(first, int) else -1  # -1: drawn
        self.rounds = rounds_with(players)
        self.full_harvests = SOLO_FULL_HARVESTS if players == 1 else FULL_HARVESTS
        self._lay_out_cards()
        self._lay_out_spaces()

    def _lay_out_cards(self) -> None:
        """The rounds and the cards of each stage, without those that are left out."""
        self.stage_rounds = [
            [number for number in stage.rounds if number in self.rounds] for stage in STAGES
        ]
        self.stage_cards = [cards_with(self.players, stage) for stage in STAGES]

    def _lay_out_spaces(self) -> None:
        facts = [space_facts(space, self.players) for space in range(SPACE_COUNT)]
        self.spaces = [space for space, fact in enumerate(facts) if fact is not None]
        self.board_spaces = 0  # those that are open from the start, a set
        for space in self.spaces:
            if space not in CARDS and space != URGENT_WISH:
                self.board_spaces |= bit(space)
        self.goods = [fact.goods if fact else [] for fact in facts]  # that always come with it
        self.imitation_food = [fact.food if fact else 0 for fact in facts]
        self.is_imitation = [fact is not None and fact.is_imitation for fact in facts]
        self.first_round = [fact.first_round if fact else 1 for fact in facts]
        self.slots: list[list[int]] = []  # of each space: its places in the pile
        self.slot_goods: list[int] = []  # the good of each place
        self.empty: list[list[tuple[int, int]]] = []  # what comes if nothing lies there
        self.more: list[list[tuple[int, int]]] = []  # and otherwise: (place in the pile, amount)
        for fact in facts:
            self._give_slots(fact)

    def _give_slots(self, fact: SpaceFacts | None) -> None:
        """A place in the pile for every good that gathers on a space."""
        slots: dict[int, int] = {}
        empty = fact.empty if fact else []
        more = fact.more if fact else []
        for good, _ in empty + more:
            if good not in slots:
                slots[good] = len(self.slot_goods)
                self.slot_goods.append(good)
        self.slots.append(list(slots.values()))
        self.empty.append([(slots[good], amount) for good, amount in empty])
        self.more.append([(slots[good], amount) for good, amount in more])


NOBODY: Final = -1
# What a blank state has, until it is filled: shared by all of them, for a copy begins as one.
_NOTHING: Final[list[int]] = []
_NO_PLAYERS: Final[list[Player]] = []
_NO_FRAMES: Final[list[Frame]] = []
_NO_TRAIL: Final[list[tuple[Any, ...]]] = []


class State(core.State):
    """One position, at a question or at the end."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset(
        {"game", "variant", "real_moves", "trail", "dwarf_on"}
    )

    def __init__(self, game: core.Game, variant: Variant) -> None:
        self.game = game
        self.variant = variant
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
        self.tiles = 0  # furnishing tiles on offer, a set
        self.reds = 0  # red harvest markers turned over
        self.harvest = NO_HARVEST
        self.breeding_seats = 0  # who has a breeding phase in this harvest, a set
        self.unsettled = 0  # whose herd has to be looked at, a set
        self.reveals = 0
        self.turn = 0
        self.cards = _NOTHING  # the space of each round's card
        self.markers = _NOTHING  # 1: red, per round; UNKNOWN: none
        self.pile = _NOTHING  # goods that have gathered, by the slots of the variant
        self.occupant = _NOTHING  # the seat whose dwarf is on a space, or NOBODY
        self.dwarf_on = _NOTHING  # which dwarf of that seat it is, for the page; NOBODY: not known
        self.players = _NO_PLAYERS
        self.stack = _NO_FRAMES
        self.real_moves = _NOTHING  # the answers to the question that are not free
        self.trail = _NO_TRAIL  # what the last move caused

    def copy(self) -> State:
        other = State(self.game, self.variant)
        other.over = self.over
        other.imitating = self.imitating
        other.eating_gold = self.eating_gold
        other.round = self.round
        other.stage = self.stage
        other.starter = self.starter
        other.next_starter = self.next_starter
        other.seat = self.seat
        other.worker = self.worker
        other.dwarf = self.dwarf
        other.space = self.space
        other.tiles = self.tiles
        other.reds = self.reds
        other.harvest = self.harvest
        other.breeding_seats = self.breeding_seats
        other.unsettled = self.unsettled
        other.reveals = self.reveals
        other.turn = self.turn
        other.cards = self.cards
        other.markers = self.markers
        other.pile = self.pile
        other.occupant = self.occupant
        other.dwarf_on = self.dwarf_on
        other.players = [player.copy() for player in self.players]
        other.stack = self.stack[:]
        other.real_moves = self.real_moves
        other.trail = self.trail
        return other

    def progress(self) -> tuple[int | None, int | None]:
        return self.round, self.variant.rounds[-1]

    def key(self, seat: int | None = None) -> Hashable:
        cards, markers = self.cards, self.markers
        if seat is not None:
            cards, markers = cards[: self.round + 1], markers[: self.first_hidden_marker()]
        return (
            self.over,
            self.imitating,
            self.eating_gold,
            self.round,
            self.stage,
            self.starter,
            self.next_starter,
            self.seat,
            self.worker,
            self.dwarf,
            self.space,
            self.tiles,
            self.reds,
            self.harvest,
            self.breeding_seats,
            self.unsettled,
            self.reveals,
            self.turn,
            tuple(cards),
            tuple(markers),
            tuple(self.pile),
            tuple(self.occupant),
            tuple([player.key() for player in self.players]),
            tuple([frame.numbers() for frame in self.stack]),
        )

    def fill(self, data: dict[str, Any]) -> None:
        from_data(self, data, self.UNSTORED | {"players", "stack"})
        self.players = [_player(entry) for entry in data["players"]]
        self.stack = [frame_of(entry) for entry in data["stack"]]

    def first_hidden_marker(self) -> int:
        """The first round whose harvest marker still lies face down."""
        if self.variant.reveals_early or self.stage != WORK:
            return self.round + 1
        return self.round


def _player(data: dict[str, Any]) -> Player:
    player = blank_player()
    from_data(player, data, Player.UNSTORED)
    return player
