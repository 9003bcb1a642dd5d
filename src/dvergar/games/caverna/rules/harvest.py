"""The harvest: field phase, feeding and breeding phase, and the end of the round.

In the breeding phase, of every kind with two or more animals one is born if all that are born fit;
where not all fit, the owner chooses among the sets of kinds that no other set beats. As loot the
owner chooses any kinds that fit, up to a number. Sets are in the order of FARM_ANIMALS.
"""

from __future__ import annotations

from dvergar.core.sets import bit, has
from dvergar.games.caverna.facts import game as facts
from dvergar.games.caverna.facts.board import CROP, FIELD, FOREST_CELLS, NOTHING
from dvergar.games.caverna.facts.tiles import FOOD_FOR_YOUNG, ON_BIRTH
from dvergar.games.caverna.rules.feeding import feed, needed, pay_food
from dvergar.games.caverna.rules.flow import Question, Step
from dvergar.games.caverna.rules.housing import fits
from dvergar.games.caverna.rules.ledger import gain
from dvergar.games.caverna.rules.rounds import ask_before_round, seats_in_order, turn_marker
from dvergar.games.caverna.state import moves, pending
from dvergar.games.caverna.state.state import AWAY, HOME, NEWBORN, NOBODY, Player, State


def breedable(hand: list[int]) -> int:
    """The kinds with at least two animals, as a set."""
    kinds = 0
    for kind in range(len(facts.FARM_ANIMALS)):
        if hand[facts.SHEEP + kind] >= facts.PARENTS:
            kinds |= bit(kind)
    return kinds


def young_fit(player: Player, hand: list[int], kinds: int) -> bool:
    """Whether one young of each of these kinds has room beside the herd."""
    return fits(
        player,
        hand[facts.DOG],
        hand[facts.SHEEP] + has(kinds, 0),
        hand[facts.DONKEY] + has(kinds, 1),
        hand[facts.BOAR] + has(kinds, 2),
        hand[facts.CATTLE] + has(kinds, 3),
    )


def size(kinds: int) -> int:
    """How many kinds a set has."""
    return kinds.bit_count()


def fitting_young(player: Player, hand: list[int], most: int) -> list[int]:
    """The sets of at most so many young that fit, the empty one included, ascending."""
    kinds = breedable(hand)
    return [
        one
        for one in range(moves.KINDS_OF_YOUNG)
        if one & kinds == one and size(one) <= most and young_fit(player, hand, one)
    ]


def maximal_young(player: Player, hand: list[int], most: int) -> list[int]:
    """The sets of at most so many young that fit and that no larger one contains, ascending."""
    fitting = fitting_young(player, hand, most)
    maximal = [one for one in fitting if not _is_within(one, fitting)]
    return maximal or [0]


def _is_within(kinds: int, others: list[int]) -> bool:
    """Whether another one of some sets contains a set."""
    for other in others:
        if kinds != other and kinds & other == kinds:
            return True
    return False


def births(state: State, seat: int, kinds: int) -> None:
    """The young arrive together, and tiles answer to them."""
    if not kinds:
        return
    built = state.players[seat].built
    state.trail.append(("young", seat, kinds))
    for kind, animal in enumerate(facts.FARM_ANIMALS):
        if has(kinds, kind):
            gain(state, seat, animal, 1)
            for tile, gives in ON_BIRTH[animal]:
                if has(built, tile):
                    gain(state, seat, gives, 1)
    for tile, food in FOOD_FOR_YOUNG:
        if has(built, tile):
            gain(state, seat, facts.FOOD, food[size(kinds)])


def begin_harvest(state: State) -> None:
    """Everybody goes home, and what the round's harvest brings is put on the stack."""
    for player in state.players:
        player.dwarfs = [HOME if where == AWAY else where for where in player.dwarfs]
    state.occupant = [NOBODY] * facts.SPACE_COUNT
    state.dwarf_on = state.occupant
    if not state.variant.reveals_early and state.markers[state.round] != pending.UNKNOWN:
        state.reveals += 1
        turn_marker(state)
    state.trail.append(("harvest", state.round, state.harvest))
    if state.harvest == pending.NO_HARVEST:
        ask_before_round(state)
    else:
        _put_phases_on_stack(state, state.harvest)


