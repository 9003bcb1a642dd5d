"""Releases the weights of a campaign with the game, and says beside them how they were made.

The weights released before are kept: they become rivals of every later network.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from dvergar.bots import network, policy
from dvergar.core.registry import info
from dvergar.lab.training.campaign import Campaign, read, save, write
from dvergar.lab.training.gauntlet import RELEASES_FOLDER
from dvergar.lab.training.value_fit import numpy


def release(campaign: Campaign, number: int, out: Path, command: str, remark: str = "") -> None:
    """Writes the network of a round."""
    arrays = read(campaign.network_file(number))
    out.mkdir(parents=True, exist_ok=True)
    file = out / network.WEIGHTS_FILE
    if file.exists() and RELEASES_FOLDER.is_dir():
        before = len(list(RELEASES_FOLDER.glob(f"{campaign.game}-*.npz")))
        shutil.copyfile(file, RELEASES_FOLDER / f"{campaign.game}-{before + 1}.npz")
    save(file, {name: arrays[name].astype(numpy.float16) for name in network.ARRAYS})
    origin = _origin(campaign, command) | {
        "round": number,
        "games": campaign.games_until(number),
        "data": "self-play of varied players, see bots/training.toml; target: the final points",
        "features": int(arrays["w1"].shape[0]),
    }
    _note(file, origin, remark)


def release_policy(
    campaign: Campaign, made: Path, games: int, out: Path, command: str, remark: str = ""
) -> None:
    """Writes a policy."""
    arrays = read(made)
    out.mkdir(parents=True, exist_ok=True)
    file = out / policy.WEIGHTS_FILE
    halves = {name: arrays[name].astype(numpy.float16) for name in policy.ARRAYS}
    trust = numpy.float32(campaign.config.policy_trust)
    save(file, {**halves, policy.NAMES: arrays[policy.NAMES], policy.TRUST: trust})
    origin = _origin(campaign, command) | {
        "games": games,
        "nodes": campaign.config.policy_nodes,
        "data": "games of search, see lab/training; target: shares of visits of first moves",
        "features": int(arrays["w1"].shape[0]),
        "moves": len(arrays[policy.NAMES]),
        "trust": campaign.config.policy_trust,
    }
    _note(file, origin, remark)


def _origin(campaign: Campaign, command: str) -> dict[str, Any]:
    return {
        "game": campaign.game,
        "rules_version": info(campaign.game).rules_version,
        "command": command,
        "seed": campaign.seed,
    }


def _note(file: Path, origin: dict[str, Any], remark: str) -> None:
    if remark:
        origin["remark"] = remark
    write(file.with_suffix(".json"), json.dumps(origin, indent=2) + "\n")
