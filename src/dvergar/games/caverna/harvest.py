"""The harvest, and animals without room: field, feeding and breeding phase, and letting go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna.anytime import turn_to_food
from dvergar.games.caverna.board import CROP, FIELD, FOREST_CELLS, NOTHING
from dvergar.games.caverna.breeding import births, breedable, maximal_young, young_fit
from dvergar.games.caverna.facts import (
    SPACE_COUNT,
)
from dvergar.games.caverna.feeding import feed, food_of, needed, pay_food
from dvergar.games.caverna.frames import (
    BREEDING,
    EVENT,
    FEEDING,
    HERD,
    LAST_TRADES,
    PURGE,
    REAPING,
    Frame,
)
from dvergar.games.caverna.goods import (
    DONKEY,
    FARM_ANIMALS,
    FOOD,
    GRAIN,
    VEGETABLE,
)
from dvergar.games.caverna.housing import herd_fits
from dvergar.games.caverna.ledger import gain
from dvergar.games.caverna.moves import (
    BEG,
    BUTCHER,
    BUTCHER_DONKEYS,
    FEED,
    FINISH,
    KEEP_BREEDING,
    KEEP_FIELD,
    YOUNG,
)
from dvergar.games.caverna.phases import (
    ENDING,
    FULL_HARVEST,
    NO_HARVEST,
    PAY_ONE,
    ROUND_START,
    SKIP_ONE,
    UNKNOWN,
)
from dvergar.games.caverna.player import AWAY, HOME, NEWBORN, Player
from dvergar.games.caverna.rounds import answer_purge, purge_moves, turn_marker

if TYPE_CHECKING:
    from dvergar.games.caverna.player import Player
    from dvergar.games.caverna.rules import State


def begin_harvest(state: State) -> None:
    """Everybody goes home, and what the round's harvest brings is put on the stack."""
    game = state.caverna
    for player in state.players:
        player.dwarfs = [HOME if where == AWAY else where for where in player.dwarfs]
    state.occupant = [-1] * SPACE_COUNT
    if not game.reveal_early and state.markers[state.round] != UNKNOWN:
        state.reveals += 1
        turn_marker(state)
    harvest = state.harvest
    state.trail.append(("harvest", state.round, harvest))
    if harvest == NO_HARVEST:
        return
    seats = [(state.starter + step) % game.players for step in range(game.players)]
    if harvest != PAY_ONE:
        state.keeps = (1 << game.players) - 1
        for seat in reversed(seats):
            state.stack.append((BREEDING, seat, 0, 0, 0))
    for seat in reversed(seats):
        dwarfs = state.players[seat].dwarfs
        adult = 1 if harvest == PAY_ONE else 2
        food = sum(1 if where == NEWBORN else adult for where in dwarfs)
        state.stack.append((FEEDING, seat, food, 0, adult))
    if harvest == SKIP_ONE:
        state.stack.append((REAPING, seats[0], 0, 0, 0))
        for seat in reversed(seats):
            state.stack.append((EVENT, seat, 0, 0, 0))
    elif harvest == FULL_HARVEST:
        for seat in seats:
            reap(state, seat)


def reap_kept(state: State) -> None:
    """The field phase of the third event: those who did not keep the breeding phase, in turn."""
    for step in range(state.caverna.players):
        seat = (state.starter + step) % state.caverna.players
        if not state.keeps >> seat & 1:
            reap(state, seat)


def reap(state: State, seat: int) -> None:
    """The field phase: one crop from every sown field."""
    player = state.players[seat]
    grain = vegetables = 0
    on = player.on[:]
    for cell in FOREST_CELLS:
        if player.land[cell] == FIELD and on[cell] != NOTHING:
            if on[cell] < CROP:
                grain += 1
            else:
                vegetables += 1
            on[cell] -= 1
            if on[cell] == CROP:
                on[cell] = NOTHING
    player.on = on
    player.rooms = []
    state.trail.append(("reap", seat, grain, vegetables))
    if grain:
        gain(state, seat, GRAIN, grain)
    if vegetables:
        gain(state, seat, VEGETABLE, vegetables)


def harvest_moves(state: State, frame: Frame, player: Player) -> list[int]:
    """The real moves of the questions outside of actions."""
    kind = frame[0]
    if kind == HERD:
        return [] if herd_fits(player) else butcher_moves(state, player)
    if kind == EVENT:
        return [KEEP_FIELD, KEEP_BREEDING]
    if kind == FEEDING:
        short = needed(player, frame[2]) > player.goods[FOOD]
        return [FEED, BEG] if short else [FEED]
    if kind == BREEDING:
        return breeding_moves(state, frame[1], player)
    if kind == LAST_TRADES:
        return [FINISH]
    return purge_moves(state, player, frame[2])


def butcher_moves(state: State, player: Player) -> list[int]:
    """Which animals can be let go when the herd does not fit."""
    moves = [BUTCHER + n for n, animal in enumerate(FARM_ANIMALS) if player.goods[animal]]
    if player.goods[DONKEY] >= 2:
        moves.append(BUTCHER_DONKEYS)
    return moves


def breeding_moves(state: State, seat: int, player: Player) -> list[int]:
    """The young that come: all if they fit, otherwise the best sets of them."""
    kinds = breedable(player)
    if not kinds or not state.keeps >> seat & 1:
        return []
    if young_fit(player, kinds):
        return [YOUNG + kinds]
    return [YOUNG + young for young in maximal_young(player, kinds, 4)]


def answer_harvest(state: State, frame: Frame, move: int) -> None:
    """Makes a real move outside of actions; its frame has been taken off the stack."""
    kind, seat, a, worked, adult = frame
    if kind == HERD:
        state.stack.append(frame)
        butcher(state, seat, move)
        return
    if kind == PURGE:
        answer_purge(state, seat, a, move)
        return
    state.turn += 1
    if kind == EVENT:
        if move == KEEP_FIELD:
            state.keeps &= ~(1 << seat)
        state.trail.append(("keep", seat, int(move == KEEP_FIELD)))
    elif kind == FEEDING:
        if move == FEED:
            feed(state, seat, a, bool(worked), adult)
        else:
            pay_food(state, seat, a)
    elif kind == BREEDING:
        births(state, seat, move - YOUNG)


def butcher(state: State, seat: int, move: int) -> None:
    """Turns animals without room into food."""
    kind, amount = DONKEY, 2
    if move != BUTCHER_DONKEYS:
        kind, amount = FARM_ANIMALS[move - BUTCHER], 1
    turn_to_food(state, seat, kind, amount, food_of(state.players[seat], kind, amount))


def end_harvest(state: State) -> None:
    """The young dwarfs grow up; the next round begins, or the last trades."""
    for player in state.players:
        player.dwarfs = [HOME] * len(player.dwarfs)
    if state.round == state.caverna.rounds[-1]:
        state.stage = ENDING
        for step in reversed(range(state.caverna.players)):
            seat = (state.starter + step) % state.caverna.players
            state.stack.append((LAST_TRADES, seat, 0, 0, 0))
    else:
        state.stage = ROUND_START
