"""What is being asked, and why something is not possible: 0 is possible, else a reason to say."""

from __future__ import annotations

from typing import Final

# The questions.
TILE: Final = 0
PARTS: Final = 1
CELL: Final = 2
PAYMENT: Final = 3
DIGS: Final = 4
SIDE: Final = 5
QUESTIONS: Final = ["tile", "parts", "cell", "payment", "digs", "side"]

POSSIBLE: Final = 0
TAKEN: Final = 1
LESS_GOLD: Final = 2
USED: Final = 3
NEW_ROOM: Final = 4
CANNOT_PAY: Final = 5
NO_GOLD_HERE: Final = 6
NO_PATH: Final = 7
NO_TWO_DIGS: Final = 8
NO_FOOD_TO_DIG_TWICE: Final = 9
NO_WALL_LEFT: Final = 10
WALL_THERE: Final = 11
NO_EDGE: Final = 12
NO_WALL_TO_BREACH: Final = 13
NO_CAVERN: Final = 14
NO_FIT: Final = 15
TOO_MANY_BLUE: Final = 16
CANNOT_FURNISH: Final = 17
NOTHING_TO_EAT: Final = 18
FOOD_FULL: Final = 19
NEEDED: Final = 20
DUG_ALREADY: Final = 21
NOT_OWNED: Final = 22
NO_FOOD_TO_SELL: Final = 23
NOT_TRADABLE: Final = 24

# For each reason: its word, and the rule it comes from.
REASONS: Final = [
    ("possible", ""),
    ("taken", "cave_vs_cave.turn.exclusive"),
    ("less_gold", "cave_vs_cave.tile.renovation_gold"),
    ("used", "cave_vs_cave.use.once"),
    ("new_room", "cave_vs_cave.use.not_new"),
    ("cannot_pay", "cave_vs_cave.goods.exchange"),
    ("no_gold_here", "cave_vs_cave.option.junction_room_gold"),
    ("no_path", "cave_vs_cave.dig.accessible"),
    ("no_two_digs", "cave_vs_cave.dig.twice_possible"),
    ("no_food_to_dig_twice", "cave_vs_cave.dig.twice_price"),
    ("no_wall_left", "cave_vs_cave.wall.supply"),
    ("wall_there", "cave_vs_cave.wall.one_per_edge"),
    ("no_edge", "cave_vs_cave.cavern.walls"),
    ("no_wall_to_breach", "cave_vs_cave.tile.breach"),
    ("no_cavern", "cave_vs_cave.furnish.no_cavern"),
    ("no_fit", "cave_vs_cave.furnish.walls_forbidden"),
    ("too_many_blue", "cave_vs_cave.furnish.colours"),
    ("cannot_furnish", "cave_vs_cave.furnish.both_payable"),
    ("nothing_to_eat", "cave_vs_cave.goods.eat"),
    ("food_full", "cave_vs_cave.goods.eat_full"),
    ("needed", "cave_vs_cave.goods.eat_safe"),
    ("dug_already", "cave_vs_cave.dig.display"),
    ("not_owned", "cave_vs_cave.use.own"),
    ("no_food_to_sell", "cave_vs_cave.room.prospecting_site"),
    ("not_tradable", "cave_vs_cave.tile.expedition"),
]
