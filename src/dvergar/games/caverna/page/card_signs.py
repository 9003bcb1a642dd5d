"""What the card of an action space says in signs, read off the flow that the rules use.

Each verb has a small drawing of its own, found in a table; the words that join the parts of a flow
stand between them. So a card and its rules cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from dvergar.core.presentation import ICON, WORD, Sign
from dvergar.core.words import Words
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import TUNNEL
from dvergar.games.caverna.facts.tiles import DWELLINGS, FULL_SET
from dvergar.games.caverna.page.signs import ART, JOIN, PILE, cost, gain
from dvergar.games.caverna.rules.actions import farm, land
from dvergar.games.caverna.rules.actions.expedition import Expedition, Forge
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
from dvergar.games.caverna.rules.flow import AllOf, AnyOf, First, InOrder, Joined, OneOf, Part
from dvergar.games.caverna.rules.spaces import SPACE_FLOWS, Imitate

JOINTS: Final[dict[type[Part], str]] = {
    AnyOf: "any_of",
    InOrder: "in_order",
    OneOf: "one_of",
    First: "first",
}
TWINS: Final = (
    (land.CAVERN_TUNNEL, "cavern-tunnel"),
    (land.CAVERN_CAVERN, "cavern-cavern"),
    (land.MEADOW_FIELD, "meadow-field"),
)
TAKE: Final = Sign("take")  # stands for whatever lies on the space
MAX_LINES: Final = 2  # of a card; what has more parts runs on


class Card(NamedTuple):
    """The card that is drawn: its facts, and the words of whoever reads it."""

    facts: facts.SpaceFacts
    speak: Words


Drawing = Callable[[Any, Card], list[Sign]]


def lines(key: str, players: int, goods: dict[str, int], speak: Words) -> list[list[Sign]]:
    """What a card says, line by line, with the goods that lie on it."""
    piles = _piles(_facts(key, players), goods)
    return [
        [one for sign in line for one in (piles if sign is TAKE else [sign])]
        for line in _printed(key, players, speak)
    ]


def _piles(space: facts.SpaceFacts, goods: dict[str, int]) -> list[Sign]:
    """What lies there; of what only may come to lie there, all kinds if there is nothing."""
    gathers = dict.fromkeys(facts.GOODS[good] for good, _ in space.empty + space.more)
    there = {good: goods.get(good, 0) for good in gathers}
    if any(there.values()):
        there = {good: count for good, count in there.items() if count}
    return [Sign(PILE, good, count) for good, count in there.items()]


def _facts(key: str, players: int) -> facts.SpaceFacts:
    space = facts.space_facts(facts.SPACES.index(key), players)
    assert space is not None, "a space that is not in play"
    return space


@cache
def _printed(key: str, players: int, speak: Words) -> list[list[Sign]]:
    """What is printed on a card, line by line."""
    part = SPACE_FLOWS[key]
    card = Card(_facts(key, players), speak)
    if not isinstance(part, Joined) or type(part) not in JOINTS:
        return [_signs(part, card)]
    found = []
    for number, one in enumerate(part.parts):
        signs = _signs(one, card)
        if number and signs:
            signs = [_joint(part, speak), *signs]
        if signs:
            found.append(signs)
    return found if len(found) <= MAX_LINES else [[sign for line in found for sign in line]]


def _signs(part: Part, card: Card) -> list[Sign]:
    """The signs of a part."""
    return DRAWINGS[type(part)](part, card)


def _joint(part: Part, speak: Words) -> Sign:
    return Sign(JOIN, word=speak(f"joint.{JOINTS[type(part)]}"))


def _icon(name: str, word: str, card: Card, n: int = 0) -> list[Sign]:
    return [Sign(ICON, name, n, card.speak(f"sign.{word}", n=n))]


def _plain(name: str, word: str) -> Drawing:
    """A verb that is an icon and a word."""
    return lambda _part, card: _icon(name, word, card)


def _all_of(part: AllOf, card: Card) -> list[Sign]:
    return [sign for one in part.parts for sign in _signs(one, card)]


def _joined(part: Joined, card: Card) -> list[Sign]:
    """Within a line, and/or is a stroke: cards are small."""
    between = Sign(JOIN, word="/") if type(part) is AnyOf else _joint(part, card.speak)
    found: list[Sign] = []
    for number, one in enumerate(part.parts):
        found += [between] if number else []
        found += _signs(one, card)
    return found


def _take(_part: Take, _card: Card) -> list[Sign]:
    return [TAKE]


def _goods(_part: Part, card: Card) -> list[Sign]:
    return [gain(good, amount) for good, amount in card.facts.goods]


def _gain(part: Gain, _card: Card) -> list[Sign]:
    return [gain(part.good, part.amount)]


def _ore_for_each_mine(part: OreForEachMine, card: Card) -> list[Sign]:
    return _icon("gi-mine-wagon", "per_mine", card, part.ore)


def _ruby_with_mines(part: RubyWithMines, card: Card) -> list[Sign]:
    return _icon("gi-cut-diamond", f"ruby_mines_{part.mines}", card)


def _twin(part: land.PlaceTwin, _card: Card) -> list[Sign]:
    return [Sign(ART, name) for tile, name in TWINS if tile in part.tiles]


def _ore_mine(_part: land.PlaceOreMine, _card: Card) -> list[Sign]:
    return [Sign(ART, "mine-tunnel")]


def _ruby_mine(part: land.PlaceRubyMine, _card: Card) -> list[Sign]:
    if part.land == TUNNEL:
        return [Sign(ART, "ruby-mine")]
    return [Sign(ART, "ruby-mine-deep"), gain(facts.RUBY, facts.DEEP_TUNNEL_RUBIES)]


def _small_pasture(part: farm.BuildSmallPasture, _card: Card) -> list[Sign]:
    return [cost(facts.WOOD, part.wood), Sign(ART, "fence")]


def _large_pasture(part: farm.BuildLargePasture, _card: Card) -> list[Sign]:
    return [cost(facts.WOOD, part.wood), Sign(ART, "fences")]


def _stable(part: farm.BuildStable, _card: Card) -> list[Sign]:
    return [cost(facts.STONE, part.stone), Sign(ART, "stable")]


def _furnish(part: Furnish, card: Card) -> list[Sign]:
    if part.tiles == DWELLINGS & FULL_SET:
        return _icon("gi-hobbit-door", "dwelling", card)
    return _icon("gi-hammer-nails", "furnish", card)


def _forge(_part: Forge, card: Card) -> list[Sign]:
    return _icon("gi-anvil-impact", "forge", card, facts.MAX_FORGE)


def _expedition(part: Expedition, card: Card) -> list[Sign]:
    return _icon("gi-treasure-map", "expedition", card, part.level)


def _trade_ore(part: TradeOre, card: Card) -> list[Sign]:
    pay = [cost(*goes) for goes in facts.ORE_SALE_PAY]
    get = [gain(*comes) for comes in facts.ORE_SALE_GET]
    return [*pay, *get, Sign(WORD, word=card.speak("sign.times", n=part.times))]


def _imitate(_part: Imitate, card: Card) -> list[Sign]:
    pay = [cost(facts.FOOD, card.facts.food)] if card.facts.food else []
    return [*pay, *_icon("gi-mirror-mirror", "imitate", card)]


DRAWINGS: Final[dict[type[Part], Drawing]] = {
    AllOf: _all_of,
    AnyOf: _joined,
    InOrder: _joined,
    OneOf: _joined,
    First: _joined,
    Take: _take,
    TakeGoods: _goods,
    TakeGoodsWhenever: _goods,
    Gain: _gain,
    OreForEachMine: _ore_for_each_mine,
    RubyWithMines: _ruby_with_mines,
    TakeStartingPlayer: _plain("gi-flying-flag", "first_next"),
    land.PlaceTwin: _twin,
    land.PlaceOreMine: _ore_mine,
    land.PlaceRubyMine: _ruby_mine,
    farm.BuildSmallPasture: _small_pasture,
    farm.BuildLargePasture: _large_pasture,
    farm.BuildStable: _stable,
    Furnish: _furnish,
    farm.Sow: _plain("gi-sprout", "sow"),
    GrowFamily: _plain("gi-baby-bottle", "child"),
    Forge: _forge,
    Expedition: _expedition,
    Market: _plain("gi-shop", "market"),
    TradeOre: _trade_ore,
    Imitate: _imitate,
}
"""By joining word or verb; called with the part and its card."""
