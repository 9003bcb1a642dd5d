"""What one does on each action space, as its card says it, and imitating an occupied one.

Its numbers are in `spaces.toml` and are looked up by the name of the card; what is the same
everywhere (fences, stables, sowing, selling ore) is in `game.toml`.
"""

from __future__ import annotations

from typing import Final

from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import DEEP_TUNNEL, TUNNEL
from dvergar.games.caverna.facts.tiles import DWELLINGS, FULL_SET
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.rules.actions import farm, land
from dvergar.games.caverna.rules.actions.expedition import LOOT_PARTS, Expedition, Forge
from dvergar.games.caverna.rules.actions.furnish import Furnish, GrowFamily
from dvergar.games.caverna.rules.actions.goods import (
    Gain,
    Market,
    OreForEachMine,
    RubyWithMines,
    Take,
    TakeGoods,
    TakeGoodsWhenever,
    TakeStartingPlayer,
    TradeOre,
)
from dvergar.games.caverna.rules.flow import (
    Joined,
    Part,
    Verb,
    all_of,
    any_of,
    first,
    in_order,
    one_of,
)
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import Beginning
from dvergar.games.caverna.state.state import State


class Imitate(Verb):
    """Use another space as if one's dwarf stood there.

    It is given the flows of all spaces, a list that is filled when they are written down.
    """

    def __init__(self, flows: list[Part]) -> None:
        super().__init__()
        self.flows = flows

    def why_not(self, attempt: reasons.Attempt) -> int:
        if attempt.goods[facts.FOOD] < attempt.state.variant.imitation_food[attempt.space]:
            return reasons.NO_FOOD_TO_IMITATE
        others = occupied_by_others(attempt)
        if not others:
            return why_nobody(attempt)
        for space in others:
            if self.can_imitate(attempt, space):
                return reasons.POSSIBLE
        return reasons.NOTHING_TO_IMITATE

    def can_imitate(self, attempt: reasons.Attempt, space: int) -> bool:
        """Whether something can be done on a space once the food is paid."""
        food = attempt.state.variant.imitation_food[attempt.space]
        return self.flows[space].why_not(attempt.imitate(space, food)) == reasons.POSSIBLE

    def moves(self, attempt: reasons.Attempt) -> list[int]:
        if attempt.goods[facts.FOOD] < attempt.state.variant.imitation_food[attempt.space]:
            return []
        return [
            moves.IMITATE + space
            for space in occupied_by_others(attempt)
            if self.can_imitate(attempt, space)
        ]

    def accepts(self, _attempt: reasons.Attempt, move: int) -> bool:
        return moves.KIND[move] == moves.IMITATE

    def do(self, state: State, move: int) -> None:
        pay(state, state.seat, facts.FOOD, state.variant.imitation_food[state.space])
        state.space = moves.ARGUMENT[move]
        state.imitating = True
        state.trail.append(("imitate", state.seat, state.space))
        state.stack.append(Beginning(state.seat, self.flows[state.space].number))


def occupied_by_others(attempt: reasons.Attempt) -> list[int]:
    """The spaces with an opponent's dwarf that may be imitated at all."""
    variant = attempt.state.variant
    return [
        space
        for space in variant.spaces
        if is_with_other(attempt.state, space)
        and space != facts.STARTING_PLAYER
        and not variant.is_imitation[space]
    ]


def is_with_other(state: State, space: int) -> bool:
    """Whether an opponent's dwarf is on a space."""
    return state.occupant[space] >= 0 and state.occupant[space] != state.seat


def why_nobody(attempt: reasons.Attempt) -> int:
    """Why there is no space to imitate: no opponent's dwarf is out, or only where it is no use."""
    if is_with_other(attempt.state, facts.STARTING_PLAYER):
        return reasons.ONLY_STARTING_PLAYER
    variant = attempt.state.variant
    for space in variant.spaces:
        if variant.is_imitation[space] and is_with_other(attempt.state, space):
            return reasons.ONLY_IMITATION
    return reasons.NOBODY_TO_IMITATE


SPACE_PARTS: Final[list[Part]] = []
"""The flow of each space, by its number."""

