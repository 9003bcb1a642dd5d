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
from dvergar.games.cave_vs_cave.presentation import names
from dvergar.games.cave_vs_cave.rules import cave, goods, ledger
from dvergar.games.cave_vs_cave.rules.score import mark
from dvergar.games.cave_vs_cave.state import moves
from dvergar.games.cave_vs_cave.state.state import ASK_DIGS, ASK_PARTS, ASK_TILE, QUESTIONS, State


class Label(NamedTuple):
    """A move in words, and where it lies on the table."""

    label: str
    anchor: str = ""
    detail: str = ""


def choice(state: State, move: int, speak: Words) -> Choice:
    """A legal move in words."""
    kind = moves.KIND_OF[move]
    said = labelled(state, kind, moves.ARGUMENT_OF[move], speak)
    shortcut = "d" if kind == moves.DONE else ""
    name = moves.VOCABULARY.names[move]
    return Choice(move, name, said.label, said.anchor, said.detail, shortcut, kind == moves.EAT)


def labelled(state: State, kind: str, argument: int, speak: Words) -> Label:
    """A move in words: its kind, and what it is about."""
    return LABELS[kind](state, argument, speak)


def _take(state: State, tile: int, speak: Words) -> Label:
    label = speak("move.take", tile=names.tile_name(speak, tile))
    return Label(label, names.tile_at(tile), names.tile_help(speak, tile, state.variant.players))


def _gain(state: State, number: int, speak: Words) -> Label:
    gained = names.goods_said(speak, ledger.numbered_part(state, facts.GAIN, number).gain)
    return Label(speak("move.gain", what=gained), names.tile_at(state.tile))


def _trade(state: State, number: int, speak: Words) -> Label:
    return Label(
        _exchange(speak, ledger.numbered_part(state, facts.TRADE, number)),
        names.tile_at(state.tile),
    )


def _exchange(speak: Words, deal: facts.Part | rooms.Outcome) -> str:
    price, gain = names.goods_said(speak, deal.price), names.goods_said(speak, deal.gain)
    return speak("move.exchange", price=price, goods=gain)


def _use(state: State, number: int, speak: Words) -> Label:
    """What a room does in this way: its name and, where there is a choice, the choice."""
    outcome = rooms.OUTCOMES[number]
    room = names.room_name(speak, outcome.room)
    label = speak("move.use", room=room)
    if outcome.name:
        label = speak("move.use_so", room=room, what=_outcome(outcome, speak))
    return Label(
        label, names.room_at(state.seat, outcome.room), names.room_help(speak, outcome.room)
    )


def _outcome(outcome: rooms.Outcome, speak: Words) -> str:
    if outcome.cell != NO_CELL:
        return names.cell_name(speak, outcome.cell)
    if outcome.refill:
        return speak("move.refill", what=speak(f"good.{outcome.name}"), n=outcome.to)
    return (
        _exchange(speak, outcome) if any(outcome.price) else names.goods_said(speak, outcome.gain)
    )


def _dig(state: State, cell: int, speak: Words) -> Label:
    return Label(
        speak("move.dig", cell=names.cell_name(speak, cell)), names.cell_at(state.seat, cell)
    )


def _dig_twice(state: State, _: int, speak: Words) -> Label:
    prices = (
        part.price for part in facts.PARTS[state.tile] if part.kind == facts.DIG and part.count > 1
    )
    label = speak("move.dig_twice", price=names.goods_said(speak, next(prices)))
    return Label(label, names.tile_at(state.tile), speak("move.dig_twice_help"))


def _wall(state: State, edge: int, speak: Words) -> Label:
    return Label(
        speak("move.wall", edge=names.edge_name(speak, edge)), names.edge_at(state.seat, edge)
    )


def _breach(state: State, edge: int, speak: Words) -> Label:
    return Label(
        speak("move.breach", edge=names.edge_name(speak, edge)), names.edge_at(state.seat, edge)
    )


def _furnish(_: State, room: int, speak: Words) -> Label:
    label = speak("move.furnish", room=names.room_name(speak, room))
    return Label(label, names.shown_at(room), names.room_detail(speak, room))


def _into(state: State, cell: int, speak: Words) -> Label:
    return Label(
        speak("move.into", cell=names.cell_name(speak, cell)), names.cell_at(state.seat, cell)
    )


def _pay(state: State, way: int, speak: Words) -> Label:
    return Label(speak(f"move.pay_{names.key_of(facts.WAY_NAMES[way])}", n=state.turns_each()))


def _sell(state: State, room: int, speak: Words) -> Label:
    price, gain = (
        names.goods_said(speak, rooms.SALE_PRICE[room]),
        names.goods_said(speak, rooms.BLUE_GAIN[room]),
    )
    return Label(speak("move.sell", price=price, goods=gain), names.room_at(state.seat, room))


def _cavern(state: State, side: int, speak: Words) -> Label:
    return Label(
        speak("move.cavern", side=names.side_name(speak, side)), names.cell_at(state.seat, EXTRA)
    )


def _done(_: State, __: int, speak: Words) -> Label:
    return Label(speak("move.done"))


def _eat(state: State, good: int, speak: Words) -> Label:
    return Label(
        speak("move.eat", what=names.counted(speak, good, 1)), names.good_at(state.seat, good)
    )


