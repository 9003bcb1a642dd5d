"""What happened in My Gold Mine: the trail of a move as events, and events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dvergar.core.events import Event
from dvergar.core.words import Words
from dvergar.games.my_gold_mine.facts.material import EXIT_ACTIONS, EXTRACTION_CARDS
from dvergar.games.my_gold_mine.rules.machine import MyGoldMine
from dvergar.games.my_gold_mine.rules.score import NO_WINNER
from dvergar.games.my_gold_mine.state import State, Variant

EVENT_FACTS: Final[dict[str, tuple[str, ...]]] = {
    "dig": ("dwarf", "card", "gold"),
    "move": ("dwarf", "start", "end", "why"),
    "stay": ("dwarf",),
    "leave": ("dwarf", "slot", "cards"),
    "reveal": ("card",),
    "dragon": ("start", "end"),
    "burn": ("dwarf", "cards"),
    "draw": ("dwarf", "card"),
    "bonus": ("dwarf",),
    "void": ("dwarf", "card"),
    "reshuffle": ("cards",),
    "round": ("round", "starter"),
    "prize": ("dwarf", "gold", "prize", "rank"),
    "round_over": ("round", "winner"),
    "game_over": (),
}
EXTRACTION_EVENTS: Final = ("dig", "reveal")
EXIT_EVENTS: Final = ("draw", "void")
STEPS: Final = ("small", "double")
"""Cards by which the dwarf goes alone."""


def events(state: State) -> list[Event]:
    """The trail of the last move as events."""
    return [_event(state.variant, str(kind), values) for kind, *values in state.trail]


def _event(variant: Variant, kind: str, values: Sequence[int | str]) -> Event:
    facts = dict(zip(EVENT_FACTS[kind], values, strict=True))
    if "card" in facts:
        names = EXTRACTION_CARDS if kind in EXTRACTION_EVENTS else variant.exit_deck.names
        facts["card"] = names[int(facts["card"])]
    seat = variant.owner[int(facts["dwarf"])] if "dwarf" in facts else None
    return Event(kind, seat, facts)


def tell(game: MyGoldMine, event: Event, lang: str, names: Sequence[str]) -> str:
    """The event as a sentence with strong words; an empty one for what goes without saying."""
    speak = game.info.words(lang)
    facts: dict[str, object] = dict(event.facts)
    if "dwarf" in facts:
        facts["name"] = dwarf_name(game.variant, int(event["dwarf"]), speak, names)
    key = f"log.{event.kind}"
    match event.kind:
        case "dig" | "reveal":
            key += f".{event['card']}"
        case "draw" | "void":
            deck = game.variant.exit_deck
            facts["card"] = exit_card(game.variant, deck.names.index(str(event["card"])), speak)
        case "move":
            key += f".{event['why']}"
            facts["n"] = abs(int(event["end"]) - int(event["start"]))
        case "leave" | "burn":
            facts["n"] = event["cards"]
        case "round":
            facts["name"] = names[int(event["starter"])]
        case "prize":
            facts["n"] = event["prize"]
        case "round_over":
            winner = int(event["winner"])
            key += ".nobody" if winner == NO_WINNER else ".won"
            facts["name"] = "" if winner == NO_WINNER else names[winner]
    return speak.markup(key, **facts) if key in speak else ""


def summary(game: MyGoldMine, events: Sequence[Event]) -> list[Event]:
    """The same events without the cards that say no more than the steps they lead to."""
    following = [*events[1:], None]  # one more than needed where nothing has happened
    return [
        event
        for event, step in zip(events, following, strict=False)
        if not (event.kind == "draw" and step and _is_all_of(game.variant, event, step))
    ]


def _is_all_of(variant: Variant, card: Event, step: Event) -> bool:
    """Whether a card is nothing but the steps that its dwarf makes next."""
    actions = variant.exit_deck.actions[variant.exit_deck.names.index(str(card["card"]))]
    own = step.kind == "move" and step["dwarf"] == card["dwarf"]
    return (
        own
        and [EXIT_ACTIONS[action] for action in actions] == [step["why"]]
        and step["why"] in STEPS
    )


def subject(game: MyGoldMine, event: Event, lang: str, names: Sequence[str]) -> str:
    """Which dwarf did something."""
    if "dwarf" not in event.facts:
        return ""
    return dwarf_name(game.variant, int(event["dwarf"]), game.info.words(lang), names)


def dwarf_name(variant: Variant, dwarf: int, speak: Words, names: Sequence[str]) -> str:
    """The name of a dwarf: its player's, with a number where a player has two."""
    name = names[variant.owner[dwarf]]
    if variant.dwarfs_per_seat == 1:
        return name
    number = dwarf % variant.dwarfs_per_seat + 1
    return speak("dwarf.numbered", name=name, number=number)


def exit_card(variant: Variant, card: int, speak: Words) -> str:
    """An exit card in words: its actions, joined by “or”."""
    actions = variant.exit_deck.actions[card]
    return speak("card.or").join(speak(f"card.{EXIT_ACTIONS[action]}") for action in actions)
