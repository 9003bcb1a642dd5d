"""What Cave vs Cave asks, in words: the question, its answers, and what is blocked and why.

An answer has a label, a place on the table and details. The same rules that make the moves say why
others are blocked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts import game as facts, rooms
from dvergar.games.cave_vs_cave.facts.cave import EXTRA, NO_CELL
from dvergar.games.cave_vs_cave.presentation.names import (
    cell_at,
    cell_name,
    counted,
    edge_at,
    edge_name,
    good_at,
    goods_said,
    key_of,
    room_at,
    room_detail,
    room_help,
    room_name,
    shown_at,
    side_name,
    tile_at,
    tile_help,
    tile_name,
)
from dvergar.games.cave_vs_cave.rules import cave, ledger
from dvergar.games.cave_vs_cave.rules.goods import (
    eatable,
    open_tiles,
    sellers,
    why_not_eat,
    why_not_sell,
    why_not_take,
    why_not_trade,
    why_not_use,
)
from dvergar.games.cave_vs_cave.rules.score import mark
from dvergar.games.cave_vs_cave.state import (
    ARGUMENT_OF,
    ASK_DIGS,
    ASK_PARTS,
    ASK_TILE,
    BUILD_WALL,
    CAVERN_SIDE,
    DIG_CELL,
    DIG_TWICE,
    DONE,
    EAT,
    FURNISH_ROOM,
    GAIN_GOODS,
    INTO_CELL,
    KIND_OF,
    MOVE_OF,
    NOTHING,
    PAY_WAY,
    QUESTIONS,
    REMOVE_MOVE,
    REMOVE_WALL,
    SELL,
    TAKE,
    TRADE_GOODS,
    USE_MOVE,
    USE_ROOM,
    VOCABULARY,
    State,
)


class Label(NamedTuple):
    """A move in words, and where it lies on the table."""

    label: str
    anchor: str = ""
    detail: str = ""


def choice(state: State, move: int, speak: Words) -> Choice:
    """A legal move in words."""
    kind = KIND_OF[move]
    said = labelled(state, kind, ARGUMENT_OF[move], speak)
    shortcut = "d" if kind == DONE else ""
    name = VOCABULARY.names[move]
    return Choice(move, name, said.label, said.anchor, said.detail, shortcut, kind == EAT)


def labelled(state: State, kind: str, argument: int, speak: Words) -> Label:
    """A move in words: its kind, and what it is about."""
    return LABELS[kind](state, argument, speak)


def _take(state: State, tile: int, speak: Words) -> Label:
    label = speak("move.take", tile=tile_name(speak, tile))
    return Label(label, tile_at(tile), tile_help(speak, tile, state.variant.players))


def _gain(state: State, number: int, speak: Words) -> Label:
    gained = goods_said(speak, ledger.numbered_part(state, facts.GAIN, number).gain)
    return Label(speak("move.gain", what=gained), tile_at(state.tile))


def _trade(state: State, number: int, speak: Words) -> Label:
    return Label(
        _exchange(speak, ledger.numbered_part(state, facts.TRADE, number)), tile_at(state.tile)
    )


def _exchange(speak: Words, deal: facts.Part | rooms.Outcome) -> str:
    price, goods = goods_said(speak, deal.price), goods_said(speak, deal.gain)
    return speak("move.exchange", price=price, goods=goods)


def _use(state: State, number: int, speak: Words) -> Label:
    """What a room does in this way: its name and, where there is a choice, the choice."""
    outcome = rooms.OUTCOMES[number]
    room = room_name(speak, outcome.room)
    label = speak("move.use", room=room)
    if outcome.name:
        label = speak("move.use_so", room=room, what=_outcome(outcome, speak))
    return Label(label, room_at(state.seat, outcome.room), room_help(speak, outcome.room))


def _outcome(outcome: rooms.Outcome, speak: Words) -> str:
    if outcome.cell != NO_CELL:
        return cell_name(speak, outcome.cell)
    if outcome.refill:
        return speak("move.refill", what=speak(f"good.{outcome.name}"), n=outcome.to)
    return _exchange(speak, outcome) if any(outcome.price) else goods_said(speak, outcome.gain)


def _dig(state: State, cell: int, speak: Words) -> Label:
    return Label(speak("move.dig", cell=cell_name(speak, cell)), cell_at(state.seat, cell))


def _dig_twice(state: State, _: int, speak: Words) -> Label:
    prices = (
        part.price for part in facts.PARTS[state.tile] if part.kind == facts.DIG and part.count > 1
    )
    label = speak("move.dig_twice", price=goods_said(speak, next(prices)))
    return Label(label, tile_at(state.tile), speak("move.dig_twice_help"))


def _wall(state: State, edge: int, speak: Words) -> Label:
    return Label(speak("move.wall", edge=edge_name(speak, edge)), edge_at(state.seat, edge))


def _breach(state: State, edge: int, speak: Words) -> Label:
    return Label(speak("move.breach", edge=edge_name(speak, edge)), edge_at(state.seat, edge))


def _furnish(_: State, room: int, speak: Words) -> Label:
    label = speak("move.furnish", room=room_name(speak, room))
    return Label(label, shown_at(room), room_detail(speak, room))


def _into(state: State, cell: int, speak: Words) -> Label:
    return Label(speak("move.into", cell=cell_name(speak, cell)), cell_at(state.seat, cell))


def _pay(state: State, way: int, speak: Words) -> Label:
    return Label(speak(f"move.pay_{key_of(facts.WAY_NAMES[way])}", n=state.turns_each()))


def _sell(state: State, room: int, speak: Words) -> Label:
    price, goods = (
        goods_said(speak, rooms.SALE_PRICE[room]),
        goods_said(speak, rooms.BLUE_GAIN[room]),
    )
    return Label(speak("move.sell", price=price, goods=goods), room_at(state.seat, room))


def _cavern(state: State, side: int, speak: Words) -> Label:
    return Label(speak("move.cavern", side=side_name(speak, side)), cell_at(state.seat, EXTRA))


def _done(_: State, __: int, speak: Words) -> Label:
    return Label(speak("move.done"))


def _eat(state: State, good: int, speak: Words) -> Label:
    return Label(speak("move.eat", what=counted(speak, good, 1)), good_at(state.seat, good))


LABELS: Final[dict[str, Callable[[State, int, Words], Label]]] = {
    TAKE: _take,
    GAIN_GOODS: _gain,
    TRADE_GOODS: _trade,
    USE_ROOM: _use,
    DIG_CELL: _dig,
    DIG_TWICE: _dig_twice,
    BUILD_WALL: _wall,
    REMOVE_WALL: _breach,
    FURNISH_ROOM: _furnish,
    INTO_CELL: _into,
    PAY_WAY: _pay,
    SELL: _sell,
    CAVERN_SIDE: _cavern,
    DONE: _done,
    EAT: _eat,
}


class _List:
    """What is blocked at one question, in words."""

    def __init__(self, state: State, speak: Words) -> None:
        self.state = state
        self.speak = speak
        self.found: list[Blocked] = []

    def add(self, reason: int, said: Label, moves: Sequence[int]) -> None:
        """Notes something that is not possible."""
        if reason != ledger.POSSIBLE:
            why = ledger.REASONS[reason]
            text = self.speak(f"blocked.{why.word}")
            blocked = Blocked(said.label, text, said.anchor, why.rule, why.word, tuple(moves))
            self.found.append(blocked)

    def add_move(self, reason: int, kind: str, argument: int = NOTHING) -> None:
        """Notes a move that is not possible."""
        if reason != ledger.POSSIBLE:
            said = labelled(self.state, kind, argument, self.speak)
            self.add(reason, said, [MOVE_OF[kind, argument]])


def blocked(state: State, speak: Words) -> list[Blocked]:
    """Everything that one may expect to be able to do and cannot, with its reason."""
    told = _List(state, speak)
    if state.question == ASK_TILE:
        for tile in open_tiles(state):
            told.add_move(why_not_take(state, tile), TAKE, tile)
    elif state.question == ASK_PARTS:
        for part in ledger.open_parts(state):
            _part(told, state, part)
        _rooms_on_display(told, state)
        for room in sellers(state):
            told.add_move(why_not_sell(state, room), SELL, room)
    for good in eatable(state):
        told.add_move(why_not_eat(state, good), EAT, good)
    return told.found


def _part(told: _List, state: State, part: facts.Part) -> None:
    if part.kind == facts.USE:
        _own_rooms(told, state, part)
    elif part.kind == facts.TRADE:
        told.add_move(why_not_trade(state, part), TRADE_GOODS, part.number)
    elif part.kind == facts.DIG and part.count > 1:
        told.add_move(cave.why_not_dig_twice(state, part), DIG_TWICE)
    elif part.kind == facts.DIG:
        for cell in cave.face_down_cells(state, state.seat):
            told.add_move(cave.why_not_dig(state, cell, part.through_walls), DIG_CELL, cell)
    elif part.kind == facts.WALL:
        for edge in cave.edges(state):
            told.add_move(cave.why_not_build(state, edge), BUILD_WALL, edge)
    elif part.kind == facts.BREACH:
        said = Label(told.speak("move.breach_any"), tile_at(state.tile))
        told.add(cave.why_not_breach(state), said, REMOVE_MOVE)


def _own_rooms(told: _List, state: State, part: facts.Part) -> None:
    """Rooms of the seat that cannot be used in any way, with the reason that tells most."""
    for room in range(rooms.ROOM_COUNT + 1):
        if not has(state.owned[state.seat], room):
            continue
        reasons = [why_not_use(state, number, part) for number in rooms.OUTCOMES_OF[room]]
        if reasons and ledger.POSSIBLE not in reasons:
            lacking = [
                reason for reason in (ledger.NO_GOLD_HERE, ledger.NO_PATH) if reason in reasons
            ]
            label = told.speak("move.use", room=room_name(told.speak, room))
            moves = [USE_MOVE[number] for number in rooms.OUTCOMES_OF[room]]
            told.add([*lacking, *reasons][0], Label(label, room_at(state.seat, room)), moves)


def _rooms_on_display(told: _List, state: State) -> None:
    """Rooms that cannot be furnished, while the tile offers a way to pay."""
    ways = cave.open_ways(state)
    if not ways:
        return
    walls = cave.wall_sets(state, state.seat)
    for room in range(rooms.ROOM_COUNT):
        if has(state.display, room):
            told.add_move(cave.why_not_furnish(state, room, walls, ways), FURNISH_ROOM, room)


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    kind = QUESTIONS[state.question]
    details: dict[str, object] = {"name": names[state.seat]}
    if state.question != ASK_TILE:
        details["tile"] = tile_name(speak, state.tile)
    if state.room != rooms.NO_ROOM:
        details["room"] = room_name(speak, state.room)
    if state.question == ASK_DIGS:
        details["n"] = state.digs
    return Prompt(
        state.seat,
        speak(f"ask.{kind}", **details),
        speak(f"ask.{kind}_help", **details),
        [choice(state, move, speak) for move in state.moves()],
        blocked(state, speak),
    )


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    if state.variant.players == 1:
        return speak(f"ask.alone_{mark(state)}", n=state.scores()[0].total)
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    if len(winners) > 1:
        return speak("ask.draw")
    return speak("ask.won", name=winners[0])
