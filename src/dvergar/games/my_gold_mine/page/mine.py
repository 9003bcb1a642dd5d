"""The mine from the daylight to the dragon, who is where, and what the last move changed.

The changes are a timeline in milliseconds for the animations of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from dvergar.core.events import Event
from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Choice
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.page.players import Figure, figure
from dvergar.games.my_gold_mine.page.signs import ACTION_SIGNS, Effect, action_of, exit_signs
from dvergar.games.my_gold_mine.presentation.log import exit_card
from dvergar.games.my_gold_mine.rules.actions import door_leads_to
from dvergar.games.my_gold_mine.state import NO_CARD, OUT, VOCABULARY, State

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


@dataclass(frozen=True, slots=True)
class Answer:
    """One thing to do with the card: a sign, or the dwarf one may swap with."""

    choice: Choice
    sign: str
    who: Figure | None

    @property
    def action(self) -> str:
        """The action of the card that it is."""
        return "swap" if self.who else action_of(self.sign)


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """The card on the table."""

    signs: tuple[Effect, ...]
    title: str
    answers: list[Answer]


def drawn_card(context: ViewContext) -> DrawnCard | None:
    """The exit card being decided about, if there is one."""
    state: State = context.state
    if state.card == NO_CARD:
        return None
    speak, variant = context.words, state.variant
    title = speak("table.drawn_card", card=exit_card(variant, state.card, speak))
    return DrawnCard(
        exit_signs(variant.exit_deck.actions[state.card], speak),
        speak("table.choose_action") if context.acts else title,
        [_answer(context, choice) for choice in _distinct(state, context.prompt.choices)],
    )


def _distinct(state: State, choices: Sequence[Choice]) -> Iterator[Choice]:
    """The choices that differ: of swaps that change nothing, on the same card, one is enough."""
    here = state.places[state.dwarf]
    idle = [
        choice
        for choice in choices
        for (argument,) in [VOCABULARY.arguments[choice.move]]
        if VOCABULARY.kinds[choice.move] == "swap" and state.places[argument] == here
    ]
    shown = next((choice for choice in idle if choice.hinted), idle[0] if idle else None)
    return (choice for choice in choices if choice is shown or choice not in idle)


def _answer(context: ViewContext, choice: Choice) -> Answer:
    (argument,) = VOCABULARY.arguments[choice.move]
    if VOCABULARY.kinds[choice.move] == "swap":
        return Answer(choice, "", figure(context, argument))
    return Answer(choice, ACTION_SIGNS[argument], None)


EXIT: Final = "exit"
CARD: Final = "card"
DRAGON: Final = "dragon"
BURNT: Final = "burnt"


@dataclass(frozen=True, slots=True)
class Rung:
    """A slot of the ladder, empty or taken."""

    number: int
    who: Figure | None
    word: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One card of the mine."""

    place: int
    kind: str
    hot: bool
    """The dragon burns it next."""
    wagon: bool
    folk: tuple[Figure, ...]
    ghost: Figure | None
    """The viewer's dwarf where digging surely leads it."""
    word: str
    """The same for those who do not see it."""

    @property
    def help(self) -> str:
        """What it explains itself as."""
        return "hot" if self.hot else self.kind


@dataclass(frozen=True, slots=True)
class Mine:
    """All cells, the exit first, and the ladder of those who are out."""

    cells: tuple[Cell, ...]
    ladder: tuple[Rung, ...]


def mine(context: ViewContext) -> Mine:
    """The mine as a viewer sees it."""
    return Mine(
        tuple(_cell(context, place) for place in range(MATERIAL.dragon + 1)),
        tuple(_rung(context, slot) for slot in range(MATERIAL.dwarfs)),
    )


def _cell(context: ViewContext, place: int) -> Cell:
    state: State = context.state
    inside = [dwarf for dwarf, where in enumerate(state.places) if where == place]
    folk = tuple(figure(context, dwarf) for dwarf in (state.ladder if place == OUT else inside))
    return Cell(
        place,
        _kind(place, state.dragon),
        place + 1 == state.dragon and place > OUT and not state.over,
        place == MATERIAL.wagon,
        folk,
        figure(context, state.dwarf) if place == _dig_leads_to(context) else None,
        _word(context, place, folk),
    )


def _kind(place: int, dragon: int) -> str:
    if place == OUT:
        return EXIT
    if place == dragon:
        return DRAGON
    return BURNT if place > dragon else CARD


def _dig_leads_to(context: ViewContext) -> int | None:
    """Where digging takes the viewer's dwarf, if it may dig and would not stay."""
    state: State = context.state
    if not context.acts or not context.prompt.at("pile:extraction"):
        return None
    there = door_leads_to(state, state.extraction[-1])
    return None if there == state.places[state.dwarf] else there


def _word(context: ViewContext, place: int, folk: tuple[Figure, ...]) -> str:
    speak = context.words
    if place == OUT:
        return "" if folk else speak("table.cell_exit_empty")
    names = ", ".join(one.name for one in folk)
    key = "table.cell_folk" if folk else "table.cell_empty"
    word = speak(key, n=place, folk=names)
    return f"{speak('table.cell_wagon')} {word}" if place == MATERIAL.wagon else word


def _rung(context: ViewContext, slot: int) -> Rung:
    state: State = context.state
    if slot >= len(state.ladder):
        return Rung(slot + 1, None, "")
    who = figure(context, state.ladder[slot])
    return Rung(slot + 1, who, context.words("table.slot_taken", slot=slot + 1, name=who.name))
