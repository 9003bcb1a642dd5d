"""The command `dvergar train`: teaches a network, says how it gets on, and writes it down."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from dvergar.cli.console import CommandError, lang, say
from dvergar.core.numbers import decimal
from dvergar.core.registry import info
from dvergar.lab.train import Campaign, release


def train(
    slug: str,
    rounds: int,
    games: int,
    seed: int,
    folder: Path,
    out: Path | None,
    of_round: int | None,
) -> None:
    """Goes on with the campaign of a game, and writes one of its networks if that is asked for."""
    if not info(slug).features:
        raise CommandError("no_features", game=slug)
    campaign = Campaign(slug, folder / slug, seed=seed, games=games, on_step=_tell)
    campaign.run(rounds)
    if out:
        number = rounds - 1 if of_round is None else min(of_round, rounds - 1)
        words = ["dvergar", "train", slug, "--rounds", rounds, "--games", games, "--seed", seed]
        release(campaign, number, out, shlex.join(str(word) for word in words))
        say("train.released", round=number, path=out)


def _tell(step: str, **facts: Any) -> None:
    shown = {
        name: decimal(value, lang(), 1) if isinstance(value, float) else value
        for name, value in facts.items()
    }
    say(f"train.{step}", **shown)
