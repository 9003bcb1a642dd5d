"""The count at the end of a round and of the game: prizes, totals, the ladder that breaks ties."""

from __future__ import annotations

from typing import Final

from dvergar.core.score import Score, ranks
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.state import State

NO_WINNER: Final = -1
NO_SLOT: Final = 99


def round_ranking(state: State) -> list[int]:
    """The dwarfs that are out with gold, best first; on equal gold whoever left earlier."""
    out = [dwarf for dwarf in state.ladder if state.out_gold[dwarf]]
    return sorted(out, key=lambda dwarf: -state.out_gold[dwarf])


def give_prizes(state: State) -> int:
    """Gives the big nuggets of the round that has just ended; the winning seat, or NO_WINNER."""
    owner = state.variant.owner
    ranking = round_ranking(state)
    for rank, dwarf in enumerate(ranking):
        has_prize = state.round in MATERIAL.prize_rounds and rank < len(MATERIAL.prizes)
        prize = MATERIAL.prizes[rank] if has_prize else 0
        state.nuggets[owner[dwarf]] += prize
        state.results.append((state.round, dwarf, state.out_gold[dwarf], prize))
        if prize:
            state.trail.append(("prize", dwarf, state.out_gold[dwarf], prize, rank + 1))
    return owner[ranking[0]] if ranking else NO_WINNER


def scores(state: State) -> list[Score]:
    """Gold carried out this round and big nuggets, seat by seat."""
    owner = state.variant.owner
    gold = [0] * state.variant.players
    for dwarf, amount in enumerate(state.out_gold):
        gold[owner[dwarf]] += amount
    return [
        Score((("gold", gold[seat]), ("big_nuggets", nuggets)))
        for seat, nuggets in enumerate(state.nuggets)
    ]


def ranking(state: State) -> list[int]:
    """Ranks by total; ties go to the higher slot on the ladder, and without any slot are shared."""
    totals = [score.total for score in scores(state)]
    slots = _best_slots(state, state.ladder)
    second = [NO_SLOT] * state.variant.players
    if state.variant.second_ladder_counts:
        second = _best_slots(state, state.second_ladder)
    return ranks(
        [
            (total, -slot, -other if slot == NO_SLOT else 0)
            for total, slot, other in zip(totals, slots, second, strict=True)
        ]
    )


def _best_slots(state: State, ladder: list[int]) -> list[int]:
    """The highest slot of each seat's dwarfs, counted from 1 at the top."""
    slots = [NO_SLOT] * state.variant.players
    for slot in range(len(ladder), 0, -1):
        slots[state.variant.owner[ladder[slot - 1]]] = slot
    return slots
