"""The score from what lies on the table."""

from __future__ import annotations

from tests.games.caverna.referee.home import ON_BOARD, board_of, has_stable, is_bare, neighbours
from tests.games.caverna.referee.prices import own_tiles
from tests.games.caverna.referee.printed import DWELLINGS, TILES
from tests.games.caverna.referee.shapes import FARM_ANIMALS, Board, View


def score_lines(player: View) -> dict[str, int]:
    """The whole score from what lies on the table, line by line."""
    board, goods, dwarfs = board_of(player), player["goods"], player["dwarfs"]
    tiles = own_tiles(player)
    grain = goods["grain"] + sum(entry["grain"] for entry in board.values())
    vegetables = goods["vegetable"] + sum(entry["vegetable"] for entry in board.values())
    lands = [entry["land"] for entry in board.values()]
    yellow = [tile for tile in tiles if tile in TILES and TILES[tile].colour == "yellow"]
    unused = sum(is_bare(board, where) and not has_stable(board, where) for where in ON_BOARD)
    lines = {
        "animals": goods["dog"] + sum(goods[kind] for kind in FARM_ANIMALS),
        "missing_types": -2 * sum(not goods[kind] for kind in FARM_ANIMALS),
        "grain": -(-grain // 2),
        "vegetables": vegetables,
        "rubies": goods["ruby"],
        "dwarfs": len(dwarfs),
        "unused_spaces": -unused,
        "furnishings": sum(TILES[tile].value for tile in tiles if tile in TILES),
        "pastures": 2 * lands.count("small_pasture") + 2 * lands.count("large_pasture"),
        "mines": 3 * lands.count("ore_mine") + 4 * lands.count("ruby_mine"),
        "bonus": sum(_bonus(tile, player, board, grain, vegetables) for tile in yellow),
        "gold": goods["gold"],
        "begging": -3 * player["begging"],
    }
    if "writing_chamber" in tiles:
        mercy = 7
        for line in ("missing_types", "unused_spaces", "begging"):
            spared = min(mercy, -lines[line])
            lines[line] += spared
            mercy -= spared
    return lines


def _bonus(tile: str, player: View, board: Board, grain: int, vegetables: int) -> int:
    goods, weapons = player["goods"], [dwarf["weapon"] for dwarf in player["dwarfs"]]
    if tile == "state_parlor":
        here = next(where for where in board if board[where]["tile"] == tile)
        return 4 * sum(
            other in board and board[other]["tile"] in (*DWELLINGS, "entry_level_dwelling")
            for other in neighbours(here)
        )
    points: dict[str, int] = {
        "weaving_parlor": goods["sheep"] // 2,
        "milking_parlor": goods["cattle"],
        "stone_storage": goods["stone"],
        "ore_storage": goods["ore"] // 2,
        "main_storage": 2
        * sum(TILES[one].colour == "yellow" for one in own_tiles(player) if one in TILES),
        "weapon_storage": 3 * sum(weapon > 0 for weapon in weapons),
        "supplies_storage": 8 if all(weapons) else 0,
        "broom_chamber": {5: 5, 6: 10}.get(len(weapons), 0),
        "treasure_chamber": goods["ruby"],
        "food_chamber": 2 * min(grain, vegetables),
        "prayer_chamber": 8 if not any(weapons) else 0,
        "fodder_chamber": sum(goods[kind] for kind in FARM_ANIMALS) // 3,
    }
    return points.get(tile, 0)
