"""The bot that searches: turns, the answers to them, and the turns after that.

It thinks once a turn, and answers the questions of the turn from what it found. What its seat
cannot know is dealt again for every simulation, so that it never counts on one deal. With a small
limit it plays the best turn as the estimate sees it; with more it looks further, and keeps its
tree from move to move. It plays any game that has an estimate, learnt or hand-made, alone or with
others.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable
from typing import ClassVar, Final

from dvergar.bots.judge import Judge, judge_of
from dvergar.bots.tree import DEFAULT_ENVY, Branch, Node, Tree, worth
from dvergar.bots.turns import Breadth
from dvergar.core.bot import Thought, TurnOption
from dvergar.core.chance import Chance, derive
from dvergar.core.game import State

DEFAULT_NODES: Final = 20_000
"""Default number of positions evaluated in a turn."""
MAX_KEPT_NODES: Final = 5_000
"""Maximum number of nodes kept from one turn to the next."""
MIN_TURNS_FOR_NOISE: Final = 6
"""Noise applies only where there are at least so many turns; not at a meal with few answers."""
ROOT_BREADTH: Final = (16, 3, 40, 3)
INNER_BREADTH: Final = (6, 1, 12, 1)
"""How many moves are tried, at the root and below it."""

OPTIONS_COMPARED: Final = 4
"""Number of turns that `options` compares closely."""
MIN_OPTION_VISITS: Final = 12
"""Minimum visits of each, within the limits."""
OPTION_DEALS: Final = 1 << 19
"""The first number of the deals for that."""


class Search:
    """Plays the turn that a search finds best."""

    limits: ClassVar[tuple[str, ...]] = ("nodes", "seconds", "noise", "trust", "envy")

    def __init__(
        self,
        seed: int,
        nodes: int = 0,
        seconds: float = 0.0,
        noise: float = 0.0,
        trust: float | None = None,
        judge: Judge | None = None,
        envy: float = DEFAULT_ENVY,
    ) -> None:
        self._seed = seed
        self._nodes = nodes if nodes or seconds else DEFAULT_NODES
        self._seconds = seconds
        self._noise = noise  # points by which it misjudges a turn, at most
        self._trust = trust  # in the policy of the game; None: as much as it comes with
        self._judge = judge  # instead of the game's
        self._envy = envy  # share of the best opponent's points that counts against its own
        self._chance = Chance(derive(seed, 1))
        self._slug = ""
        self._tree: Tree | None = None
        self._foreseen: dict[Hashable, int] = {}
        self.thought: Thought | None = None
        self.root: Node | None = None
        """The turns that were compared last."""

    def choose(self, state: State) -> int:
        real = state.moves(free=False)
        if len(real) == 1 and len(state.moves()) == 1:
            return real[0]
        known = self._foreseen.get(state.key(state.seat))
        if known is not None and known in state.moves():
            return known
        return self._think(state)

    def options(self, state: State) -> list[TurnOption]:
        """The best turn of each beginning, compared closely, best first."""
        self._think(state)
        root = self.root
        assert root is not None
        seat = root.seat
        found = self._compared(state, root)
        found.sort(key=lambda one: -self._mean(one, seat))
        return [
            TurnOption(
                tuple(one.moves),
                tuple([points / one.visits for points in one.sums]),
                _standard_error(one, seat),
            )
            for one in found
        ]

    def _compared(self, state: State, root: Node) -> list[Branch]:
        """The best turn of each of the best beginnings, each with enough visits."""
        tree = self._tree
        assert tree is not None
        seat = root.seat
        found: list[Branch] = []
        begun: set[int] = set()
        for branch in sorted(root.branches, key=lambda one: (-one.visits, -self._mean(one, seat))):
            beginning = _beginning(state, branch.moves)
            if beginning not in begun and len(found) < OPTIONS_COMPARED:
                begun.add(beginning)
                found.append(branch)
        enough = max([MIN_OPTION_VISITS] + [branch.visits // 2 for branch in found])
        tree.judge.asked = 0
        began = time.perf_counter()
        deals = 0
        while len(found) > 1 and self._share(tree.judge, began) < 1:
            least = min(found, key=lambda one: one.visits)
            if least.visits >= enough:
                break
            deals += 1
            deal = derive(self._seed, (state.turn << 20) + OPTION_DEALS + deals)
            tree.simulate(root, state.imagine(state.seat, deal), least)
        return found

    def _think(self, state: State) -> int:
        tree = self._tree_for(state)
        judge = tree.judge
        judge.asked = 0
        began = time.perf_counter()
        root = tree.root(state, Breadth(*ROOT_BREADTH))
        deals = 0
        while len(root.branches) > 1:
            share = self._share(judge, began)
            self.thought = _thought(judge, share, root)
            if share >= 1:
                break
            deals += 1
            deal = derive(self._seed, (state.turn << 20) + deals)
            tree.simulate(root, state.imagine(state.seat, deal))
        self.thought = _thought(judge, 1.0, root)
        self.root = root
        branch = self._chosen(root)
        self._foresee(state, branch.moves)
        return branch.moves[0]

    def _tree_for(self, state: State) -> Tree:
        """The tree of this game, without what has passed."""
        tree = self._tree
        slug = state.game.slug
        if tree is None or self._slug != slug:
            self._slug = slug
            judge = self._judge or judge_of(slug, trust=self._trust)
            tree = Tree(judge, Breadth(*INNER_BREADTH), self._envy)
        tree.forget(state.turn, MAX_KEPT_NODES)
        self._tree = tree
        return tree

    def _share(self, judge: Judge, began: float) -> float:
        """How much of the limits is used up."""
        share = judge.asked / self._nodes if self._nodes else 0.0
        if self._seconds:
            share = max(share, (time.perf_counter() - began) / self._seconds)
        return min(1.0, share)

    def _chosen(self, root: Node) -> Branch:
        """The turn that was tried most, the better one of two; with noise, one that looks good."""
        if self._noise and len(root.branches) >= MIN_TURNS_FOR_NOISE:
            return max(root.branches, key=lambda one: self._mean(one, root.seat) + self._error())
        return max(root.branches, key=lambda one: (one.visits, self._mean(one, root.seat)))

    def _mean(self, branch: Branch, seat: int) -> float:
        return worth(branch.sums, branch.visits, seat, self._envy)

    def _error(self) -> float:
        return self._noise * self._chance.below(1000) / 1000

    def _foresee(self, state: State, moves: list[int]) -> None:
        """Remembers the moves of a turn by the positions in which they are to be made."""
        self._foreseen.clear()
        after = state.copy()
        for move in moves:
            self._foreseen[after.key(after.seat)] = move
            after.play(move)


def _beginning(state: State, moves: list[int]) -> int:
    """The first move of a turn that is not free."""
    for move in moves:
        if not state.game.is_free(move):
            return move
    return moves[0]


def _standard_error(branch: Branch, seat: int) -> float:
    """Of the mean of the points over the visits."""
    mean = branch.sums[seat] / branch.visits
    spread = max(0.0, branch.squares / branch.visits - mean * mean)
    return math.sqrt(spread / branch.visits)


def _thought(judge: Judge, share: float, root: Node) -> Thought:
    best = max(root.branches, key=lambda one: one.visits)
    points = tuple([points / best.visits for points in best.sums])
    return Thought(judge.asked, share, points)
