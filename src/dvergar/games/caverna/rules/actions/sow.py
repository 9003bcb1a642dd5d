"""Sowing: grain and vegetables on empty fields, one field after the other."""

from __future__ import annotations

from dvergar.core.sets import bit
from dvergar.games.caverna.facts.board import CROP, FIELD, FOREST_CELLS, MEADOW, NOTHING
from dvergar.games.caverna.facts.game import (
    GOOD_RUBIES,
    GRAIN_ON_FIELD,
    SOWN_MOST,
    VEGETABLES_ON_FIELD,
)
from dvergar.games.caverna.facts.goods import GRAIN, RUBY, VEGETABLE
from dvergar.games.caverna.rules.actions.verb import Verb
from dvergar.games.caverna.rules.attempt import Attempt
from dvergar.games.caverna.rules.land import RUBIES_FOR, can_buy_single
from dvergar.games.caverna.rules.ledger import pay
from dvergar.games.caverna.rules.question import Question
from dvergar.games.caverna.rules.reasons import NO_EMPTY_FIELD, NO_SEED, POSSIBLE
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.moves import DONE, KIND, SOW_GRAIN, SOW_VEGETABLE
from dvergar.games.caverna.state.pending import Frame, Sowing
from dvergar.games.caverna.state.player import Player
from dvergar.games.caverna.state.state import State


def empty_field(player: Player) -> int:
    """The first field without crops; -1: none. Which one is sown makes no difference."""
    for cell in FOREST_CELLS:
        if player.land[cell] == FIELD and player.on[cell] == NOTHING:
            return cell
    return -1


def sow_moves(player: Player, hand: list[int], grain: int, vegetables: int) -> list[int]:
    """What can be sown, if so many grain and vegetables still may."""
    found: list[int] = []
    if empty_field(player) >= 0:
        if grain and hand[GRAIN]:
            found.append(SOW_GRAIN)
        if vegetables and hand[VEGETABLE]:
            found.append(SOW_VEGETABLE)
    return found


def sow(state: State, seat: int, move: int, grain: int, vegetables: int) -> None:
    """Sows one field; the action goes on with those that may still be sown."""
    player = state.players[seat]
    cell = empty_field(player)
    if move == SOW_GRAIN:
        crop = GRAIN
        player.put_on(cell, GRAIN_ON_FIELD)
        grain -= 1
    else:
        crop = VEGETABLE
        player.put_on(cell, CROP + VEGETABLES_ON_FIELD)
        vegetables -= 1
    pay(state, seat, crop, 1)
    state.unsettled |= bit(seat)
    state.trail.append(("sow", seat, crop, cell))
    if grain or vegetables:
        state.stack.append(Sowing(seat, grain, vegetables))


class Sow(Verb):
    """Sow up to so many fields with each crop."""

    def why_not(self, attempt: Attempt) -> int:
        if empty_field(attempt.player) < 0:
            return NO_EMPTY_FIELD
        return POSSIBLE if attempt.goods[GRAIN] or attempt.goods[VEGETABLE] else NO_SEED

    def may_open(self, attempt: Attempt) -> bool:
        """A field may be bought, and a seed."""
        player, hand = attempt.player, attempt.goods
        missing = 0
        if empty_field(player) < 0:
            if not can_buy_single(player, hand, MEADOW):
                return False
            missing += RUBIES_FOR[FIELD]  # or a meadow's first, where only stables touch
        if not hand[GRAIN] and not hand[VEGETABLE]:
            missing += GOOD_RUBIES
        return 0 < hand[RUBY] >= missing

    def moves(self, attempt: Attempt) -> list[int]:
        return sow_moves(attempt.player, attempt.goods, SOWN_MOST, SOWN_MOST)

    def accepts(self, _attempt: Attempt, move: int) -> bool:
        return KIND[move] == moves.SOW

    def do(self, state: State, move: int) -> None:
        sow(state, state.seat, move, SOWN_MOST, SOWN_MOST)


class SowingOn(Question):
    """More fields may be sown."""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Sowing)
        player = state.players[frame.seat]
        found = sow_moves(player, player.goods, frame.grain, frame.vegetables)
        return [*found, DONE] if found else found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Sowing)
        sow(state, frame.seat, move, frame.grain, frame.vegetables)
