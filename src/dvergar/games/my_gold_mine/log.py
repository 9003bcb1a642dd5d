"""What happened in My Gold Mine: the trail of a move as events, and events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from dvergar.core.events import Event
from dvergar.games.my_gold_mine.facts import EXTRACTION_CARDS

if TYPE_CHECKING:
    from dvergar.games.my_gold_mine.rules import MyGoldMine, State

FACTS: Final[dict[str, tuple[str, ...]]] = {
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


def events(state: State) -> list[Event]:
    """The trail of the last move as events."""
    return [_event(state.game, *entry) for entry in state.trail]


def _event(game: MyGoldMine, kind: str, *values: int | str) -> Event:
    facts = dict(zip(FACTS[kind], values, strict=True))
    if "card" in facts:
        names = EXTRACTION_CARDS if kind in EXTRACTION_EVENTS else game.facts.exit_cards
        facts["card"] = names[int(facts["card"])]
    seat = game.owner[int(facts["dwarf"])] if "dwarf" in facts else None
    return Event(kind, seat, facts)


def tell(game: MyGoldMine, event: Event, lang: str, names: Sequence[str]) -> str:
    """The event as a sentence with strong words; an empty one for what goes without saying."""
    speak = game.info.words(lang)
    facts: dict[str, object] = dict(event.facts)
    if "dwarf" in facts:
        facts["name"] = dwarf_name(game, int(event["dwarf"]), lang, names)
    key = f"log.{event.kind}"
    match event.kind:
        case "dig" | "reveal":
            key += f".{event['card']}"
        case "draw" | "void":
            facts["card"] = exit_card(game, str(event["card"]), lang)
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
            key += ".nobody" if winner < 0 else ".won"
            facts["name"] = "" if winner < 0 else names[winner]
    return speak.markup(key, **facts) if key in speak else ""


def dwarf_name(game: MyGoldMine, dwarf: int, lang: str, names: Sequence[str]) -> str:
    """The name of a dwarf: its player's, with a number where a player has two."""
    name = names[game.owner[dwarf]]
    if game.dwarfs_per_seat == 1:
        return name
    number = dwarf % game.dwarfs_per_seat + 1
    return game.info.words(lang)("dwarf.numbered", name=name, number=number)


def exit_card(game: MyGoldMine, card: str, lang: str) -> str:
    """An exit card in words: its actions, joined by “or”."""
    speak = game.info.words(lang)
    return speak("card.or").join(speak(f"card.{action}") for action in card.split())
