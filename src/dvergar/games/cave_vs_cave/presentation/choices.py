"""The moves of a question in words: label, place on the table and detail of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from dvergar.core.prompt import Choice
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts.action_tiles import DIG, GAIN, PARTS, TRADE, WAY_NAMES, Part
from dvergar.games.cave_vs_cave.facts.cave import EXTRA, NO_CELL
from dvergar.games.cave_vs_cave.facts.rooms import BLUE_GAIN, OUTCOMES, SALE_PRICE, Outcome
from dvergar.games.cave_vs_cave.presentation.anchors import (
    cell_at,
    edge_at,
    good_at,
    room_at,
    shown_at,
    tile_at,
)
from dvergar.games.cave_vs_cave.presentation.names import (
    cell_name,
    counted,
    edge_name,
    goods_said,
    key_of,
    room_detail,
    room_help,
    room_name,
    side_name,
    tile_help,
    tile_name,
)
from dvergar.games.cave_vs_cave.rules.parts import numbered_part
from dvergar.games.cave_vs_cave.state.moves import (
    ARGUMENT_OF,
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
    PAY_WAY,
    REMOVE_WALL,
    SELL,
    TAKE,
    TRADE_GOODS,
    USE_ROOM,
    VOCABULARY,
)
from dvergar.games.cave_vs_cave.state.state import State


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
    gained = goods_said(speak, numbered_part(state, GAIN, number).gain)
    return Label(speak("move.gain", what=gained), tile_at(state.tile))


def _trade(state: State, number: int, speak: Words) -> Label:
    return Label(_exchange(speak, numbered_part(state, TRADE, number)), tile_at(state.tile))


def _exchange(speak: Words, deal: Part | Outcome) -> str:
    price, goods = goods_said(speak, deal.price), goods_said(speak, deal.gain)
    return speak("move.exchange", price=price, goods=goods)


def _use(state: State, number: int, speak: Words) -> Label:
    """What a room does in this way: its name and, where there is a choice, the choice."""
    outcome = OUTCOMES[number]
    room = room_name(speak, outcome.room)
    label = speak("move.use", room=room)
    if outcome.name:
        label = speak("move.use_so", room=room, what=_outcome(outcome, speak))
    return Label(label, room_at(state.seat, outcome.room), room_help(speak, outcome.room))


def _outcome(outcome: Outcome, speak: Words) -> str:
    if outcome.cell != NO_CELL:
        return cell_name(speak, outcome.cell)
    if outcome.refill:
        return speak("move.refill", what=speak(f"good.{outcome.name}"), n=outcome.to)
    return _exchange(speak, outcome) if any(outcome.price) else goods_said(speak, outcome.gain)


def _dig(state: State, cell: int, speak: Words) -> Label:
    return Label(speak("move.dig", cell=cell_name(speak, cell)), cell_at(state.seat, cell))


def _dig_twice(state: State, _: int, speak: Words) -> Label:
    prices = (part.price for part in PARTS[state.tile] if part.kind == DIG and part.count > 1)
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
    return Label(speak(f"move.pay_{key_of(WAY_NAMES[way])}", n=state.turns_each()))


def _sell(state: State, room: int, speak: Words) -> Label:
    price, goods = goods_said(speak, SALE_PRICE[room]), goods_said(speak, BLUE_GAIN[room])
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
