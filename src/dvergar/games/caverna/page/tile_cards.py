"""Furnishing tiles as cards: colour, icon, price, points and what they do in a few words.

Tiles with a star show the points they would bring the player as things are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from dvergar.core.languages import signed
from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Blocked, Choice
from dvergar.core.sets import bit, has
from dvergar.core.words import Words
from dvergar.games.caverna.facts import tiles
from dvergar.games.caverna.facts.board import FURNISHED
from dvergar.games.caverna.facts.game import GOODS
from dvergar.games.caverna.page.player_key import PlayerKey
from dvergar.games.caverna.presentation.blocked import counted, reason, short_of
from dvergar.games.caverna.rules import score
from dvergar.games.caverna.rules.actions.furnish import site_moves, why_not_have
from dvergar.games.caverna.rules.housing import housed
from dvergar.games.caverna.rules.ledger import price
from dvergar.games.caverna.rules.reasons import POSSIBLE
from dvergar.games.caverna.state.moves import CELL_A, VOCABULARY
from dvergar.games.caverna.state.state import Player, State

TILE_PICTURES: Final = {
    "entry_level_dwelling": "gi-hobbit-door",
    "dwelling": "gi-hobbit-door",
    "simple_dwelling_4_2": "gi-bed",
    "simple_dwelling_3_3": "gi-bed",
    "mixed_dwelling": "gi-barn",
    "couple_dwelling": "gi-bunk-beds",
    "additional_dwelling": "gi-wood-cabin",
    "cuddle_room": "gi-sheep",
    "breakfast_room": "gi-fried-eggs",
    "stubble_room": "gi-high-grass",
    "work_room": "gi-mining-helmet",
    "guest_room": "gi-house-keys",
    "office_room": "gi-desk",
    "carpenter": "gi-hand-saw",
    "stone_carver": "gi-chisel",
    "blacksmith": "gi-blacksmith",
    "miner": "gi-miner",
    "builder": "gi-brick-wall",
    "trader": "gi-trade",
    "wood_supplier": "gi-wood-pile",
    "stone_supplier": "gi-brick-pile",
    "ruby_supplier": "gi-swap-bag",
    "dog_school": "gi-sitting-dog",
    "quarry": "gi-mining",
    "seam": "gi-ore",
    "slaughtering_cave": "gi-meat-cleaver",
    "cooking_cave": "gi-cauldron",
    "working_cave": "gi-camp-cooking-pot",
    "mining_cave": "gi-underground-cave",
    "breeding_cave": "gi-nest-eggs",
    "peaceful_cave": "gi-peace-dove",
    "weaving_parlor": "gi-wool",
    "milking_parlor": "gi-full-wood-bucket",
    "state_parlor": "gi-queen-crown",
    "hunting_parlor": "gi-hunting-horn",
    "beer_parlor": "gi-beer-stein",
    "blacksmithing_parlor": "gi-anvil-impact",
    "stone_storage": "gi-stone-block",
    "ore_storage": "gi-barrel",
    "spare_part_storage": "gi-wooden-crate",
    "main_storage": "gi-warehouse",
    "weapon_storage": "gi-battle-axe",
    "supplies_storage": "gi-knapsack",
    "broom_chamber": "gi-broom",
    "treasure_chamber": "gi-open-treasure-chest",
    "food_chamber": "gi-fruit-bowl",
    "prayer_chamber": "gi-prayer",
    "writing_chamber": "gi-quill-ink",
    "fodder_chamber": "gi-pitchfork",
}


STARS: Final = [tile for tile in range(tiles.TILE_COUNT) if tiles.HAS_STAR[tile]]
BY_PLACE: Final = frozenset(
    tile for tile, _, what, _ in tiles.AT_SCORING if what == score.ADJACENT_DWELLING
)
"""Those whose points hang on where they lie."""


def star_points(player: Player, on_offer: int) -> tuple[int | None, ...]:
    """The points that each of STARS would bring; None: not on offer, or without a place."""
    herd = housed(player)
    before = score.bonus_points(player, player.goods, herd)
    return tuple(
        _points(player, tile, herd, before) if has(on_offer, tile) else None for tile in STARS
    )


def _points(player: Player, tile: int, herd: list[int], before: int) -> int | None:
    other = player.copy()
    other.built |= bit(tile)
    if tile not in BY_PLACE:
        return (
            tiles.POINTS[tile]
            + score.bonus_points(other, player.goods, herd)
            - before
            + _saved(other, player)
        )
    found = []
    for move in site_moves(player, tile):
        other.land = player.land
        other.cover(CELL_A[move], FURNISHED + tile)
        found.append(tiles.POINTS[tile] + score.bonus_points(other, player.goods, herd) - before)
    return max(found, default=None)


def _saved(other: Player, player: Player) -> int:
    """The lost points that a tile takes away."""
    if not tiles.CANCELS:
        return 0
    lost = score.points_lost(player)
    return min(lost, score.points_cancelled(other.built)) - min(
        lost, score.points_cancelled(player.built)
    )


MAX_CACHED_OFFERS: Final = 300
MAX_CACHED_CARDS: Final = 3000

_ANCHORS: Final = {f"tile:{name}": tile for tile, name in enumerate(tiles.TILES)}


Price = tuple[tuple[str, int, bool], ...]
"""Goods, how many, and whether they are short."""


@dataclass(frozen=True, slots=True, eq=False)
class TileFace:
    """What is printed on a tile; there is one of each in a language."""

    key: str
    name: str
    colour: str
    icon: str
    points: str
    effect: str


@dataclass(frozen=True, slots=True, eq=False)
class TileCard:
    """A tile on offer: its price for one player with what is short of it, and its choice.

    Cards that say the same are one and the same.

    `now` are the points that a tile with a star would bring as things are; none where it has none,
    or no place. It `adds` points if these or the printed ones are more than nothing.
    """

    face: TileFace
    price: Price
    reason: str
    choice: Choice | None
    now: int | None
    adds: bool


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """All tiles on offer by colour; those with the same prices for a player are the same offer.

    While one is to be chosen, those that can be are choices, and the others say why not.
    """

    colours: tuple[tuple[str, tuple[TileCard, ...]], ...]
    choosing: bool

    @property
    def count(self) -> int:
        """How many tiles there are."""
        return sum(len(cards) for _, cards in self.colours)

    @property
    def choices(self) -> list[Choice]:
        """Those that can be chosen."""
        return [card.choice for _, cards in self.colours for card in cards if card.choice]


_card = lru_cache(MAX_CACHED_CARDS)(TileCard)


@cache
def face(tile: int, speak: Words) -> TileFace:
    """The printed side of a tile in a language."""
    key = tiles.TILES[tile]
    return TileFace(
        key,
        speak(f"tile.{key}"),
        tiles.COLOURS[tiles.COLOUR[tile]],
        TILE_PICTURES[key],
        "★" if tiles.HAS_STAR[tile] else signed(tiles.POINTS[tile]),
        speak(f"effect.{key}"),
    )


def offer(context: ViewContext, seat: int) -> Offer:
    """All tiles on offer, by colour, as a player sees them; with choices if one is asked for."""
    state: State = context.state
    choices = tuple(
        choice
        for choice in (context.prompt.choices if context.acts else ())
        if VOCABULARY.kinds[choice.move] == "furnish"
    )
    player = state.players[state.seat if choices else seat]
    blocked = tuple(one for one in context.prompt.blocked if choices and one.anchor in _ANCHORS)
    key = PlayerKey.for_tiles(player)
    prices = _prices(state.tiles, key, context.words, choices, blocked)
    return _offer(prices, star_points(player, state.tiles))


@dataclass(frozen=True, slots=True, eq=False)
class _Prices:
    """All that cards say but for points that hang on what one has; one object for the same."""

    tiles: tuple[tuple[int, TileFace, Price, str, Choice | None], ...]
    choosing: bool


@lru_cache(MAX_CACHED_OFFERS)
def _prices(
    on_offer: int,
    key: PlayerKey,
    speak: Words,
    choices: tuple[Choice, ...],
    blocked: tuple[Blocked, ...],
) -> _Prices:
    player = key.player
    reasons = {_ANCHORS[one.anchor]: one.reason for one in blocked}
    chosen = {VOCABULARY.arguments[choice.move][0]: choice for choice in choices}
    found = []
    for tile in range(tiles.TILE_COUNT):
        if not has(on_offer, tile):
            continue
        choice = chosen.get(tile)
        cost = price(player.built, tile, as_loot=False)
        parts = tuple(
            (GOODS[good], amount, player.goods[good] < amount and choice is None)
            for good, amount in zip(tiles.PRICE_GOODS, cost, strict=True)
            if amount
        )
        why = reasons.get(tile, "") if choices else _reason(tile, player, speak)
        found.append((tile, face(tile, speak), parts, why, choice))
    found.sort(key=lambda one: one[-1] is None)
    return _Prices(tuple(found), bool(choices))


@lru_cache(MAX_CACHED_OFFERS)
def _offer(prices: _Prices, stars: tuple[int | None, ...]) -> Offer:
    colours: list[list[TileCard]] = [[] for _ in tiles.COLOURS]
    for tile, printed, cost, why, choice in prices.tiles:
        now = stars[STARS.index(tile)] if tiles.HAS_STAR[tile] else None
        adds = (now or 0) > 0 or (now is None and tiles.POINTS[tile] > 0)
        colours[tiles.COLOUR[tile]].append(_card(printed, cost, why, choice, now, adds))
    shelves = zip(tiles.COLOURS, map(tuple, colours), strict=True)
    return Offer(tuple(shelves), prices.choosing)


def _reason(tile: int, player: Player, speak: Words) -> str:
    """Why a player could not have a tile if it were asked now; empty if nothing is in the way."""
    why = why_not_have(player, player.goods, tile, as_loot=False)
    if why == POSSIBLE:
        return ""
    return reason(why, counted(short_of(player, tile, as_loot=False), speak), speak)
