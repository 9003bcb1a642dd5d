"""What can be done on a space, from the loot list and in breeding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from tests.games.caverna.referee.herds import herd_of, houses, places
from tests.games.caverna.referee.home import (
    can_grow,
    empty_fields,
    has_room_for_twin,
    large_pastures,
    ore_mines,
    owns,
    ruby_mines,
    singles,
    small_pastures,
    stable_places,
)
from tests.games.caverna.referee.prices import furnishable
from tests.games.caverna.referee.printed import DWELLINGS, IMITATIONS, LOOT_GOODS, TAKEN_LAST, space
from tests.games.caverna.referee.shapes import FARM_ANIMALS, Goods, Pair, View


def can_sow(player: View) -> bool:
    """Whether a field and something to sow are there."""
    goods = player["goods"]
    return bool(empty_fields(player)) and bool(goods["grain"] or goods["vegetable"])


def can_fence(player: View, small: int = 2, large: int = 4) -> tuple[bool, bool]:
    """Whether a small and whether a large pasture can be built for so much wood."""
    wood = player["goods"]["wood"] + owns(player, "carpenter")
    return (
        bool(small_pastures(player)) and wood >= small,
        bool(large_pastures(player)) and wood >= large,
    )


def can_stable(player: View) -> bool:
    """Whether a stable can be built for its stone."""
    stone = player["goods"]["stone"] + owns(player, "stone_carver")
    return bool(stable_places(player)) and stone >= 1


def count_land(player: View, kind: str) -> int:
    """How many tiles of a kind lie on a board."""
    return sum(entry["land"] == kind for entry in player["board"].values())


def can_lay_land(player: View) -> bool:
    """Whether a meadow and a field find room in the forest."""
    return has_room_for_twin(player, "meadow", "field")


def can_dig(player: View) -> bool:
    """Whether a cavern and a tunnel find room in the mountain."""
    return has_room_for_twin(player, "cavern", "tunnel")


class Visit(NamedTuple):
    """A dwarf with a weapon, or 0, who would use a space."""

    player: View
    weapon: int
    tiles: Sequence[str]
    """The furnishing tiles that are still to be had."""

    def can_forge(self) -> bool:
        ore = self.player["goods"]["ore"] >= 1 or owns(self.player, "blacksmith")
        return not self.weapon and bool(ore)

    def can_furnish_dwelling(self) -> bool:
        return bool(furnishable(self.player, [one for one in self.tiles if one in DWELLINGS]))


DIGGING: Final = ("drift_mining", "drift_mining_2", "excavation")
ARMED: Final = ("logging", "exploration")
FOR_WARRIORS: Final = ("blacksmithing", "adventure")
WAYS: Final[dict[str, Callable[[Visit], bool]]] = {
    **dict.fromkeys(
        ("drift_mining", "drift_mining_2", "excavation"), lambda it: can_dig(it.player)
    ),
    **dict.fromkeys(("clearing", "sustenance"), lambda it: can_lay_land(it.player)),
    "extension": lambda it: can_lay_land(it.player) or can_dig(it.player),
    "slash_and_burn": lambda it: can_lay_land(it.player) or can_sow(it.player),
    "hardware_rental": lambda it: it.weapon > 0 or can_sow(it.player),
    **dict.fromkeys(ARMED, lambda it: it.weapon > 0),
    **dict.fromkeys(FOR_WARRIORS, lambda it: it.weapon > 0 or it.can_forge()),
    "fence_building": lambda it: any(can_fence(it.player)),
    **dict.fromkeys(TAKEN_LAST, lambda it: any(can_fence(it.player)) or can_stable(it.player)),
    "ore_mine_construction": lambda it: it.weapon > 0 or bool(ore_mines(it.player)),
    "wish_for_children": lambda it: can_grow(it.player) or it.can_furnish_dwelling(),
    "urgent_wish_for_children": lambda _: True,
    "ruby_mine_construction": lambda it: any(ruby_mines(it.player).values()),
    "family_life": lambda it: can_grow(it.player) or can_sow(it.player),
    "ore_trading": lambda it: bool(it.player["goods"]["ore"] >= 2),
    **dict.fromkeys(
        ("ore_mining", "ore_delivery"), lambda it: count_land(it.player, "ore_mine") > 0
    ),
    "ruby_mining": lambda it: count_land(it.player, "ruby_mine") >= 1,
    "ruby_delivery": lambda it: count_land(it.player, "ruby_mine") >= 2,
    **dict.fromkeys(("wood_gathering", "depot", "large_depot"), lambda _: False),
}
"""What must be possible on a space where no goods lie and none are given."""


def can_use(name: str, view: View, seat: int, weapon: int, pile: Goods, copied: bool) -> bool:
    """Whether at least one part of a space can be done by a dwarf with this weapon."""
    if name in IMITATIONS:
        return not copied and can_imitate(name, view, seat, weapon)
    here = space(name, len(view["players"]))
    assert here is not None
    if pile or here.fixed:
        return True
    return WAYS[name](Visit(view["players"][seat], weapon, view["tiles"]))


def can_imitate(name: str, view: View, seat: int, weapon: int) -> bool:
    """Whether there is food to imitate a space of somebody else, and one that can be used."""
    return bool(view["players"][seat]["goods"]["food"] >= IMITATIONS[name]) and any(
        other["occupant"] not in (None, seat)
        and other["space"] != "starting_player"
        and can_use(other["space"], view, seat, weapon, {}, copied=True)
        for other in view["spaces"]
    )


def can_loot(item: str, view: View, seat: int, pastures: Iterable[Pair]) -> bool:
    """Whether an item of the loot list can be taken now, strength aside."""
    player: View = view["players"][seat]
    if item in LOOT_GOODS or item == "all_weapons_plus_1":
        return True
    if item in ("meadow", "field", "tunnel", "cavern"):
        return bool(singles(player, item))
    if item == "furnish_cavern":
        return bool(furnishable(player, view["tiles"]))
    if item == "ordinary_dwelling":
        return bool(furnishable(player, ["dwelling"], {"wood": 2, "stone": 2}))
    if item == "stable":
        return bool(stable_places(player))
    if item == "small_pasture":
        return can_fence(player, small=1)[0]
    if item == "large_pasture":
        return can_fence(player, large=2)[1]
    if item == "sow":
        return can_sow(player)
    assert item == "breed_2"
    return bool(broods(player, pastures, 2))


def broods(player: View, pastures: Iterable[Pair], most: int = 4) -> list[set[int]]:
    """The sets of up to so many kinds of which a young each has room, the empty one left out."""
    herd = herd_of(player)
    where, dogs = places(player, pastures), player["goods"]["dog"]
    kinds = [kind for kind in range(4) if herd[kind] >= 2]
    fitting = []
    for mask in range(1, 1 << len(kinds)):
        young = {kind for place, kind in enumerate(kinds) if mask >> place & 1}
        more = [number + (kind in young) for kind, number in enumerate(herd)]
        if len(young) <= most and houses(where, dogs, (more[0], more[1], more[2], more[3])):
            fitting.append(young)
    return fitting


def named_young(young: set[int]) -> tuple[str, ...]:
    """The kinds of some young by name."""
    return tuple(FARM_ANIMALS[kind] for kind in sorted(young))


def litters(player: View, pastures: Iterable[Pair], most: int = 4) -> list[tuple[str, ...]]:
    """The sets of young that can come together, without those that leave out one that fits.

    One empty set if none fits.
    """
    fitting: list[set[int]] = [set(), *broods(player, pastures, most)]
    best = [young for young in fitting if not any(young < other for other in fitting)]
    return [named_young(young) for young in best]
