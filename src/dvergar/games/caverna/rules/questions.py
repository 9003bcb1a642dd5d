"""The question of every kind of frame, and what the steps do.

Placing a dwarf, going through the flow of a space, and letting animals go that don't fit.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts.game import DONKEYS_TOGETHER
from dvergar.games.caverna.facts.goods import DONKEY, FARM_ANIMALS
from dvergar.games.caverna.rules.actions.expedition import LootingOn
from dvergar.games.caverna.rules.actions.furnish import ChoosingPayment, ChoosingSite
from dvergar.games.caverna.rules.actions.market import MarketOn
from dvergar.games.caverna.rules.actions.ore_trading import SellingOn
from dvergar.games.caverna.rules.actions.sow import SowingOn
from dvergar.games.caverna.rules.attempt import Attempt, attempt_now, attempt_on
from dvergar.games.caverna.rules.flow import Part, enter
from dvergar.games.caverna.rules.food import eat
from dvergar.games.caverna.rules.harvest import (
    BreedingAnimals,
    ChoosingPhase,
    FeedingFamily,
    ReapKept,
    TradingLast,
)
from dvergar.games.caverna.rules.housing import herd_fits
from dvergar.games.caverna.rules.question import Question, Step
from dvergar.games.caverna.rules.reasons import OCCUPIED, POSSIBLE
from dvergar.games.caverna.rules.rounds import BeforeMining, Purging, open_spaces
from dvergar.games.caverna.rules.spaces import PARTS, SPACE_PARTS
from dvergar.games.caverna.state import pending
from dvergar.games.caverna.state.moves import ARGUMENT, BUTCHER, BUTCHER_DONKEYS, PASS, PLACE
from dvergar.games.caverna.state.pending import Beginning, Flow, Frame, Herd
from dvergar.games.caverna.state.player import AWAY, changed
from dvergar.games.caverna.state.state import State


def open_verbs(state: State) -> list[Part]:
    """The verbs by which one may go on with the action that is asked about; none elsewhere."""
    frame = state.stack[-1]
    if not isinstance(frame, Flow):
        return []
    parts = PARTS[frame.part].open_parts(state.players[frame.seat], frame.done)
    return [verb for part in parts for verb in part.verbs()]


class InAction(Question):
    """Which part comes next?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        assert isinstance(frame, Flow)
        return PARTS[frame.part].next_moves(attempt_now(state), frame.done)

    def answer(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Flow)
        PARTS[frame.part].go_on(state, frame.done, move)

    def close(self, state: State, frame: Frame) -> None:
        assert isinstance(frame, Flow)
        PARTS[frame.part].leave(state, frame.done)


class BeginPart(Step):
    """A part of a flow begins."""

    def happen(self, state: State, frame: Frame) -> None:
        assert isinstance(frame, Beginning)
        enter(state, PARTS[frame.part])


def why_not_place(state: State, space: int) -> int:
    """0, or why the acting dwarf cannot be placed on a space."""
    return why_not_go(attempt_on(state, space))


def why_not_go(attempt: Attempt) -> int:
    """0, or why the acting dwarf cannot go to the space of an attempt."""
    if attempt.state.occupant[attempt.space] >= 0:
        return OCCUPIED
    return SPACE_PARTS[attempt.space].why_not(attempt)


class PlacingDwarf(Question):
    """Where does the acting dwarf go? If nowhere, it passes."""

    def moves(self, state: State, _frame: Frame) -> list[int]:
        attempt = attempt_on(state, space=0)
        found: list[int] = []
        for space in open_spaces(state):
            attempt.space = space
            if why_not_go(attempt) == POSSIBLE:
                found.append(PLACE + space)
        return found or [PASS]

    def answer(self, state: State, frame: Frame, move: int) -> None:
        seat = frame.seat
        player = state.players[seat]
        player.dwarfs = changed(player.dwarfs, state.dwarf, AWAY)
        state.worker = seat
        if move == PASS:
            state.trail.append(("pass", seat))
            return
        space = ARGUMENT[move]
        state.occupant = changed(state.occupant, space, seat)
        if state.dwarf_on:
            state.dwarf_on = changed(state.dwarf_on, space, state.dwarf)
        state.space = space
        state.imitating = False
        state.trail.append(("place", seat, space, player.weapons[state.dwarf]))
        state.stack.append(Beginning(seat, SPACE_PARTS[space].number))


def look_at_herds(state: State) -> None:
    """Asks whoever has animals without room which ones go."""
    for seat in range(state.variant.players):
        if has(state.unsettled, seat) and not herd_fits(state.players[seat]):
            state.stack.append(Herd(seat))
    state.unsettled = 0


def butchered(move: int) -> tuple[int, int]:
    """Which animals a move lets go, and how many."""
    if move == BUTCHER_DONKEYS:
        return DONKEY, DONKEYS_TOGETHER
    return ARGUMENT[move], 1


class LettingGo(Question):
    """Which animals are turned into food?"""

    def moves(self, state: State, frame: Frame) -> list[int]:
        player = state.players[frame.seat]
        if herd_fits(player):
            return []
        found = [BUTCHER + n for n, animal in enumerate(FARM_ANIMALS) if player.goods[animal]]
        if player.goods[DONKEY] >= DONKEYS_TOGETHER:
            found.append(BUTCHER_DONKEYS)
        return found

    def answer(self, state: State, frame: Frame, move: int) -> None:
        state.stack.append(frame)  # it is asked again until the herd fits
        animal, number = butchered(move)
        eat(state, frame.seat, animal, number)


_QUESTIONS: Final[dict[int, Question]] = {
    pending.PLACING: PlacingDwarf(),
    pending.FLOW: InAction(),
    pending.SITE: ChoosingSite(),
    pending.PAYING: ChoosingPayment(),
    pending.SOWING: SowingOn(),
    pending.LOOTING: LootingOn(),
    pending.MARKETING: MarketOn(),
    pending.SELLING: SellingOn(),
    pending.HERD: LettingGo(),
    pending.EVENT: ChoosingPhase(),
    pending.FEEDING: FeedingFamily(),
    pending.BREEDING: BreedingAnimals(),
    pending.LAST_TRADES: TradingLast(),
    pending.PURGE: Purging(),
    pending.MINING: BeforeMining(),
}

QUESTIONS: Final = [_QUESTIONS[kind] for kind in range(len(_QUESTIONS))]
"""By kind of frame; the kinds that ask nothing come last."""
STEPS: Final[dict[int, Step]] = {pending.BEGINNING: BeginPart(), pending.REAPING: ReapKept()}
"""What those do."""
