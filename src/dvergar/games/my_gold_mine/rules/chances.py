"""What digging risks, from what everybody at the table can count: the odds of the dragon."""

from __future__ import annotations

from math import comb

from dvergar.games.my_gold_mine.facts.material import DRAGON, PLAIN
from dvergar.games.my_gold_mine.rules.digging import dig
from dvergar.games.my_gold_mine.state.state import State


def hidden_cards(state: State) -> int:
    """How many extraction cards lie face down: all but the top one."""
    return max(len(state.extraction) - 1, 0)


def hidden_dragons(state: State) -> int:
    """How many dragons are among them; the top card never is one."""
    return state.extraction.count(DRAGON)


def dragon_chance(hidden: int, dragons: int, bared: int, moves: int) -> float:
    """The chance of at least `moves` dragon moves while gold is bared `bared` times.

    Baring goes on until gold lies on top, so the dragons that come are those before the `bared`-th
    gold card; there are at least `moves` of them just when the first `bared + moves - 1` of the
    `hidden` cards hold at least `moves` of the `dragons`.

    >>> dragon_chance(hidden=2, dragons=1, bared=1, moves=1)
    0.5
    """
    if moves <= 0:
        return 1.0
    if bared <= 0:
        return 0.0
    seen = min(bared + moves - 1, hidden)
    ways = sum(
        comb(dragons, come) * comb(hidden - dragons, seen - come)
        for come in range(moves, min(dragons, seen) + 1)
    )
    return ways / comb(hidden, seen)


def after_dragon(state: State) -> State:
    """The position after digging, had just one dragon lain below the top card."""
    after = state.copy()
    after.extraction = [PLAIN, DRAGON, state.extraction[-1]]
    after.trail = []
    dig(after)
    return after
