"""Action spaces as cards: what lies there, what one does there, who is there, why it is closed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from dvergar.core.presentation import Sign, ViewContext
from dvergar.core.prompt import Choice
from dvergar.core.words import Words
from dvergar.games.caverna.facts.game import ROUNDS, SPACES
from dvergar.games.caverna.page.card_signs import lines
from dvergar.games.caverna.page.signs import spoken
from dvergar.games.caverna.state.state import AWAY, NOBODY, State

STAGE_ROUNDS: Final = 3  # a stage is a column of cards
MAX_CACHED_CARDS: Final = 2000
MAX_CACHED_STAGES: Final = 500

# What a space is to whoever looks.
OPEN: Final = "open"
TAKEN: Final = "taken"
BLOCKED: Final = "blocked"
RESTING: Final = "resting"


@dataclass(frozen=True, slots=True, eq=False)
class SpaceCard:
    """One action space; cards that show the same are one and the same."""

    key: str
    name: str
    round: int | None
    current: bool
    lines: tuple[tuple[Sign, ...], ...]
    spoken: str
    state: str
    occupant: int | None
    weapon: int
    here: bool
    reason: str
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class FutureCard:
    """A round card that lies face down: its round and what may still come."""

    round: int
    names: tuple[str, ...]
    sure: bool


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """The round cards of a stage, open ones and those to come; the same cards are one stage."""

    number: int
    first: int
    last: int
    cards: tuple[SpaceCard | FutureCard, ...]


_card_of = lru_cache(MAX_CACHED_CARDS)(SpaceCard)


def space_cards(context: ViewContext) -> list[SpaceCard]:
    """All spaces in play."""
    in_action = (
        not context.state.over and bool(context.state.stack) and context.view["acting"] is None
    )
    using = SPACES[context.state.space] if in_action else ""
    return [_space_card(context, entry, using) for entry in context.view["spaces"]]


def _space_card(context: ViewContext, entry: dict[str, Any], using: str) -> SpaceCard:
    key = entry["space"]
    anchor = f"space:{key}"
    choice = next(iter(context.prompt.at(anchor)), None) if context.acts else None
    blocked = next(iter(context.prompt.blocked_at(anchor)), None) if context.acts else None
    goods = tuple(entry["goods"].items())
    said, heard = _said(key, len(context.view["players"]), goods, context.words)
    occupant = entry["occupant"]
    if choice:
        state = OPEN
    elif occupant is not None:
        state = TAKEN
    else:
        state = BLOCKED if blocked else RESTING
    return _card_of(
        key,
        context.words(f"space.{key}"),
        entry["stage_round"],
        entry["stage_round"] == context.view["round"],
        said,
        heard,
        state,
        occupant,
        0 if occupant is None else _weapon(context.state, occupant, SPACES.index(key)),
        key == using and occupant is not None,
        blocked.reason if blocked and state == BLOCKED else "",
        choice,
    )


def _weapon(state: State, seat: int, space: int) -> int:
    """The strength of the dwarf on a space; 0 also where it is not known which one it is."""
    player = state.players[seat]
    if state.dwarf_on and state.dwarf_on[space] != NOBODY:
        return player.weapons[state.dwarf_on[space]]
    away = {
        weapon for weapon, where in zip(player.weapons, player.dwarfs, strict=True) if where == AWAY
    }
    return away.pop() if len(away) == 1 else 0


@lru_cache(MAX_CACHED_CARDS)
def _said(
    key: str, players: int, goods: tuple[tuple[str, int], ...], speak: Words
) -> tuple[tuple[tuple[Sign, ...], ...], str]:
    """What a card with these goods on it says, in signs and in words."""
    said = lines(key, players, dict(goods), speak)
    heard = spoken([sign for line in said for sign in line], speak)
    return tuple(tuple(line) for line in said), heard


def board_spaces(cards: list[SpaceCard]) -> tuple[SpaceCard, ...]:
    """The spaces printed on the boards."""
    return tuple(card for card in cards if card.round is None)


def stages(cards: list[SpaceCard], context: ViewContext) -> tuple[Stage, ...]:
    """The round cards by the stages of the rule book."""
    future = tuple((one["round"], tuple(one["cards"])) for one in context.view["future"])
    return _stages(tuple(card for card in cards if card.round is not None), future, context.words)


@lru_cache(MAX_CACHED_STAGES)
def _stages(
    cards: tuple[SpaceCard, ...], future: tuple[tuple[int, tuple[str, ...]], ...], speak: Words
) -> tuple[Stage, ...]:
    by_round: dict[int, SpaceCard | FutureCard] = {
        card.round: card for card in cards if card.round is not None
    }
    for number, keys in future:
        names = tuple(speak(f"space.{key}") for key in keys)
        by_round[number] = FutureCard(number, names, len(names) == 1)
    found = []
    for number in range(ROUNDS // STAGE_ROUNDS):
        first = STAGE_ROUNDS * number + 1
        rounds = [one for one in range(first, first + STAGE_ROUNDS) if one in by_round]
        lying = tuple(by_round[one] for one in rounds)
        found.append(Stage(number + 1, rounds[0], rounds[-1], lying))
    return tuple(found)