take: Final = Take()
goods: Final = TakeGoods()
goods_whenever: Final = TakeGoodsWhenever()
starting_player_token: Final = TakeStartingPlayer()
sow: Final = farm.Sow()
grow_family: Final = GrowFamily()
forge: Final = Forge()
market: Final = Market()
trade_ore: Final = TradeOre()
imitate: Final = Imitate(SPACE_PARTS)
furnish: Final = Furnish(FULL_SET, as_loot=False)
furnish_dwelling: Final = Furnish(DWELLINGS & FULL_SET, as_loot=False)
small_pasture: Final = farm.BuildSmallPasture(facts.SMALL_PASTURE_WOOD)
large_pasture: Final = farm.BuildLargePasture(facts.LARGE_PASTURE_WOOD)
stable: Final = farm.BuildStable(facts.STABLE_STONE)
place_ore_mine: Final = land.PlaceOreMine()
ruby_mine_on_tunnel: Final = land.PlaceRubyMine(TUNNEL)
ruby_mine_on_deep_tunnel: Final = land.PlaceRubyMine(DEEP_TUNNEL)


def place(*tiles: land.TwinTile) -> Part:
    """Place a twin tile of one of these sorts."""
    return land.PlaceTwin(tiles)


def reward(card: str, good: int) -> Part:
    """What the card gives of a good beside one of its parts."""
    return Gain(good, facts.PRINTED[card].rewarded(good))


def expedition(card: str) -> Part:
    """Go on an expedition of the card's level with an armed dwarf."""
    return Expedition(facts.PRINTED[card].expedition)


def ore_for_each_mine(card: str) -> Part:
    """The card's ore for each ore mine one has."""
    return OreForEachMine(facts.PRINTED[card].ore_for_each_mine)


def ruby_with_mines(card: str) -> Part:
    """The card's ruby if one has as many ruby mines as it asks for."""
    return RubyWithMines(facts.PRINTED[card].mines_for_ruby, facts.PRINTED[card].ruby)


SPACE_FLOWS: Final[dict[str, Part]] = {
    # The boards.
    "drift_mining": any_of(take, place(land.CAVERN_TUNNEL)),
    "drift_mining_2": any_of(take, place(land.CAVERN_TUNNEL)),
    "excavation": any_of(take, place(land.CAVERN_TUNNEL, land.CAVERN_CAVERN)),
    "starting_player": all_of(starting_player_token, take, goods),
    "logging": in_order(take, expedition("logging")),
    "supplies": goods,
    "growth": one_of(goods, grow_family),
    "ore_mining": all_of(take, ore_for_each_mine("ore_mining")),
    "wood_gathering": take,
    "clearing": any_of(take, place(land.MEADOW_FIELD)),
    "sustenance": any_of(all_of(take, goods), place(land.MEADOW_FIELD)),
    "ruby_mining": all_of(take, ruby_with_mines("ruby_mining")),
    "housework": any_of(goods_whenever, furnish),
    "slash_and_burn": in_order(place(land.MEADOW_FIELD), sow),
    "strip_mining": all_of(take, goods),
    "forest_exploration": all_of(take, goods),
    "imitation_4": imitate,
    "imitation_2": imitate,
    "imitation_1": imitate,
    "imitation_0": imitate,
    "depot": take,
    "small_scale_drift_mining": any_of(goods, place(land.CAVERN_TUNNEL)),
    "weekly_market": in_order(goods, market),
    "hardware_rental": in_order(goods, expedition("hardware_rental"), sow),
    "fence_building": in_order(take, any_of(small_pasture, large_pasture)),
    "large_depot": take,
    "extension": one_of(
        all_of(place(land.MEADOW_FIELD), reward("extension", facts.WOOD)),
        all_of(place(land.CAVERN_TUNNEL), reward("extension", facts.STONE)),
    ),
    # Stage 1.
    "blacksmithing": in_order(forge, expedition("blacksmithing")),
    "sheep_farming": in_order(any_of(small_pasture, large_pasture, stable), take),
    "ore_mine_construction": in_order(
        all_of(place_ore_mine, reward("ore_mine_construction", facts.ORE)),
        expedition("ore_mine_construction"),
    ),
    # Stage 2.
    "wish_for_children": one_of(grow_family, furnish_dwelling),
    "urgent_wish_for_children": one_of(
        first(furnish_dwelling, then=grow_family), reward("urgent_wish_for_children", facts.GOLD)
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
SPACE_PARTS.extend([SPACE_FLOWS[space] for space in facts.SPACES])

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
