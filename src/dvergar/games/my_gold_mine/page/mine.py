"""The mine: the cards from the daylight to the dragon, who is where, and a drawn exit card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Choice
from dvergar.games.my_gold_mine.facts.material import MATERIAL
from dvergar.games.my_gold_mine.page.figures import Figure, figure
from dvergar.games.my_gold_mine.page.signs import ACTION_SIGNS, Effect, action_of, exit_signs
from dvergar.games.my_gold_mine.presentation.log import exit_card
from dvergar.games.my_gold_mine.rules.digging import door_leads_to
from dvergar.games.my_gold_mine.state.moves import OUT, VOCABULARY
from dvergar.games.my_gold_mine.state.state import NO_CARD, State


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
        [_answer(context, choice) for choice in context.prompt.choices],
    )


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
