"""What can be done at any time: rubies, eating, trades of tiles, weapons given up, work.

Each of these moves uses something up, so they run out.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from dvergar.core.sets import has
from dvergar.games.caverna.facts import game as facts, tiles
from dvergar.games.caverna.rules import reasons
from dvergar.games.caverna.rules.actions.land import lay_single, single_moves
from dvergar.games.caverna.rules.ledger import eat, gain, gain_all, holds, pay, pay_all
from dvergar.games.caverna.state import moves
from dvergar.games.caverna.state.pending import LOOTING, Feeding, Frame, Placing
from dvergar.games.caverna.state.state import HOME, NEWBORN, Player, State, weakest_at_home


class FreeMove:
    """All moves of one kind, or of a few that belong together."""

    @abstractmethod
    def offer(self, state: State, frame: Frame, player: Player, found: list[int]) -> None:
        """Adds those that a player has at a question, ascending."""

    @abstractmethod
    def make(self, state: State, frame: Frame, move: int) -> None:
        """Makes one of them; the frame is the topmost one."""


class Purchase(FreeMove):
    """Moves with a price: what one could do here, what it costs, and why it cannot be paid."""

    @abstractmethod
    def could(self, state: State, frame: Frame, player: Player) -> list[int]:
        """What a player could do at a question if only it could pay, ascending."""

    @abstractmethod
    def price(self, move: int) -> list[tuple[int, int]]:
        """What a move costs."""

    @abstractmethod
    def too_dear(self, move: int) -> int:
        """The reason why a move cannot be made without its price."""

    def may_pay(self, _player: Player) -> bool:
        """Whether it is worth looking: without it, a player can pay for none of them."""
        return True

    def why_not(self, player: Player, move: int) -> int:
        """0, or why a player cannot pay for a move."""
        return reasons.POSSIBLE if holds(player.goods, self.price(move)) else self.too_dear(move)

    def offer(self, state: State, frame: Frame, player: Player, found: list[int]) -> None:
        if self.may_pay(player):
            could = self.could(state, frame, player)
            found += [move for move in could if self.why_not(player, move) == reasons.POSSIBLE]


_GOODS: Final = [moves.RUBY_GOOD + number for number in range(len(facts.RUBY_GOODS))]
_GOOD_PRICES: Final[list[list[tuple[int, int]]]] = [
    [(facts.RUBY, facts.GOOD_RUBIES), (facts.FOOD, food)]
    if food
    else [(facts.RUBY, facts.GOOD_RUBIES)]
    for food in facts.RUBY_GOODS_FOOD
]
_LAND_PRICES: Final[list[list[tuple[int, int]]]] = [
    [(facts.RUBY, rubies)] for rubies in facts.SINGLE_TILE_RUBIES
]
_LAND_TOO_DEAR: Final = [
    reasons.NO_RUBY_FOR_MEADOW_OR_FIELD,
    reasons.NO_RUBY_FOR_MEADOW_OR_FIELD,
    reasons.NO_RUBY_FOR_TUNNEL,
    reasons.NO_RUBY_FOR_CAVERN,
]
"""By single tile."""
_JUMP_PRICE: Final[list[tuple[int, int]]] = [(facts.RUBY, facts.JUMP_RUBIES)]


class BuyGood(Purchase):
    """A ruby becomes a good; some cost food besides."""

    def could(self, _state: State, _frame: Frame, _player: Player) -> list[int]:
        return _GOODS

    def offer(self, _state: State, _frame: Frame, player: Player, found: list[int]) -> None:
        if player.goods[facts.RUBY]:
            for number, price in enumerate(_GOOD_PRICES):
                if holds(player.goods, price):
                    found.append(moves.RUBY_GOOD + number)

    def price(self, move: int) -> list[tuple[int, int]]:
        return _GOOD_PRICES[moves.ARGUMENT[move]]

    def too_dear(self, move: int) -> int:
        return (
            reasons.NO_RUBY_AND_FOOD_FOR_GOOD
            if facts.RUBY_GOODS_FOOD[moves.ARGUMENT[move]]
            else reasons.NO_RUBY_FOR_GOOD
        )

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        gain(state, frame.seat, facts.RUBY_GOODS[moves.ARGUMENT[move]], 1)


class BuyLand(Purchase):
    """Rubies become a single tile, laid at once."""

    def could(self, _state: State, _frame: Frame, player: Player) -> list[int]:
        found: list[int] = []
        for number, land in enumerate(moves.SINGLE_LAND):
            found += single_moves(player, land, moves.RUBY_SINGLE[number])
        return found

    def offer(self, _state: State, _frame: Frame, player: Player, found: list[int]) -> None:
        if player.goods[facts.RUBY]:
            for number, price in enumerate(_LAND_PRICES):
                if holds(player.goods, price):
                    found += single_moves(
                        player, moves.SINGLE_LAND[number], moves.RUBY_SINGLE[number]
                    )

    def price(self, move: int) -> list[tuple[int, int]]:
        return _LAND_PRICES[moves.RUBY_SINGLE.index(moves.KIND[move])]

    def too_dear(self, move: int) -> int:
        return _LAND_TOO_DEAR[moves.RUBY_SINGLE.index(moves.KIND[move])]

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        lay_single(
            state,
            frame.seat,
            moves.SINGLE_LAND[moves.RUBY_SINGLE.index(moves.KIND[move])],
            moves.CELL_A[move],
        )


class Jump(Purchase):
    """A ruby sends any armed dwarf at home before weaker ones, once a turn.

    A second one would only waste the first: one ruby passes any number of weaker dwarfs.
    """

    def could(self, state: State, frame: Frame, player: Player) -> list[int]:
        if not isinstance(frame, Placing) or frame.jumped:
            return []
        acting = player.weapons[state.dwarf]
        strengths = {
            weapon
            for weapon, where in zip(player.weapons, player.dwarfs, strict=True)
            if where == HOME and weapon > acting
        }
        return [moves.JUMP + strength - 1 for strength in sorted(strengths)]

    def may_pay(self, player: Player) -> bool:
        return player.goods[facts.RUBY] > 0

    def price(self, _move: int) -> list[tuple[int, int]]:
        return _JUMP_PRICE

    def too_dear(self, _move: int) -> int:
        return reasons.NO_RUBY_TO_JUMP

    def make(self, state: State, frame: Frame, move: int) -> None:
        strength = moves.ARGUMENT[move]
        player = state.players[frame.seat]
        pay_all(state, frame.seat, _JUMP_PRICE)
        for dwarf, weapon in enumerate(player.weapons):
            if weapon == strength and player.dwarfs[dwarf] == HOME:
                state.dwarf = dwarf
                break
        state.stack[-1] = Placing(frame.seat, jumped=True)
        state.trail.append(("jump", frame.seat, strength))


_EATEN: Final = [facts.GRAIN, facts.VEGETABLE, facts.RUBY, *facts.FARM_ANIMALS]
_FIRST_PRICE: Final[list[tuple[int, int]]] = [(facts.GOLD, facts.GOLD_FOR_FOOD)]
_NEXT_PRICE: Final[list[tuple[int, int]]] = [(facts.GOLD, facts.GOLD_FOR_MORE_FOOD)]


class Eat(FreeMove):
    """One of a kind is eaten, or several donkeys together."""

    def offer(self, _state: State, _frame: Frame, player: Player, found: list[int]) -> None:
        for number, kind in enumerate(_EATEN):
            if player.goods[kind]:
                found.append(moves.EAT + number)
        if player.goods[facts.DONKEY] >= facts.DONKEYS_TOGETHER:
            found.append(moves.EAT_DONKEYS)

    def make(self, state: State, frame: Frame, move: int) -> None:
        if move == moves.EAT_DONKEYS:
            eat(state, frame.seat, facts.DONKEY, facts.DONKEYS_TOGETHER)
        else:
            eat(state, frame.seat, moves.ARGUMENT[move], 1)


class EatGold(Purchase):
    """Gold buys food; each further food directly after it costs less."""

    def could(self, state: State, _frame: Frame, _player: Player) -> list[int]:
        return [moves.EAT_GOLD, moves.EAT_MORE_GOLD] if state.eating_gold else [moves.EAT_GOLD]

    def may_pay(self, player: Player) -> bool:
        return player.goods[facts.GOLD] > 0

    def price(self, move: int) -> list[tuple[int, int]]:
        return _FIRST_PRICE if move == moves.EAT_GOLD else _NEXT_PRICE

    def too_dear(self, _move: int) -> int:
        return reasons.NO_GOLD_FOR_FOOD

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        gain(state, frame.seat, facts.FOOD, 1)


class TradeGoods(Purchase):
    """A tile exchanges goods."""

    def could(self, _state: State, _frame: Frame, player: Player) -> list[int]:
        if not player.owns(tiles.TRADE_TILES):
            return []
        return [
            moves.TRADE + trade
            for trade, tile in enumerate(tiles.TRADE_TILE)
            if has(player.built, tile)
        ]

    def price(self, move: int) -> list[tuple[int, int]]:
        return tiles.TRADE_PAY[moves.ARGUMENT[move]]

    def too_dear(self, move: int) -> int:
        return reasons.NO_GOODS_TO_TRADE + moves.ARGUMENT[move]

    def make(self, state: State, frame: Frame, move: int) -> None:
        pay_all(state, frame.seat, self.price(move))
        gain_all(state, frame.seat, tiles.TRADE_GET[moves.ARGUMENT[move]])


class Disarm(FreeMove):
    """Any weapon can be given up, but not in the middle of its own expedition."""

    def offer(self, state: State, frame: Frame, player: Player, found: list[int]) -> None:
        if not player.owns(tiles.WEAPON_FOR_FOOD):
            return
        travelling = _travelling(state, frame.seat)
        at_home: set[int] = set()
        away: set[int] = set()
        for dwarf, strength in enumerate(player.weapons):
            if strength and dwarf != travelling:
                (at_home if player.dwarfs[dwarf] == HOME else away).add(strength)
        found += [moves.DISARM + strength - 1 for strength in sorted(at_home)]
        found += [moves.DISARM_AWAY + strength - 1 for strength in sorted(away)]

    def make(self, state: State, frame: Frame, move: int) -> None:
        """The weapon becomes food; its dwarf may now be the weakest, whose turn it is."""
        seat, strength = frame.seat, moves.ARGUMENT[move]
        player = state.players[seat]
        dwarf = _dwarf_with(player, strength, moves.KIND[move] == moves.DISARM, state.dwarf)
        player.arm(dwarf, 0)
        state.trail.append(("disarm", seat, strength))
        gain(state, seat, facts.FOOD, strength)
        for place, other in enumerate(state.stack):  # a herd without room may lie over it
            if isinstance(other, Placing) and (dwarf == state.dwarf or not other.jumped):
                state.stack[place] = Placing(seat, jumped=False)
                state.dwarf = weakest_at_home(player)


def _travelling(state: State, seat: int) -> int:
    """The dwarf of a seat who is on an expedition; -1: none."""
    for frame in state.stack:
        if frame.kind == LOOTING and frame.seat == seat:
            return state.dwarf
    return -1


def _dwarf_with(player: Player, strength: int, at_home: bool, acting: int) -> int:
    """A dwarf with a weapon of this strength; the acting one keeps his if another has the same."""
    found = -1
    for dwarf, weapon in enumerate(player.weapons):
        if weapon == strength and (player.dwarfs[dwarf] == HOME) == at_home:
            if dwarf != acting:
                return dwarf
            found = dwarf
    assert found >= 0, "a dwarf that was offered is not there"
    return found


class WorkForFood(FreeMove):
    """Once a meal, a dwarf or a newborn is fed with goods."""

    def offer(self, _state: State, frame: Frame, player: Player, found: list[int]) -> None:
        if not isinstance(frame, Feeding) or frame.worked or not player.owns(tiles.WORK_TILES):
            return
        newborn = player.dwarfs.count(NEWBORN)
        for who, dwarfs in enumerate((len(player.dwarfs) - newborn, newborn)):
            for number, good in enumerate(tiles.WORK_GOODS):
                if dwarfs and player.goods[good] >= tiles.WORK_PRICES[number]:
                    found.append(moves.WORK_FOR_FOOD + who * len(tiles.WORK_GOODS) + number)

    def make(self, state: State, frame: Frame, move: int) -> None:
        assert isinstance(frame, Feeding)
        who, number = moves.VOCABULARY.arguments[move]
        pay(state, frame.seat, tiles.WORK_GOODS[number], tiles.WORK_PRICES[number])
        saved = facts.NEWBORN_FOOD if who else frame.adult
        state.stack[-1] = Feeding(frame.seat, frame.food - saved, worked=True, adult=frame.adult)
        state.trail.append(("work", frame.seat, saved))


FREE_MOVES: Final[list[tuple[FreeMove, list[int]]]] = [  # in the order of their kinds
    (BuyGood(), [moves.RUBY_GOOD]),
    (BuyLand(), [moves.RUBY_MEADOW, moves.RUBY_FIELD, moves.RUBY_TUNNEL, moves.RUBY_CAVERN]),
    (Jump(), [moves.JUMP]),
    (Eat(), [moves.EAT, moves.EAT_DONKEYS]),
    (EatGold(), [moves.EAT_GOLD, moves.EAT_MORE_GOLD]),
    (TradeGoods(), [moves.TRADE]),
    (Disarm(), [moves.DISARM, moves.DISARM_AWAY]),
    (WorkForFood(), [moves.WORK_FOR_FOOD]),
]
_ALL: Final[list[FreeMove]] = [one for one, _ in FREE_MOVES]
_BY_KIND: Final = {kind: one for one, kinds in FREE_MOVES for kind in kinds}
_BY_MOVE: Final[list[FreeMove]] = [
    _BY_KIND[moves.KIND[move]] for move in range(moves.FIRST_FREE, moves.MOVE_COUNT)
]


PURCHASES: Final[list[Purchase]] = [one for one in _ALL if isinstance(one, Purchase)]
"""Those with a price."""


def too_dear(state: State) -> list[tuple[int, Purchase]]:
    """What the seat that decides could do if only it could pay, with the kind of each move."""
    frame = state.stack[-1]
    player = state.players[frame.seat]
    return [
        (move, one)
        for one in PURCHASES
        for move in one.could(state, frame, player)
        if one.why_not(player, move) != reasons.POSSIBLE
    ]


def add_free_moves(state: State, found: list[int]) -> None:
    """Adds all at-any-time moves of the seat that decides, ascending."""
    frame = state.stack[-1]
    player = state.players[frame.seat]
    for one in _ALL:
        one.offer(state, frame, player, found)


def is_offered(state: State, move: int) -> bool:
    """Whether an at-any-time move is among those of the seat that decides."""
    frame = state.stack[-1]
    found: list[int] = []
    _BY_MOVE[move - moves.FIRST_FREE].offer(state, frame, state.players[frame.seat], found)
    return move in found


def play_free(state: State, move: int) -> None:
    """Makes an at-any-time move."""
    state.eating_gold = (
        moves.KIND[move] == moves.EAT_GOLD or moves.KIND[move] == moves.EAT_MORE_GOLD
    )
    _BY_MOVE[move - moves.FIRST_FREE].make(state, state.stack[-1], move)
