"""Training: a campaign that was stopped comes out as one that was not, and learns something."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy
import pytest

from dvergar.bots.network import WEIGHT_ARRAYS, Network, read_network
from dvergar.core.chance import Chance
from dvergar.core.registry import games, info
from dvergar.lab.parallel import Workers
from dvergar.lab.training import campaign as released, gauntlet
from dvergar.lab.training.campaign import Campaign
from dvergar.lab.training.self_play import Samples, SelfPlay, biased_weights
from dvergar.lab.training.value_fit import (
    FitConfig,
    TrainingConfig,
    fit,
    fitted,
    new_network,
    training_config,
    tuned,
)

TINY = FitConfig(hidden=(6, 4), batch=32)
SHORT = TrainingConfig(games=4, first_games=12, chunk=2, match_games=0, fit=TINY)


def made_up_samples(game: SelfPlay, seed: int) -> Samples:  # noqa: ARG001 - as `SelfPlay.play` has it
    """Samples as quick as a test wants them: the points are twice the first feature."""
    draw = numpy.random.default_rng(seed % 1000)
    rows = draw.integers(0, 9, (30, 3))
    points = (2.0 * rows[:, 0]).tolist()
    return Samples(rows.ravel().astype(float).tolist(), points, [5.0] * len(points))


def campaign(folder: Path) -> Campaign:
    return Campaign("caverna", folder, config_override=SHORT)


def weights(file: Path) -> dict[str, Any]:
    with numpy.load(file) as arrays:
        return {name: arrays[name] for name in WEIGHT_ARRAYS}


def test_a_campaign_that_was_stopped_comes_out_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SelfPlay, "play", made_up_samples)
    whole = campaign(tmp_path / "whole").run(3)

    class Stopped(Exception):
        """As by a kill."""

    played = 0

    def stop_in_the_middle(game: SelfPlay, seed: int) -> Samples:
        nonlocal played
        played += 1
        if played in (4, 9):
            raise Stopped
        return made_up_samples(game, seed)

    monkeypatch.setattr(SelfPlay, "play", stop_in_the_middle)
    for _ in range(2):
        with pytest.raises(Stopped):
            campaign(tmp_path / "stopped").run(3)
    stopped = campaign(tmp_path / "stopped").run(3)
    one, other = weights(whole), weights(stopped)
    for name in WEIGHT_ARRAYS:
        assert numpy.array_equal(one[name], other[name]), name


def test_a_fit_finds_what_is_there_to_find() -> None:
    draw = numpy.random.default_rng(1)
    rows = draw.integers(0, 6, (2000, 4)).astype(numpy.float16)
    points = (3 * rows[:, 0] + numpy.maximum(rows[:, 1] - 2, 0) * 4 + 20).astype(numpy.float32)
    plan = FitConfig(hidden=(16, 8), batch=64, rate=1e-2)
    begun = new_network(rows, points, plan, 1)
    _, off = fit(begun, rows, points, 600, plan, 1)
    assert off < 1.0


def test_a_network_begins_as_the_hand_made_estimate() -> None:
    draw = numpy.random.default_rng(2)
    rows = draw.integers(0, 6, (2000, 5)).astype(numpy.float16)
    estimates = (rows[:, 0] + 2.0 * rows[:, 3] + 7).astype(numpy.float32)
    net = Network(new_network(rows, estimates, TINY, 1))
    found = net.values(rows[:50].astype(float).ravel().tolist())
    assert found == pytest.approx(estimates[:50].tolist(), abs=2.0)


@pytest.mark.whole_games
@pytest.mark.fast_engine
def test_a_real_game_gives_lessons_of_the_right_size() -> None:
    lessons = SelfPlay("caverna", [], training_config(info("caverna")))
    found = lessons.play(11)
    features = len(found.rows) // len(found.targets)
    assert features * len(found.targets) == len(found.rows)
    assert len(set(found.targets)) <= 7
    assert lessons.play(11) == found


def test_what_is_released_says_how_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SelfPlay, "play", made_up_samples)
    made = campaign(tmp_path / "campaign")
    made.run(2)
    released.release(made, 1, tmp_path / "out", "dvergar train caverna --rounds 2")
    origin = json.loads((tmp_path / "out" / "value.json").read_text())
    assert origin["command"] == "dvergar train caverna --rounds 2"
    assert (origin["round"], origin["games"], origin["features"]) == (1, 16, 3)
    assert read_network(tmp_path / "out" / "value.npz").inputs == 3


def test_what_came_with_the_game_before_becomes_a_rival(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SelfPlay, "play", made_up_samples)
    monkeypatch.setattr(gauntlet, "RELEASES_FOLDER", tmp_path / "releases")
    (tmp_path / "releases").mkdir()
    made = campaign(tmp_path / "campaign")
    made.run(2)
    for number in range(2):
        released.release(made, number, tmp_path / "out", "dvergar train caverna --rounds 2")
    rivals = [name for name, _ in gauntlet.rivals("caverna")]
    assert rivals == ["random", "greedy", "greedy:noise=4", "release caverna-1", "release"]


def test_a_network_is_judged_by_the_panel_and_a_stopped_match_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[str] = []

    def play_match(_slug: str, _mine: Any, rival: str, *_: Any) -> gauntlet.MatchResult:
        met.append(rival)
        if met.count("greedy") == 1 and rival == "greedy":
            raise KeyboardInterrupt
        return gauntlet.MatchResult(rival, 2, 1.5, 60.0, 50.0)

    monkeypatch.setattr(SelfPlay, "play", made_up_samples)
    monkeypatch.setattr(gauntlet, "play_match", play_match)
    judged = TrainingConfig(games=4, first_games=4, chunk=2, match_games=2, match_every=1, fit=TINY)
    with pytest.raises(KeyboardInterrupt):
        Campaign("caverna", tmp_path, config_override=judged).run(2)
    Campaign("caverna", tmp_path, config_override=judged).run(2)
    played = json.loads((tmp_path / "matches.json").read_text())
    panel_names = ["random", "greedy", "greedy:noise=4", "release"]
    assert [one["rival"] for one in played["0"]] == panel_names
    assert [one["rival"] for one in played["1"]] == [*panel_names, "round 0"]
    assert met.count("random") == 2


def test_a_match_gives_the_seats_by_turns_and_counts_ties_as_halves() -> None:
    match = partial(gauntlet.play_match, "my_gold_mine", "greedy", "greedy", "greedy", 2, 5)
    found = match(Workers())
    assert found == match(Workers(jobs=2))
    assert 0 <= found.won <= 2


def test_beside_the_estimate_a_network_learns_what_is_missing() -> None:
    draw = numpy.random.default_rng(3)
    rows = draw.integers(0, 6, (2000, 4)).astype(numpy.float16)
    estimates = (2.0 * rows[:, 0] + 5).astype(numpy.float32)
    points = estimates + 3 * numpy.maximum(rows[:, 1].astype(numpy.float32) - 2, 0)
    plan = FitConfig(hidden=(16, 8), batch=64, rate=1e-2, beside=True)
    made, off = fitted(rows, points, estimates, 20, plan, 1)
    said = Network(made).values(rows[:40].astype(float).ravel().tolist())
    assert off < 1.0
    assert said == pytest.approx(points[:40].tolist(), abs=2.0)


@pytest.mark.parametrize("slug", [slug for slug, one in games().items() if one.features])
def test_every_game_with_features_says_how_it_is_taught(slug: str) -> None:
    teaching = training_config(info(slug))
    least, most = info(slug).players
    assert teaching != TrainingConfig()
    assert all(least <= players <= most for players in teaching.players)


def test_a_plan_of_teaching_with_a_word_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown key speed"):
        TrainingConfig.read({"speed": 3})


@pytest.mark.whole_games
@pytest.mark.fast_engine
def test_a_campaign_gives_the_same_network_in_any_number_of_processes(tmp_path: Path) -> None:
    config = TrainingConfig(first_games=4, chunk=2, match_games=0, players=(1,), any_players=0)
    made = [
        weights(
            Campaign(
                "cave_vs_cave",
                tmp_path / str(jobs),
                config_override=replace(config, fit=TINY),
                workers=Workers(jobs=jobs),
            ).run(1)
        )
        for jobs in (1, 2)
    ]
    for name in WEIGHT_ARRAYS:
        assert numpy.array_equal(made[0][name], made[1][name]), name


def test_a_released_network_is_tuned_and_new_features_begin_at_nothing() -> None:
    draw = numpy.random.default_rng(3)
    rows = draw.integers(0, 9, (400, 3)).astype(numpy.float16)
    begun = new_network(rows[:, :2], 2.0 * rows[:, 0], TINY, 1)
    known = {name: begun[name] for name in WEIGHT_ARRAYS}
    targets = (2.0 * rows[:, 0] + rows[:, 2]).astype(numpy.float32)
    same, _ = tuned(known, rows, targets, 0, TINY, 0.0, 1)
    flat = rows[0].astype(float).tolist()
    assert Network(same).values(flat) == pytest.approx(Network(known).values(flat[:2]), abs=0.01)
    better, off = tuned(known, rows, targets, 40, TINY, 5e-3, 1)
    assert off < 1
    assert abs(Network(better).values(flat)[0] - targets[0]) < 1.5


def test_a_bias_overrates_what_the_game_names_and_nothing_else() -> None:
    config = training_config(info("caverna"))
    names = import_module("dvergar.games.caverna.bots.features").FEATURE_NAMES
    plain = {"skip": numpy.zeros((len(names), 1), dtype=numpy.float32)}
    one, same = (biased_weights("caverna", plain, config, Chance(4)) for _ in range(2))
    assert (one["skip"] == same["skip"]).all()
    lifted = {names[at] for at in numpy.flatnonzero(one["skip"])}
    assert lifted
    assert all(any(name.startswith(to) for to in config.biases) for name in lifted)
    assert not plain["skip"].any()


@pytest.mark.long
def test_rollouts_near_a_beam_are_games_of_the_current_network() -> None:
    config = replace(training_config(info("caverna")), players=(1,), any_players=0, beams=100)
    file = Path(released.__file__).parents[2] / "games/caverna/bots/weights/value.npz"
    source = SelfPlay("caverna", [weights(file)], replace(config, rollouts=2, odd_options=0))
    one, same = source.play(5), source.play(5)
    assert one == same
    assert len(set(one.targets)) <= 2
