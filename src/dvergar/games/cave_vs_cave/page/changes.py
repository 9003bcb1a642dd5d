"""What the last move changed, so that the page can show it: walls, rooms, tiles and goods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dvergar.core.events import Event
from dvergar.games.cave_vs_cave.facts.goods import FOOD, FOOD_OF, GOODS


@dataclass(frozen=True, slots=True)
class CaveChanges:
    """What is new in one cave; equal to any other of the same."""

    walls: frozenset[str]
    cells: frozenset[str]
    goods: tuple[tuple[str, int], ...]

    def change(self, good: str) -> int:
        """By how much a good has changed."""
        return next((amount for name, amount in self.goods if name == good), 0)


@dataclass(slots=True)
class Changes:
    """What is new since the move before."""

    walls: set[tuple[int, str]] = field(default_factory=set)
    cells: set[tuple[int, str]] = field(default_factory=set)
    rooms: set[str] = field(default_factory=set)
    tile: str = ""
    goods: dict[tuple[int, str], int] = field(default_factory=dict)

    @property
    def fresh_rooms(self) -> frozenset[str]:
        """The rooms that have come to light."""
        return frozenset(self.rooms)

    def of(self, seat: int) -> CaveChanges | None:
        """What is new in the cave of a seat, if anything."""
        walls = frozenset(edge for owner, edge in self.walls if owner == seat)
        cells = frozenset(cell for owner, cell in self.cells if owner == seat)
        goods = tuple((good, n) for (owner, good), n in self.goods.items() if owner == seat)
        return CaveChanges(walls, cells, goods) if walls or cells or goods else None

    def change(self, seat: int, good: str) -> int:
        """By how much a good of a seat has changed."""
        return self.goods.get((seat, good), 0)

    def _count(self, seat: int, good: str, amount: int) -> None:
        self.goods[seat, good] = self.change(seat, good) + amount

    def tell(self, event: Event) -> None:
        """Takes one event in."""
        facts, seat = event.facts, event.seat if event.seat is not None else -1
        match event.kind:
            case "gain":
                self._count(seat, str(facts["good"]), int(facts["amount"]))
            case "pay":
                self._count(seat, str(facts["good"]), -int(facts["amount"]))
            case "eat":
                self._count(seat, str(facts["good"]), -1)
                self._count(seat, GOODS[FOOD], FOOD_OF[GOODS.index(str(facts["good"]))])
            case "wall" | "breach":
                self.walls.add((seat, str(facts["edge"])))
            case "dig":
                self.cells.add((seat, str(facts["cell"])))
                self.rooms.add(str(facts["room"]))
            case "furnish":
                self.cells.add((seat, str(facts["cell"])))
            case "reveal":
                self.rooms.add(str(facts["room"]))
            case "round":
                self.tile = str(facts["tile"])


def changes(events: Sequence[Event]) -> Changes:
    """What a move changed."""
    found = Changes()
    for event in events:
        found.tell(event)
    return found