LABELS: Final[dict[str, Callable[[State, int, Words], Label]]] = {
    moves.TAKE: _take,
    moves.GAIN_GOODS: _gain,
    moves.TRADE_GOODS: _trade,
    moves.USE_ROOM: _use,
    moves.DIG_CELL: _dig,
    moves.DIG_TWICE: _dig_twice,
    moves.BUILD_WALL: _wall,
    moves.REMOVE_WALL: _breach,
    moves.FURNISH_ROOM: _furnish,
    moves.INTO_CELL: _into,
    moves.PAY_WAY: _pay,
    moves.SELL: _sell,
    moves.CAVERN_SIDE: _cavern,
    moves.DONE: _done,
    moves.EAT: _eat,
}


class _BlockedMoves:
    """What is blocked at one question, in words."""

    def __init__(self, state: State, speak: Words) -> None:
        self.state = state
        self.speak = speak
        self.blocked: list[Blocked] = []

    def add(self, reason: int, said: Label, numbers: Sequence[int]) -> None:
        """Notes something that is not possible."""
        if reason != ledger.POSSIBLE:
            why = ledger.REASONS[reason]
            text = self.speak(f"blocked.{why.word}")
            blocked = Blocked(said.label, text, said.anchor, why.rule, why.word, tuple(numbers))
            self.blocked.append(blocked)

    def add_move(self, reason: int, kind: str, argument: int = moves.NOTHING) -> None:
        """Notes a move that is not possible."""
        if reason != ledger.POSSIBLE:
            said = labelled(self.state, kind, argument, self.speak)
            self.add(reason, said, [moves.MOVE_OF[kind, argument]])


def blocked(state: State, speak: Words) -> list[Blocked]:
    """Everything that one may expect to be able to do and cannot, with its reason."""
    found = _BlockedMoves(state, speak)
    if state.question == ASK_TILE:
        for tile in goods.open_tiles(state):
            found.add_move(goods.why_not_take(state, tile), moves.TAKE, tile)
    elif state.question == ASK_PARTS:
        for part in ledger.open_parts(state):
            _part(found, state, part)
        _rooms_on_display(found, state)
        for room in goods.sellers(state):
            found.add_move(goods.why_not_sell(state, room), moves.SELL, room)
    for good in goods.eatable(state):
        found.add_move(goods.why_not_eat(state, good), moves.EAT, good)
    return found.blocked


def _part(found: _BlockedMoves, state: State, part: facts.Part) -> None:
    if part.kind == facts.USE:
        _own_rooms(found, state, part)
    elif part.kind == facts.TRADE:
        found.add_move(goods.why_not_trade(state, part), moves.TRADE_GOODS, part.number)
    elif part.kind == facts.DIG and part.count > 1:
        found.add_move(cave.why_not_dig_twice(state, part), moves.DIG_TWICE)
    elif part.kind == facts.DIG:
        for cell in cave.face_down_cells(state, state.seat):
            found.add_move(cave.why_not_dig(state, cell, part.through_walls), moves.DIG_CELL, cell)
    elif part.kind == facts.WALL:
        for edge in cave.edges(state):
            found.add_move(cave.why_not_build(state, edge), moves.BUILD_WALL, edge)
    elif part.kind == facts.BREACH:
        said = Label(found.speak("move.breach_any"), names.tile_at(state.tile))
        found.add(cave.why_not_breach(state), said, moves.REMOVE_MOVE)


def _own_rooms(found: _BlockedMoves, state: State, part: facts.Part) -> None:
    """Rooms of the seat that cannot be used in any way, with the reason that tells most."""
    for room in range(rooms.ROOM_COUNT + 1):
        if not has(state.owned[state.seat], room):
            continue
        reasons = [goods.why_not_use(state, number, part) for number in rooms.OUTCOMES_OF[room]]
        if reasons and ledger.POSSIBLE not in reasons:
            lacking = [
                reason for reason in (ledger.NO_GOLD_HERE, ledger.NO_PATH) if reason in reasons
            ]
            label = found.speak("move.use", room=names.room_name(found.speak, room))
            uses = [moves.USE_MOVE[number] for number in rooms.OUTCOMES_OF[room]]
            found.add([*lacking, *reasons][0], Label(label, names.room_at(state.seat, room)), uses)


def _rooms_on_display(found: _BlockedMoves, state: State) -> None:
    """Rooms that cannot be furnished, while the tile offers a way to pay."""
    ways = cave.open_ways(state)
    if not ways:
        return
    walls = cave.wall_sets(state, state.seat)
    for room in range(rooms.ROOM_COUNT):
        if has(state.display, room):
            found.add_move(cave.why_not_furnish(state, room, walls, ways), moves.FURNISH_ROOM, room)


def prompt(state: State, lang: str, players: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, players))
    kind = QUESTIONS[state.question]
    details: dict[str, object] = {"name": players[state.seat]}
    if state.question != ASK_TILE:
        details["tile"] = names.tile_name(speak, state.tile)
    if state.room != rooms.NO_ROOM:
        details["room"] = names.room_name(speak, state.room)
    if state.question == ASK_DIGS:
        details["n"] = state.digs
    return Prompt(
        state.seat,
        speak(f"ask.{kind}", **details),
        speak(f"ask.{kind}_help", **details),
        [choice(state, move, speak) for move in state.moves()],
        blocked(state, speak),
    )


def _result(state: State, speak: Words, players: Sequence[str]) -> str:
    if state.variant.players == 1:
        return speak(f"ask.alone_{mark(state)}", n=state.scores()[0].total)
    winners = [players[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    if len(winners) > 1:
        return speak("ask.draw")
    return speak("ask.won", name=winners[0])
