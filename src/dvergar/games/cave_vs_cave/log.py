"""What happened in Cave vs Cave: the trail of a move as events, and events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dvergar.core.events import Event, read_trail
from dvergar.games.cave_vs_cave.cave import CELLS, EDGES
from dvergar.games.cave_vs_cave.goods import GOODS
from dvergar.games.cave_vs_cave.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.rooms import ROOMS
from dvergar.games.cave_vs_cave.tiles import TILES

if TYPE_CHECKING:
    from dvergar.core.words import Words
    from dvergar.games.cave_vs_cave.rules import CaveVsCave, State

# The facts of each kind of event; those of SEATLESS belong to nobody.
FACTS: Final[dict[str, tuple[str, ...]]] = {
    "take": ("tile",),
    "gain": ("good", "amount", "lost"),
    "pay": ("good", "amount"),
    "use": ("room",),
    "trigger": ("room",),
    "dig": ("cell", "room"),
    "reveal": ("room",),
    "wall": ("edge",),
    "breach": ("edge",),
    "furnish": ("room", "cell"),
    "cavern": ("side",),
    "eat": ("good",),
    "round": ("round", "starter", "tile"),
    "game_over": (),
}
SEATLESS: Final = ("reveal", "round", "game_over")
# Facts whose numbers stand for names.
NAMED: Final[dict[str, Sequence[str]]] = {
    "tile": TILES,
    "good": GOODS,
    "room": ROOMS,
    "cell": CELLS,
    "edge": EDGES,
    "side": SIDE_NAMES,
}


def events(state: State) -> list[Event]:
    """The trail of the last move as events."""
    return read_trail(state.trail, FACTS, SEATLESS, NAMED)


def tell(game: CaveVsCave, event: Event, lang: str, names: Sequence[str]) -> str:
    """The event as a sentence with strong words; an empty one for what goes without saying."""
    speak = game.info.words(lang)
    facts = {name: said(speak, name, value) for name, value in event.facts.items()}
    if event.seat is not None:
        facts["name"] = names[event.seat]
    key = f"log.{event.kind}"
    match event.kind:
        case "gain" | "pay":
            facts["what"] = counted(speak, str(event["good"]), int(event["amount"]))
            if event.kind == "gain" and int(event["lost"]):
                facts["lost"] = counted(speak, str(event["good"]), int(event["lost"]))
                key = "log.gain_part" if int(event["amount"]) else "log.gain_none"
        case "eat":
            facts["what"] = counted(speak, str(event["good"]), 1)
        case "round":
            key = "log.round" if game.players > 1 else "log.round_alone"
            facts["name"] = names[int(event["starter"])]
    return speak.markup(key, **facts)


def said(speak: Words, name: str, value: int | str) -> object:
    """A fact in words."""
    match name:
        case "tile" | "good" | "room":
            return speak(f"{name}.{value}")
        case "cell":
            return cell_name(speak, str(value))
        case "edge":
            return edge_name(speak, str(value))
        case "side":
            return speak(f"side.{str(value).replace(' ', '_')}")
        case _:
            return value


def counted(speak: Words, good: str, amount: int) -> str:
    """So many of a good: “2 wood”."""
    return speak(f"count.{good}", n=amount)


def cell_name(speak: Words, cell: str) -> str:
    """A cell in words: its row and its column, counted from one."""
    if cell == "extra":
        return speak("cell.extra")
    return speak("cell.at", row=int(cell[1]) + 1, column=int(cell[3]) + 1)


def edge_name(speak: Words, edge: str) -> str:
    """An edge in words: the two cells it divides, or a side of the additional cavern."""
    first, second = edge.split("|")
    if first == "extra":
        return speak(f"cell.side_{second}")
    return speak("cell.between", one=cell_name(speak, first), two=cell_name(speak, second))
