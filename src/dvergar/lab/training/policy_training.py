"""Trains the policy of a game: games of `search`, a fit, and matches with and without it.

It follows the rounds that make the value network, or uses the network released with the game. Its
samples are in the folder of the campaign, and a stopped run continues as the rounds do.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dvergar.core.chance import derive
from dvergar.lab.training.campaign import Campaign, chunked_games, read, save
from dvergar.lab.training.gauntlet import SearchWith, rivals
from dvergar.lab.training.policy_samples import PolicyGames, fit_policy, joined, merged
from dvergar.lab.training.value_fit import Arrays

CHUNK_GAMES: Final = 10
WITHOUT_POLICY: Final = "search without it"


def train_policy(campaign: Campaign, weights: Arrays | None, games: int) -> Path:
    """Plays the missing games, fits the policy and judges it; returns its file."""
    campaign.folder.mkdir(parents=True, exist_ok=True)
    config = campaign.config
    search = SearchWith(campaign.game, config.policy_nodes, weights)
    chunks = _play(campaign, PolicyGames(search, config), games)
    file = campaign.folder / f"policy-{games:05}.npz"
    if not file.exists():
        samples = joined([read(chunk) for chunk in chunks])
        seed = derive(campaign.seed, 4_000_000)
        found, right = fit_policy(samples, config.policy_hidden, config.policy_passes, seed)
        save(file, found)
        positions = len(samples["rows"])
        campaign.on_step("policy_fitted", positions=positions, right=100 * right)
    if config.match_games:
        trust = config.policy_trust or 1.0  # a policy that is out of play is still tried here
        mine = SearchWith(campaign.game, config.policy_nodes, weights, read(file), trust)
        against = [*rivals(campaign.game), (WITHOUT_POLICY, search)]
        campaign.run_gauntlet(f"policy of {games} games", mine, against, "policy_met")
    return file


def _play(campaign: Campaign, policy_games: PolicyGames, games: int) -> list[Path]:
    """The files of all games; missing ones are played."""
    numbers = range(-(-games // CHUNK_GAMES))
    files = [campaign.folder / f"choices-{number:04}.npz" for number in numbers]
    seed = derive(campaign.seed, 3_000_000)
    seeds = {
        number: [
            derive(seed, game)
            for game in range(number * CHUNK_GAMES, min(games, (number + 1) * CHUNK_GAMES))
        ]
        for number in numbers
        if not files[number].exists()
    }
    played = chunked_games(campaign.game, policy_games.play, seeds, campaign.workers)
    for number, choices, rate in played:
        found = merged(choices)
        save(files[number], found.arrays())
        positions = len(found.rows)
        campaign.on_step("policy_played", games=len(choices), positions=positions, rate=rate)
    return files
