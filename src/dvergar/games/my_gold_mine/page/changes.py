"""What the last move did, as a timeline in milliseconds for the animations of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from dvergar.core.events import Event
from dvergar.games.my_gold_mine.page.figures import Figure
from dvergar.games.my_gold_mine.state.moves import OUT

# How long things take to be seen.
DIG: Final = 250
DRAW: Final = 400
WALK: Final = 450
REVEAL: Final = 100
DRAGON_STEP: Final = 850
FLAME: Final = 400  # a dwarf begins to burn so long before the dragon has come

# The exit is a third wider than a mine card: middles of cards, in widths of a mine card.
EXIT_MIDDLE: Final = 0.67
FIRST_MIDDLE: Final = 0.84


@dataclass(frozen=True, slots=True)
class Walk:
    """A dwarf goes from one place to another."""

    start: int
    end: int
    delay: int

    @property
    def cards(self) -> str:
        """How far it has come, in widths of a mine card."""
        return f"{_middle(self.start) - _middle(self.end):.2f}"

    @property
    def gaps(self) -> int:
        """And in gaps between cards."""
        return self.start - self.end


@dataclass(frozen=True, slots=True)
class Burn:
    """A dwarf burns on a place."""

    dwarf: int
    place: int
    delay: int


@dataclass(frozen=True, slots=True)
class News:
    """What happened on one card of the mine; equal to any other of the same."""

    walks: tuple[tuple[int, Walk], ...]
    """By the dwarfs that came to it, or burn there."""
    ways_out: tuple[tuple[int, int], ...]
    """The dwarfs that have left the mine by it, and when."""
    steps: tuple[Walk, ...]
    """The steps of the dragon, which ended here."""
    came: Walk | None
    """The step by which the dragon came over it."""
    burns: tuple[Burn, ...]

    def walk(self, dwarf: int) -> Walk | None:
        """The walk of a dwarf."""
        return next((walk for walker, walk in self.walks if walker == dwarf), None)

    def leaves(self, dwarf: int) -> int | None:
        """When a dwarf leaves the mine, if it does."""
        return next((delay for leaver, delay in self.ways_out if leaver == dwarf), None)


@dataclass(slots=True)
class Changes:
    """What happened, by what moves on the page."""

    dragon: int
    """Where the dragon is now."""
    new_round: bool = False
    digger: int | None = None
    drew: bool = False
    walks: dict[int, Walk] = field(default_factory=dict)
    leaves: dict[int, int] = field(default_factory=dict)
    dragon_steps: list[Walk] = field(default_factory=list)
    burns: list[Burn] = field(default_factory=list)
    bared: int | None = None
    bared_dragons: tuple[int, ...] = ()
    clock: int = 0
    after: int = 0
    """When the walks that have begun are over."""

    def on(self, place: int, folk: Sequence[Figure]) -> News | None:
        """What happened on a card where these stand now, if anything did."""
        burns = tuple(self.burns_at(place))
        dwarfs = [one.dwarf for one in folk] + [burn.dwarf for burn in burns]
        news = News(
            tuple((dwarf, self.walks[dwarf]) for dwarf in dwarfs if dwarf in self.walks),
            tuple(self.leaves.items()) if place == OUT else (),
            tuple(self.dragon_steps) if place == self.dragon else (),
            self.dragon_came_to(place),
            burns,
        )
        return None if news == NOTHING else news

    def burns_at(self, place: int) -> list[Burn]:
        """Who burns on a place."""
        return [burn for burn in self.burns if burn.place == place]

    def dragon_came_to(self, place: int) -> Walk | None:
        """The step by which the dragon came to a place."""
        return next((step for step in self.dragon_steps if step.end == place), None)

    def tell(self, event: Event) -> None:
        """Takes one event in; what is not a walk waits for the walks to end."""
        if event.kind == "move":
            walk = Walk(int(event["start"]), int(event["end"]), self.clock)
            self.walks[int(event["dwarf"])] = walk
            self.after = self.clock + WALK
            return
        self.clock = max(self.clock, self.after)
        match event.kind:
            case "dig":
                self.digger, self.clock = event.seat, DIG
            case "draw":
                self.drew, self.clock = True, DRAW
            case "leave":
                self.leaves[int(event["dwarf"])] = self.clock
            case "reveal":
                self._bare(str(event["card"]))
            case "dragon":
                step = Walk(int(event["start"]), int(event["end"]), self.clock)
                self.dragon_steps.append(step)
                self.clock += DRAGON_STEP
            case "burn":
                self._burn(int(event["dwarf"]))

    def _bare(self, card: str) -> None:
        self.clock += REVEAL
        if card == "dragon":
            self.bared_dragons += (self.clock,)
        else:
            self.bared = self.clock

    def _burn(self, dwarf: int) -> None:
        place = self.dragon_steps[-1].end if self.dragon_steps else self.dragon
        self.burns.append(Burn(dwarf, place, max(self.clock - FLAME, 0)))


NOTHING: Final = News((), (), (), None, ())


def changes(events: Sequence[Event], dragon: int) -> Changes:
    """What a move changed; of one that began a round only that it did."""
    found = Changes(dragon, new_round=any(event.kind == "round" for event in events))
    if not found.new_round:
        for event in events:
            found.tell(event)
    return found


def _middle(place: int) -> float:
    return EXIT_MIDDLE if place == OUT else place + FIRST_MIDDLE
