"""The loot of an expedition by strength: what can be taken, what was, and what is out of reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from dvergar.games.caverna import flow
from dvergar.games.caverna.facts import LOOT, LOOT_GOODS, LOOT_STRENGTH
from dvergar.games.caverna.frames import LOOTING
from dvergar.games.caverna.goods import GOODS, STONE, WOOD
from dvergar.games.caverna.page import bits
from dvergar.games.caverna.page.bits import ART, ICON, TOKEN, Bit
from dvergar.games.caverna.page.cards import part_reason

if TYPE_CHECKING:
    from dvergar.core.prompt import Choice
    from dvergar.core.scene import Sight

SIGNS: Final = {
    "all_weapons_plus_1": [Bit(ICON, "gi-battle-axe")],
    "furnish_cavern": [Bit(ICON, "gi-hammer-nails")],
    "stable": [Bit(ART, "stable")],
    "tunnel": [Bit(ART, "tunnel")],
    "small_pasture": [bits.cost(WOOD, 1), Bit(ART, "fence")],
    "large_pasture": [bits.cost(WOOD, 2), Bit(ART, "fences")],
    "meadow": [Bit(ART, "meadow")],
    "ordinary_dwelling": [
        bits.cost(WOOD, 2),
        bits.cost(STONE, 2),
        Bit(ICON, "gi-hobbit-door"),
    ],
    "field": [Bit(ART, "field")],
    "sow": [Bit(ICON, "gi-sprout")],
    "cavern": [Bit(ART, "cavern")],
    "breed_2": [Bit(ICON, "gi-nest-eggs")],
}


@dataclass(frozen=True, slots=True)
class LootItem:
    """One loot: what it brings, the strength it takes, and its choice or why there is none."""

    key: str
    name: str
    strength: int
    signs: list[Bit]
    choice: Choice | None
    taken: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Expedition:
    """An expedition under way or about to begin: strength, which pick this is, all loot."""

    strength: int
    pick: int
    picks: int
    items: list[LootItem]


def expedition(sight: Sight) -> Expedition | None:
    """The expedition that is asked about, if one is."""
    choices = {c.anchor: c for c in sight.prompt.choices if c.anchor.startswith("loot:")}
    state = sight.state
    if not choices or not sight.acts:
        return None
    kind, seat, a, b, c = state.stack[-1]
    under_way = kind == LOOTING
    strength = c if under_way else state.players[seat].weapons[state.dwarf]
    taken = b if under_way else 0
    left = a if under_way else _level(state, state.caverna.roots[state.space])
    items = []
    for number, key in enumerate(LOOT):
        items.append(
            LootItem(
                key,
                sight.words(f"loot.{key}"),
                LOOT_STRENGTH[number],
                [Bit(TOKEN, GOODS[good]) for good, _ in LOOT_GOODS[number]] or SIGNS[key],
                choices.get(f"loot:{key}"),
                bool(taken >> number & 1),
                _reason(sight, number, strength, taken),
            )
        )
    picked = taken.bit_count()
    return Expedition(strength, picked + 1, picked + left, items)


def _reason(sight: Sight, item: int, strength: int, taken: int) -> str:
    if taken >> item & 1:
        return sight.words("table.loot_taken")
    if LOOT_STRENGTH[item] > strength:
        return sight.words("table.loot_strength", n=LOOT_STRENGTH[item])
    node = sight.state.caverna.loot[item]
    reason = part_reason(sight.state, node) if node >= 0 else ""
    return sight.words(f"blocked.{reason}") if reason else ""


def _level(state: Any, node: int) -> int:
    """How much may be looted on an expedition of a space."""
    flows = state.caverna.flows
    if flows.kind[node] == flow.EXPEDITION:
        level: int = flows.a[node]
        return level
    return max((_level(state, part) for part in flows.parts[node]), default=0)
