"""The game as its options make it: what all its states share, and what no move ever changes."""

from __future__ import annotations

from dvergar.core.options import Value
from dvergar.games.my_gold_mine.facts.material import MATERIAL, SWAP


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
