"""What a dwarf did in Caverna, summed up: goods that come or go in small steps become one sum.

What one event says already is not told once more as a gain or a payment: loot, young, crops that
are brought in, seed. Goods that become food are told as a meal. A sum is an event whose facts are
the amounts of goods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from dvergar.core.events import Event, summed_by_seat
from dvergar.core.game import Game
from dvergar.games.caverna.facts.goods import FARM_ANIMALS, GOODS
from dvergar.games.caverna.facts.loot import LOOT, LOOT_GOODS
from dvergar.games.caverna.presentation.log import ANIMALS_OF_YOUNG

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
