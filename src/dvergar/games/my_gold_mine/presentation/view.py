"""What a seat may see of My Gold Mine, as plain data, and the types of its entries.

The top extraction card, the exit discard and everything that was open are public, and so are counts
that anybody could keep. Deck orders never appear, and others' piles are face down unless the option
says otherwise.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from dvergar.games.my_gold_mine.facts.material import EXTRACTION_CARDS, MATERIAL
from dvergar.games.my_gold_mine.state import BURNT, NO_CARD, OUT, State


class Dwarf(TypedDict):
    """A dwarf; gold is None where the viewer cannot know it."""

    dwarf: int
    seat: int
    place: int | None
    state: str
    slot: int | None
    cards: int
    gold: int | None


class Player(TypedDict):
    """A seat with its pile in the mine."""

    seat: int
    cards: int
    gold: int | None
    nuggets: int
    dwarfs: list[int]


class Extraction(TypedDict):
    """The extraction deck: its top card, and how many of each kind lie below."""

    top: str | None
    cards: int
    box: int
    hidden: dict[str, int]


class Exits(TypedDict):
    """The exit deck, its discard, and the card being decided about."""

    cards: int
    discard: list[str]
    drawn: str | None
    unseen: dict[str, int]


class Ranked(TypedDict):
    """A dwarf in the result of a round."""

    dwarf: int
    seat: int
    gold: int
    prize: int


class Result(TypedDict):
    """How a round ended."""

    round: int
    ranking: list[Ranked]
    winner: int | None


class View(TypedDict):
    """The table as a seat sees it."""

    round: int
    rounds: int
    starter: int
    seat: int
    dwarf: int
    turn: int
    reveals: int
    over: bool
    dragon: int
    dwarfs: list[Dwarf]
    players: list[Player]
    ladder: list[int]
    last_ladder: list[int]
    extraction: Extraction
    exit: Exits
    results: list[Result]
    prizes: list[int]
    scores: list[int] | None


def view(state: State, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it."""
    variant = state.variant
    return {
        "round": state.round,
        "rounds": MATERIAL.rounds,
        "starter": state.starter,
        "seat": state.seat,
        "dwarf": state.dwarf,
        "turn": state.turn,
        "reveals": state.reveals,
        "over": state.over,
        "dragon": state.dragon,
        "dwarfs": [_dwarf(state, dwarf, seat) for dwarf in range(variant.dwarfs)],
        "players": [_player(state, one, seat) for one in range(variant.players)],
        "ladder": list(state.ladder),
        "last_ladder": list(state.second_ladder),
        "extraction": _extraction(state),
        "exit": _exit(state),
        "results": [_result(state, number) for number in range(1, state.round + state.over)],
        "prizes": list(MATERIAL.prizes),
        "scores": [score.total for score in state.scores()] if state.over else None,
    }


def sees_gold(state: State, viewer: int | None, owner: int) -> bool:
    """Whether a viewer may know how much gold lies in an owner's face-down cards."""
    return viewer == owner or state.variant.open_gold or state.over


def _dwarf(state: State, dwarf: int, viewer: int | None) -> dict[str, Any]:
    place = state.places[dwarf]
    owner = state.variant.owner[dwarf]
    return {
        "dwarf": dwarf,
        "seat": owner,
        "place": None if place == BURNT else place,
        "state": "burnt" if place == BURNT else "out" if place == OUT else "inside",
        "slot": state.ladder.index(dwarf) + 1 if place == OUT else None,
        "cards": state.out_cards[dwarf],
        "gold": state.out_gold[dwarf] if sees_gold(state, viewer, owner) else None,
    }


def _player(state: State, seat: int, viewer: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "cards": state.pile_cards[seat],
        "gold": state.pile_gold[seat] if sees_gold(state, viewer, seat) else None,
        "nuggets": state.nuggets[seat],
        "dwarfs": [d for d, owner in enumerate(state.variant.owner) if owner == seat],
    }


def _extraction(state: State) -> dict[str, Any]:
    deck = state.extraction
    hidden = deck[:-1]
    return {
        "top": EXTRACTION_CARDS[deck[-1]] if deck else None,
        "cards": len(deck),
        "box": state.box,
        "hidden": {name: hidden.count(card) for card, name in enumerate(EXTRACTION_CARDS)},
    }


def _exit(state: State) -> dict[str, Any]:
    names = state.variant.exit_deck.names
    return {
        "cards": len(state.exits),
        "discard": [names[card] for card in state.discard],
        "drawn": None if state.card == NO_CARD else names[state.card],
        "unseen": {
            name: state.exits.count(card) for card, name in enumerate(names) if card in state.exits
        },
    }


def _result(state: State, number: int) -> dict[str, Any]:
    ranking = [
        {"dwarf": dwarf, "seat": state.variant.owner[dwarf], "gold": gold, "prize": prize}
        for round_, dwarf, gold, prize in state.results
        if round_ == number
    ]
    return {
        "round": number,
        "ranking": ranking,
        "winner": ranking[0]["seat"] if ranking else None,
    }
