"""Going through a flow: what is sure happens by itself, the rest is asked about, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dvergar.games.caverna import flow
from dvergar.games.caverna.doing import do_part, do_sure, gain_goods
from dvergar.games.caverna.frames import (
    FLOW,
)
from dvergar.games.caverna.moves import (
    DONE,
)
from dvergar.games.caverna.offers import accepts, part_moves
from dvergar.games.caverna.opening import may_open
from dvergar.games.caverna.possible import why_not
from dvergar.games.caverna.reasons import (
    POSSIBLE,
)
from dvergar.games.caverna.tiles import (
    HAS_GUEST_ROOM,
)

if TYPE_CHECKING:
    from dvergar.games.caverna.rules import State


def enter(state: State, node: int) -> None:
    """Begins a flow: what is sure and comes first happens, the rest is asked about."""
    flows = state.caverna.flows
    if flows.sure[node]:
        do_sure(state, node)
        return
    kind = flows.kind[node]
    done = 0
    if kind == flow.ANY_OF or (kind == flow.ONE_OF and has_guest_room(state)):
        for number, part in enumerate(flows.parts[node]):
            if flows.sure[part] and why_not(state, part) == POSSIBLE:
                do_sure(state, part)
                done |= 1 << number
    elif kind == flow.IN_ORDER:
        for number, part in enumerate(flows.parts[node]):
            if not flows.sure[part]:
                break
            if why_not(state, part) == POSSIBLE:
                do_sure(state, part)
                done |= 1 << number
    state.stack.append((FLOW, state.seat, node, done, 0))


def has_guest_room(state: State) -> bool:
    """Whether the acting seat reads either/or as and/or."""
    return bool(state.players[state.seat].built & HAS_GUEST_ROOM)


def flow_moves(state: State, node: int, done: int) -> list[int]:
    """The moves that go on with a flow, DONE among them where it may be left; none at its end."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    parts = flows.parts[node]
    if kind > flow.FIRST:
        return [] if done else part_moves(state, node)
    if kind == flow.ALL_OF:
        return [] if done else part_moves(state, parts[0])
    if kind == flow.FIRST:
        if not done:
            return part_moves(state, parts[0])
        moves = part_moves(state, parts[1]) if done == 1 else []
        return [*moves, DONE] if moves else moves
    if kind == flow.ONE_OF and not has_guest_room(state):
        moves = []
        if not done:
            for part in parts:
                moves += part_moves(state, part)
        return moves
    start = 0
    if kind == flow.IN_ORDER:
        while done >> start:
            start += 1
    moves = []
    for number in range(start, len(parts)):
        part = parts[number]
        if done >> number & 1 or flows.sure[part]:
            continue
        if flows.kind[part] == flow.GOODS_WHENEVER and done:
            continue
        moves += part_moves(state, part)
    if moves:
        may_leave = bool(done) or _has_sure_rest(state, kind, parts, start)
    else:
        may_leave = bool(done) and _may_go_on(state, parts, done, start)
    return [*moves, DONE] if may_leave else moves


def _may_go_on(state: State, parts: list[int], done: int, start: int) -> bool:
    """Whether something may be spent so that another part opens."""
    for number in range(start, len(parts)):
        if not done >> number & 1 and may_open(state, parts[number]):
            return True
    return False


def _has_sure_rest(state: State, kind: int, parts: list[int], start: int) -> bool:
    """Whether leaving the flow now still brings something."""
    if kind != flow.IN_ORDER:
        return False
    flows = state.caverna.flows
    for number in range(start, len(parts)):
        if flows.sure[parts[number]] and why_not(state, parts[number]) == POSSIBLE:
            return True
    return False


def leave(state: State, node: int, done: int) -> None:
    """Ends a flow: what is sure and still to come happens now."""
    flows = state.caverna.flows
    kind = flows.kind[node]
    if kind > flow.FIRST or kind == flow.FIRST:
        return
    if kind == flow.ONE_OF and not has_guest_room(state):
        return
    start = 0
    if kind == flow.IN_ORDER:
        while done >> start:
            start += 1
    for number in range(start, len(flows.parts[node])):
        part = flows.parts[node][number]
        if done >> number & 1:
            continue
        if flows.sure[part]:
            if why_not(state, part) == POSSIBLE:
                do_sure(state, part)
        elif flows.kind[part] == flow.GOODS_WHENEVER:
            gain_goods(state)


def answer_flow(state: State, node: int, done: int, move: int) -> None:
    """Goes on with a flow by a move; its frame is the topmost one."""
    flows = state.caverna.flows
    stack = state.stack
    if move == DONE:
        stack.pop()
        leave(state, node, done)
        return
    if flows.kind[node] > flow.FIRST:
        stack[-1] = (FLOW, state.seat, node, 1, 0)
        do_part(state, node, move)
        return
    parts = flows.parts[node]
    in_order = flows.kind[node] == flow.IN_ORDER
    for number, part in enumerate(parts):
        if done >> number & 1 or (in_order and done >> number):
            continue
        if flows.kind[node] == flow.FIRST and number == 1 and not done:
            continue
        if accepts(state, part, move):
            stack[-1] = (FLOW, state.seat, node, done | 1 << number, 0)
            begin_part(state, part, move)
            return
    raise AssertionError("a move that was offered answers nothing")


def begin_part(state: State, node: int, move: int) -> None:
    """Does the part of a flow that a move answers."""
    flows = state.caverna.flows
    if flows.sure[node]:
        do_sure(state, node)
    elif flows.kind[node] <= flow.FIRST:
        enter(state, node)
        frame = state.stack[-1]
        answer_flow(state, frame[2], frame[3], move)
    else:
        do_part(state, node, move)
