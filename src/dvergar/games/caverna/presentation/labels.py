"""Moves in words: what each kind of move is called, and where on the table it lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dvergar.core.sentences import join_list
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts import board, game as facts
from dvergar.games.caverna.facts.tiles import TILES, TRADE_NAMES, WORK_GOODS
from dvergar.games.caverna.state.moves import ADULT_OR_NEWBORN, CELL_A, VOCABULARY
from dvergar.games.caverna.state.state import cell_name

Wording = Callable[..., str]
ALL_GOODS: Final = range(len(facts.GOODS))
WAYS_TO_PAY: Final = (
    "pay_as_printed",
    "pay_ore_for_wood",
    "pay_ore_for_stone",
    "pay_ore_for_both",
)


def _plain(key: str) -> Wording:
    """A move that is always called the same."""
    return lambda speak: speak(f"move.{key}")


def _thing(key: str, sort: str, names: Sequence[str]) -> Wording:
    """A move with one of several things, by their names."""
    return lambda speak, number: speak(f"move.{key}", what=speak(f"{sort}.{names[number]}"))


def _good(key: str, goods: Sequence[int]) -> Wording:
    """A move with one of a good."""
    return lambda speak, number: speak(
        f"move.{key}", what=speak(f"count.{facts.GOODS[goods[number]]}", n=1)
    )


def _number(key: str) -> Wording:
    return lambda speak, n: speak(f"move.{key}", n=n)


def _on_cell(key: str) -> Wording:
    return lambda speak, cell: speak(f"move.{key}", cell=cell_name(cell))


def _land(key: str, land: int) -> Wording:
    """A single tile on a cell."""
    return lambda speak, cell: speak(
        f"move.{key}", what=_of_land(speak, land), cell=cell_name(cell)
    )


def _twin(first: int, second: int) -> Wording:
    return lambda speak, a, b: speak(
        "move.twin",
        one=_of_land(speak, first),
        a=cell_name(a),
        two=_of_land(speak, second),
        b=cell_name(b),
    )


def _of_land(speak: Words, land: int) -> str:
    return speak(f"land.{board.LAND_NAMES[land]}")


def _large_pasture(speak: Words, a: int, b: int) -> str:
    return speak("move.large_pasture", a=cell_name(a), b=cell_name(b))


def _young(speak: Words, kinds: int) -> str:
    animals = [
        facts.GOODS[animal] for kind, animal in enumerate(facts.FARM_ANIMALS) if has(kinds, kind)
    ]
    if not animals:
        return speak("move.young_none")
    young = [speak(f"count.{name}", n=1) for name in animals]
    return speak("move.young", what=join_list(young, speak.lang))


def _ruby(speak: Words, number: int) -> str:
    """What a ruby buys; some of it takes food besides."""
    what = speak(f"count.{facts.GOODS[facts.RUBY_GOODS[number]]}", n=1)
    food = facts.RUBY_GOODS_FOOD[number]
    if food:
        return speak("move.ruby_and_food", what=what, price=speak("count.food", n=food))
    return speak("move.ruby", what=what)


def trade_label(speak: Words, trade: int) -> str:
    """A trade of a tile."""
    return speak(f"move.trade_{TRADE_NAMES[trade].replace(' ', '_')}")


def work_label(speak: Words, who: int, number: int) -> str:
    """A dwarf fed with goods."""
    return speak(f"move.feed_{ADULT_OR_NEWBORN[who]}_with_{facts.GOODS[WORK_GOODS[number]]}")


LABELS: Final[dict[str, Wording]] = {
    "place": _thing("place", "space", facts.SPACES),
    "imitate": _thing("imitate", "space", facts.SPACES),
    "pass": _plain("pass"),
    "done": _plain("done"),
    "take_goods": _plain("take_goods"),
    "grow_family": _plain("grow_family"),
    "forge": _number("forge"),
    "sow": _good("sow", ALL_GOODS),
    "loot": _thing("loot", "loot", facts.LOOT),
    "buy": _good("buy", facts.MARKET_GOODS),
    "sell_ore": _plain("sell_ore"),
    "meadow_field": _twin(board.MEADOW, board.FIELD),
    "cavern_tunnel": _twin(board.CAVERN, board.TUNNEL),
    "cavern_cavern": _twin(board.CAVERN, board.CAVERN),
    "ore_mine": _twin(board.ORE_MINE, board.DEEP_TUNNEL),
    "large_pasture": _large_pasture,
    "small_pasture": _on_cell("small_pasture"),
    "stable": _on_cell("stable"),
    "ruby_mine": _on_cell("ruby_mine"),
    "lay_meadow": _land("lay", board.MEADOW),
    "lay_field": _land("lay", board.FIELD),
    "lay_tunnel": _land("lay", board.TUNNEL),
    "lay_cavern": _land("lay", board.CAVERN),
    "furnish": _thing("furnish", "tile", TILES),
    "into": _on_cell("into"),
    "pay": lambda speak, way: speak(f"move.{WAYS_TO_PAY[way]}"),
    "feed": _plain("feed"),
    "beg": _plain("beg"),
    "keep_field": _plain("keep_field_phase"),
    "keep_breeding": _plain("keep_breeding_phase"),
    "young": _young,
    "butcher": _good("butcher", ALL_GOODS),
    "butcher_donkeys": _plain("butcher_2_donkeys"),
    "save": _thing("save", "space", facts.SPACES),
    "go_on": _plain("go_on"),
    "finish": _plain("finish"),
    "ruby": _ruby,
    "ruby_meadow": _land("ruby_land", board.MEADOW),
    "ruby_field": _land("ruby_land", board.FIELD),
    "ruby_tunnel": _land("ruby_land", board.TUNNEL),
    "ruby_cavern": _land("ruby_land", board.CAVERN),
    "jump": _number("jump"),
    "eat": _good("eat", ALL_GOODS),
    "eat_donkeys": _plain("eat_2_donkeys"),
    "eat_gold": _plain("eat_2_gold"),
    "eat_more_gold": _plain("eat_1_more_gold"),
    "trade": trade_label,
    "disarm": _number("disarm"),
    "disarm_away": _number("disarm"),
    "work": work_label,
}
"""By kind of move; called with the words of a language and the arguments of the move."""

ANCHORS: Final[dict[str, tuple[str, Sequence[str]]]] = {
    "place": ("space", facts.SPACES),
    "imitate": ("space", facts.SPACES),
    "save": ("space", facts.SPACES),
    "furnish": ("tile", TILES),
    "loot": ("loot", facts.LOOT),
}
"""Kinds of moves that lie on something with a name: what sort of thing, and the names."""


def label(speak: Words, move: int) -> str:
    """A move in words."""
    return LABELS[VOCABULARY.kinds[move]](speak, *VOCABULARY.arguments[move])


def anchor(seat: int, move: int) -> str:
    """The place on the table where a move of a seat lies; empty: none."""
    if CELL_A[move] >= 0:
        return f"cell:{seat}:{board.CELL_NAMES[CELL_A[move]]}"
    kind = VOCABULARY.kinds[move]
    if kind not in ANCHORS:
        return ""
    sort, names = ANCHORS[kind]
    return f"{sort}:{names[VOCABULARY.arguments[move][0]]}"
