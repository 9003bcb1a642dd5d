"""Teaches the policy of a game: games of `search`, a fit, and matches with it and without it.

It follows the rounds that make the network, or stands by itself beside the network that comes with
the game. Lessons lie in the folder of the campaign and are gone on with like those of the rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from dvergar.bots.judge import Judge, Learnt
from dvergar.bots.network import Network, network
from dvergar.bots.policy import Policy, read_policy
from dvergar.core.chance import derive
from dvergar.core.registry import evaluate, features, settled
from dvergar.lab.panel import panel, searching
from dvergar.lab.policy_lessons import fit_policy, game_of_choices, joined, merged
from dvergar.lab.train import Campaign, read, save

CHUNK: Final = 10
WITHOUT: Final = "search without it"


def teach_policy(campaign: Campaign, net: Network | None, games: int) -> Path:
    """Plays the games that are not there yet, fits, and lets it play; the file of the policy."""
    campaign.folder.mkdir(parents=True, exist_ok=True)
    chunks = [_chunk(campaign, net, number, games) for number in range(-(-games // CHUNK))]
    file = campaign.folder / f"policy-{games:05}.npz"
    teaching = campaign.teaching
    if not file.exists():
        lessons = joined([read(chunk) for chunk in chunks])
        seed = derive(campaign.seed, 4_000_000)
        found, right = fit_policy(lessons, teaching.policy_hidden, teaching.policy_passes, seed)
        save(file, found)
        positions = len(lessons["rows"])
        campaign.on_step("policy_fitted", positions=positions, right=100 * right)
    if teaching.match_games:
        nodes = teaching.policy_nodes
        mine = searching(_judging(campaign, net, read_policy(file)), nodes)
        rivals = [*panel(campaign.game), (WITHOUT, searching(_judging(campaign, net), nodes))]
        campaign.judge(f"policy of {games} games", mine, rivals, "policy_met")
    return file


def _chunk(campaign: Campaign, net: Network | None, number: int, games: int) -> Path:
    """The file of some games; they are played if it is not there."""
    file = campaign.folder / f"choices-{number:04}.npz"
    if not file.exists():
        numbers = range(number * CHUNK, min(games, (number + 1) * CHUNK))
        seed = derive(campaign.seed, 3_000_000)
        judging = _judging(campaign, net)
        found = merged(
            game_of_choices(campaign.game, campaign.teaching, judging(), derive(seed, one))
            for one in numbers
        )
        save(file, found.arrays())
        campaign.on_step("policy_played", games=len(numbers), positions=len(found.rows))
    return file


def _judging(
    campaign: Campaign, net: Network | None, policy: Policy | None = None
) -> Callable[[], Judge]:
    """What makes the judge of a search: by the network of the campaign, or that of the game."""
    tell, estimate = features(campaign.game), evaluate(campaign.game)
    known = net or network(campaign.game)
    assert tell is not None, "asked before"
    assert known is not None, "a game without a network needs rounds first"
    over = settled(campaign.game)
    trust = campaign.teaching.policy_trust or 1.0  # what is out of play is still tried in matches
    return lambda: Learnt(tell, known, estimate, over, policy, trust if policy else 0.0)
