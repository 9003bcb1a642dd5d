"""Stones in words and as plain data: the question, the log, the table, and what a seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dvergar.core.errors import PositionError
from dvergar.core.events import Event
from dvergar.core.presentation import Presenter
from dvergar.core.prompt import Blocked, Choice, Prompt
from tests.toy.rules import PICK, POSSIBLE, REASONS, Stones, why_not_pick
from tests.toy.state import MOST, State


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """What is asked, what can be answered, and what is blocked and why."""
    game, speak = state.game, state.game.info.words(lang)
    if state.over:
        winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
        return Prompt(state.seat, speak("ask.over", names=", ".join(winners)))
    choices = [
        Choice(move, game.name(move), speak(f"move.{game.name(move)}"), free=game.is_free(move))
        for move in state.moves()
    ]
    blocked = []
    why = why_not_pick(state)
    if why != POSSIBLE:
        word, rule = REASONS[why].word, REASONS[why].rule
        said = speak(f"blocked.{word}")
        blocked = [Blocked(speak("move.pick"), said, rule=rule, word=word, moves=(PICK,))]
    return Prompt(state.seat, speak("ask.turn", name=names[state.seat]), "", choices, blocked)


def tell(game: Stones, event: Event, lang: str, names: Sequence[str]) -> str:
    """One sentence of the log."""
    name = "" if event.seat is None else names[event.seat]
    return game.info.words(lang).markup(f"log.{event.kind}", name=name, **event.facts)


def show(state: State, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """The table in the terminal."""
    speak, seen = state.game.info.words(lang), view(state, seat)
    players = zip(names, seen["heaps"], seen["hands"], strict=True)
    lines = [speak("show.player", name=n, heap=heap, hand=hand) for n, heap, hand in players]
    return "\n".join([speak("show.card", card=seen["card"] or "?"), *lines])


def events(state: State) -> list[Event]:
    """What the last move caused; everybody saw it."""
    return state.trail


def view(state: State, _seat: int | None) -> dict[str, Any]:
    """What any seat may see: all but the card, until it is turned over."""
    return state.data() | {"card": state.card if state.reveals else None}


def position(game: Stones, card: int) -> State:
    """The start of a game with this card."""
    if not 0 < card <= MOST:
        raise PositionError("position.text")
    return State(game, card)


PRESENTER: Final = Presenter(prompt, tell, show, events, view, position)
