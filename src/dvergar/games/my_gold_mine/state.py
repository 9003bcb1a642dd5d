"""A position of My Gold Mine as plain numbers and lists, and the moves by number.

Inside the mine, a place is the number of steps to the exit. Piles belong to seats while they are in
the mine and to dwarfs once they are out: with one dwarf a seat that is the ordinary game, with two
it is the two-player variant, without extra rules. Decks are lists whose last card is the top one.
What all positions with the same options share is their `Variant`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Final

from dvergar.core import game as core
from dvergar.core.chance import Chance
from dvergar.core.moves import MoveKind, Vocabulary
from dvergar.core.options import Value
from dvergar.games.my_gold_mine.facts.material import (
    ALL,
    BONUS,
    DOUBLE,
    EXIT_ACTIONS,
    MATERIAL,
    RED,
    SMALL,
    SWAP,
)

OUT: Final = 0
BURNT: Final = -1


ACTION_NAMES: Final = ("small step", "double step", "all together", "gold bonus")


def _act(action: int) -> str:
    return ACTION_NAMES[action]


def _action(action: int) -> str:
    return EXIT_ACTIONS[action]


def _swap(dwarf: int) -> str:
    return f"swap dwarf {dwarf + 1}"


VOCABULARY: Final = Vocabulary(
    [
        "dig",
        "draw exit",
        MoveKind("act", [(SMALL,), (DOUBLE,), (ALL,), (BONUS,)], _act, _action),
        MoveKind("swap", [(dwarf,) for dwarf in range(MATERIAL.dwarfs)], _swap),
    ]
)
DIG: Final = VOCABULARY.first("dig")
DRAW: Final = VOCABULARY.first("draw exit")
ACT: Final = VOCABULARY.first("act")  # + action
SWAP_WITH: Final = VOCABULARY.first("swap")  # + dwarf


class Variant:
    """My Gold Mine for so many players, with these options.

    Two players lead a team of two dwarfs each; so dwarfs and seats are counted apart everywhere.
    """

    def __init__(self, players: int, options: dict[str, Value]) -> None:
        self.players = players
        self.dwarfs_per_seat = MATERIAL.team if options.get("two_player_variant") else 1
        self.dwarfs = players * self.dwarfs_per_seat
        self.owner = [dwarf // self.dwarfs_per_seat for dwarf in range(self.dwarfs)]
        self.exit_deck = MATERIAL.exit_decks[str(options["exit_deck"])]
        # The fewest steps that an exit card may bring, with somebody to swap with and without.
        self.least_steps = [_fewest(actions, True) for actions in self.exit_deck.actions]
        self.least_steps_alone = [_fewest(actions, False) for actions in self.exit_deck.actions]
        # The most, with which a dwarf in a hurry reckons.
        self.most_steps = [_most(actions) for actions in self.exit_deck.actions]
        self.red_door_forbidden = options["red_door_at_dragon"] == "forbid"
        self.red_door_burns = options["red_door_at_dragon"] == "burn"
        self.dragon_first = options["dragon_timing"] == "before_move"
        self.starter_moves_on = options["no_winner_starter"] == "next_seat"
        self.second_ladder_counts = options["final_tie_no_slot"] == "round_two_slot"
        self.open_gold = bool(options["open_gold"])
        first = options["first_seat"]
        self.first_seat = first if isinstance(first, int) else None  # None: drawn by lot


def _fewest(actions: list[int], swap: bool) -> int:
    return min([MATERIAL.steps[action] for action in actions if swap or action != SWAP], default=0)


def _most(actions: list[int]) -> int:
    return max([MATERIAL.steps[action] for action in actions])


NO_CARD: Final = -1


class State(core.State):
    """One position; the rules that change it are in the room `rules`."""

    UNSTORED: ClassVar[frozenset[str]] = frozenset({"game", "variant", "trail"})

    def __init__(self, game: core.Game, variant: Variant, chance: Chance) -> None:
        self.game = game
        self.variant = variant
        self.chance = chance
        self.over = False
        self.round = 1
        self.starter = 0  # the seat that began the round
        self.dwarf = 0  # whose turn it is
        self.seat = 0
        self.dragon = MATERIAL.dragon
        self.card = NO_CARD  # the exit card being decided about
        self.box = 0  # extraction cards out of this round: dragons, and what burnt
        self.reveals = 0
        self.turn = 0
        self.places: list[int] = []  # by dwarf
        self.pile_gold: list[int] = []  # in the mine, by seat
        self.pile_cards: list[int] = []
        self.out_gold: list[int] = []  # carried out, by dwarf
        self.out_cards: list[int] = []
        self.ladder: list[int] = []  # the dwarfs that are out, first slot first
        self.second_ladder: list[int] = []  # that of the round before the last
        self.nuggets: list[int] = []  # big ones, by seat
        self.extraction: list[int] = []
        self.exits: list[int] = []
        self.discard: list[int] = []  # of exit cards
        self.results: list[tuple[int, ...]] = []  # (round, dwarf, gold, prize), best first
        self.trail: list[tuple[int | str, ...]] = []  # what the last move caused

    def copy(self) -> State:
        state = State(self.game, self.variant, self.chance.copy())
        state.over = self.over
        state.round = self.round
        state.starter = self.starter
        state.dwarf = self.dwarf
        state.seat = self.seat
        state.dragon = self.dragon
        state.card = self.card
        state.box = self.box
        state.reveals = self.reveals
        state.turn = self.turn
        state.places = self.places[:]
        state.pile_gold = self.pile_gold[:]
        state.pile_cards = self.pile_cards[:]
        state.out_gold = self.out_gold[:]
        state.out_cards = self.out_cards[:]
        state.ladder = self.ladder[:]
        state.second_ladder = self.second_ladder[:]
        state.nuggets = self.nuggets[:]
        state.extraction = self.extraction[:]
        state.exits = self.exits[:]
        state.discard = self.discard[:]
        state.results = self.results[:]
        state.trail = self.trail  # replaced whole by the next move
        return state

    def progress(self) -> tuple[int | None, int | None]:
        return self.round, MATERIAL.rounds

    def key(self, seat: int | None = None) -> Hashable:
        """Equal for equal positions, whatever random words will never be drawn again.

        For a seat without the order of the decks; it remembers all cards that lay open, so the gold
        of face-down piles is no secret here.
        """
        hidden: Hashable
        if seat is not None:
            deck = tuple(sorted(self.extraction[:-1])), tuple(self.extraction[-1:])
            hidden = deck, tuple(sorted(self.exits))
        else:
            words = tuple(self.chance.words()) if self.may_shuffle() else ()
            hidden = tuple(self.extraction), tuple(self.exits), words
        return (
            hidden,
            self.over,
            self.round,
            self.starter,
            self.dwarf,
            self.dragon,
            self.card,
            self.box,
            self.reveals,
            self.turn,
            tuple(self.places),
            tuple(self.pile_gold),
            tuple(self.pile_cards),
            tuple(self.out_gold),
            tuple(self.out_cards),
            tuple(self.ladder),
            tuple(self.second_ladder),
            tuple(self.nuggets),
            tuple(self.discard),
            tuple(self.results),
        )

    def may_shuffle(self) -> bool:
        """Whether a deck may still be shuffled before the game is over; true when in doubt.

        In the last round only the exit deck can be, when it runs out with somebody in the mine.
        That cannot be if its cards take everybody out before, even with every red door still to
        come. A swap leaves the sum of steps to go as it is; of a long step all but one may be lost
        on a dwarf that stood near the exit, unless it was the last one.
        """
        if self.over:
            return False
        if self.round < MATERIAL.rounds:
            return True
        inside = [place for place in self.places if place > OUT]
        to_go = sum(inside) + self.extraction.count(RED) * MATERIAL.door[RED]
        if len(inside) == 1:
            steps = sum([self.variant.least_steps_alone[card] for card in self.exits])
        else:
            steps = sum([min(self.variant.least_steps[card], 1) for card in self.exits])
        return steps < to_go

    # Who is where.

    def is_anybody_inside(self) -> bool:
        """Whether a dwarf is still in the mine."""
        return max(self.places) > OUT

    def has_dwarf_inside(self, seat: int) -> bool:
        """Whether a dwarf of this seat is still in the mine."""
        owner = self.variant.owner
        return any(place > OUT and owner[d] == seat for d, place in enumerate(self.places))

    def others_inside(self) -> list[int]:
        """The dwarfs in the mine beside the acting one."""
        return [d for d, place in enumerate(self.places) if place > OUT and d != self.dwarf]

    def is_next_to_dragon(self) -> bool:
        """Whether the acting dwarf stands on the card beside the dragon."""
        return self.places[self.dwarf] + 1 == self.dragon
