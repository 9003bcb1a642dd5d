"""What happened in Caverna: the trail of a move as events, their summary, and sentences.

A summary adds up goods that come or go in small steps. What one event says already (loot, young,
crops, seed) is not repeated as a gain or a payment; goods that become food are a meal. A sum is an
event whose facts are the amounts of goods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from dvergar.core.events import Event, read_trail, summed_by_seat
from dvergar.core.game import Game
from dvergar.core.sentences import join_list
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.caverna.facts.board import CELL_NAMES, LAND_NAMES
from dvergar.games.caverna.facts.game import FARM_ANIMALS, GOODS, LOOT, LOOT_GOODS, SPACES
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.state.moves import KINDS_OF_YOUNG
from dvergar.games.caverna.state.pending import HARVESTS
from dvergar.games.caverna.state.state import State, called

# What each kind of event says; those of SEATLESS belong to nobody.
EVENT_FACTS: Final[dict[str, tuple[str, ...]]] = {
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
    return read_trail(state.trail, EVENT_FACTS, SEATLESS, NAMED)


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
        facts |= {"strength": join_list(strengths, lang), "n": len(strengths)}
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
    return join_list([speak(f"count.{good}", n=n) for good, n in goods.items() if n], speak.lang)


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


EDIBLE: Final = ("grain", "vegetable", "ruby", *(GOODS[animal] for animal in FARM_ANIMALS))
COSTLY: Final = ("place", "imitate", "furnish")
"""Whoever does one of these may pay with food; at all other times it is the family that eats it."""


def summary(_: Game, events: Sequence[Event]) -> list[Event]:
    """The same events, with what belongs together in one."""
    return summed_by_seat(events, _summed)


def _summed(seat: int, events: Sequence[Event]) -> list[Event]:
    """What one seat did in a row; what came and what went stands at the end."""
    sums = _Sums()
    said: list[str | Event] = []
    for event in _with_meals(seat, events):
        kind = sums.add(event)
        if not kind:
            said.append(event)
        elif kind not in said:
            said.append(kind)
    order = [one for one in said if one not in ("gain", "pay")] + ["gain", "pay"]
    told = (one if isinstance(one, Event) else Event(one, seat, sums.facts(one)) for one in order)
    return [event for event in told if event.facts or event.kind not in sums.of]


def _with_meals(seat: int, events: Sequence[Event]) -> list[Event]:
    """The same, with events of our own where something is eaten: goods, gold, or food at last."""
    found: list[Event] = []
    feeds = not any(event.kind in COSTLY for event in events)
    for event in events:
        paid = found[-1] if found and found[-1].kind == "pay" else None
        is_food = event.kind in ("gain", "pay") and event["good"] == "food"
        if is_food and event.kind == "gain" and paid and paid["good"] in (*EDIBLE, "gold"):
            found.append(_meal(seat, _paid(found), int(event["amount"])))
        elif is_food and event.kind == "pay" and feeds and not paid:
            found.append(Event("feed", seat, {"food": event["amount"]}))
        else:
            found.append(event)
    return found


def _paid(found: list[Event]) -> dict[str, int]:
    """Takes off the end what was paid last: the edible goods, or the gold."""
    paid = found.pop()
    goods = {str(paid["good"]): int(paid["amount"])}
    while found and found[-1].kind == "pay" and found[-1]["good"] in EDIBLE and "gold" not in goods:
        paid = found.pop()
        goods = {str(paid["good"]): int(paid["amount"]), **goods}
    return goods


def _meal(seat: int, goods: Mapping[str, int], food: int) -> Event:
    return Event("buy" if "gold" in goods else "eat", seat, {**goods, "food": food})


class _Sums:
    """What comes in several events and is told in one."""

    def __init__(self) -> None:
        kinds = ("gain", "pay", "loot", "sow", "eat", "buy")
        self.of: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
        self.weapons: dict[int, int] = {}
        self.known: Counter[str] = Counter()
        """Goods to come of which something else has told already."""

    def facts(self, kind: str) -> dict[str, int | str]:
        """The facts of the one event that is told in the end."""
        if kind == "strengthen":
            return {str(dwarf): strength for dwarf, strength in self.weapons.items()}
        return {good: amount for good, amount in self.of[kind].items() if amount}

    def add(self, event: Event) -> str:
        """Takes an event in; the kind of the sum it is in, nothing if it is told as it is."""
        match event.kind:
            case "gain":
                self._gain(str(event["good"]), int(event["amount"]))
            case "pay":
                self.of["pay"][str(event["good"])] += int(event["amount"])
            case "eat" | "buy":
                self.of[event.kind].update({good: int(n) for good, n in event.facts.items()})
            case "sow":
                self.of["sow"][str(event["good"])] += 1
                self.of["pay"][str(event["good"])] -= 1
            case "loot":
                goods = LOOT_GOODS[LOOT.index(str(event["item"]))]
                self._foretell({GOODS[good]: amount for good, amount in goods}, self.of["loot"])
            case "strengthen":
                self.weapons[int(event["dwarf"])] = int(event["strength"])
            case "young":
                self._foretell(dict.fromkeys(ANIMALS_OF_YOUNG[str(event["kinds"])], 1))
                return ""
            case "reap":
                grain, vegetables = int(event["grain"]), int(event["vegetables"])
                self._foretell({"grain": grain, "vegetable": vegetables})
                return ""
            case _:
                return ""
        return event.kind

    def _gain(self, good: str, amount: int) -> None:
        told = min(amount, self.known[good])
        self.known[good] -= told
        self.of["gain"][good] += amount - told

    def _foretell(self, goods: Mapping[str, int], told: Counter[str] | None = None) -> None:
        for good, amount in goods.items():
            self.known[good] += amount
            if told is not None:
                told[good] += amount
