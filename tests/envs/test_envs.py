"""The environments keep the contracts of PettingZoo and Gymnasium, and play the games they name."""

from __future__ import annotations

import subprocess
import sys
import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import dvergar
from dvergar.envs import aec_env, many_games
from dvergar.envs.rewards import margin, rank
from tests.tables import every_count

SOLO = ["dvergar/Caverna-v4", "dvergar/CaveVsCave-v2"]
Table = tuple[str, dict[str, Any]]


def played(env: Any, seed: int) -> list[float]:
    """A random game in a PettingZoo environment; all that each agent was paid."""
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, paid, over, _, _ = env.last()
        total[agent] += paid
        env.step(None if over else chance.choice(np.flatnonzero(seen["action_mask"])))
    return list(total.values())


@pytest.mark.filterwarnings("ignore:Observation")  # a mask comes beside the numbers
@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("table", every_count())
def test_pettingzoo_accepts_every_game_with_every_number_of_players(table: Table) -> None:
    slug, options = table
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")
        api_test(aec_env(slug, **options), num_cycles=30)
        seed_test(partial(aec_env, slug, **options), num_cycles=15)


@pytest.mark.parametrize("name", SOLO)
def test_gymnasium_accepts_the_games_for_one(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)
    slug = "cave_vs_cave" if "CaveVsCave" in name else "caverna"
    assert gymnasium.spec(name).version == dvergar.game(slug).info.rules_version


OPPONENTS: list[dict[str, Any]] = [
    {"opponents": ["careful"]},
    {"opponents": ["random"], "players": 4, "seat": None},
    {"opponents": ["bold", "careful"], "players": 3, "seat": 1, "shape": "points"},
]


