"""The phases of a game, and what is pending in a position: frames on a stack.

The topmost frame is the question. A frame has a kind, a seat and a few numbers of its own. Frames
never change: copies of a position share them, and continuing means replacing one.
"""

from __future__ import annotations

from typing import Any, Final

# What happens when nothing is pending any more.
WORK: Final = 0
HARVEST: Final = 1
ENDING: Final = 2
ROUND_START: Final = 3
STAGE_NAMES: Final = ("work", "harvest", "ending", "round_start")

# Kinds of harvest.
NO_HARVEST: Final = 0
PAY_ONE: Final = 1
SKIP_ONE: Final = 2
FULL_HARVEST: Final = 3
HARVESTS: Final = ("none", "pay_one", "skip_one", "full")
RED_HARVESTS: Final = [NO_HARVEST, PAY_ONE, SKIP_ONE]
"""What the red markers mean, one after the other."""
BREEDING_HARVESTS: Final = [SKIP_ONE, FULL_HARVEST]
"""Those in which fields may be reaped and animals bred."""

UNKNOWN: Final = -1  # no card or no marker for a round

# Harvest markers.
GREEN: Final = 0
RED: Final = 1


# Kinds of frames.
PLACING: Final = 0
FLOW: Final = 1
SITE: Final = 2
PAYING: Final = 3
SOWING: Final = 4
LOOTING: Final = 5
MARKETING: Final = 6
SELLING: Final = 7
HERD: Final = 8
EVENT: Final = 9
FEEDING: Final = 10
BREEDING: Final = 11
LAST_TRADES: Final = 12
PURGE: Final = 13
MINING: Final = 14
BEGINNING: Final = 15
REAPING: Final = 16
KIND_NAMES: Final = (
    "placing",
    "flow",
    "site",
    "paying",
    "sowing",
    "looting",
    "marketing",
    "selling",
    "herd",
    "event",
    "feeding",
    "breeding",
    "last_trades",
    "purge",
    "mining",
    "beginning",
    "reaping",
)
KIND_COUNT: Final = len(KIND_NAMES)


def _table(*kinds: int) -> list[bool]:
    return [kind in kinds for kind in range(KIND_COUNT)]


# What holds of a kind of frame.
IS_STEP: Final = _table(BEGINNING, REAPING)
"""It asks nothing: it happens when its turn has come."""
IN_ACTION: Final = _table(FLOW, SITE, PAYING, SOWING, LOOTING, MARKETING, SELLING)
"""It belongs to the action of the dwarf placed last."""
ALWAYS_ASKED: Final = _table(PLACING, HERD, FEEDING, LAST_TRADES, PURGE, MINING)
"""It is a real question even with a single answer."""
COMPULSORY: Final = _table(FLOW, SITE, PAYING)
"""It has to be answered, unless DONE is among its answers."""
OFFERS_FREE: Final = _table(
    *(PLACING, FLOW, SITE, PAYING, SOWING, LOOTING, MARKETING, SELLING, HERD, FEEDING),
    *(BREEDING, LAST_TRADES, MINING),
)
"""At-any-time moves are offered beside it; on an expedition not while its loot is used."""


class Frame:
    """One thing that is pending: its kind, and whose it is."""

    def __init__(self, kind: int, seat: int) -> None:
        self.kind = kind
        self.seat = seat

    def numbers(self) -> tuple[int, ...]:
        """Everything about it, for comparing."""
        return (self.kind, self.seat)


class Placing(Frame):
    """A dwarf is to be placed; a ruby may have sent it before weaker ones."""

    def __init__(self, seat: int, jumped: bool) -> None:
        super().__init__(PLACING, seat)
        self.jumped = jumped

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.jumped)


class Flow(Frame):
    """An action is under way: a part of its flow, and the set of that part's parts done."""

    def __init__(self, seat: int, part: int, done: int) -> None:
        super().__init__(FLOW, seat)
        self.part = part
        self.done = done

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.part, self.done)


