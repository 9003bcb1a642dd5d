"""The question of every kind of frame, what the steps do, and at-any-time moves beside an action.

Placing a dwarf, going through the flow of a space, and letting animals go that don't fit.

A dwarf may not be placed without doing something. So as long as nothing is done on its space, no
at-any-time move is offered after which nothing could be done there.
"""

from __future__ import annotations

from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.tiles import TRADE_PAY
from dvergar.games.caverna.rules.actions.expedition import LootingOn
from dvergar.games.caverna.rules.actions.farm import SowingOn
from dvergar.games.caverna.rules.actions.furnish import ChoosingPayment, ChoosingSite
from dvergar.games.caverna.rules.actions.goods import MarketOn, SellingOn
from dvergar.games.caverna.rules.anytime import play_free
from dvergar.games.caverna.rules.flow import Part, Question, Step, enter
from dvergar.games.caverna.rules.harvest import (
    BreedingAnimals,
    ChoosingPhase,
    FeedingFamily,
    ReapKept,
    TradingLast,
)
from dvergar.games.caverna.rules.housing import herd_fits
from dvergar.games.caverna.rules.ledger import eat
from dvergar.games.caverna.rules.reasons import OCCUPIED, POSSIBLE, Attempt, attempt_now, attempt_on
from dvergar.games.caverna.rules.rounds import BeforeMining, Purging, open_spaces
from dvergar.games.caverna.rules.spaces import PARTS, SPACE_PARTS
from dvergar.games.caverna.state import moves, pending
from dvergar.games.caverna.state.state import AWAY, State, changed


def open_verbs(state: State) -> list[Part]:
    """The verbs by which one may go on with the action that is asked about; none elsewhere."""
    frame = state.stack[-1]
    if not isinstance(frame, pending.Flow):
        return []
    parts = PARTS[frame.part].open_parts(state.players[frame.seat], frame.done)
    return [verb for part in parts for verb in part.verbs()]


class InAction(Question):
    """Which part comes next?"""

    def moves(self, state: State, frame: pending.Frame) -> list[int]:
        assert isinstance(frame, pending.Flow)
        return PARTS[frame.part].next_moves(attempt_now(state), frame.done)

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
        assert isinstance(frame, pending.Flow)
        PARTS[frame.part].go_on(state, frame.done, move)

    def close(self, state: State, frame: pending.Frame) -> None:
        assert isinstance(frame, pending.Flow)
        PARTS[frame.part].leave(state, frame.done)


class BeginPart(Step):
    """A part of a flow begins."""

    def happen(self, state: State, frame: pending.Frame) -> None:
        assert isinstance(frame, pending.Beginning)
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

    def moves(self, state: State, _frame: pending.Frame) -> list[int]:
        attempt = attempt_on(state, space=0)
        found: list[int] = []
        for space in open_spaces(state):
            attempt.space = space
            if why_not_go(attempt) == POSSIBLE:
                found.append(moves.PLACE + space)
        return found or [moves.PASS]

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
        seat = frame.seat
        player = state.players[seat]
        player.dwarfs = changed(player.dwarfs, state.dwarf, AWAY)
        state.worker = seat
        if move == moves.PASS:
            state.trail.append(("pass", seat))
            return
        space = moves.ARGUMENT[move]
        state.occupant = changed(state.occupant, space, seat)
        if state.dwarf_on:
            state.dwarf_on = changed(state.dwarf_on, space, state.dwarf)
        state.space = space
        state.imitating = False
        state.trail.append(("place", seat, space, player.weapons[state.dwarf]))
        state.stack.append(pending.Beginning(seat, SPACE_PARTS[space].number))


def look_at_herds(state: State) -> None:
    """Asks whoever has animals without room which ones go."""
    for seat in range(state.variant.players):
        if has(state.unsettled, seat) and not herd_fits(state.players[seat]):
            state.stack.append(pending.Herd(seat))
    state.unsettled = 0


