"""Where each feature is in the list, and the features of a seat's own things.

A feature is a small number, mostly a count. The list starts as zeros, and only what is there is
written into it. A seat's own things are points, goods, family, food and land.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.bots.evaluate import Prospect, next_meal, terms
from dvergar.games.caverna.facts import board, game as facts, tiles
from dvergar.games.caverna.rules import score
from dvergar.games.caverna.rules.housing import ROOMS, housed, stalls
from dvergar.games.caverna.rules.ledger import food_for_gold
from dvergar.games.caverna.state.pending import HARVESTS, KIND_COUNT
from dvergar.games.caverna.state.state import HOME, NEWBORN, Player, State

TERMS: Final = ("points", "family", "food", "goods", "land", "herds", "arms", "tiles")
"""What `evaluate` adds up."""
MEALS: Final = ("asked", "in_rounds", "short", "in_hand", "eatable", "begging_ahead")
FAMILY: Final = ("beds_free", "newborn", "at_home", "sixth_bed", "armed", "unarmed_at_home")
LAND: Final = (
    "meadow",
    "field",
    "grain_fields",
    "vegetable_fields",
    "grain",
    "vegetables",
    "small_pasture",
    "large_pasture",
    "tunnel",
    "deep_tunnel",
    "cavern",
    "ore_mine",
    "ruby_mine",
    "furnished",
    "bare_forest",
    "bare_mountain",
    "lone_bare_forest",
    "lone_bare_mountain",
    "meadow_pairs",
    "tunnel_pairs",
    "stables_left",
)
TIME: Final = ("rounds", "placements", "breeding_harvests", "work", "harvest", "ending", "reds")
TURN: Final = ("starts_next", "starts_now", "others_before", "others_at_home", "others_family")
PENDING: Final = (
    "parts_done",
    "tile_points",
    "tile_is_dwelling",
    "tile_wood",
    "tile_stone",
    "grain_to_sow",
    "vegetables_to_sow",
    "loot_left",
    "loot_taken",
    "loot_strength",
    "bought",
    "sales_left",
    "food_asked",
)
OTHER: Final = ("family", "at_home", "beds_free", "food_short", "strongest")
INVESTED: Final = (
    "dwarf_rounds",
    "bed_rounds",
    "armed_rounds",
    "strength_rounds",
    "strongest_rounds",
    "discount_rounds",
    "discount_caverns",
    "yellow_tiles",
    "meals_to_come",
    "food_to_find",
    "caverns_to_fill",
    "pair_harvests",
)
"""What pays only with time: each with the rounds, meals or harvests that are left."""

names: Final[list[str]] = []
"""What each feature tells, in order."""


def _section(title: str, parts: tuple[str, ...] | list[str]) -> int:
    """Adds a section to the list, and says where it begins."""
    first = len(names)
    names.extend(f"{title}.{part}" for part in parts)
    return first


def _numbered(most: int) -> list[str]:
    return [str(number) for number in range(most)]


AT_TERMS: Final = _section("estimate", TERMS)
AT_LINES: Final = _section("score", score.LINES)
AT_GOODS: Final = _section("goods", facts.GOODS)
AT_SOME: Final = _section("some", facts.GOODS)
AT_PAIRS: Final = _section("pair", ("sheep", "donkey", "boar", "cattle"))
AT_MEALS: Final = _section("meal", MEALS)
AT_FAMILY: Final = _section("family", FAMILY)
AT_DWARFS: Final = _section("dwarfs", _numbered(7))
AT_WEAPONS: Final = _section("weapon", _numbered(6))
AT_WEAPONS_HOME: Final = _section("weapon_at_home", _numbered(6))
AT_LAND: Final = _section("land", LAND)
AT_STALLS: Final = _section("stalls", _numbered(ROOMS))
AT_BUILT: Final = _section("built", tiles.TILES)
AT_OFFERED: Final = _section("offered", tiles.TILES)
AT_SUPPLIES: Final = _section("supplies", _numbered(len(tiles.SUPPLIERS)))
AT_TIME: Final = _section("time", TIME)
AT_ROUND: Final = _section("round", _numbered(13))
AT_HARVEST: Final = _section("harvest", HARVESTS)
AT_FREE: Final = _section("free", facts.SPACES)
AT_PILE: Final = _section("pile", facts.SPACES)
AT_USING: Final = _section("using", facts.SPACES)
AT_TURN: Final = _section("turn", TURN)
AT_KINDS: Final = _section("pending", _numbered(KIND_COUNT))
AT_PENDING: Final = _section("pending", PENDING)
AT_NEXT: Final = _section("next_player", OTHER)
AT_NEXT_GOODS: Final = _section("next_player_goods", facts.GOODS)
AT_PLAYERS: Final = _section("players", _numbered(8))
# Networks of earlier releases know the features up to here: append, never insert.
AT_BUILT_FOR: Final = _section("built_for", tiles.TILES)
AT_BONUS: Final = _section("bonus_now", [tiles.TILES[tile] for tile, _, _, _ in tiles.AT_SCORING])
AT_BONUS_OFFERED: Final = _section(
    "bonus_if", [tiles.TILES[tile] for tile, _, _, _ in tiles.AT_SCORING]
)
AT_INVESTED: Final = _section("invested", INVESTED)
COUNT: Final = len(names)


def tell_household(state: State, seat: int, out: list[float]) -> None:
    """Points, goods, food and family."""
    player = state.players[seat]
    lines = score.score_lines(player)
    for number in range(len(lines)):
        out[AT_LINES + number] = float(lines[number])
    prospect = Prospect(state, seat)
    parts = terms(state, seat, sum(lines), prospect)
    for number in range(len(parts)):
        out[AT_TERMS + number] = parts[number]
    out[AT_TIME] = float(prospect.rounds)
    out[AT_TIME + 1] = float(prospect.placements)
    out[AT_TIME + 2] = float(prospect.harvests)
    _tell_goods(player, out)
    _tell_meals(state, player, seat, out)
    _tell_family(player, out)


def _tell_goods(player: Player, out: list[float]) -> None:
    goods = player.goods
    for good in range(facts.GOOD_COUNT):
        number = goods[good]
        if number:
            out[AT_GOODS + good] = float(number)
            out[AT_SOME + good] = 1.0
    for kind in range(len(facts.FARM_ANIMALS)):
        if goods[facts.FARM_ANIMALS[kind]] > 1:
            out[AT_PAIRS + kind] = 1.0
    for number in range(len(tiles.SUPPLIERS)):
        out[AT_SUPPLIES + number] = float(player.supplies[number])


def _tell_meals(state: State, player: Player, seat: int, out: list[float]) -> None:
    need, ahead = next_meal(state, player, seat)
    goods = player.goods
    eatable = food_for_gold(goods[facts.GOLD], begun=False)
    for good in range(facts.GOOD_COUNT):
        eatable += facts.FOOD_OF[good] * goods[good]
    short = max(0, need - goods[facts.FOOD])
    out[AT_MEALS] = float(need)
    out[AT_MEALS + 1] = float(ahead)
    out[AT_MEALS + 2] = float(short)
    out[AT_MEALS + 3] = float(min(need, goods[facts.FOOD]))
    out[AT_MEALS + 4] = float(eatable)
    out[AT_MEALS + 5] = float(max(0, short - eatable))


def _tell_family(player: Player, out: list[float]) -> None:
    dwarfs = len(player.dwarfs)
    weapons: list[int] = []
    at_home: list[int] = []
    newborn = 0
    for dwarf in range(dwarfs):
        weapons.append(player.weapons[dwarf])
        if player.dwarfs[dwarf] == HOME:
            at_home.append(player.weapons[dwarf])
        elif player.dwarfs[dwarf] == NEWBORN:
            newborn += 1
    out[AT_DWARFS + dwarfs] = 1.0
    out[AT_FAMILY] = float(min(player.beds, facts.MAX_FAMILY) - dwarfs)
    out[AT_FAMILY + 1] = float(newborn)
    out[AT_FAMILY + 2] = float(len(at_home))
    out[AT_FAMILY + 3] = 1.0 if player.owns(tiles.SIXTH_DWARF) else 0.0
    out[AT_FAMILY + 4] = float(dwarfs - weapons.count(0))
    out[AT_FAMILY + 5] = float(at_home.count(0))
    weapons.sort(reverse=True)
    at_home.sort(reverse=True)
    for number in range(dwarfs):
        out[AT_WEAPONS + number] = float(weapons[number])
    for number in range(len(at_home)):
        out[AT_WEAPONS_HOME + number] = float(at_home[number])


def tell_land(player: Player, out: list[float]) -> None:
    """What lies on the home board, what can still be laid there, and room for animals."""
    counts = score.survey(player)
    if len(counts) == score.COUNTS:
        counts[score.COUNTS :] = _sides(
            player
        )  # kept with the others, for copies with the same board
    for number in range(score.BARE_MOUNTAIN + 1):
        if counts[number]:
            out[AT_LAND + number] = float(counts[number])
    for number in range(4):
        if counts[score.COUNTS + number]:
            out[AT_LAND + score.BARE_MOUNTAIN + 1 + number] = float(counts[score.COUNTS + number])
    out[AT_LAND + 20] = float(player.stables)
    places = stalls(player)
    for number in range(ROOMS):
        if places[number]:
            out[AT_STALLS + number] = float(places[number])


def _sides(player: Player) -> list[int]:
    """Lone bare cells of forest and mountain, pairs of meadows and of tunnels, side by side."""
    land = player.land
    counts = [0, 0, 0, 0]
    for cell in board.FOREST_CELLS:
        if land[cell] == board.MEADOW:
            counts[2] += _same_after(land, cell)
        elif land[cell] <= board.EDGE and cell < board.ON_BOARD:
            counts[0] += _is_lone(land, cell)
    for cell in board.MOUNTAIN_CELLS:
        if land[cell] == board.TUNNEL:
            counts[3] += _same_after(land, cell)
        elif land[cell] <= board.EDGE and cell < board.ON_BOARD:
            counts[1] += _is_lone(land, cell)
    return counts


def _same_after(land: list[int], cell: int) -> int:
    """How many cells beside a cell, and after it in number, have the same land."""
    number = 0
    for other in board.NEIGHBOURS[cell]:
        if other > cell and land[other] == land[cell]:
            number += 1
    return number


def _is_lone(land: list[int], cell: int) -> bool:
    """Whether a bare cell has no bare one beside it: a twin tile does not fit any more."""
    for other in board.NEIGHBOURS[cell]:
        if other < board.ON_BOARD and land[other] <= board.EDGE:
            return False
    return True


def tell_investment(state: State, seat: int, out: list[float]) -> None:
    """Tiles, family, weapons and discounts with the time in which they can still pay."""
    player = state.players[seat]
    rounds = out[AT_TIME]
    time = rounds + (1.0 if out[AT_FAMILY + 2] else 0.0)
    _tell_tiles(state, player, time, out)
    dwarfs = len(player.dwarfs)
    strength = 0
    for weapon in player.weapons:
        strength += weapon
    discounts = (player.built & tiles.DISCOUNT_TILES[tiles.ON_FURNISHING]).bit_count()
    caverns = out[AT_LAND + 10]
    pairs = out[AT_PAIRS] + out[AT_PAIRS + 1] + out[AT_PAIRS + 2] + out[AT_PAIRS + 3]
    meals = float(facts.ADULT_FOOD * dwarfs) * rounds + out[AT_MEALS]
    out[AT_INVESTED] = dwarfs * time
    out[AT_INVESTED + 1] = max(0.0, out[AT_FAMILY]) * rounds
    out[AT_INVESTED + 2] = out[AT_FAMILY + 4] * time
    out[AT_INVESTED + 3] = strength * time
    out[AT_INVESTED + 4] = max(player.weapons) * time
    out[AT_INVESTED + 5] = discounts * time
    out[AT_INVESTED + 6] = discounts * caverns
    out[AT_INVESTED + 7] = float((player.built & tiles.YELLOW_TILES).bit_count())
    out[AT_INVESTED + 8] = meals
    out[AT_INVESTED + 9] = max(0.0, meals - player.goods[facts.FOOD])
    out[AT_INVESTED + 10] = min(caverns, out[AT_TIME + 1])
    out[AT_INVESTED + 11] = pairs * out[AT_TIME + 2]


def _tell_tiles(state: State, player: Player, time: float, out: list[float]) -> None:
    """How long each tile still serves, what bonus tiles bring now, and what others would bring."""
    built, offered = player.built, state.tiles
    tile, left = 0, built
    while left:
        if left & 1:
            out[AT_BUILT + tile] = 1.0
            out[AT_BUILT_FOR + tile] = time
        left >>= 1
        tile += 1
    herd = housed(player)
    hand = player.goods
    for number in range(len(tiles.AT_SCORING)):
        tile, points, what, each = tiles.AT_SCORING[number]
        is_mine = has(built, tile)
        if is_mine or has(offered, tile):
            count = score.count_for_tile(player, hand, herd, tile, what)
            place = AT_BONUS if is_mine else AT_BONUS_OFFERED
            out[place + number] = float(points * (count // each))
