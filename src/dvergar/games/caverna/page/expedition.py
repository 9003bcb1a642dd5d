"""Weapons and loot by strength: what can be forged or taken, what was, and what is out of reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import ICON, Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.core.sets import has
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import LAND_NAMES
from dvergar.games.caverna.page.signs import ART, TOKEN, cost
from dvergar.games.caverna.presentation.blocked import counted
from dvergar.games.caverna.presentation.prompt import looting_of
from dvergar.games.caverna.rules.actions.expedition import ore_for
from dvergar.games.caverna.rules.actions.land import single_moves
from dvergar.games.caverna.rules.housing import housed
from dvergar.games.caverna.rules.ledger import food_of
from dvergar.games.caverna.rules.reasons import LOOT_TAKEN, LOOT_TOO_STRONG, REASONS
from dvergar.games.caverna.state.moves import SINGLE_LAND, VOCABULARY
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
SINGLE_LOOT: Final = {LAND_NAMES[land]: land for land in SINGLE_LAND}
"""The items that are a single tile, and its land."""


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
    means: str = ""
    """What it means to whoever chooses, such as how many they have."""

    @property
    def count(self) -> int:
        """How many goods it brings; 0 where it lets one do something."""
        return sum(n for _, n in facts.LOOT_GOODS[facts.LOOT.index(self.key)])


@dataclass(frozen=True, slots=True)
class Expedition:
    """An expedition under way or about to begin: strength, which pick this is, all loot."""

    strength: int
    pick: int
    picks: int
    items: list[LootItem]
    beyond: list[tuple[int, list[LootItem]]]
    """The loot out of reach, by strength."""


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
    items = [item for item in range(len(facts.LOOT)) if facts.LOOT_STRENGTH[item] <= strength]
    if not items or not strength:
        return None
    signs = tuple(sign for item in items for sign in loot_signs(item))
    names = ", ".join(context.words(f"loot.{facts.LOOT[item]}") for item in items)
    return Reach(strength, signs, names)


def expedition(context: ViewContext) -> Expedition | None:
    """The expedition that is asked about, if one is."""
    if not context.acts or not any(context.prompt.at(f"loot:{key}") for key in facts.LOOT):
        return None
    looting = looting_of(context.state)
    items = [_item(context, item, looting) for item in range(len(facts.LOOT))]
    picked = looting.taken.bit_count()
    beyond = _beyond(context, looting.strength)
    return Expedition(looting.strength, picked + 1, picked + looting.left, items, beyond)


@dataclass(frozen=True, slots=True)
class ForgeColumn:
    """A strength that could be forged: its ore, the loot it adds, and its choice or what lacks."""

    strength: int
    ore: int
    short: int
    items: tuple[LootItem, ...]
    kinds: int
    """How many kinds of loot are within reach of it."""
    choice: Choice | None
    sentence: str
    """What it opens, how much of it may be taken, and how strong the weapon is afterwards."""


@dataclass(frozen=True, slots=True)
class Forging:
    """All strengths that a dwarf could forge, and the loot beyond them."""

    columns: list[ForgeColumn]
    beyond: list[tuple[int, list[LootItem]]]
    ore: int

    @property
    def best(self) -> int:
        """The greatest strength that can be forged."""
        return max(column.strength for column in self.columns if column.choice)


def forging(context: ViewContext) -> Forging | None:
    """The weapon that is asked about, if one is."""
    choices = {VOCABULARY.arguments[one.move][0]: one for one in _forge_choices(context)}
    if not choices:
        return None
    player = context.state.players[context.state.seat]
    ore = player.goods[facts.ORE]
    columns = []
    for strength in range(1, facts.MAX_FORGE + 1):
        needs = ore_for(player.built, strength)
        kinds = sum(one <= strength for one in facts.LOOT_STRENGTH)
        items = tuple(_plain(context, item) for item in _loot_of(strength))
        choice = choices.get(strength)
        sentence = _opens(context, strength, kinds)
        short = max(needs - ore, 0)
        columns.append(ForgeColumn(strength, needs, short, items, kinds, choice, sentence))
    return Forging(columns, _beyond(context, facts.MAX_FORGE), ore)


def _opens(context: ViewContext, strength: int, kinds: int) -> str:
    takes = looting_of(context.state).left
    if not takes:
        return context.words("table.forge_opens", strength=strength, n=kinds)
    after = strength + facts.EXPEDITION_STRENGTH
    return context.words("table.forge_sum", strength=strength, n=kinds, takes=takes, after=after)


def _forge_choices(context: ViewContext) -> list[Choice]:
    if not context.acts:
        return []
    return [one for one in context.prompt.choices if VOCABULARY.kinds[one.move] == "forge"]


def _loot_of(strength: int) -> list[int]:
    return [item for item in range(len(facts.LOOT)) if facts.LOOT_STRENGTH[item] == strength]


def _beyond(context: ViewContext, strength: int) -> list[tuple[int, list[LootItem]]]:
    """The loot that takes more than a strength, by the strength it takes."""
    stronger = sorted({needs for needs in facts.LOOT_STRENGTH if needs > strength})
    return [(one, [_plain(context, item) for item in _loot_of(one)]) for one in stronger]


def _plain(context: ViewContext, item: int) -> LootItem:
    """An item by itself and in few words, wherever nothing is to be chosen."""
    key = facts.LOOT[item]
    short = f"loot_short.{key}"
    name = context.words(short if short in context.words else f"loot.{key}")
    return LootItem(key, name, facts.LOOT_STRENGTH[item], tuple(loot_signs(item)), None, False, "")


def _means(context: ViewContext, item: int) -> str:
    """What an item means to whoever may take it."""
    state: State = context.state
    player = state.players[state.seat]
    if facts.LOOT[item] == "all_weapons_plus_1":
        armed = sorted(weapon + 1 for weapon in player.weapons if weapon)
        return context.words("table.loot_weapons", weapons=", ".join(map(str, armed)))
    if facts.LOOT[item] in SINGLE_LOOT:
        places = len(single_moves(player, SINGLE_LOOT[facts.LOOT[item]], 0))
        return context.words("table.loot_places", n=places)
    if facts.LOOT[item] == "stable":
        return context.words("table.loot_free")
    if price := _price(item):
        return context.words("table.loot_for", goods=counted(tuple(price), context.words))
    for good, n in facts.LOOT_GOODS[item]:
        if good not in facts.FARM_ANIMALS:
            return context.words("table.loot_have", n=player.goods[good])
        if _has_room(state, good, n):
            return context.words("table.loot_room")
        return context.words("table.loot_no_room", n=food_of(player.built, good, n))
    return ""


def _has_room(state: State, animal: int, n: int) -> bool:
    """Whether all animals have room if some more come."""
    player = state.copy().players[state.seat]
    player.goods[animal] += n
    return all(
        player.goods[one] <= room
        for one, room in zip(facts.FARM_ANIMALS, housed(player), strict=True)
    )


def _item(context: ViewContext, item: int, looting: Looting) -> LootItem:
    key = facts.LOOT[item]
    choice = next(iter(context.prompt.at(f"loot:{key}")), None)
    priced = bool(_price(item))  # what it costs is said below its name
    return LootItem(
        key,
        context.words(f"loot_short.{key}" if priced else f"loot.{key}"),
        facts.LOOT_STRENGTH[item],
        (SIGNS[key],) if priced else tuple(loot_signs(item)),
        choice,
        has(looting.taken, item),
        _reason(context, item),
        _means(context, item) if choice else "",
    )


def loot_signs(item: int) -> list[Sign]:
    """The goods of an item, or its price and what it lets one do."""
    if facts.LOOT_GOODS[item]:
        return [Sign(TOKEN, facts.GOODS[good]) for good, _ in facts.LOOT_GOODS[item]]
    return [*(cost(good, n) for good, n in _price(item)), SIGNS[facts.LOOT[item]]]


def _price(item: int) -> list[tuple[int, int]]:
    """The goods that an item costs; none where it brings some."""
    price = facts.LOOT_COST.get(facts.LOOT[item], {})
    return [(facts.GOODS.index(good), n) for good, n in price.items() if n]


def _reason(context: ViewContext, item: int) -> str:
    """Why an item cannot be chosen, in few words; empty if it can."""
    for blocked in context.prompt.blocked_at(f"loot:{facts.LOOT[item]}"):
        if blocked.word == REASONS[LOOT_TAKEN].word:
            return context.words("table.loot_taken")
        if blocked.word == REASONS[LOOT_TOO_STRONG].word:
            return context.words("table.loot_strength", n=facts.LOOT_STRENGTH[item])
        return blocked.reason
    return ""
