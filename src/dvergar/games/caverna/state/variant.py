"""The game as its number of players and its options make it: tables that all its states share."""

from __future__ import annotations

from dvergar.core.options import Value
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