def _put_phases_on_stack(state: State, harvest: int) -> None:
    """The phases of the harvest, the last one first; a field phase without a choice is done."""
    seats = seats_in_order(state)
    if harvest != pending.PAY_ONE:
        state.breeding_seats = bit(state.variant.players) - 1
        for seat in reversed(seats):
            state.stack.append(pending.Breeding(seat))
    for seat in reversed(seats):
        adult = food_for_adult(harvest)
        food = food_asked(state.players[seat], harvest)
        state.stack.append(pending.Feeding(seat, food, worked=False, adult=adult))
    if harvest == pending.SKIP_ONE:
        state.stack.append(pending.Reaping(seats[0]))
        for seat in reversed(seats):
            state.stack.append(pending.Event(seat))
    elif harvest == pending.FULL_HARVEST:
        for seat in seats:
            reap(state, seat)


def food_for_adult(harvest: int) -> int:
    """The food that a harvest asks for a grown-up dwarf."""
    return facts.PAY_ONE_FOOD if harvest == pending.PAY_ONE else facts.ADULT_FOOD


def food_asked(player: Player, harvest: int) -> int:
    """The food that a harvest asks for a family, before tiles save some."""
    newborn = player.dwarfs.count(NEWBORN)
    adults = len(player.dwarfs) - newborn
    return adults * food_for_adult(harvest) + newborn * facts.NEWBORN_FOOD


def end_harvest(state: State) -> None:
    """The young dwarfs grow up; the next round begins, or the last trades."""
    for player in state.players:
        player.dwarfs = [HOME] * len(player.dwarfs)
    if state.round == state.variant.rounds[-1]:
        state.stage = pending.ENDING
        for seat in reversed(seats_in_order(state)):
            state.stack.append(pending.LastTrades(seat))
    else:
        state.stage = pending.ROUND_START


# The field phase.


def reap(state: State, seat: int) -> None:
    """One crop from every sown field."""
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
    player.forget_counts()
    state.trail.append(("reap", seat, grain, vegetables))
    if grain:
        gain(state, seat, facts.GRAIN, grain)
    if vegetables:
        gain(state, seat, facts.VEGETABLE, vegetables)


class ChoosingPhase(Question):
    """The third event: field phase or breeding phase?"""

    def moves(self, _state: State, _frame: pending.Frame) -> list[int]:
        return [moves.KEEP_FIELD, moves.KEEP_BREEDING]

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
        state.turn += 1
        if move == moves.KEEP_FIELD:
            state.breeding_seats &= ~bit(frame.seat)
        state.trail.append(("keep", frame.seat, int(move == moves.KEEP_FIELD)))


class ReapKept(Step):
    """The field phase of the third event: those who did not keep the breeding phase, in turn."""

    def happen(self, state: State, _frame: pending.Frame) -> None:
        for seat in seats_in_order(state):
            if not has(state.breeding_seats, seat):
                reap(state, seat)


# The feeding phase.


class FeedingFamily(Question):
    """How is the family fed?"""

    def moves(self, state: State, frame: pending.Frame) -> list[int]:
        assert isinstance(frame, pending.Feeding)
        player = state.players[frame.seat]
        is_short = needed(player, frame.food) > player.goods[facts.FOOD]
        return [moves.FEED, moves.BEG] if is_short else [moves.FEED]

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
        assert isinstance(frame, pending.Feeding)
        state.turn += 1
        if move == moves.FEED:
            feed(state, frame)
        else:
            pay_food(state, frame.seat, frame.food)


# The breeding phase.


class BreedingAnimals(Question):
    """Which young are born? All if they fit, otherwise one of the best sets of them."""

    def moves(self, state: State, frame: pending.Frame) -> list[int]:
        player = state.players[frame.seat]
        kinds = breedable(player.goods)
        if not kinds or not has(state.breeding_seats, frame.seat):
            return []
        if young_fit(player, player.goods, kinds):
            return [moves.YOUNG + kinds]
        best = maximal_young(player, player.goods, len(facts.FARM_ANIMALS))
        return [moves.YOUNG + young for young in best]

    def is_settled(self, state: State, frame: pending.Frame, move: int) -> bool:
        """Where not all young fit it is asked, even if only one answer is best."""
        return move == moves.YOUNG + breedable(state.players[frame.seat].goods)

    def answer(self, state: State, frame: pending.Frame, move: int) -> None:
        state.turn += 1
        births(state, frame.seat, moves.ARGUMENT[move])


# Before the points are counted.


class TradingLast(Question):
    """The last trades: nothing but free moves, and the end."""

    def moves(self, _state: State, _frame: pending.Frame) -> list[int]:
        return [moves.FINISH]

    def answer(self, state: State, _frame: pending.Frame, _move: int) -> None:
        state.turn += 1
