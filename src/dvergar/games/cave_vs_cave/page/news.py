"""What the last move changed, so that the page can show it: new walls, rooms, tiles and goods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dvergar.core.events import Event


@dataclass(slots=True)
class News:
    """What is new since the move before."""

    walls: set[tuple[int, str]] = field(default_factory=set)
    cells: set[tuple[int, str]] = field(default_factory=set)
    rooms: set[str] = field(default_factory=set)
    tile: str = ""
    goods: dict[tuple[int, str], int] = field(default_factory=dict)

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
                self._count(seat, "food", 1)
            case "wall":
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


def news(events: Sequence[Event]) -> News:
    """The news of a move."""
    found = News()
    for event in events:
        found.tell(event)
    return found
