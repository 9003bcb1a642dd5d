"""What one does on each action space, as its card says it.

Its numbers stand in `spaces.toml` and are looked up by the name of the card; what is the same
everywhere (fences, stables, sowing, selling ore) stands in `game.toml`.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts.board import DEEP_TUNNEL, TUNNEL
from dvergar.games.caverna.facts.game import (
    LARGE_PASTURE_WOOD,
    SMALL_PASTURE_WOOD,
    STABLE_STONE,
)
from dvergar.games.caverna.facts.goods import GOLD, ORE, STONE, WOOD
from dvergar.games.caverna.facts.spaces import PRINTED, SPACES
from dvergar.games.caverna.facts.tiles import DWELLINGS, FULL_SET
from dvergar.games.caverna.rules.actions.build_fence import BuildLargePasture, BuildSmallPasture
from dvergar.games.caverna.rules.actions.build_stable import BuildStable
from dvergar.games.caverna.rules.actions.expedition import Expedition
from dvergar.games.caverna.rules.actions.forge import Forge
from dvergar.games.caverna.rules.actions.furnish import Furnish
from dvergar.games.caverna.rules.actions.grow_family import GrowFamily
from dvergar.games.caverna.rules.actions.imitate import Imitate
from dvergar.games.caverna.rules.actions.loot import LOOT_PARTS
from dvergar.games.caverna.rules.actions.market import Market
from dvergar.games.caverna.rules.actions.mines import OreForEachMine, RubyWithMines
from dvergar.games.caverna.rules.actions.ore_trading import TradeOre
from dvergar.games.caverna.rules.actions.place_ruby_mine import PlaceRubyMine
from dvergar.games.caverna.rules.actions.place_twin import (
    CAVERN_CAVERN,
    CAVERN_TUNNEL,
    MEADOW_FIELD,
    PlaceOreMine,
    PlaceTwin,
    TwinTile,
)
from dvergar.games.caverna.rules.actions.sow import Sow
from dvergar.games.caverna.rules.actions.starting_player import TakeStartingPlayer
from dvergar.games.caverna.rules.actions.take import Gain, Take, TakeGoods, TakeGoodsWhenever
from dvergar.games.caverna.rules.flow import (
    Joined,
    Part,
    all_of,
    any_of,
    first,
    in_order,
    one_of,
)

SPACE_PARTS: Final[list[Part]] = []
"""The flow of each space, by its number."""

take: Final = Take()
goods: Final = TakeGoods()
goods_whenever: Final = TakeGoodsWhenever()
starting_player_token: Final = TakeStartingPlayer()
sow: Final = Sow()
grow_family: Final = GrowFamily()
forge: Final = Forge()
market: Final = Market()
trade_ore: Final = TradeOre()
imitate: Final = Imitate(SPACE_PARTS)
furnish: Final = Furnish(FULL_SET, as_loot=False)
furnish_dwelling: Final = Furnish(DWELLINGS & FULL_SET, as_loot=False)
small_pasture: Final = BuildSmallPasture(SMALL_PASTURE_WOOD)
large_pasture: Final = BuildLargePasture(LARGE_PASTURE_WOOD)
stable: Final = BuildStable(STABLE_STONE)
place_ore_mine: Final = PlaceOreMine()
ruby_mine_on_tunnel: Final = PlaceRubyMine(TUNNEL)
ruby_mine_on_deep_tunnel: Final = PlaceRubyMine(DEEP_TUNNEL)


def place(*tiles: TwinTile) -> Part:
    """Place a twin tile of one of these sorts."""
    return PlaceTwin(tiles)


def reward(card: str, good: int) -> Part:
    """What the card gives of a good beside one of its parts."""
    return Gain(good, PRINTED[card].rewarded(good))


def expedition(card: str) -> Part:
    """Go on an expedition of the card's level with an armed dwarf."""
    return Expedition(PRINTED[card].expedition)


