"""The command `dvergar train`: trains networks, reports progress, and writes the weights."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from dvergar.bots.network import network
from dvergar.cli.console import CommandError, lang, say
from dvergar.cli.simulate import processes
from dvergar.core.languages import decimal
from dvergar.core.registry import info
from dvergar.lab.parallel import Workers
from dvergar.lab.training.campaign import Campaign, release, release_policy
from dvergar.lab.training.gauntlet import read_weights
from dvergar.lab.training.policy_training import train_policy
from dvergar.lab.training.value_fit import training_config


def train(
    slug: str,
    rounds: int | None,
    policy_games: int | None,
    seed: int,
    folder: Path,
    out: Path | None,
    of_round: int | None,
    jobs: int | None = None,
    on: str = "",
) -> None:
    """Continues the campaign of a game, and writes the weights if `out` is given."""
    if not info(slug).features:
        raise CommandError("no_features", game=slug)
    config = training_config(info(slug))
    rounds = config.rounds if rounds is None else rounds
    games = config.policy_games if policy_games is None else policy_games
    if not rounds and games and network(slug) is None:
        raise CommandError("no_network", game=slug)
    workers = Workers(processes(jobs), on)
    campaign = Campaign(slug, folder / slug, seed=seed, on_step=_tell, workers=workers)
    number = rounds - 1 if of_round is None else min(of_round, rounds - 1)
    words = ["dvergar", "train", slug, "--rounds", rounds, "--policy", games, "--seed", seed]
    command = shlex.join(str(word) for word in words)
    if rounds:
        campaign.run(rounds)
        if out:
            release(campaign, number, out, command)
            say("train.released", round=number, path=out)
    if games:
        weights = read_weights(campaign.network_file(number)) if rounds else None
        made = train_policy(campaign, weights, games)
        if out:
            release_policy(campaign, made, games, out, command)
            say("train.policy_released", path=out)


def _tell(step: str, **facts: Any) -> None:
    shown = {
        name: decimal(value, lang(), 1) if isinstance(value, float) else value
        for name, value in facts.items()
    }
    say(f"train.{step}", **shown)
