"""Every move of Caverna: kinds with arguments, by number.

A kind is named by the number of its first move, and its other moves follow in the order of their
arguments: `PLACE + space`, `FURNISH + tile`. The tables give the kind and the arguments of a move
back: `KIND[move]`, `ARGUMENT[move]`, or `CELL_A[move]` and `CELL_B[move]` for moves that lie on
cells. Free moves come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from dvergar.core.moves import MoveKind, Vocabulary
from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import TILES, TRADE_NAMES, WORK_GOODS

KINDS_OF_YOUNG: Final = bit(len(facts.FARM_ANIMALS))  # sets of kinds, in the order of FARM_ANIMALS
ADULT_OR_NEWBORN: Final = ("adult", "newborn")

Pairs = list[tuple[int, int]]


def _named(word: str, names: Iterable[str], first: str = "") -> MoveKind:
    """One move for each name; its argument is the number of the name."""
    listed = list(names)
    begin = first or word
    arguments = [(n,) for n in range(len(listed))]
    return MoveKind(word, arguments, lambda n: f"{begin} {listed[n]}", lambda n: listed[n])


def _goods(word: str, goods: Iterable[int]) -> MoveKind:
    arguments = [(good,) for good in goods]
    return MoveKind(
        word, arguments, lambda good: f"{word} {facts.GOODS[good]}", lambda good: facts.GOODS[good]
    )


def _strengths(word: str, most: int, name: str = "") -> MoveKind:
    begin = name or word
    return MoveKind(word, [(n,) for n in range(1, most + 1)], lambda n: f"{begin} {n}")


def _cells(word: str, cells: list[int], name: str = "") -> MoveKind:
    begin = name or word
    return MoveKind(
        word, [(cell,) for cell in cells], lambda cell: f"{begin} {board.CELL_NAMES[cell]}"
    )


def _twins(word: str, one: str, two: str, pairs: Pairs) -> MoveKind:
    return MoveKind(
        word, pairs, lambda a, b: f"{one} {board.CELL_NAMES[a]} {two} {board.CELL_NAMES[b]}"
    )


def _both_ways(pairs: Pairs) -> Pairs:
    return [way for a, b in pairs for way in ((a, b), (b, a))]


def _young_name(kinds: int) -> str:
    names = [
        facts.GOODS[animal] for kind, animal in enumerate(facts.FARM_ANIMALS) if has(kinds, kind)
    ]
    return " ".join(["young", *(names or ["none"])])


def _work_name(who: int, number: int) -> str:
    return f"feed {ADULT_OR_NEWBORN[who]} with {facts.GOODS[WORK_GOODS[number]]}"


PLACED: Final = (  # kinds whose arguments are cells
    _twins(
        "meadow_field", "meadow", "field", _both_ways(board.FOREST_PAIRS + board.FOREST_OVERHANG)
    ),
    _twins(
        "cavern_tunnel",
        "cavern",
        "tunnel",
        _both_ways(board.MOUNTAIN_PAIRS + board.MOUNTAIN_OVERHANG),
    ),
    _twins("cavern_cavern", "cavern", "cavern", board.MOUNTAIN_PAIRS + board.MOUNTAIN_OVERHANG),
    _twins("ore_mine", "ore_mine", "deep_tunnel", _both_ways(board.MOUNTAIN_ANYWHERE)),
    MoveKind(
        "large_pasture",
        board.FOREST_ANYWHERE,
        lambda a, b: f"large_pasture {board.CELL_NAMES[a]} {board.CELL_NAMES[b]}",
    ),
    _cells("small_pasture", board.FOREST_CELLS),
    _cells("stable", board.FOREST_CELLS),
    _cells("ruby_mine", board.MOUNTAIN_CELLS),
    _cells("lay_meadow", board.FOREST_ON_BOARD, "lay meadow"),
    _cells("lay_field", board.FOREST_ON_BOARD, "lay field"),
    _cells("lay_tunnel", board.MOUNTAIN_ON_BOARD, "lay tunnel"),
    _cells("lay_cavern", board.MOUNTAIN_ON_BOARD, "lay cavern"),
)
INTO_CELL: Final = _cells("into", list(range(board.CELL_COUNT)))
RUBY_LAND: Final = (
    _cells("ruby_meadow", board.FOREST_ON_BOARD, "ruby meadow"),
    _cells("ruby_field", board.FOREST_ON_BOARD, "ruby field"),
    _cells("ruby_tunnel", board.MOUNTAIN_ON_BOARD, "ruby tunnel"),
    _cells("ruby_cavern", board.MOUNTAIN_ON_BOARD, "ruby cavern"),
)

VOCABULARY: Final = Vocabulary(
    [
        # Placing a dwarf.
        _named("place", facts.SPACES),
        _named("imitate", facts.SPACES),
        "pass",
        "done",
        # Parts of an action.
        MoveKind("take_goods", name=lambda: "take goods"),
        MoveKind("grow_family", name=lambda: "grow family"),
        _strengths("forge", facts.MAX_FORGE),
        _goods("sow", (facts.GRAIN, facts.VEGETABLE)),
        _named("loot", facts.LOOT),
        _named("buy", [facts.GOODS[good] for good in facts.MARKET_GOODS]),
        MoveKind("sell_ore", name=lambda: "sell ore"),
        *PLACED,
        # Furnishing: which tile, where, how to pay.
        _named("furnish", TILES),
        INTO_CELL,
        _named("pay", ("as printed", "ore for wood", "ore for stone", "ore for both")),
        # Harvest.
        "feed",
        "beg",
        MoveKind("keep_field", name=lambda: "keep field phase"),
        MoveKind("keep_breeding", name=lambda: "keep breeding phase"),
        MoveKind("young", [(kinds,) for kinds in range(KINDS_OF_YOUNG)], _young_name),
        _goods("butcher", facts.FARM_ANIMALS),
        MoveKind("butcher_donkeys", name=lambda: f"butcher {facts.DONKEYS_TOGETHER} donkeys"),
        # The solo game's full spaces, and the end.
        _named("save", facts.SPACES),
        MoveKind("go_on", name=lambda: "go on"),
        "finish",
        # Free moves.
        _named("ruby", [facts.GOODS[good] for good in facts.RUBY_GOODS]),
        *RUBY_LAND,
        _strengths("jump", facts.MAX_WEAPON, "jump dwarf"),
        _goods("eat", (facts.GRAIN, facts.VEGETABLE, facts.RUBY, *facts.FARM_ANIMALS)),
        MoveKind("eat_donkeys", name=lambda: f"eat {facts.DONKEYS_TOGETHER} donkeys"),
        MoveKind("eat_gold", name=lambda: f"eat {facts.GOLD_FOR_FOOD} gold"),
        MoveKind("eat_more_gold", name=lambda: f"eat {facts.GOLD_FOR_MORE_FOOD} more gold"),
        _named("trade", TRADE_NAMES),
        _strengths("disarm", facts.MAX_WEAPON),
        _strengths("disarm_away", facts.MAX_WEAPON, "disarm away"),
        MoveKind(
            "work", [(who, n) for who in range(2) for n in range(len(WORK_GOODS))], _work_name
        ),
    ]
)
MOVE_COUNT: Final = len(VOCABULARY)

_first: Final[Callable[[str], int]] = VOCABULARY.first
PLACE: Final = _first("place")  # + space
IMITATE: Final = _first("imitate")  # + space
PASS: Final = _first("pass")
DONE: Final = _first("done")
TAKE_GOODS: Final = _first("take_goods")
GROW_FAMILY: Final = _first("grow_family")
FORGE: Final = _first("forge")  # + strength - 1
SOW: Final = _first("sow")
SOW_GRAIN: Final = SOW
SOW_VEGETABLE: Final = SOW + 1
LOOT_ITEM: Final = _first("loot")  # + item
BUY: Final = _first("buy")  # + number of the good on the market
SELL_ORE: Final = _first("sell_ore")
MEADOW_FIELD: Final = _first("meadow_field")
CAVERN_TUNNEL: Final = _first("cavern_tunnel")
CAVERN_CAVERN: Final = _first("cavern_cavern")
ORE_MINE_TILE: Final = _first("ore_mine")
LARGE_PASTURE_ON: Final = _first("large_pasture")
SMALL_PASTURE_ON: Final = _first("small_pasture")  # + place in FOREST_CELLS
STABLE_ON: Final = _first("stable")  # + place in FOREST_CELLS
RUBY_MINE_ON: Final = _first("ruby_mine")  # + place in MOUNTAIN_CELLS
LAY_MEADOW: Final = _first("lay_meadow")  # + place in FOREST_ON_BOARD
LAY_FIELD: Final = _first("lay_field")
LAY_TUNNEL: Final = _first("lay_tunnel")  # + place in MOUNTAIN_ON_BOARD
LAY_CAVERN: Final = _first("lay_cavern")
FURNISH: Final = _first("furnish")  # + tile
INTO: Final = _first("into")  # + cell
PAY: Final = _first("pay")  # + way to pay
FEED: Final = _first("feed")
BEG: Final = _first("beg")
KEEP_FIELD: Final = _first("keep_field")
KEEP_BREEDING: Final = _first("keep_breeding")
YOUNG: Final = _first("young")  # + set of kinds
BUTCHER: Final = _first("butcher")  # + place in FARM_ANIMALS
BUTCHER_DONKEYS: Final = _first("butcher_donkeys")
SAVE: Final = _first("save")  # + space
GO_ON: Final = _first("go_on")
FINISH: Final = _first("finish")
RUBY_GOOD: Final = _first("ruby")  # + place in RUBY_GOODS
FIRST_FREE: Final = RUBY_GOOD
RUBY_MEADOW: Final = _first("ruby_meadow")
RUBY_FIELD: Final = _first("ruby_field")
RUBY_TUNNEL: Final = _first("ruby_tunnel")
RUBY_CAVERN: Final = _first("ruby_cavern")
JUMP: Final = _first("jump")  # + strength - 1
EAT: Final = _first("eat")
EAT_DONKEYS: Final = _first("eat_donkeys")
EAT_GOLD: Final = _first("eat_gold")
EAT_MORE_GOLD: Final = _first("eat_more_gold")
TRADE: Final = _first("trade")  # + trade
DISARM: Final = _first("disarm")  # + strength - 1, of a dwarf at home
DISARM_AWAY: Final = _first("disarm_away")  # + strength - 1
WORK_FOR_FOOD: Final = _first("work")  # adults first, each in the order of WORK_GOODS

# Tables by move.
KIND: Final[list[int]] = [_first(word) for word in VOCABULARY.kinds]
ARGUMENT: Final[list[int]] = [these[0] if these else -1 for these in VOCABULARY.arguments]
"""The first argument of a move; -1: it has none."""
_ON_CELLS: Final = {kind.word for kind in (*PLACED, INTO_CELL, *RUBY_LAND)}
_CELLS: Final = [
    these if word in _ON_CELLS else ()
    for word, these in zip(VOCABULARY.kinds, VOCABULARY.arguments, strict=True)
]
CELL_A: Final[list[int]] = [these[0] if these else -1 for these in _CELLS]
CELL_B: Final[list[int]] = [these[1] if len(these) > 1 else -1 for these in _CELLS]

# Single tiles: the land, the first move of laying one as loot, and of buying one with rubies.
SINGLE_LAND: Final = [board.MEADOW, board.FIELD, board.TUNNEL, board.CAVERN]
LAY_SINGLE: Final = [LAY_MEADOW, LAY_FIELD, LAY_TUNNEL, LAY_CAVERN]
RUBY_SINGLE: Final = [RUBY_MEADOW, RUBY_FIELD, RUBY_TUNNEL, RUBY_CAVERN]


class Spots:
    """The places of one kind of twin tile: all its moves, and apart those inside the board and
    those that stick out of it by one half, with their two cells in lists beside them.
    """

    __slots__ = ("first", "inside", "moves", "over", "over_first", "over_second", "second")

    def __init__(self, kind: int) -> None:
        self.moves = [move for move in range(MOVE_COUNT) if KIND[move] == kind]
        self.inside = [
            m for m in self.moves if (CELL_A[m] < board.ON_BOARD) == (CELL_B[m] < board.ON_BOARD)
        ]
        self.first = [CELL_A[move] for move in self.inside]
        self.second = [CELL_B[move] for move in self.inside]
        self.over = [move for move in self.moves if move not in self.inside]
        self.over_first = [CELL_A[move] for move in self.over]
        self.over_second = [CELL_B[move] for move in self.over]
