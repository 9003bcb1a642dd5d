"""What is pending in Caverna in numbers: whose questions wait, and the action under way."""

from __future__ import annotations

from typing import Final

from dvergar.core.observation import FLAG, Block, Layout, choice, members, number
from dvergar.core.sets import bit
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import CELL_NAMES
from dvergar.games.caverna.facts.tiles import TILES
from dvergar.games.caverna.rules.flow import Joined
from dvergar.games.caverna.rules.spaces import PARTS
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.state import State


def _part(count: int) -> Block:
    """A joined part that is under way: whether it is, and which of its parts are done."""
    codes = [
        [1.0, *[float(done >> part & 1) for part in range(count)]] for done in range(bit(count))
    ]
    return Block(["begun", *[f"part_{part}_done" for part in range(count)]], codes, 1)


KINDS: Final = members(pending.KIND_NAMES)
TILE: Final = choice(TILES)
CELL: Final = choice(CELL_NAMES)
SOWN: Final = number(facts.MAX_SOWN)
LOOT_LEFT: Final = number(4)
LOOT_TAKEN: Final = members(facts.LOOT)
STRENGTH: Final = number(facts.MAX_WEAPON)
BOUGHT: Final = members([facts.GOODS[good] for good in facts.MARKET_GOODS])
SALES: Final = number(facts.ORE_SALE_TIMES)
MEAL: Final = number(2 * (facts.MAX_FAMILY + 1))
FOOD_FOR_ADULT: Final = choice(("none", "1", "2"))
SAVED: Final = members(facts.SPACES)

_JOINED: Final = [number for number, part in enumerate(PARTS) if isinstance(part, Joined)]
_FLOWS: Final[list[Block]] = []  # of the joined parts, in order
_FLOW_OF: Final = [-1] * len(PARTS)  # the place of a part among them
for _number in _JOINED:
    _joined = PARTS[_number]
    assert isinstance(_joined, Joined)
    _FLOW_OF[_number] = len(_FLOWS)
    _FLOWS.append(_part(len(_joined.parts)))
_NO_FLOWS: Final = b"".join([block.nothing for block in _FLOWS])


class Asked:
    """The numbers of the topmost frame of each kind; -1 or 0 where there is none."""

    def __init__(self) -> None:
        self.tile = -1
        self.cell = -1
        self.as_loot = 0
        self.grain = 0
        self.vegetables = 0
        self.left = 0
        self.taken = 0
        self.strength = 0
        self.bought = 0
        self.times = 0
        self.food = 0
        self.worked = 0
        self.adult = -1
        self.saved = 0
        self.begun = 0
        self.jumped = 0


def lay_out_pending(found: Layout, players: int) -> None:
    """The entries of what is pending."""
    for step in range(players):
        found.add(f"pending.player_{step}", KINDS, "the kinds of questions that wait for a player")
    for place, part in enumerate(_JOINED):
        found.add(f"action.part_{part}", _FLOWS[place], "a joined part of an action, by its number")
    found.add("furnish.tile", TILE, "the tile being furnished")
    found.add("furnish.cell", CELL, "the cell chosen for it")
    found.add("furnish.as_loot", FLAG, "it is loot, with a price of its own")
    found.add("sow.grain", SOWN, "grain that may still be sown")
    found.add("sow.vegetables", SOWN, "vegetables that may still be sown")
    found.add("loot.left", LOOT_LEFT, "items that may still be taken")
    found.add("loot.taken", LOOT_TAKEN, "items taken on this expedition")
    found.add("loot.strength", STRENGTH, "the strength that counts")
    found.add("market.bought", BOUGHT, "goods bought at this market")
    found.add("ore.sales", SALES, "how often ore may still be sold")
    found.add("meal.food", MEAL, "food asked for the family")
    found.add("meal.worked", FLAG, "work has fed a dwarf")
    found.add("meal.adult", FOOD_FOR_ADULT, "food asked for a grown-up dwarf")
    found.add("purge.saved", SAVED, "full spaces that a ruby has saved")
    found.add("mining.begun", FLAG, "donkeys in ore mines are paid for next")
    found.add("placing.jumped", FLAG, "a ruby has sent the dwarf before weaker ones")


def add_pending(state: State, seat: int, found: list[bytes]) -> None:
    """What is pending, in the order of the layout."""
    players = state.variant.players
    kinds = [0] * players
    asked = Asked()
    flows: list[bytes] = []
    for frame in state.stack:
        kinds[(frame.seat - seat) % players] |= bit(frame.kind)
        if isinstance(frame, pending.Flow):
            if not flows:
                flows = [block.nothing for block in _FLOWS]
            place = _FLOW_OF[frame.part]
            flows[place] = _FLOWS[place].at(frame.done)
        else:
            _ask(frame, asked)
    for waiting in kinds:
        KINDS.add(waiting, found)
    if flows:
        found += flows
    else:
        found.append(_NO_FLOWS)
    _add_asked(asked, found)


def _ask(frame: pending.Frame, asked: Asked) -> None:
    """Keeps the numbers of a frame."""
    if isinstance(frame, pending.Site):
        asked.tile = frame.tile
        asked.as_loot = int(frame.as_loot)
    elif isinstance(frame, pending.Paying):
        asked.tile = frame.tile
        asked.cell = frame.cell
        asked.as_loot = int(frame.as_loot)
    elif isinstance(frame, pending.Sowing):
        asked.grain = frame.grain
        asked.vegetables = frame.vegetables
    elif isinstance(frame, pending.Looting):
        asked.left = frame.left
        asked.taken = frame.taken
        asked.strength = frame.strength
    elif isinstance(frame, pending.Feeding):
        asked.food = frame.food
        asked.worked = int(frame.worked)
        asked.adult = frame.adult
    else:
        _ask_seldom(frame, asked)


def _ask_seldom(frame: pending.Frame, asked: Asked) -> None:
    if isinstance(frame, pending.Placing):
        asked.jumped = int(frame.jumped)
    elif isinstance(frame, pending.Marketing):
        asked.bought = frame.bought
    elif isinstance(frame, pending.Selling):
        asked.times = frame.times
    elif isinstance(frame, pending.Purge):
        asked.saved = frame.saved
    elif isinstance(frame, pending.Mining):
        asked.begun = int(frame.begun)


def _add_asked(asked: Asked, found: list[bytes]) -> None:
    found.append(TILE.at(asked.tile))
    found.append(CELL.at(asked.cell))
    found.append(FLAG.at(asked.as_loot))
    found.append(SOWN.at(asked.grain))
    found.append(SOWN.at(asked.vegetables))
    found.append(LOOT_LEFT.at(asked.left))
    LOOT_TAKEN.add(asked.taken, found)
    found.append(STRENGTH.at(asked.strength))
    BOUGHT.add(asked.bought, found)
    found.append(SALES.at(asked.times))
    found.append(MEAL.at(asked.food))
    found.append(FLAG.at(asked.worked))
    found.append(FOOD_FOR_ADULT.at(asked.adult))
    SAVED.add(asked.saved, found)
    found.append(FLAG.at(asked.begun))
    found.append(FLAG.at(asked.jumped))
