"""What Cave vs Cave asks, in words: the question, its answers, and what is blocked and why.

The same rules that make the moves say why others are blocked.
"""

from __future__ import annotations

from collections.abc import Sequence

from dvergar.core.prompt import Blocked, Prompt
from dvergar.core.sets import has
from dvergar.core.words import Words
from dvergar.games.cave_vs_cave.facts.action_tiles import BREACH, DIG, TRADE, USE, WALL, Part
from dvergar.games.cave_vs_cave.facts.rooms import NO_ROOM, OUTCOMES_OF, ROOM_COUNT
from dvergar.games.cave_vs_cave.presentation.anchors import room_at, tile_at
from dvergar.games.cave_vs_cave.presentation.choices import Label, choice, labelled
from dvergar.games.cave_vs_cave.presentation.names import room_name, tile_name
from dvergar.games.cave_vs_cave.rules.actions.digging import (
    face_down_cells,
    why_not_dig,
    why_not_dig_twice,
)
from dvergar.games.cave_vs_cave.rules.actions.furnishing import open_ways, why_not_furnish
from dvergar.games.cave_vs_cave.rules.actions.goods import (
    eatable,
    sellers,
    why_not_eat,
    why_not_sell,
    why_not_trade,
)
from dvergar.games.cave_vs_cave.rules.actions.taking import open_tiles, why_not_take
from dvergar.games.cave_vs_cave.rules.actions.using import why_not_use
from dvergar.games.cave_vs_cave.rules.actions.walls import edges, why_not_breach, why_not_build
from dvergar.games.cave_vs_cave.rules.caverns import wall_sets
from dvergar.games.cave_vs_cave.rules.parts import open_parts
from dvergar.games.cave_vs_cave.rules.reasons import NO_GOLD_HERE, NO_PATH, POSSIBLE, REASONS
from dvergar.games.cave_vs_cave.rules.score import mark
from dvergar.games.cave_vs_cave.state.moves import (
    ASK_DIGS,
    ASK_PARTS,
    ASK_TILE,
    BUILD_WALL,
    DIG_CELL,
    DIG_TWICE,
    EAT,
    FURNISH_ROOM,
    MOVE_OF,
    NOTHING,
    QUESTIONS,
    REMOVE_MOVE,
    SELL,
    TAKE,
    TRADE_GOODS,
    USE_MOVE,
)
from dvergar.games.cave_vs_cave.state.state import State


class _List:
    """What is blocked at one question, in words."""

    def __init__(self, state: State, speak: Words) -> None:
        self.state = state
        self.speak = speak
        self.found: list[Blocked] = []

    def add(self, reason: int, said: Label, moves: Sequence[int]) -> None:
        """Notes something that is not possible."""
        if reason != POSSIBLE:
            why = REASONS[reason]
            text = self.speak(f"blocked.{why.word}")
            blocked = Blocked(said.label, text, said.anchor, why.rule, why.word, tuple(moves))
            self.found.append(blocked)

    def add_move(self, reason: int, kind: str, argument: int = NOTHING) -> None:
        """Notes a move that is not possible."""
        if reason != POSSIBLE:
            said = labelled(self.state, kind, argument, self.speak)
            self.add(reason, said, [MOVE_OF[kind, argument]])


def blocked(state: State, speak: Words) -> list[Blocked]:
    """Everything that one may expect to be able to do and cannot, with its reason."""
    told = _List(state, speak)
    if state.question == ASK_TILE:
        for tile in open_tiles(state):
            told.add_move(why_not_take(state, tile), TAKE, tile)
    elif state.question == ASK_PARTS:
        for part in open_parts(state):
            _part(told, state, part)
        _rooms_on_display(told, state)
        for room in sellers(state):
            told.add_move(why_not_sell(state, room), SELL, room)
    for good in eatable(state):
        told.add_move(why_not_eat(state, good), EAT, good)
    return told.found


def _part(told: _List, state: State, part: Part) -> None:
    if part.kind == USE:
        _own_rooms(told, state, part)
    elif part.kind == TRADE:
        told.add_move(why_not_trade(state, part), TRADE_GOODS, part.number)
    elif part.kind == DIG and part.count > 1:
        told.add_move(why_not_dig_twice(state, part), DIG_TWICE)
    elif part.kind == DIG:
        for cell in face_down_cells(state, state.seat):
            told.add_move(why_not_dig(state, cell, part.through_walls), DIG_CELL, cell)
    elif part.kind == WALL:
        for edge in edges(state):
            told.add_move(why_not_build(state, edge), BUILD_WALL, edge)
    elif part.kind == BREACH:
        said = Label(told.speak("move.breach_any"), tile_at(state.tile))
        told.add(why_not_breach(state), said, REMOVE_MOVE)


def _own_rooms(told: _List, state: State, part: Part) -> None:
    """Rooms of the seat that cannot be used in any way, with the reason that tells most."""
    for room in range(ROOM_COUNT + 1):
        if not has(state.owned[state.seat], room):
            continue
        reasons = [why_not_use(state, number, part) for number in OUTCOMES_OF[room]]
        if reasons and POSSIBLE not in reasons:
            lacking = [reason for reason in (NO_GOLD_HERE, NO_PATH) if reason in reasons]
            label = told.speak("move.use", room=room_name(told.speak, room))
            moves = [USE_MOVE[number] for number in OUTCOMES_OF[room]]
            told.add([*lacking, *reasons][0], Label(label, room_at(state.seat, room)), moves)


def _rooms_on_display(told: _List, state: State) -> None:
    """Rooms that cannot be furnished, while the tile offers a way to pay."""
    ways = open_ways(state)
    if not ways:
        return
    walls = wall_sets(state, state.seat)
    for room in range(ROOM_COUNT):
        if has(state.display, room):
            told.add_move(why_not_furnish(state, room, walls, ways), FURNISH_ROOM, room)


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    kind = QUESTIONS[state.question]
    facts: dict[str, object] = {"name": names[state.seat]}
    if state.question != ASK_TILE:
        facts["tile"] = tile_name(speak, state.tile)
    if state.room != NO_ROOM:
        facts["room"] = room_name(speak, state.room)
    if state.question == ASK_DIGS:
        facts["n"] = state.digs
    return Prompt(
        state.seat,
        speak(f"ask.{kind}", **facts),
        speak(f"ask.{kind}_help", **facts),
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
