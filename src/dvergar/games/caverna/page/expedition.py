"""The loot of an expedition by strength: what can be taken, what was, and what is out of reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import ICON, Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import GOODS, LOOT, LOOT_COST, LOOT_GOODS, LOOT_STRENGTH
from dvergar.games.caverna.page.signs import ART, TOKEN, cost
from dvergar.games.caverna.presentation.prompt import looting_of
from dvergar.games.caverna.rules.reasons import LOOT_TAKEN, LOOT_TOO_STRONG, REASONS
from dvergar.games.caverna.state.pending import PLACING, Looting
from dvergar.games.caverna.state.state import State

SIGNS: Final = {
    "all_weapons_plus_1": Sign(ICON, "gi-battle-axe"),
    "furnish_cavern": Sign(ICON, "gi-hammer-nails"),
    "stable": Sign(ART, "stable"),
    "tunnel": Sign(ART, "tunnel"),
    "small_pasture": Sign(ART, "fence"),
    "large_pasture": Sign(ART, "fences"),
    "meadow": Sign(ART, "meadow"),
    "ordinary_dwelling": Sign(ICON, "gi-hobbit-door"),
    "field": Sign(ART, "field"),
    "sow": Sign(ICON, "gi-sprout"),
    "cavern": Sign(ART, "cavern"),
    "breed_2": Sign(ICON, "gi-nest-eggs"),
}
"""What an item lets one do; the others bring goods."""


@dataclass(frozen=True, slots=True)
class LootItem:
    """One loot: what it brings, the strength it takes, and its choice or why there is none."""

    key: str
    name: str
    strength: int
    signs: tuple[Sign, ...]
    choice: Choice | None
    taken: bool
    reason: str

    @property
    def count(self) -> int:
        """How many goods it brings; 0 where it lets one do something."""
        return sum(n for _, n in LOOT_GOODS[LOOT.index(self.key)])


@dataclass(frozen=True, slots=True)
class Expedition:
    """An expedition under way or about to begin: strength, which pick this is, all loot."""

    strength: int
    pick: int
    picks: int
    items: list[LootItem]


@dataclass(frozen=True, slots=True)
class Reach:
    """What the dwarf at hand could bring home from an expedition, before he is placed."""

    strength: int
    signs: tuple[Sign, ...]
    words: str


def reach(context: ViewContext) -> Reach | None:
    """The loot within reach of the dwarf who is to be placed, if he has a weapon."""
    state: State = context.state
    if not context.acts or state.over or state.stack[-1].kind != PLACING:
        return None
    strength = state.players[state.seat].weapons[state.dwarf]
    items = [item for item in range(len(LOOT)) if LOOT_STRENGTH[item] <= strength]
    if not items or not strength:
        return None
    signs = tuple(sign for item in items for sign in loot_signs(item))
    names = ", ".join(context.words(f"loot.{LOOT[item]}") for item in items)
    return Reach(strength, signs, names)


def expedition(context: ViewContext) -> Expedition | None:
    """The expedition that is asked about, if one is."""
    if not context.acts or not any(context.prompt.at(f"loot:{key}") for key in LOOT):
        return None
    looting = looting_of(context.state)
    items = [_item(context, item, looting) for item in range(len(LOOT))]
    picked = looting.taken.bit_count()
    return Expedition(looting.strength, picked + 1, picked + looting.left, items)


def _item(context: ViewContext, item: int, looting: Looting) -> LootItem:
    key = LOOT[item]
    return LootItem(
        key,
        context.words(f"loot.{key}"),
        LOOT_STRENGTH[item],
        tuple(loot_signs(item)),
        next(iter(context.prompt.at(f"loot:{key}")), None),
        has(looting.taken, item),
        _reason(context, item),
    )


def loot_signs(item: int) -> list[Sign]:
    """The goods of an item, or its price and what it lets one do."""
    if LOOT_GOODS[item]:
        return [Sign(TOKEN, GOODS[good]) for good, _ in LOOT_GOODS[item]]
    price = LOOT_COST[LOOT[item]]
    return [*(cost(GOODS.index(good), n) for good, n in price.items() if n), SIGNS[LOOT[item]]]


def _reason(context: ViewContext, item: int) -> str:
    """Why an item cannot be chosen, in few words; empty if it can."""
    for blocked in context.prompt.blocked_at(f"loot:{LOOT[item]}"):
        if blocked.word == REASONS[LOOT_TAKEN].word:
            return context.words("table.loot_taken")
        if blocked.word == REASONS[LOOT_TOO_STRONG].word:
            return context.words("table.loot_strength", n=LOOT_STRENGTH[item])
        return blocked.reason
    return ""
