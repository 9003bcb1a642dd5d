"""Why something is not possible: 0 is possible, everything else has a word and a rule."""

from __future__ import annotations

from typing import Final

from dvergar.core.prompt import Reason

POSSIBLE: Final = 0
TAKEN: Final = 1
LESS_GOLD: Final = 2
USED: Final = 3
NEW_ROOM: Final = 4
CANNOT_PAY: Final = 5
NO_GOLD_HERE: Final = 6
NO_PATH: Final = 7
NOTHING_TO_DIG: Final = 8
NO_TWO_DIGS: Final = 9
NO_FOOD_TO_DIG_TWICE: Final = 10
NO_WALL_LEFT: Final = 11
WALL_THERE: Final = 12
NO_WALL_TO_BREACH: Final = 13
NO_CAVERN: Final = 14
TOO_MANY_BLUE: Final = 15
WALL_MISSING: Final = 16
WALL_FORBIDDEN: Final = 17
CANNOT_FURNISH: Final = 18
FOOD_FULL: Final = 19
NEEDED: Final = 20
NO_FOOD_TO_SELL: Final = 21
NOT_TRADABLE: Final = 22

REASONS: Final[tuple[Reason, ...]] = (
    Reason("possible", ""),
    Reason("taken", "cave_vs_cave.turn.exclusive"),
    Reason("less_gold", "cave_vs_cave.tile.renovation_gold"),
    Reason("used", "cave_vs_cave.use.once"),
    Reason("new_room", "cave_vs_cave.use.not_new"),
    Reason("cannot_pay", "cave_vs_cave.goods.exchange"),
    Reason("no_gold_here", "cave_vs_cave.option.junction_room_gold"),
    Reason("no_path", "cave_vs_cave.dig.accessible"),
    Reason("nothing_to_dig", "cave_vs_cave.dig.display"),
    Reason("no_two_digs", "cave_vs_cave.dig.twice_possible"),
    Reason("no_food_to_dig_twice", "cave_vs_cave.dig.twice_price"),
    Reason("no_wall_left", "cave_vs_cave.wall.supply"),
    Reason("wall_there", "cave_vs_cave.wall.one_per_edge"),
    Reason("no_wall_to_breach", "cave_vs_cave.tile.breach"),
    Reason("no_cavern", "cave_vs_cave.furnish.no_cavern"),
    Reason("too_many_blue", "cave_vs_cave.furnish.colours"),
    Reason("wall_missing", "cave_vs_cave.furnish.walls_required"),
    Reason("wall_forbidden", "cave_vs_cave.furnish.walls_forbidden"),
    Reason("cannot_furnish", "cave_vs_cave.furnish.both_payable"),
    Reason("food_full", "cave_vs_cave.goods.eat_full"),
    Reason("needed", "cave_vs_cave.goods.eat_safe"),
    Reason("no_food_to_sell", "cave_vs_cave.room.prospecting_site"),
    Reason("not_tradable", "cave_vs_cave.tile.expedition"),
)