def ore_for_each_mine(card: str) -> Part:
    """The card's ore for each ore mine one has."""
    return OreForEachMine(PRINTED[card].ore_for_each_mine)


def ruby_with_mines(card: str) -> Part:
    """The card's ruby if one has as many ruby mines as it asks for."""
    return RubyWithMines(PRINTED[card].mines_for_ruby, PRINTED[card].ruby)


SPACE_FLOWS: Final[dict[str, Part]] = {
    # The boards.
    "drift_mining": any_of(take, place(CAVERN_TUNNEL)),
    "drift_mining_2": any_of(take, place(CAVERN_TUNNEL)),
    "excavation": any_of(take, place(CAVERN_TUNNEL, CAVERN_CAVERN)),
    "starting_player": all_of(starting_player_token, take, goods),
    "logging": in_order(take, expedition("logging")),
    "supplies": goods,
    "growth": one_of(goods, grow_family),
    "ore_mining": all_of(take, ore_for_each_mine("ore_mining")),
    "wood_gathering": take,
    "clearing": any_of(take, place(MEADOW_FIELD)),
    "sustenance": any_of(all_of(take, goods), place(MEADOW_FIELD)),
    "ruby_mining": all_of(take, ruby_with_mines("ruby_mining")),
    "housework": any_of(goods_whenever, furnish),
    "slash_and_burn": in_order(place(MEADOW_FIELD), sow),
    "strip_mining": all_of(take, goods),
    "forest_exploration": all_of(take, goods),
    "imitation_4": imitate,
    "imitation_2": imitate,
    "imitation_1": imitate,
    "imitation_0": imitate,
    "depot": take,
    "small_scale_drift_mining": any_of(goods, place(CAVERN_TUNNEL)),
    "weekly_market": in_order(goods, market),
    "hardware_rental": in_order(goods, expedition("hardware_rental"), sow),
    "fence_building": in_order(take, any_of(small_pasture, large_pasture)),
    "large_depot": take,
    "extension": one_of(
        all_of(place(MEADOW_FIELD), reward("extension", WOOD)),
        all_of(place(CAVERN_TUNNEL), reward("extension", STONE)),
    ),
    # Stage 1.
    "blacksmithing": in_order(forge, expedition("blacksmithing")),
    "sheep_farming": in_order(any_of(small_pasture, large_pasture, stable), take),
    "ore_mine_construction": in_order(
        all_of(place_ore_mine, reward("ore_mine_construction", ORE)),
        expedition("ore_mine_construction"),
    ),
    # Stage 2.
    "wish_for_children": one_of(grow_family, furnish_dwelling),
    "urgent_wish_for_children": one_of(
        first(furnish_dwelling, then=grow_family), reward("urgent_wish_for_children", GOLD)
    ),
    "donkey_farming": in_order(any_of(small_pasture, large_pasture, stable), take),
    "ruby_mine_construction": one_of(ruby_mine_on_tunnel, ruby_mine_on_deep_tunnel),
    # Stage 3.
    "family_life": any_of(grow_family, sow),
    "exploration": expedition("exploration"),
    "ore_delivery": all_of(take, ore_for_each_mine("ore_delivery")),
    # Stage 4.
    "adventure": in_order(forge, first(expedition("adventure"), then=expedition("adventure"))),
    "ore_trading": trade_ore,
    "ruby_delivery": all_of(take, ruby_with_mines("ruby_delivery")),
}
SPACE_PARTS.extend([SPACE_FLOWS[space] for space in SPACES])

PARTS: Final[list[Part]] = []
"""All parts by the number that frames name them by."""


def _give_numbers(part: Part) -> None:
    if part.number < 0:
        part.number = len(PARTS)
        PARTS.append(part)
        if isinstance(part, Joined):
            for one in part.parts:
                _give_numbers(one)


for _part in [*SPACE_PARTS, *LOOT_PARTS]:
    if _part is not None:
        _give_numbers(_part)
