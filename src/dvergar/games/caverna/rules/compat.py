"""What older versions of the rules did differently, so that games begun by them can continue.

Up to version 2 an action was over as soon as none of its parts was possible with the goods in hand.
Today it stays open while something in hand could open one: who went on then was done.

Up to version 3 breeding as loot brought as many young as possible, so that nobody was asked where
only one set of them was largest; and `feed` preferred begging to eating where both cost equally
many points.

A game of those versions in which a second ruby made another dwarf jump in the same turn stops
there: no moves of today lead to the same position.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.game import DONKEY, DONKEYS_TOGETHER, GOLD, LOOT_BREEDS
from dvergar.games.caverna.facts.tiles import FOOD_TRADES
from dvergar.games.caverna.rules.feeding import NO_WORK, PLAN_GOODS, Plan, plan_for
from dvergar.games.caverna.rules.harvest import maximal_young
from dvergar.games.caverna.rules.ledger import food_for_gold
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import FLOW, Feeding
from dvergar.games.caverna.state.state import State

_EAT_ONE: Final = {moves.ARGUMENT[move]: move for move in range(moves.EAT, moves.EAT_DONKEYS)}
"""The move by which one of a good is eaten."""


def left_or_bred(state: State) -> int | None:
    """Being done with an action, where that is what could be asked; otherwise as in version 3."""
    return moves.DONE if moves.DONE in state.real_moves else bred(state)


def bred(state: State) -> int | None:
    """The young of breeding as loot, where only one set of them is largest."""
    if state.stack[-1].kind != FLOW or moves.KIND[state.real_moves[0]] != moves.YOUNG:
        return None
    player = state.players[state.seat]
    largest = maximal_young(player, player.goods, LOOT_BREEDS)
    return moves.YOUNG + largest[0] if len(largest) == 1 else None


def fed(state: State, move: int) -> list[int]:
    """What `feed` did: the same as today, or eating less and begging for what was missing."""
    meal = state.stack[-1]
    if move != moves.FEED or not isinstance(meal, Feeding):
        return [move]
    then, now = plan_for(state, meal, avoids_markers=False), plan_for(state, meal)
    if (then.amounts, then.trades, then.work) == (now.amounts, now.trades, now.work):
        return [move]
    return [*_eating(then, state.eating_gold), moves.BEG]


def _eating(plan: Plan, gold_begun: bool) -> list[int]:
    """The moves by which a player does what a plan says; gold first, for a purchase begun."""
    amounts = dict(zip(PLAN_GOODS, plan.amounts, strict=True))
    bought = food_for_gold(amounts.pop(GOLD), gold_begun)
    eaten = [
        moves.EAT_MORE_GOLD if gold_begun or number else moves.EAT_GOLD for number in range(bought)
    ]
    for trade, times in zip(FOOD_TRADES, plan.trades, strict=True):
        eaten += [moves.TRADE + trade] * times
    together, amounts[DONKEY] = divmod(amounts[DONKEY], DONKEYS_TOGETHER)
    eaten += [moves.EAT_DONKEYS] * together
    for good, amount in amounts.items():
        eaten += [_EAT_ONE[good]] * amount
    if plan.work != NO_WORK:
        eaten.append(moves.WORK_FOR_FOOD + plan.work)
    return eaten
