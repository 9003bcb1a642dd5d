"""A tree of turns, grown one position at a time towards what looks best to the deciding seat.

A node is a position at which a seat begins a turn; its branches are whole turns. What is expected
for each seat is kept seat by seat, and every seat chooses by its own points (PUCT). A turn counts
as tried once when it is found, with the value its end was given, so the first look at a position
is already a choice one turn ahead.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Final

from dvergar.bots.judge import Judge
from dvergar.bots.turns import Breadth, Turn, turns
from dvergar.core.game import State

EXPLORATION: Final = 3.0
"""Points by which a likely turn that was hardly tried is preferred."""
PRIOR_TEMPERATURE: Final = 2.0
"""Points by which a turn may look worse and still be likely."""
DEFAULT_ENVY: Final = 0.0
"""Share of the best opponent's points that is subtracted from a seat's own."""
MAX_DEPTH: Final = 40


class Branch:
    """A turn from a node: how often it was tried, and the points that came of it for each seat."""

    def __init__(self, moves: list[int], points: list[float], likely: float) -> None:
        self.moves = moves
        self.visits = 1
        self.sums = points
        self.squares = 0.0  # of the points of the seat that decides, at the root
        self.likely = likely


class Node:
    """A position at which a seat begins a turn."""

    def __init__(self, seat: int, turn: int, branches: list[Branch]) -> None:
        self.seat = seat
        self.turn = turn
        self.visits = 0
        self.branches = branches


def worth(points: list[float], visits: int, seat: int, envy: float) -> float:
    """The value of points to a seat: its own, minus a share of the best opponent's."""
    own = points[seat] / visits
    if not envy or len(points) == 1:
        return own
    best = -math.inf
    for other in range(len(points)):
        if other != seat:
            best = max(best, points[other] / visits)
    return own - envy * best


class Tree:
    """All nodes that were looked at, by what the deciding seat can know of the position."""

    def __init__(self, judge: Judge, breadth: Breadth, envy: float = DEFAULT_ENVY) -> None:
        self.judge = judge
        self.envy = envy
        self.breadth = breadth
        self.nodes: dict[Hashable, Node] = {}

    def root(self, state: State, breadth: Breadth) -> Node:
        """The node of a position, with the given breadth."""
        node, _ = self._grown(state, breadth)
        known = self.nodes.get(state.key(state.seat))
        if known is not None:
            _remember(node, known)
        self.nodes[state.key(state.seat)] = node
        return node

    def forget(self, turn: int, most: int) -> None:
        """Drops the nodes of past turns, and all nodes if there are too many."""
        later = {key: node for key, node in self.nodes.items() if node.turn >= turn}
        self.nodes = later if len(later) <= most else {}

    def simulate(self, root: Node, state: State, first: Branch | None = None) -> None:
        """Goes down from the root by what looks best, adds one node, and counts what it says.

        `first` is a branch of the root to go down instead.
        """
        path: list[Branch] = []
        node = root
        points: list[float] = []
        for _ in range(MAX_DEPTH):
            node.visits += 1
            branch = _best(node, self.envy) if first is None or path else first
            path.append(branch)
            for move in branch.moves:
                state.play(move)
            if state.over:
                points = [float(score.total) for score in state.scores()]
                break
            key = state.key(state.seat)
            known = self.nodes.get(key)
            if known is None:
                self.nodes[key], points = self._grown(state, self.breadth)
                break
            node = known
        if not points:  # deeper than anybody looks
            points = [self.judge.values([state], seat)[0] for seat in range(state.game.players)]
        self.judge.asked += len(path)  # else a game near its end would be gone through for ever
        path[0].squares += points[root.seat] * points[root.seat]
        for branch in path:
            branch.visits += 1
            for seat in range(len(points)):
                branch.sums[seat] += points[seat]

    def _grown(self, state: State, breadth: Breadth) -> tuple[Node, list[float]]:
        """A new node for a position, and the points that it promises each seat."""
        seat = state.seat
        found = turns(state, self.judge, breadth)
        now = [0.0] * state.game.players
        for other in range(len(now)):
            if other != seat:
                now[other] = self.judge.values([state], other)[0]
        best = found[0].value
        branches = [_branch(one, seat, now, best) for one in found]
        total = 0.0
        for branch in branches:
            total += branch.likely
        for branch in branches:
            branch.likely /= total
        now[seat] = best
        return Node(seat, state.turn, branches), now


def _branch(turn: Turn, seat: int, now: list[float], best: float) -> Branch:
    points = now[:]
    points[seat] = turn.value
    likely = math.exp((turn.value + turn.prior - best) / PRIOR_TEMPERATURE)
    branch = Branch(turn.moves, points, likely)
    branch.squares = turn.value * turn.value
    return branch


def _best(node: Node, envy: float) -> Branch:
    """The branch to try next: what its seat expects of it, and how little it was tried."""
    reach = EXPLORATION * math.sqrt(node.visits)
    best = node.branches[0]
    highest = -math.inf
    for branch in node.branches:
        value = worth(branch.sums, branch.visits, node.seat, envy)
        value += reach * branch.likely / branch.visits
        if value > highest:
            best, highest = branch, value
    return best


def _remember(node: Node, known: Node) -> None:
    """Copies what an earlier search found about the same turns."""
    tried = {tuple(branch.moves): branch for branch in known.branches}
    for branch in node.branches:
        old = tried.get(tuple(branch.moves))
        if old is not None:
            branch.visits = old.visits
            branch.sums = old.sums
            branch.squares = old.squares
            node.visits += old.visits - 1
