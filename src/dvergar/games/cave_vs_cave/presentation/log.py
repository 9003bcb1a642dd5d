"""What happened in Cave vs Cave: the trail of a move as events, their summary, and sentences.

A summary adds up goods that come or go in small steps: an event of the same kind whose facts are
the amounts of goods. What had no room is an event of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from dvergar.core.events import Event, read_trail, summed_by_seat
from dvergar.core.game import Game
from dvergar.core.sentences import join_list
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts.cave import CELL_NAMES, EDGES
from dvergar.games.cave_vs_cave.facts.game import GOODS, TILE_NAMES
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES
from dvergar.games.cave_vs_cave.presentation.names import cell_name, counted, edge_name, side_name
from dvergar.games.cave_vs_cave.state.moves import SIDE_NAMES
from dvergar.games.cave_vs_cave.state.state import State

SUMS: Final = ("eat", "gain", "full", "pay")


def rooms_used(event: Event) -> list[str]:
    """The rooms used in an event, or in a sum of several."""
    return [str(event["room"])] if "room" in event.facts else list(event.facts)


def summary(_: Game, events: Sequence[Event]) -> list[Event]:
    """The same events, with what belongs together in one."""
    return summed_by_seat(events, _summed)


def _summed(seat: int, events: Sequence[Event]) -> list[Event]:
    """What one seat did in a row; what came and what went stands at the end."""
    said: list[Event] = []
    sums: dict[str, Counter[str]] = {kind: Counter() for kind in SUMS}
    for event in events:
        match event.kind:
            case "gain":
                sums["gain"][str(event["good"])] += int(event["amount"])
                sums["full"][str(event["good"])] += int(event["lost"])
            case "pay":
                sums["pay"][str(event["good"])] += int(event["amount"])
            case "eat":
                sums["eat"][str(event["good"])] += 1
            case "use" if said and said[-1].kind == "use":
                said[-1] = Event(
                    "use", seat, dict.fromkeys([*rooms_used(said[-1]), *rooms_used(event)], 1)
                )
            case _:
                said.append(event)
    for kind in SUMS:
        goods: dict[str, int | str] = {good: n for good, n in sums[kind].items() if n}
        if goods:
            said.append(Event(kind, seat, goods))
    return said


# What is told of each kind of event; those of SEATLESS belong to nobody.
EVENT_FACTS: Final[dict[str, tuple[str, ...]]] = {
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
# What is told by the name of a thing instead of its number.
NAMED: Final[dict[str, Sequence[str]]] = {
    "tile": TILE_NAMES,
    "good": GOODS,
    "room": ROOM_NAMES,
    "cell": CELL_NAMES,
    "edge": EDGES,
    "side": SIDE_NAMES,
}


def events(state: State) -> list[Event]:
    """The trail of the last move as events."""
    return read_trail(state.trail, EVENT_FACTS, SEATLESS, NAMED)


def tell(game: Game, event: Event, lang: str, names: Sequence[str]) -> str:
    """The event as a sentence with strong words; an empty one for what goes without saying."""
    speak = game.info.words(lang)
    facts = {name: _said(speak, name, value) for name, value in event.facts.items()}
    if event.seat is not None:
        facts["name"] = names[event.seat]
    key = f"log.{event.kind}"
    if event.kind in SUMS:
        key, sums = _sums(speak, event)
        facts |= sums
    match event.kind:
        case "use":
            called = [speak(f"room.{room}") for room in rooms_used(event)]
            facts |= {"room": join_list(called, speak.lang), "n": len(called)}
        case "round":
            key = "log.round" if game.players > 1 else "log.round_alone"
            facts["name"] = names[int(event["starter"])]
    return speak.markup(key, **facts)


def _sums(speak: Words, event: Event) -> tuple[str, dict[str, object]]:
    """The key of a sentence about goods, and what fills it."""
    key = f"log.{event.kind}"
    if "good" not in event.facts:
        return key, {"what": _goods(speak, event.facts)}
    good, amount = str(event["good"]), int(event.facts.get("amount", 1))
    sums: dict[str, object] = {"what": _goods(speak, {good: amount})}
    lost = event.facts.get("lost")
    if lost:
        sums["lost"] = _goods(speak, {good: lost})
        key = "log.gain_part" if amount else "log.gain_none"
    return key, sums


def _goods(speak: Words, goods: Mapping[str, int | str]) -> str:
    """So much of some goods, in words."""
    return join_list(
        [counted(speak, GOODS.index(good), int(n)) for good, n in goods.items()], speak.lang
    )


def _said(speak: Words, name: str, value: int | str) -> object:
    """What an event tells, in words."""
    match name:
        case "tile" | "good" | "room":
            return speak(f"{name}.{value}")
        case "cell":
            return cell_name(speak, CELL_NAMES.index(str(value)))
        case "edge":
            return edge_name(speak, EDGES.index(str(value)))
        case "side":
            return side_name(speak, SIDE_NAMES.index(str(value)))
        case _:
            return value
