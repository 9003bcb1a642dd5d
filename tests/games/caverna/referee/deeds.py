"""What can be done on a space, from the loot list and in breeding."""

from __future__ import annotations

from collections.abc import Iterable

from tests.games.caverna.referee.herds import herd_of, houses, places
from tests.games.caverna.referee.home import (
    can_grow,
    empty_fields,
    large_pastures,
    ore_mines,
    owns,
    ruby_mines,
    singles,
    small_pastures,
    stable_places,
    twins,
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


def can_use(name: str, view: View, seat: int, weapon: int, pile: Goods, copied: bool) -> bool:
    """Whether at least one part of a space can be done by a dwarf with this weapon."""
    player, players = view["players"][seat], len(view["players"])
    here = space(name, players)
    assert here is not None
    if name in IMITATIONS:
        return (
            not copied
            and player["goods"]["food"] >= IMITATIONS[name]
            and any(
                other["occupant"] not in (None, seat)
                and other["space"] != "starting_player"
                and can_use(other["space"], view, seat, weapon, {}, copied=True)
                for other in view["spaces"]
            )
        )
    if pile or here.fixed:
        return True
    forge = not weapon and (player["goods"]["ore"] >= 1 or owns(player, "blacksmith"))
    dwellings = [tile for tile in view["tiles"] if tile in DWELLINGS]
    if name in ("drift_mining", "drift_mining_2", "excavation"):
        return bool(twins(player, "cavern", "tunnel"))
    if name in ("clearing", "sustenance"):
        return bool(twins(player, "meadow", "field"))
    if name == "extension":
        return bool(twins(player, "meadow", "field") or twins(player, "cavern", "tunnel"))
    if name == "slash_and_burn":
        return bool(twins(player, "meadow", "field")) or can_sow(player)
    if name == "hardware_rental":
        return weapon > 0 or can_sow(player)
    if name in ("logging", "exploration"):
        return weapon > 0
    if name in ("blacksmithing", "adventure"):
        return weapon > 0 or forge
    if name == "fence_building":
        return any(can_fence(player))
    if name in TAKEN_LAST:
        return any(can_fence(player)) or can_stable(player)
    if name == "ore_mine_construction":
        return weapon > 0 or bool(ore_mines(player))
    if name == "wish_for_children":
        return can_grow(player) or bool(furnishable(player, dwellings))
    if name == "urgent_wish_for_children":
        return True
    if name == "ruby_mine_construction":
        return any(ruby_mines(player).values())
    if name == "family_life":
        return can_grow(player) or can_sow(player)
    if name == "ore_trading":
        return bool(player["goods"]["ore"] >= 2)
    if name in ("ore_mining", "ore_delivery"):
        return count_land(player, "ore_mine") > 0
    if name in ("ruby_mining", "ruby_delivery"):
        return count_land(player, "ruby_mine") >= (1 if name == "ruby_mining" else 2)
    assert name in ("wood_gathering", "depot", "large_depot"), name
    return False


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
    return bool(litters(player, pastures, 2)[0])


def litters(player: View, pastures: Iterable[Pair], most: int = 4) -> list[tuple[str, ...]]:
    """The sets of young that can come together, without those that leave out one that fits.

    One empty set if none fits.
    """
    herd = herd_of(player)
    where, dogs = places(player, pastures), player["goods"]["dog"]
    kinds = [kind for kind in range(4) if herd[kind] >= 2]
    fitting = []
    for mask in range(1 << len(kinds)):
        young = {kind for place, kind in enumerate(kinds) if mask >> place & 1}
        more = [number + (kind in young) for kind, number in enumerate(herd)]
        if len(young) <= most and houses(where, dogs, (more[0], more[1], more[2], more[3])):
            fitting.append(young)
    best = [young for young in fitting if not any(young < other for other in fitting)]
    return [tuple(FARM_ANIMALS[kind] for kind in sorted(young)) for young in best]
