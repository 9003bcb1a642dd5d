"""The command `dvergar train`: teaches networks, says how it gets on, and writes them down."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from dvergar.bots.network import network, read_network
from dvergar.cli.console import CommandError, lang, say
from dvergar.core.numbers import decimal
from dvergar.core.registry import info
from dvergar.lab.release import release, release_policy
from dvergar.lab.teach_policy import teach_policy
from dvergar.lab.teaching import teaching_of
from dvergar.lab.train import Campaign


def train(
    slug: str,
    rounds: int | None,
    policy_games: int | None,
    seed: int,
    folder: Path,
    out: Path | None,
    of_round: int | None,
) -> None:
    """Goes on with the campaign of a game, and writes what came of it if that is asked for."""
    if not info(slug).features:
        raise CommandError("no_features", game=slug)
    teaching = teaching_of(info(slug))
    rounds = teaching.rounds if rounds is None else rounds
    games = teaching.policy_games if policy_games is None else policy_games
    if not rounds and games and network(slug) is None:
        raise CommandError("no_network", game=slug)
    campaign = Campaign(slug, folder / slug, seed=seed, on_step=_tell)
    number = rounds - 1 if of_round is None else min(of_round, rounds - 1)
    words = ["dvergar", "train", slug, "--rounds", rounds, "--policy", games, "--seed", seed]
    command = shlex.join(str(word) for word in words)
    if rounds:
        campaign.run(rounds)
        if out:
            release(campaign, number, out, command)
            say("train.released", round=number, path=out)
    if games:
        net = read_network(campaign.network_file(number)) if rounds else None
        made = teach_policy(campaign, net, games)
        if out:
            release_policy(campaign, made, games, out, command)
            say("train.policy_released", path=out)


def _tell(step: str, **facts: Any) -> None:
    shown = {
        name: decimal(value, lang(), 1) if isinstance(value, float) else value
        for name, value in facts.items()
    }
    say(f"train.{step}", **shown)