@pytest.mark.parametrize("options", OPPONENTS)
def test_one_seat_plays_whole_games_against_bots(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("dvergar/MyGoldMine-v1", **options).unwrapped)
    env: Any = gymnasium.make("dvergar/MyGoldMine-v1", reward="rank", **options)
    told = []
    for _ in range(2):
        row, info = env.reset(seed=7)
        total, over = 0.0, False
        while not over:
            assert env.unwrapped.position.seat == info["seat"]
            move = int(np.flatnonzero(info["action_mask"])[0])
            row, paid, over, _, info = env.step(move)
            total += paid
        told.append((row.tolist(), total, info["score"], info["rank"], info["seat"]))
        assert not info["action_mask"].any()
    assert told[0] == told[1], "the seed determines the bots' moves too"
    if "shape" not in options:
        ranks = env.unwrapped.position.ranking()
        wanted = rank([float(one.total) for one in env.unwrapped.position.scores()], ranks)
        assert told[0][1] == wanted[info["seat"]]


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({}, ValueError, "name opponents"),
        ({"opponents": ["bold", "bold"], "players": 4}, ValueError, "4 players need 3 opponents"),
        ({"opponents": ["nobody"]}, dvergar.DvergarError, "nobody"),
        ({"opponents": ["bold"], "seat": 2}, ValueError, "no seat 2"),
        ({"opponents": ["bold"], "frameskip": 1}, TypeError, "unexpected keyword .* 'frameskip'"),
    ],
)
def test_impossible_opponents_and_options_are_explained(
    options: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        gymnasium.make("dvergar/MyGoldMine-v1", **options)


def test_steps_of_gymnasiums_own_vectors_go_on_after_the_end() -> None:
    envs = gymnasium.make_vec("dvergar/CaveVsCave-v2", num_envs=2, vectorization_mode="sync")
    _, info = envs.reset(seed=3)
    ended = 0
    for _ in range(400):
        moves = [envs.single_action_space.sample(mask) for mask in info["action_mask"]]
        _, _, over, _, info = envs.step(np.array(moves))
        ended += int(over.sum())
        assert "illegal" not in info
    assert ended > 1


def test_a_table_is_drawn_as_text_as_a_picture_and_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    drawn = gymnasium.make("dvergar/CaveVsCave-v2", render_mode="rgb_array")
    drawn.reset(seed=1)
    picture: Any = drawn.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 10
    shown = aec_env("my_gold_mine", players=2, render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    text = aec_env("my_gold_mine", players=2, render_mode="ansi")
    text.reset(seed=1)
    assert capsys.readouterr().out.strip() == text.render().strip()


def test_a_seed_deals_the_game_that_it_always_deals() -> None:
    env = aec_env("caverna", players=3)
    env.reset(seed=7)
    assert env.position == dvergar.game("caverna", players=3).start(7)
    alone = gymnasium.make("dvergar/Caverna-v4", tiles="introductory").unwrapped
    alone.reset(seed=7)
    game = dvergar.game("caverna", players=1, tiles="introductory")
    assert alone.position == game.start(7)  # type: ignore[attr-defined]


def test_without_a_seed_games_differ_and_follow_the_last_seed() -> None:
    env = aec_env("my_gold_mine", players=2)
    dealt = []
    for _ in range(2):
        env.reset(seed=3)
        env.reset()
        dealt.append(env.position.text())
        env.reset()
        assert env.position.text() != dealt[-1]
    assert dealt[0] == dealt[1]


def test_only_the_seat_that_decides_has_legal_moves() -> None:
    env = aec_env("my_gold_mine", players=3, first_seat=0)
    env.reset(seed=7)
    legal = [env.observe(agent)["action_mask"].sum() for agent in env.agents]
    assert legal == [2, 0, 0]
    env.step(0)
    assert env.agent_selection == "player_1"


def test_an_illegal_move_is_refused_in_a_sentence_and_changes_nothing() -> None:
    env = aec_env("my_gold_mine", players=3, first_seat=0)
    env.reset(seed=7)
    before = env.position.copy()
    with pytest.raises(dvergar.IllegalMove, match="“small step” is not possible now"):
        env.step(2)
    with pytest.raises(ValueError, match="player_0 has to move"):
        env.step(None)
    assert env.position == before


def test_alone_an_illegal_move_costs_the_penalty() -> None:
    env: Any = gymnasium.make("dvergar/CaveVsCave-v2", penalty=2.5).unwrapped
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    before = env.position.copy()
    _, paid, over, _, info = env.step(illegal)
    assert (paid, over, info["illegal"]) == (-2.5, False, True)
    assert env.position == before
    assert env.action_masks().sum() == info["action_mask"].sum() > 0


@pytest.mark.parametrize("reward", ["score", "margin", "rank"])
@pytest.mark.parametrize("shape", ["", "points", "estimate"])
def test_what_is_paid_adds_up_to_the_result(reward: str, shape: str) -> None:
    env = aec_env("my_gold_mine", players=3, reward=reward, shape=shape)
    paid = played(env, seed=5)
    points = [float(score.total) for score in env.position.scores()]
    wanted = {
        "score": points,
        "margin": margin(points, []),
        "rank": rank(points, env.position.ranking()),
    }
    if not shape:
        assert paid == wanted[reward]
        return
    env.reset(seed=5)
    env.unwrapped._paymaster.begin(env.position)
    at_start = env.unwrapped._paymaster._before
    assert paid == pytest.approx(
        [end - start for end, start in zip(wanted[reward], at_start, strict=True)]
    )


def test_rewards_speak_of_all_seats() -> None:
    assert margin([50, 40, 30], []) == [10, -10, -20]
    assert margin([50, 50], []) == [0, 0]
    assert margin([50], []) == [50]
    assert rank([3, 2, 1], [1, 2, 3]) == [1, 0, -1]
    assert rank([3, 3], [1, 1]) == [0, 0]
    assert rank([3], [1]) == [1]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reward": "money"}, "there is no reward “money”; choose one of: score, margin, rank"),
        ({"shape": "round"}, "there is no shape “round”; choose one of: points, estimate"),
    ],
)
def test_a_reward_that_nobody_knows_is_refused(wrong: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        aec_env("my_gold_mine", **wrong)


@pytest.mark.usefixtures("stones")
def test_a_game_without_an_estimate_cannot_shape_by_it() -> None:
    with pytest.raises(ValueError, match="stones gives no estimate"):
        aec_env("stones", shape="estimate")


def test_at_the_end_the_info_tells_the_score() -> None:
    env = aec_env("my_gold_mine", players=2)
    env.reset(seed=1)
    while not env.position.over:
        assert env.infos["player_0"] == {}
        env.step(env.position.moves()[-1])
    assert env.infos["player_1"]["score"] == env.position.scores()[1].total
    alone: Any = gymnasium.make("dvergar/CaveVsCave-v2").unwrapped
    _, info = alone.reset(seed=1)
    while not alone.position.over:
        assert "score" not in info
        _, paid, _, _, info = alone.step(alone.position.moves()[0])
    assert info["score"] == paid == alone.position.scores()[0].total


def test_the_table_can_be_shown() -> None:
    env = aec_env("my_gold_mine", players=3, render_mode="ansi")
    env.reset(seed=1)
    assert "Seat 1" in str(env.render())
    env.close()
    quiet: list[Any] = [aec_env("my_gold_mine"), gymnasium.make("dvergar/Caverna-v4").unwrapped]
    assert [one.render() for one in quiet] == [None, None]


def moves_of(info: dict[str, Any]) -> list[int]:
    """A legal move for each game, the same whoever plays them."""
    return [int(np.flatnonzero(mask)[mask.sum() // 2]) for mask in info["action_mask"]]


@pytest.mark.parametrize("workers", [0, 2])
def test_many_games_are_played_as_one_by_one(workers: int) -> None:
    envs = many_games("my_gold_mine", players=2, count=3, workers=workers)
    single = [dvergar.game("my_gold_mine", players=2).start(seed) for seed in (5, 6, 7)]
    rows, info = envs.reset(seed=5)
    ended = 0
    for _ in range(150):
        for state, row, seat in zip(single, rows, info["seat"], strict=True):
            if not state.over:
                assert row.tolist() == state.observation(state.seat)
                assert seat == state.seat
        moves = moves_of(info)
        assert all(envs.action_masks()[range(3), moves])
        rows, _, over, cut, info = envs.step(moves)
        assert not cut.any()
        for number, state in enumerate(single):
            if not state.over:
                state.play(moves[number])
                is_over: bool = state.over
                assert over[number] == is_over
                if is_over:
                    ended += 1
                    scores = [score.total for score in state.scores()]
                    assert info["rewards"][number].tolist() == scores
    assert ended == 3
    envs.close()


def test_the_games_of_workers_are_those_of_one_process() -> None:
    seen = []
    for workers in (0, 1, 3):
        envs = many_games("cave_vs_cave", players=1, count=3, workers=workers, shape="points")
        _, info = envs.reset(seed=[1, 2, 3])
        paid = []
        for _ in range(80):
            _, reward, _, _, info = envs.step(moves_of(info))
            paid.append(reward.tolist())
        seen.append(paid)
        envs.close()
    assert seen[0] == seen[1] == seen[2]


def test_a_worker_that_cannot_go_on_says_why() -> None:
    envs = many_games("my_gold_mine", players=2, count=2, workers=1)
    envs.reset()
    with pytest.raises(RuntimeError, match="a worker failed: “small step” is not possible now"):
        envs.step([2, 2])
    envs._workers[0].kill()
    envs._workers[0].join()
    with pytest.raises(RuntimeError, match="has ended unexpectedly"):
        envs.step([0, 0])
    envs.close()
    with pytest.raises(ValueError, match="at least 1"):
        many_games("my_gold_mine", count=0)


def test_without_the_extra_a_sentence_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "try: import dvergar.envs\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert said.stdout == "dvergar.envs needs pettingzoo: pip install 'dvergar[rl]'\n"
