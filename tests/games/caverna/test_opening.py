"""An action stays open where spending could go on with it: compared with trying everything."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import dvergar
from dvergar.games.caverna import flow, flowing, rules
from dvergar.games.caverna.anytime import free_moves, play_free
from dvergar.games.caverna.goods import GOLD, RUBY
from dvergar.games.caverna.moves import DONE
from dvergar.testing import rule
from tests.games.caverna.campaign import Player

pytestmark = [pytest.mark.plain, pytest.mark.whole_games]

flow_moves = flowing.flow_moves
CHOICES = (flow.ANY_OF, flow.IN_ORDER, flow.ONE_OF)


def opens(state: Any, node: int, done: int, purchases: int) -> bool:
    """Whether so many rubies and trades, tried in every way, open a part."""
    for move in free_moves(state):
        if not state.game.name(move).startswith(("ruby", "trade")):
            continue
        after = state.copy()
        play_free(after, move)
        if set(flow_moves(after, node, done)) - {DONE}:
            return True
        if purchases > 1 and opens(after, node, done, purchases - 1):
            return True
    return False


@rule("caverna.ruby.in_between", "caverna.anytime.between_steps")
def test_no_action_ends_by_itself_that_spending_could_go_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: Counter[str] = Counter()

    def watched(state: Any, node: int, done: int) -> list[int]:
        moves = flow_moves(state, node, done)
        choice = state.caverna.flows.kind[node] in CHOICES
        if moves == [DONE]:
            seen["asked"] += 1
            seen["asked in vain"] += not opens(state, node, done, 2)
        elif not moves and choice and done and not is_decided(state, node):
            seen["ended"] += 1
            assert not opens(state, node, done, 2)
        return moves

    monkeypatch.setattr(rules, "flow_moves", watched)
    for seed in range(12):
        play_with_means(seed)
    assert seen["ended"] > 100
    assert seen["asked"] > 20
    assert seen["asked in vain"] < seen["asked"] / 4


def is_decided(state: Any, node: int) -> bool:
    """Whether one of several has been done and the Guest room does not allow another."""
    return bool(state.caverna.flows.kind[node] == flow.ONE_OF) and not flowing.has_guest_room(state)


def play_with_means(seed: int) -> None:
    """A random game in which now and then somebody finds rubies and gold."""
    dice, player = random.Random(seed), Player(seed, free=False)
    state: Any = dvergar.game("caverna", players=1 + seed % 4).start(seed)
    while not state.over:
        state.play(player.choose(state))
        if dice.random() < 0.1:
            goods = state.players[state.seat].goods
            goods[RUBY] = dice.randint(0, 2)
            goods[GOLD] += dice.randint(0, 2)
