"""The policy: taught by how often a search tried what, and known by the names of moves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest

import dvergar
from dvergar.bots.policy import NAMES_KEY, Policy, read_policy
from dvergar.bots.search import Search
from dvergar.core.chance import Chance
from dvergar.lab.training.campaign import Campaign, release_policy
from dvergar.lab.training.gauntlet import SearchWith
from dvergar.lab.training.policy_training import (
    Choices,
    PolicyGames,
    fit_policy,
    joined,
    shares_of,
    train_policy,
)
from dvergar.lab.training.value_fit import TrainingConfig

SHORT = TrainingConfig(match_games=0, policy_nodes=30, policy_hidden=4, policy_passes=2)


def made_up_choices(*facts: Any) -> Choices:
    """With a large first feature one goes left, else right; `wait` is open now and then."""
    chance = Chance(facts[-1])
    found = Choices()
    for _ in range(40):
        first = chance.below(2)
        shares = {"left": 0.9 * first + 0.05, "right": 0.95 - 0.9 * first}
        if chance.below(3) == 0:
            shares["wait"] = 0.0
        found.rows.append([4.0 * first, float(chance.below(3))])
        found.shares.append(shares)
    return found


def test_a_policy_learns_where_visits_went() -> None:
    samples = joined([made_up_choices(seed).arrays() for seed in range(20)])
    assert samples[NAMES_KEY].tolist() == ["left", "right"], "what hardly begins a turn is left out"
    made, right = fit_policy(samples, hidden=4, passes=60, seed=1)
    policy = Policy(made)
    assert right > 0.95
    ratios = policy.log_ratios([4.0, 1.0], ["left", "elsewhere", "right"])
    assert ratios[0] > 0.3 > ratios[1] == 0.0 > ratios[2]
    assert policy.log_ratios([4.0, 1.0], ["left", "elsewhere"]) == [0.0, 0.0], "there is no choice"


def test_samples_that_were_stopped_come_out_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PolicyGames, "play", made_up_choices)
    whole = train_policy(Campaign("caverna", tmp_path / "a", config_override=SHORT), None, 25)

    played = 0

    def stop_in_the_middle(*facts: Any) -> Choices:
        nonlocal played
        played += 1
        if played == 15:
            raise KeyboardInterrupt
        return made_up_choices(*facts)

    monkeypatch.setattr(PolicyGames, "play", stop_in_the_middle)
    stopped = Campaign("caverna", tmp_path / "b", config_override=SHORT)
    with pytest.raises(KeyboardInterrupt):
        train_policy(stopped, None, 25)
    again = train_policy(stopped, None, 25)
    with numpy.load(whole) as one, numpy.load(again) as other:
        assert all(numpy.array_equal(one[name], other[name]) for name in one.files)
    assert played == 25 + 5, "ten games were kept, four were lost"


@pytest.mark.whole_games
@pytest.mark.fast_engine
def test_a_real_game_says_how_often_each_beginning_was_tried() -> None:
    search = SearchWith("cave_vs_cave", SHORT.policy_nodes)
    found = PolicyGames(search, SHORT).play(3)
    assert found.rows
    assert all(abs(sum(one.values()) - 1) < 1e-6 for one in found.shares)
    assert len({len(row) for row in found.rows}) == 1


def test_visits_are_counted_by_the_first_move_that_is_not_free() -> None:
    state = dvergar.game("caverna", players=2, first_seat=0).start(2)
    bot = Search(1, nodes=1500)
    chosen = bot.choose(state.imagine(0, 1))
    assert bot.root is not None
    shares = shares_of(state, bot.root)
    assert set(shares) == {state.game.name(move) for move in state.moves(free=False)}
    assert shares[state.game.name(chosen)] > 0


def test_what_is_released_says_how_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PolicyGames, "play", made_up_choices)
    campaign = Campaign("caverna", tmp_path / "campaign", config_override=SHORT)
    made = train_policy(campaign, None, 10)
    release_policy(campaign, made, 10, tmp_path / "out", "dvergar train caverna --policy 10")
    origin = json.loads((tmp_path / "out" / "policy.json").read_text())
    assert (origin["games"], origin["nodes"], origin["features"], origin["moves"]) == (10, 30, 2, 2)
    assert read_policy(tmp_path / "out" / "policy.npz").inputs == 2
