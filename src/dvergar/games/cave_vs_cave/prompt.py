"""What Cave vs Cave asks, in words: the question, its answers, and what is blocked and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dvergar.core.prompt import Blocked, Choice, Prompt
from dvergar.games.cave_vs_cave.cave import CELLS, DIGGABLE, EDGE_COUNT, EDGES
from dvergar.games.cave_vs_cave.digging import why_not_dig, why_not_dig_twice
from dvergar.games.cave_vs_cave.furnishing import open_ways, wall_sets, why_not_furnish
from dvergar.games.cave_vs_cave.goods import EATABLE, GOODS, KINDS
from dvergar.games.cave_vs_cave.log import cell_name, counted, edge_name
from dvergar.games.cave_vs_cave.moves import (
    DIG_TWICE,
    EAT,
    MOVE_NAMES,
    USE_ROOM,
)
from dvergar.games.cave_vs_cave.offers import trade_move, why_not_eat, why_not_trade
from dvergar.games.cave_vs_cave.questions import (
    DIGS,
    DUG_ALREADY,
    NO_EDGE,
    NO_GOLD_HERE,
    NO_PATH,
    NOT_OWNED,
    NOTHING_TO_EAT,
    PARTS,
    POSSIBLE,
    QUESTIONS,
    REASONS,
    TILE,
)
from dvergar.games.cave_vs_cave.rooms import (
    COST,
    OUTCOMES,
    OUTCOMES_OF,
    PATTERN_NAMES,
    POINTS,
    ROOM_COUNT,
    ROOMS,
)
from dvergar.games.cave_vs_cave.rounds import open_tiles, why_not_take
from dvergar.games.cave_vs_cave.score import mark
from dvergar.games.cave_vs_cave.tiles import BREACH, DIG, FURNISH, TILES, TRADE, USE, WALL
from dvergar.games.cave_vs_cave.tiles import PARTS as TILE_PARTS
from dvergar.games.cave_vs_cave.using import why_not_sell, why_not_use
from dvergar.games.cave_vs_cave.walls import why_not_breach, why_not_build

if TYPE_CHECKING:
    from dvergar.core.words import Words
    from dvergar.games.cave_vs_cave.rules import State
    from dvergar.games.cave_vs_cave.tiles import Part


def prompt(state: State, lang: str, names: Sequence[str]) -> Prompt:
    """The question of the position, or the result at the end."""
    speak = state.game.info.words(lang)
    if state.over:
        return Prompt(state.seat, _result(state, speak, names))
    kind = QUESTIONS[state.ask]
    facts: dict[str, object] = {"name": names[state.seat]}
    if state.ask != TILE:
        facts["tile"] = speak(f"tile.{TILES[state.tile]}")
    if state.room >= 0:
        facts["room"] = speak(f"room.{ROOMS[state.room]}")
    if state.ask == DIGS:
        facts["n"] = state.digs
    choices = [_choice(state, move, speak) for move in state.moves()]
    return Prompt(
        state.seat,
        speak(f"ask.{kind}", **facts),
        speak(f"ask.{kind}_help", **facts),
        choices,
        _blocked(state, speak),
    )


def _result(state: State, speak: Words, names: Sequence[str]) -> str:
    if state.game.players == 1:
        return speak(f"ask.alone_{mark(state)}", n=state.scores()[0].total)
    winners = [names[seat] for seat, rank in enumerate(state.ranking()) if rank == 1]
    if len(winners) > 1:
        return speak("ask.draw")
    return speak("ask.won", name=winners[0])


# Choices.


def _choice(state: State, move: int, speak: Words) -> Choice:
    name = MOVE_NAMES[move]
    label, anchor, detail = _labelled(state, move, speak)
    shortcut = "d" if name == "done" else ""
    return Choice(move, name, label, anchor, detail, shortcut, move >= EAT)


def _labelled(state: State, move: int, speak: Words) -> tuple[str, str, str]:
    """Label, anchor and detail of a move."""
    seat = state.seat
    tile = f"tile:{TILES[state.tile]}" if state.ask != TILE else ""
    verb, _, rest = MOVE_NAMES[move].partition(" ")
    match verb:
        case "take":
            return (
                speak("move.take", tile=speak(f"tile.{rest}")),
                f"tile:{rest}",
                tile_help(rest, speak, state.game.players),
            )
        case "gain":
            return speak("move.gain", what=_gained(state, rest, speak)), tile, ""
        case "trade":
            good = rest.split()[1]
            return speak("move.trade", what=counted(speak, good, 5)), tile, ""
        case "use":
            room = rest.split()[0]
            return _use_label(move, speak), f"room:{seat}:{room}", speak(f"room_help.{room}")
        case "dig":
            if move == DIG_TWICE:
                return speak("move.dig_twice"), tile, speak("move.dig_twice_help")
            return speak("move.dig", cell=cell_name(speak, rest)), f"cell:{seat}:{rest}", ""
        case "wall" | "breach":
            label = speak(f"move.{verb}", edge=edge_name(speak, rest))
            return label, f"edge:{seat}:{rest}", ""
        case "furnish":
            label = speak("move.furnish", room=speak(f"room.{rest}"))
            return label, f"room:{rest}", room_detail(rest, speak)
        case "into":
            return speak("move.into", cell=cell_name(speak, rest)), f"cell:{seat}:{rest}", ""
        case "pay":
            return speak(f"move.pay_{rest.replace(' ', '_')}", n=state.turns()), "", ""
        case "cavern":
            side = speak(f"side.{rest.replace(' ', '_')}")
            return speak("move.cavern", side=side), f"cell:{seat}:extra", ""
        case "eat":
            return speak("move.eat", what=counted(speak, rest, 1)), f"good:{seat}:{rest}", ""
        case "sell":
            return speak("move.sell_food"), f"room:{seat}:prospecting_site", ""
        case _:
            return speak("move.done"), "", ""


def tile_help(tile: str, speak: Words, players: int) -> str:
    """What a tile lets one do; alone, Renovation asks for nothing."""
    alone = f"tile_help.{tile}_alone"
    return speak(alone if players == 1 and alone in speak else f"tile_help.{tile}")


def _gained(state: State, rest: str, speak: Words) -> str:
    if rest:
        return counted(speak, rest, 1)
    part = next(part for part in TILE_PARTS[state.tile] if part.gain != [0] * KINDS)
    return goods_said(part.gain, speak)


def goods_said(goods: list[int], speak: Words) -> str:
    """A price or a gain in words; “nothing” for none."""
    said = [counted(speak, GOODS[good], amount) for good, amount in enumerate(goods) if amount]
    if not said:
        return speak("count.nothing")
    if len(said) == 1:
        return said[0]
    return speak("count.and", some=", ".join(said[:-1]), last=said[-1])


def _use_label(move: int, speak: Words) -> str:
    """What a room does in this way: its name and, where there is a choice, the choice."""
    outcome = OUTCOMES[move - USE_ROOM]
    room = speak(f"room.{ROOMS[outcome.room]}")
    if not outcome.name:
        return speak("move.use", room=room)
    if outcome.cell >= 0:
        what = cell_name(speak, CELLS[outcome.cell])
    elif outcome.refill:
        what = speak("move.refill", what=speak(f"good.{outcome.name}"), n=outcome.to)
    elif any(outcome.price):
        price, goods = goods_said(outcome.price, speak), goods_said(outcome.gain, speak)
        what = speak("move.exchange", price=price, goods=goods)
    else:
        what = goods_said(outcome.gain, speak)
    return speak("move.use_so", room=room, what=what)


def room_detail(name: str, speak: Words) -> str:
    """A room on display in one line: cost, walls, points and what it does."""
    room = ROOMS.index(name)
    return speak(
        "room_detail.line",
        cost=goods_said(COST[room], speak),
        walls=walls_said(name, speak),
        points=POINTS[room],
        effect=speak(f"room_help.{name}"),
    )


def walls_said(name: str, speak: Words) -> str:
    """The walls that fit a room in words."""
    patterns = PATTERN_NAMES[ROOMS.index(name)]
    return speak("walls.or").join(speak(f"walls.w{pattern}") for pattern in patterns)


# What is blocked.


def _blocked(state: State, speak: Words) -> list[Blocked]:
    blocked: list[Blocked] = []
    if state.ask == TILE:
        for tile in open_tiles(state):
            label = speak("move.take", tile=speak(f"tile.{TILES[tile]}"))
            _block(blocked, speak, why_not_take(state, tile), label, f"tile:{TILES[tile]}")
    elif state.ask == PARTS:
        for part in TILE_PARTS[state.tile]:
            is_open = state.sections >> part.section & 1
            if is_open or (part.kind == USE and state.uses):
                _blocked_part(state, part, blocked, speak)
        if any(
            part.kind == FURNISH and state.sections >> part.section & 1
            for part in TILE_PARTS[state.tile]
        ):
            _blocked_rooms(state, blocked, speak)
        if state.site:
            anchor = f"room:{state.seat}:prospecting_site"
            _block(blocked, speak, why_not_sell(state), speak("move.sell_food"), anchor)
    for number, good in enumerate(EATABLE):
        reason = why_not_eat(state, good)
        if reason != NOTHING_TO_EAT:
            label, anchor, _ = _labelled(state, EAT + number, speak)
            _block(blocked, speak, reason, label, anchor)
    return blocked


def _block(blocked: list[Blocked], speak: Words, reason: int, label: str, anchor: str) -> None:
    if reason != POSSIBLE:
        word, rule = REASONS[reason]
        blocked.append(Blocked(label, speak(f"blocked.{word}"), anchor, rule))


def _blocked_part(state: State, part: Part, blocked: list[Blocked], speak: Words) -> None:
    seat = state.seat
    tile = f"tile:{TILES[state.tile]}"
    if part.kind == USE:
        _blocked_uses(state, part, blocked, speak)
    elif part.kind == TRADE:
        move = trade_move(part)
        label, anchor, _ = _labelled(state, move, speak)
        _block(blocked, speak, why_not_trade(state, part), label, anchor)
    elif part.kind == DIG and part.count > 1:
        label = speak("move.dig_twice")
        _block(blocked, speak, why_not_dig_twice(state, part), label, tile)
    elif part.kind == DIG:
        for cell in DIGGABLE:
            reason = why_not_dig(state, cell, part.through_walls)
            if reason != DUG_ALREADY:
                label = speak("move.dig", cell=cell_name(speak, CELLS[cell]))
                _block(blocked, speak, reason, label, f"cell:{seat}:{CELLS[cell]}")
    elif part.kind == WALL:
        for edge in range(EDGE_COUNT):
            reason = why_not_build(state, edge)
            if reason != NO_EDGE:
                label = speak("move.wall", edge=edge_name(speak, EDGES[edge]))
                _block(blocked, speak, reason, label, f"edge:{seat}:{EDGES[edge]}")
    elif part.kind == BREACH and not state.walls[seat]:
        label = speak("move.breach_any")
        _block(blocked, speak, why_not_breach(state, 0), label, tile)


def _blocked_uses(state: State, part: Part, blocked: list[Blocked], speak: Words) -> None:
    """Rooms of the seat that cannot be used in any way, with the reason that tells most."""
    for room in range(ROOM_COUNT + 1):
        reasons = [why_not_use(state, number, part) for number in OUTCOMES_OF[room]]
        if reasons and POSSIBLE not in reasons and NOT_OWNED not in reasons:
            label = speak("move.use", room=speak(f"room.{ROOMS[room]}"))
            anchor = f"room:{state.seat}:{ROOMS[room]}"
            telling = [reason for reason in (NO_GOLD_HERE, NO_PATH) if reason in reasons]
            _block(blocked, speak, [*telling, *reasons][0], label, anchor)


def _blocked_rooms(state: State, blocked: list[Blocked], speak: Words) -> None:
    walls, ways = wall_sets(state), open_ways(state)
    for room in range(ROOM_COUNT):
        if state.display >> room & 1:
            label = speak("move.furnish", room=speak(f"room.{ROOMS[room]}"))
            reason = why_not_furnish(state, room, walls, ways)
            _block(blocked, speak, reason, label, f"room:{ROOMS[room]}")
