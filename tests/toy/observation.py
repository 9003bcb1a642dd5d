"""Stones in numbers, for learning."""

from __future__ import annotations

from typing import Final

from dvergar.core.observation import FLAG, Layout, Observation, choice, number
from tests.toy.rules import Stones
from tests.toy.state import HEAP, MOST, PICKS, TURNS, State

CARD: Final = choice([str(card) for card in range(MOST + 1)])
STONES, PICKED, TURN = number(HEAP), number(PICKS), number(TURNS)


def layout(_game: Stones) -> Layout:
    """What the numbers of an observation are."""
    found = Layout()
    found.add("card", CARD, "the card, once it is turned over")
    for who in ("self", "other"):
        found.add(f"{who}.heap", STONES, "stones in the heap")
        found.add(f"{who}.hand", STONES, "stones in hand")
    found.add("picked", PICKED, "stones picked in this turn")
    found.add("turn", TURN, "turns that have passed")
    found.add("decides", FLAG, "it is the turn of the one who looks")
    return found


def pieces(state: State, seat: int) -> list[bytes]:
    """The numbers themselves, in the same order."""
    found = [CARD.at(state.card if state.reveals else -1)]
    for who in (seat, 1 - seat):
        found += [STONES.at(state.heaps[who]), STONES.at(state.hands[who])]
    found += [PICKED.at(state.picked), TURN.at(state.turn), FLAG.at(state.seat == seat)]
    return found


OBSERVATION: Final = Observation(layout, pieces)
