"""What happened in Caverna: the trail of a move as events, and events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dvergar.core.events import Event, read_trail
from dvergar.games.caverna.board import LAND_NAMES, NAMES
from dvergar.games.caverna.cells import called
from dvergar.games.caverna.facts import LOOT, SPACES
from dvergar.games.caverna.goods import FARM_ANIMALS, GOODS
from dvergar.games.caverna.phases import HARVESTS
from dvergar.games.caverna.tiles import TILES

if TYPE_CHECKING:
    from dvergar.core.words import Words
    from dvergar.games.caverna.rules import Caverna, State

# The facts of each kind of event; those of SEATLESS belong to nobody.
FACTS: Final[dict[str, tuple[str, ...]]] = {
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
    "game_over": (),
}
SPLIT: Final = {"keep": "phase", "harvest": "harvest", "marker": "marker"}
SEATLESS: Final = ("round", "card", "marker", "harvest", "purge", "game_over")
# Facts whose numbers stand for names.
NAMED: Final[dict[str, Sequence[str]]] = {
    "good": GOODS,
    "space": SPACES,
    "tile": TILES,
    "item": LOOT,
    "cell": NAMES,
    "a": NAMES,
    "b": NAMES,
    "first": LAND_NAMES,
    "second": LAND_NAMES,
    "land": LAND_NAMES,
    "harvest": HARVESTS,
    "phase": ("breeding", "field"),
    "marker": ("green", "red"),
    "kinds": [
        " ".join(GOODS[animal] for k, animal in enumerate(FARM_ANIMALS) if kinds >> k & 1)
        for kinds in range(1 << len(FARM_ANIMALS))
    ],
}


def events(state: State) -> list[Event]:
    """The trail of the last move as events."""
    return read_trail(state.trail, FACTS, SEATLESS, NAMED)


def tell(game: Caverna, event: Event, lang: str, names: Sequence[str]) -> str:
    """The event as a sentence with strong words; an empty one for what goes without saying."""
    speak = game.info.words(lang)
    key = f"log.{event.kind}"
    if event.kind in SPLIT:
        key += f".{event[SPLIT[event.kind]]}"
    if key not in speak or (event.kind == "reap" and not any(event.facts.values())):
        return ""
    facts: dict[str, object] = {
        name: said(speak, name, value) for name, value in event.facts.items()
    }
    if event.seat is not None:
        facts["name"] = names[event.seat]
    if "starter" in event.facts:
        facts["name"] = names[int(event["starter"])]
    facts["n"] = next((v for v in event.facts.values() if isinstance(v, int)), 0)
    return speak.markup(key, **facts)


def said(speak: Words, name: str, value: int | str) -> object:
    """A fact in words."""
    match name:
        case "good":
            return speak(f"good.{value}")
        case "space":
            return speak(f"space.{value}")
        case "tile":
            return speak(f"tile.{value}")
        case "item":
            return speak(f"loot.{value}")
        case "first" | "second" | "land":
            return speak(f"land.{value}")
        case "cell" | "a" | "b":
            return called(str(value))
        case "kinds":
            return ", ".join(speak(f"good.{kind}") for kind in str(value).split())
        case _:
            return value
