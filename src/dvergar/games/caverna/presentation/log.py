"""What happened in Caverna: the trail of a move as events, and events as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dvergar.core.events import Event, read_trail
from dvergar.core.game import Game
from dvergar.core.sentences import listed
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import CELL_NAMES, LAND_NAMES
from dvergar.games.caverna.facts.goods import FARM_ANIMALS, GOODS
from dvergar.games.caverna.facts.loot import LOOT
from dvergar.games.caverna.facts.spaces import SPACES
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.state.cells import called
from dvergar.games.caverna.state.moves import KINDS_OF_YOUNG
from dvergar.games.caverna.state.phases import HARVESTS
from dvergar.games.caverna.state.state import State

# What each kind of event says; those of SEATLESS belong to nobody.
TOLD: Final[dict[str, tuple[str, ...]]] = {
    "gain": ("good", "amount"),
    "pay": ("good", "amount"),
    "place": ("space", "weapon"),
    "pass": (),
    "twin": ("first", "a", "second", "b"),
    "single": ("land", "cell"),
    "fence": ("a", "b"),
    "stable": ("cell",),
    "ruby_mine": ("cell",),
    "furnish": ("tile", "cell"),
    "sow": ("good", "cell"),
    "grow": ("dwarfs",),
    "forge": ("strength",),
    "expedition": ("level", "strength"),
    "loot": ("item",),
    "strengthen": ("dwarf", "strength"),
    "imitate": ("space",),
    "starting_player": (),
    "jump": ("strength",),
    "disarm": ("strength",),
    "work": ("saved",),
    "young": ("kinds",),
    "reap": ("grain", "vegetables"),
    "beg": ("markers",),
    "keep": ("phase",),
    "save": ("space",),
    "round": ("round", "starter"),
    "card": ("space",),
    "marker": ("marker", "harvest"),
    "harvest": ("round", "harvest"),
    "purge": ("space",),
    "trim": ("space", "goods"),
    "game_over": (),
}
SPLIT: Final = {"keep": "phase", "harvest": "harvest", "marker": "marker"}
SEATLESS: Final = ("round", "card", "marker", "harvest", "purge", "trim", "game_over")
_YOUNG: Final = [  # the animals of each set of young
    [GOODS[animal] for kind, animal in enumerate(FARM_ANIMALS) if has(kinds, kind)]
    for kinds in range(KINDS_OF_YOUNG)
]
ANIMALS_OF_YOUNG: Final = {" ".join(animals): animals for animals in _YOUNG}
"""The animals of a set of young by what an event calls it."""
# Facts whose numbers stand for names.
NAMED: Final[dict[str, Sequence[str]]] = {
    "good": GOODS,
    "space": SPACES,
    "tile": TILES,
    "item": LOOT,
    "cell": CELL_NAMES,
    "a": CELL_NAMES,
    "b": CELL_NAMES,
    "first": LAND_NAMES,
    "second": LAND_NAMES,
    "land": LAND_NAMES,
    "harvest": HARVESTS,
    "phase": ("breeding", "field"),
    "marker": ("green", "red"),
    "kinds": list(ANIMALS_OF_YOUNG),
}


def events(state: State) -> list[Event]:
    """The trail of the last move as events."""
    return read_trail(state.trail, TOLD, SEATLESS, NAMED)


def tell(game: Game, event: Event, lang: str, names: Sequence[str]) -> str:
    """The event as a sentence with strong words; an empty one for what goes without saying."""
    speak = game.info.words(lang)
    key = f"log.{event.kind}"
    if event.kind in SPLIT:
        key += f".{event[SPLIT[event.kind]]}"
    what = _what(speak, event)
    if key not in speak or what == "":
        return ""
    facts: dict[str, object] = {
        name: said(speak, name, value) for name, value in event.facts.items()
    }
    facts["what"] = what
    facts["n"] = next((v for v in event.facts.values() if isinstance(v, int)), 0)
    if event.kind == "strengthen":
        alone = "strength" in event.facts  # else it is a sum: strengths by dwarf
        strengths = [str(event["strength"])] if alone else [*map(str, event.facts.values())]
        facts |= {"strength": listed(strengths, lang), "n": len(strengths)}
    if event.seat is not None:
        facts["name"] = names[event.seat]
    if "starter" in event.facts:
        facts["name"] = names[int(event["starter"])]
    return speak.markup(key, **facts)


def _what(speak: Words, event: Event) -> str | None:
    """What somebody got, gave, ate, bred or sowed, in words; None for events of another kind."""
    facts = event.facts
    match event.kind:
        case "gain" | "pay" | "sow" if "good" in facts:
            goods = {str(facts["good"]): facts.get("amount", 1)}
        case "gain" | "pay" | "sow":
            goods = facts
        case "loot":
            return speak(f"loot.{facts['item']}") if "item" in facts else _goods(speak, facts)
        case "young":
            goods = dict.fromkeys(ANIMALS_OF_YOUNG[str(facts["kinds"])], 1)
        case "eat" | "buy":
            goods = {good: n for good, n in facts.items() if good != "food"}
        case "reap":
            goods = {"grain": facts["grain"], "vegetable": facts["vegetables"]}
        case _:
            return None
    return _goods(speak, goods)


def _goods(speak: Words, goods: Mapping[str, int | str]) -> str:
    """So much of some goods, in words."""
    return listed([speak(f"count.{good}", n=n) for good, n in goods.items() if n], speak.lang)


def said(speak: Words, name: str, value: int | str) -> object:
    """A fact in words."""
    match name:
        case "space":
            return speak(f"space.{value}")
        case "tile":
            return speak(f"tile.{value}")
        case "first" | "second" | "land":
            return speak(f"one_land.{value}")
        case "cell" | "a" | "b":
            return called(str(value))
        case _:
            return value