class Site(Frame):
    """A tile needs a cell; it may be loot, with a price of its own."""

    def __init__(self, seat: int, tile: int, as_loot: bool) -> None:
        super().__init__(SITE, seat)
        self.tile = tile
        self.as_loot = as_loot

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.tile, self.as_loot)


class Paying(Frame):
    """A tile whose cell is known is to be paid."""

    def __init__(self, seat: int, tile: int, cell: int, as_loot: bool) -> None:
        super().__init__(PAYING, seat)
        self.tile = tile
        self.cell = cell
        self.as_loot = as_loot

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.tile, self.cell, self.as_loot)


class Sowing(Frame):
    """So many grain and vegetables may still be sown."""

    def __init__(self, seat: int, grain: int, vegetables: int) -> None:
        super().__init__(SOWING, seat)
        self.grain = grain
        self.vegetables = vegetables

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.grain, self.vegetables)


class Looting(Frame):
    """An expedition: how many items are left, the set of those taken, the strength that counts."""

    def __init__(self, seat: int, left: int, taken: int, strength: int) -> None:
        super().__init__(LOOTING, seat)
        self.left = left
        self.taken = taken
        self.strength = strength

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.left, self.taken, self.strength)


class Marketing(Frame):
    """The market, and the set of goods bought there."""

    def __init__(self, seat: int, bought: int) -> None:
        super().__init__(MARKETING, seat)
        self.bought = bought

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.bought)


class Selling(Frame):
    """Ore may still be sold so often."""

    def __init__(self, seat: int, times: int) -> None:
        super().__init__(SELLING, seat)
        self.times = times

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.times)


class Herd(Frame):
    """The herd does not fit."""

    def __init__(self, seat: int) -> None:
        super().__init__(HERD, seat)


class Event(Frame):
    """The third event of the harvest: field phase or breeding phase."""

    def __init__(self, seat: int) -> None:
        super().__init__(EVENT, seat)


class Feeding(Frame):
    """The family is to be fed: the food asked for, whether work fed a dwarf, food for an adult."""

    def __init__(self, seat: int, food: int, worked: bool, adult: int) -> None:
        super().__init__(FEEDING, seat)
        self.food = food
        self.worked = worked
        self.adult = adult

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.food, self.worked, self.adult)


class Breeding(Frame):
    """Young animals are to be born."""

    def __init__(self, seat: int) -> None:
        super().__init__(BREEDING, seat)


class LastTrades(Frame):
    """The last trades before the points are counted."""

    def __init__(self, seat: int) -> None:
        super().__init__(LAST_TRADES, seat)


class Purge(Frame):
    """Full spaces of the solo game are to be cleared, but for the set of those saved."""

    def __init__(self, seat: int, saved: int) -> None:
        super().__init__(PURGE, seat)
        self.saved = saved

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.saved)


class Mining(Frame):
    """Donkeys in ore mines are paid for next, or as soon as the coming round has begun."""

    def __init__(self, seat: int, begun: bool) -> None:
        super().__init__(MINING, seat)
        self.begun = begun

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.begun)


class Beginning(Frame):
    """A step: a part of a flow begins."""

    def __init__(self, seat: int, part: int) -> None:
        super().__init__(BEGINNING, seat)
        self.part = part

    def numbers(self) -> tuple[int, ...]:
        return (self.kind, self.seat, self.part)


class Reaping(Frame):
    """A step: the field phase of those who kept it, after all have chosen."""

    def __init__(self, seat: int) -> None:
        super().__init__(REAPING, seat)


_CLASSES: Final[list[Any]] = [  # by kind
    Placing,
    Flow,
    Site,
    Paying,
    Sowing,
    Looting,
    Marketing,
    Selling,
    Herd,
    Event,
    Feeding,
    Breeding,
    LastTrades,
    Purge,
    Mining,
    Beginning,
    Reaping,
]


def frame_of(data: dict[str, Any]) -> Frame:
    """The frame whose fields these are, as `core.plain_data` writes them."""
    parts = {name: value for name, value in data.items() if name != "kind"}
    frame: Frame = _CLASSES[data["kind"]](**parts)
    return frame