def butchered(move: int) -> tuple[int, int]:
    """Which animals a move lets go, and how many."""
    if move == moves.BUTCHER_DONKEYS:
        return facts.DONKEY, facts.DONKEYS_TOGETHER
    return moves.ARGUMENT[move], 1


class LettingGo(Question):
    """Which animals are turned into food?"""

    def moves(self, state: State, frame: pending.Frame) -> list[int]:
        player = state.players[frame.seat]
        if herd_fits(player):
            return []
        found = [
            moves.BUTCHER + n for n, animal in enumerate(facts.FARM_ANIMALS) if player.goods[animal]
        ]
        if player.goods[facts.DONKEY] >= facts.DONKEYS_TOGETHER:
            found.append(moves.BUTCHER_DONKEYS)
        return found

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
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


_MAX_TAKEN: Final = max(
    [
        *(facts.GOOD_RUBIES, facts.GOLD_FOR_FOOD, facts.GOLD_FOR_MORE_FOOD, facts.DONKEYS_TOGETHER),
        *(*facts.RUBY_GOODS_FOOD, *facts.SINGLE_TILE_RUBIES),
        *(amount for pay in TRADE_PAY for _, amount in pay),
    ]
)
"""The most of a good that one at-any-time move takes."""
_ON_BARE_GROUND: Final = (
    moves.MEADOW_FIELD,
    moves.CAVERN_TUNNEL,
    moves.CAVERN_CAVERN,
    moves.STABLE_ON,
    *moves.LAY_SINGLE,
)
_NEEDS_GROUND: Final = [
    moves.KIND[move] in _ON_BARE_GROUND or moves.KIND[move] == moves.IMITATE
    for move in range(moves.MOVE_COUNT)
]
"""By move: a tile that is bought may take the place it needs."""


def offers_free(state: State) -> bool:
    """Whether at-any-time moves are offered beside the real ones.

    The use of a loot item that was chosen is not interrupted; the choice itself is.
    """
    kind = state.stack[-1].kind
    if pending.COMPULSORY[kind] and moves.DONE not in state.real_moves:
        return not _is_looting(state)
    return pending.OFFERS_FREE[kind]


def _is_looting(state: State) -> bool:
    for frame in state.stack:
        if frame.kind == pending.LOOTING:
            return True
    return False


def harmless(state: State, offered: list[int]) -> list[int]:
    """Those of some at-any-time moves that leave the action possible, if there is one to do."""
    action = _action_to_do(state)
    if action is None or not offered:
        return offered
    is_robust = len(offered) > 1 and _is_robust(state, action)
    return [
        move
        for move in offered
        if (
            is_robust and moves.KIND[move] != moves.DISARM and moves.KIND[move] != moves.DISARM_AWAY
        )
        or _leaves_possible(state, action, move)
    ]


def _action_to_do(state: State) -> pending.Frame | None:
    """The action of which something must be done before it may be left; a herd may lie over it."""
    top = len(state.stack) - 1
    while top and state.stack[top].kind == pending.HERD:
        top -= 1
    frame = state.stack[top]
    if not pending.COMPULSORY[frame.kind]:
        return None
    is_asked_now = frame is state.stack[-1]
    offered = state.real_moves if is_asked_now else QUESTIONS[frame.kind].moves(state, frame)
    return None if not offered or moves.DONE in offered else frame


def _is_robust(state: State, action: pending.Frame) -> bool:
    """Whether no exchange can spoil an action, whatever it takes and wherever it lays a tile.

    One look at the poorest hand spares a look at every single move.
    """
    poor = state.copy()
    hand = poor.players[action.seat].goods
    for good in range(len(hand)):
        hand[good] = max(hand[good] - _MAX_TAKEN, 0)
    question = QUESTIONS[action.kind]
    if not question.is_possible(poor, action):
        return False
    for move in question.moves(poor, action):
        if not _NEEDS_GROUND[move]:
            return True
    return False


def _leaves_possible(state: State, action: pending.Frame, move: int) -> bool:
    """Whether an action can still be done after an at-any-time move."""
    after = state.copy()
    after.trail = []
    play_free(after, move)
    return QUESTIONS[action.kind].is_possible(after, action)
