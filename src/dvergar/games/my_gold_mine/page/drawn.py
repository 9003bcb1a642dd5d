"""A drawn exit card that leaves a choice: the card, and its actions as answers."""

from __future__ import annotations

from dataclasses import dataclass

from dvergar.core.presentation import ViewContext
from dvergar.core.prompt import Choice
from dvergar.games.my_gold_mine.page.figures import Figure, figure
from dvergar.games.my_gold_mine.page.signs import ACTION_SIGNS, Effect, action_of, exit_signs
from dvergar.games.my_gold_mine.presentation.log import exit_card
from dvergar.games.my_gold_mine.state.moves import VOCABULARY
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
