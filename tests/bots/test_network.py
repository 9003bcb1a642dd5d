"""Networks: what they answer can be reckoned by hand, and what comes with a game says whence."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy
import pytest

from dvergar.bots import network as networks
from dvergar.bots.judge import HandMadeJudge, LearntJudge, judge_of
from dvergar.bots.network import (
    WEIGHT_ARRAYS,
    WEIGHTS_FILE,
    Network,
    network,
    read_network,
    weights_file,
)
from dvergar.bots.policy import policy
from dvergar.bots.turns import Breadth, turns
from dvergar.core.registry import features, games, info, make_game

WITH_NETWORK = [slug for slug in games() if weights_file(slug, WEIGHTS_FILE)]


def small() -> dict[str, numpy.ndarray]:
    return {
        "w1": numpy.array([[1.0, -1.0], [2.0, 0.0]]),
        "b1": numpy.array([0.5, 0.0]),
        "w2": numpy.array([[1.0], [3.0]]),
        "b2": numpy.array([-1.0]),
        "w3": numpy.array([[2.0]]),
        "b3": numpy.array([10.0]),
        "skip": numpy.array([[0.0], [1.0]]),
    }


def test_a_value_is_what_one_reckons_by_hand() -> None:
    # (1, 2): hidden 5.5 and 0, then 4.5, twice that is 9; 2 past it, and 10.
    # (-2, 0): hidden 0 and 2, then 5, twice that is 10; 0 past it, and 10.
    assert Network(small()).values([1.0, 2.0, -2.0, 0.0]) == [21.0, 20.0]


def test_a_network_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "small.npz"
    halves: dict[str, Any] = {name: part.astype("float16") for name, part in small().items()}
    numpy.savez(file, **halves)
    assert read_network(file).values([1.0, 2.0]) == [21.0]


def test_a_game_without_a_network_is_judged_by_its_own_estimate() -> None:
    assert isinstance(judge_of("my_gold_mine"), HandMadeJudge)


@pytest.mark.plain
def test_a_game_that_tells_more_than_its_network_knows_is_judged_by_its_own_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tell = features("caverna")
    assert tell is not None
    monkeypatch.setattr(networks, "_known", {})
    monkeypatch.setattr(networks, "features", lambda _: lambda *told: [*tell(*told), 1.0])
    assert network("caverna") is None
    assert isinstance(judge_of("caverna"), HandMadeJudge)


def check_rules_version(origin: dict[str, Any], today: int) -> None:
    """Weights are made by the rules of today, or somebody has looked that they fit these too."""
    if origin["rules_version"] != today:
        assert origin["valid_for"] == today
        assert origin["valid_because"]


@pytest.mark.parametrize("slug", WITH_NETWORK)
def test_what_comes_with_a_game_fits_it_and_says_how_it_was_made(slug: str) -> None:
    info = games()[slug]
    folder = files(info.package).joinpath("bots", "weights")
    origin = json.loads(folder.joinpath("value.json").read_text())
    tell = features(slug)
    assert tell is not None
    start = make_game(slug, {}).start(1)
    assert origin["features"] == len(tell(start, 0))
    check_rules_version(origin, info.rules_version)
    assert slug in origin["command"]
    assert {"seed", "round", "games", "data"} <= set(origin)
    files_of_weights = [one for one in folder.iterdir() if one.name.endswith(".npz")]
    assert sum(len(one.read_bytes()) for one in files_of_weights) < 500_000, "of value and policy"
    found = network(slug)
    assert found is not None
    assert found.inputs == origin["features"]
    assert set(WEIGHT_ARRAYS) == set(numpy.load(str(folder.joinpath("value.npz"))).files)


@pytest.mark.parametrize("slug", WITH_NETWORK)
def test_a_policy_fits_its_game_and_knows_how_turns_begin(slug: str) -> None:
    info = games()[slug]
    folder = files(info.package).joinpath("bots", "weights")
    origin = json.loads(folder.joinpath("policy.json").read_text())
    found = policy(slug)
    assert found is not None
    assert found.inputs == origin["features"]
    check_rules_version(origin, info.rules_version)
    assert slug in origin["command"]
    assert {"seed", "games", "nodes", "data"} <= set(origin)
    state = make_game(slug, {}).start(3)
    priors = judge_of(slug, trust=1.0).priors(state)
    assert set(priors) == set(state.moves(free=False))
    assert len(set(priors.values())) > 2


@pytest.mark.parametrize("slug", WITH_NETWORK)
def test_a_policy_changes_what_is_looked_at_and_not_what_it_is_worth(slug: str) -> None:
    state = make_game(slug, {"players": 2, "first_seat": 0}).start(3)
    breadth = Breadth(beginnings=4, lines=1, steps=6)
    plain = turns(state, judge_of(slug, trust=0.0), breadth)
    led = turns(state, judge_of(slug, trust=2.0), breadth)
    worth = {tuple(one.moves): one.value for one in plain}
    assert all(one.prior == 0 for one in plain)
    assert any(one.prior for one in led)
    for one in led:
        assert worth.get(tuple(one.moves), one.value) == pytest.approx(one.value, abs=1e-3)


@pytest.mark.parametrize("slug", WITH_NETWORK)
def test_a_batch_is_valued_as_its_positions_one_by_one(slug: str) -> None:
    judge = judge_of(slug)
    assert isinstance(judge, LearntJudge)
    start = make_game(slug, {}).start(2)
    after = [start.copy() for _ in start.moves()[:5]]
    for state, move in zip(after, start.moves(), strict=False):
        state.play(move)
    alone = [judge.values([state], 0)[0] for state in after]
    assert judge.values(after, 0) == pytest.approx(alone, abs=1e-3)


def test_a_game_that_is_over_is_worth_what_it_scored() -> None:
    state = make_game("my_gold_mine", {"players": 2}).start(1)
    while not state.over:
        state.play(state.moves()[-1])
    points = [score.total for score in state.scores()]
    assert [judge_of("my_gold_mine").values([state], seat)[0] for seat in range(2)] == points


def test_all_weights_together_are_under_a_megabyte() -> None:
    """Those of earlier experts count too: all of them are in the wheel."""
    packages = [Path(str(files(info(slug).package))) for slug in games()]
    weights = [path for folder in packages for path in folder.rglob("bots/weights/**/*.npz")]
    assert weights
    assert sum(path.stat().st_size for path in weights) < 1_000_000
