"""What a seat may see of My Gold Mine, as plain data and as numbers for learning.

The top extraction card, the exit discard and everything that lay open are public, and so are counts
that anybody could keep. Deck orders never appear, and others' piles lie face down unless the option
says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dvergar.games.my_gold_mine.facts import EXIT_ACTIONS, EXTRACTION_CARDS
from dvergar.games.my_gold_mine.moves import BURNT, NO_CARD, OUT

if TYPE_CHECKING:
    from dvergar.games.my_gold_mine.rules import State


def view(state: State, seat: int | None) -> dict[str, Any]:
    """The table as `seat` sees it."""
    game = state.game
    return {
        "round": state.round,
        "rounds": game.facts.rounds,
        "starter": state.starter,
        "seat": state.seat,
        "dwarf": state.dwarf,
        "over": state.over,
        "dragon": state.dragon,
        "dwarfs": [_dwarf(state, dwarf, seat) for dwarf in range(game.dwarfs)],
        "players": [_player(state, one, seat) for one in range(game.players)],
        "ladder": list(state.ladder),
        "extraction": _extraction(state),
        "exit": _exit(state),
        "results": [
            _result(state, number, result) for number, result in enumerate(state.results, start=1)
        ],
        "prizes": list(game.facts.prizes),
        "scores": [score.total for score in state.scores()] if state.over else None,
    }


def sees_gold(state: State, viewer: int | None, owner: int) -> bool:
    """Whether a viewer may know how much gold lies in an owner's face-down cards."""
    return viewer == owner or state.game.open_gold or state.over


def _dwarf(state: State, dwarf: int, viewer: int | None) -> dict[str, Any]:
    place = state.places[dwarf]
    owner = state.game.owner[dwarf]
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
        "dwarfs": [d for d, owner in enumerate(state.game.owner) if owner == seat],
    }


def _extraction(state: State) -> dict[str, Any]:
    deck = state.extraction
    hidden = deck[:-1]
    return {
        "top": EXTRACTION_CARDS[deck[-1]] if deck else None,
        "cards": len(deck),
        "hidden": {name: hidden.count(card) for card, name in enumerate(EXTRACTION_CARDS)},
    }


def _exit(state: State) -> dict[str, Any]:
    names = state.game.facts.exit_cards
    return {
        "cards": len(state.exits),
        "discard": [names[card] for card in state.discard],
        "drawn": None if state.card == NO_CARD else names[state.card],
        "unseen": {
            name: state.exits.count(card) for card, name in enumerate(names) if card in state.exits
        },
    }


def _result(state: State, number: int, result: list[tuple[int, ...]]) -> dict[str, Any]:
    ranking = [
        {"dwarf": dwarf, "seat": state.game.owner[dwarf], "gold": gold, "prize": prize}
        for dwarf, gold, prize in result
    ]
    return {
        "round": number,
        "ranking": ranking,
        "winner": ranking[0]["seat"] if ranking else None,
    }


def observation(state: State, seat: int) -> list[float]:
    """The same as numbers between 0 and about 1; seats are counted from the one that looks."""
    game = state.game
    facts = game.facts
    numbers: list[float] = [
        state.round / facts.rounds,
        state.dragon / facts.dragon,
        len(state.extraction) / len(facts.extraction_deck),
        len(state.exits) / len(facts.exit_deck),
        float(state.over),
    ]
    top = state.extraction[-1] if state.extraction else -1
    numbers += [float(card == top) for card in range(len(EXTRACTION_CARDS))]
    hidden = state.extraction[:-1]
    numbers += [hidden.count(card) / 30 for card in range(len(EXTRACTION_CARDS))]
    numbers += [state.exits.count(card) / 4 for card in range(len(facts.exit_cards))]
    drawn = [] if state.card == NO_CARD else facts.exit_actions[state.card]
    numbers += [float(action in drawn) for action in range(len(EXIT_ACTIONS))]
    for step in range(game.players):
        one = (seat + step) % game.players
        gold = state.pile_gold[one] if sees_gold(state, seat, one) else 0
        numbers += [state.nuggets[one] / 6, state.pile_cards[one] / 20, gold / 20]
    first = seat * game.dwarfs_per_seat
    for step in range(game.dwarfs):
        dwarf = (first + step) % game.dwarfs
        place = state.places[dwarf]
        gold = state.out_gold[dwarf] if sees_gold(state, seat, game.owner[dwarf]) else 0
        slot = 1 - state.ladder.index(dwarf) / 6 if place == OUT else 0.0
        numbers += [
            max(place, 0) / facts.dragon,
            float(place == BURNT),
            slot,
            state.out_cards[dwarf] / 20,
            gold / 20,
            float(dwarf == state.dwarf),
        ]
    return numbers
