"""The count at the end of a round and of the game: prizes, totals, the ladder that breaks ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.core.score import Score, ranks

if TYPE_CHECKING:
    from dvergar.games.my_gold_mine.rules import State

NO_WINNER = -1
NO_SLOT = 99


def round_ranking(state: State) -> list[int]:
    """The dwarfs that are out with gold, best first; on equal gold whoever left earlier."""
    out = [dwarf for dwarf in state.ladder if state.out_gold[dwarf]]
    return sorted(out, key=lambda dwarf: -state.out_gold[dwarf])


def give_prizes(state: State) -> int:
    """Gives the big nuggets of the round that has just ended; the winning seat, or NO_WINNER."""
    facts = state.game.facts
    ranking = round_ranking(state)
    result: list[tuple[int, ...]] = []
    for rank, dwarf in enumerate(ranking):
        has_prize = state.round in facts.prize_rounds and rank < len(facts.prizes)
        prize = facts.prizes[rank] if has_prize else 0
        state.nuggets[state.game.owner[dwarf]] += prize
        result.append((dwarf, state.out_gold[dwarf], prize))
        if prize:
            state.trail.append(("prize", dwarf, state.out_gold[dwarf], prize, rank + 1))
    state.results = [*state.results, result]
    return state.game.owner[ranking[0]] if ranking else NO_WINNER


def scores(state: State) -> list[Score]:
    """Gold carried out this round and big nuggets, seat by seat."""
    owner = state.game.owner
    gold = [0] * state.game.players
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
    second = [NO_SLOT] * state.game.players
    if state.game.second_ladder_counts:
        second = _best_slots(state, state.second_ladder)
    return ranks(
        [
            (total, -slot, -other if slot == NO_SLOT else 0)
            for total, slot, other in zip(totals, slots, second, strict=True)
        ]
    )


def _best_slots(state: State, ladder: list[int]) -> list[int]:
    """The highest slot of each seat's dwarfs, counted from 1 at the top."""
    slots = [NO_SLOT] * state.game.players
    for slot, dwarf in reversed(list(enumerate(ladder, start=1))):
        slots[state.game.owner[dwarf]] = slot
    return slots
