"""A position of Caverna: what lies on the table, and what is pending.

It knows no rules. Lists are only ever replaced whole, but for the stack, the players' goods and
the trail, so that copies share them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar, Final

from dvergar.core import game as core
from dvergar.core.plain_data import from_data
from dvergar.games.caverna.state.pending import NO_HARVEST, ROUND_START, WORK, Frame, frame_of
from dvergar.games.caverna.state.player import Player, blank_player
from dvergar.games.caverna.state.variant import Variant

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
