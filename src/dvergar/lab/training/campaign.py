"""Trains the networks of a game: rounds of self-play, a fit each, and matches in the gauntlet.

Everything is in one folder: samples in chunks, the network of each round, the policy, and the match
results. A stopped campaign loses at most the chunk that was being played, and the next run
continues from there. Games and fits are determined by the seed and what came before, so the result
is the same however often a campaign was stopped and in however many processes it ran.

Released weights come with a file that says how they were made. The weights released before are kept
as opponents of every later network.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from dvergar.bots import network, policy
from dvergar.core.chance import derive
from dvergar.core.registry import info
from dvergar.lab.parallel import WorkerDied, Workers, run_parallel
from dvergar.lab.players import Entrant
from dvergar.lab.training import gauntlet, value_fit
from dvergar.lab.training.self_play import Samples, SelfPlay

MATCHES_FILE: Final = "matches.json"
EARLIER_NETWORKS: Final = 6
"""How many earlier networks still play."""

Rivals = Sequence[tuple[str, Entrant]]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Campaign:
    """What is trained, how, where it is stored, and where its games are played."""

    game: str
    folder: Path
    seed: int = 1
    config_override: value_fit.TrainingConfig | None = None
    """Instead of the game's own `bots/training.toml`."""
    on_step: Callable[..., object] = field(default=lambda _step, **_facts: None)
    """Called after every step with its name and some facts: `played`, `fitted`, `met`."""
    workers: Workers = field(default_factory=Workers)

    @cached_property
    def config(self) -> value_fit.TrainingConfig:
        """How the game is trained."""
        return self.config_override or value_fit.training_config(info(self.game))

    def run(self, rounds: int) -> Path:
        """Continues until this number of rounds is done; returns the file of the last network."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in range(rounds):
            self._play(number)
            if not self.network_file(number).exists():
                self._fit(number)
            if self.config.match_games and (number + 1) % self.config.match_every == 0:
                mine = self._one_turn_ahead(number)
                self.run_gauntlet(str(number), mine, self._rivals(number), round=number)
        return self.network_file(rounds - 1)

    def network_file(self, number: int) -> Path:
        """The file of a round's network."""
        return self.folder / f"network-{number:04}.npz"

    def games_until(self, number: int) -> int:
        """How many games have been played at the end of a round."""
        return sum(self._games(one) for one in range(number + 1))

    def _chunk_file(self, number: int, chunk: int) -> Path:
        return self.folder / f"lessons-{number:04}-{chunk:03}.npz"

    def _games(self, number: int) -> int:
        return self.config.games if number else self.config.first_games

    def _chunks(self, number: int) -> int:
        return -(-self._games(number) // self.config.chunk)

    def _play(self, number: int) -> None:
        """Plays the games of a round that are missing."""
        if self.network_file(number).exists():
            return
        chunks = [
            c for c in range(self._chunks(number)) if not self._chunk_file(number, c).exists()
        ]
        self_play = SelfPlay(self.game, self._networks(number), self.config)
        seed = derive(self.seed, number)
        seeds = {chunk: self._seeds(seed, number, chunk) for chunk in chunks}
        for chunk, games, rate in chunked_games(self.game, self_play.play, seeds, self.workers):
            samples = Samples()
            for game in games:
                samples.add(game)
            save(self._chunk_file(number, chunk), samples.arrays())
            positions = len(samples.targets)
            self.on_step("played", round=number, games=len(games), positions=positions, rate=rate)

    def _seeds(self, seed: int, number: int, chunk: int) -> list[int]:
        """The seeds of the games of a chunk."""
        size = self.config.chunk
        games = range(chunk * size, min(self._games(number), (chunk + 1) * size))
        return [derive(seed, game) for game in games]

    def _networks(self, number: int) -> list[value_fit.Arrays]:
        """The weights of the current network and some earlier ones, the current one last."""
        some = range(max(0, number - EARLIER_NETWORKS), number)
        found = [gauntlet.read_weights(self.network_file(one)) for one in some]
        released = self._released()
        return found if found or released is None else [released]

    def _released(self) -> value_fit.Arrays | None:
        """The released weights, if the campaign tunes them."""
        file = network.weights_file(self.game, network.WEIGHTS_FILE)
        if not self.config.tuning_rate or file is None:
            return None
        with file.open("rb") as opened:
            return gauntlet.read_weights(opened)

    def _fit(self, number: int) -> None:
        rows, targets, estimates = self._samples(number)
        seed = derive(self.seed, 1_000_000 + number)
        config = self.config
        released, rate = self._released(), config.tuning_rate
        if released is not None:
            found, off = value_fit.tuned(
                released, rows, targets, config.passes, config.fit, rate, seed
            )
        else:
            found, off = value_fit.fitted(rows, targets, estimates, config.passes, config.fit, seed)
        save(self.network_file(number), found)
        self.on_step("fitted", round=number, positions=len(rows), off=off)

    def _samples(self, number: int) -> list[Any]:
        """The samples that a round learns from: rows, targets, estimates."""
        first = max(1, number - self.config.window + 1)
        rounds = [0, *range(first, number + 1)]
        found = [
            read(self._chunk_file(one, chunk))
            for one in rounds
            for chunk in range(self._chunks(one))
        ]
        parts = ("rows", "targets", "estimates")
        return [value_fit.numpy.concatenate([one[part] for one in found]) for part in parts]

    def run_gauntlet(
        self, what: str, mine: Entrant, against: Rivals, step: str = "met", **facts: object
    ) -> None:
        """Plays a match against each rival, unless it has been played already.

        Each match is written when it is over, so that a stopped campaign continues with the next.
        """
        file = self.folder / MATCHES_FILE
        played: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        met = played.setdefault(what, [])
        known = {one["rival"] for one in met}
        for name, rival in against:
            if name in known:
                continue
            games, seed = self.config.match_games, derive(self.seed, 2_000_000)
            found = gauntlet.play_match(self.game, mine, name, rival, games, seed, self.workers)
            met.append(found.data())
            write(file, json.dumps(played, indent=1))
            self.on_step(step, **facts, **found.data())

    def _rivals(self, number: int) -> Rivals:
        """The gauntlet, and the network of the match before."""
        found = list(gauntlet.rivals(self.game))
        before = number - self.config.match_every
        if before >= 0:
            found.append((f"round {before}", self._one_turn_ahead(before)))
        return found

    def _one_turn_ahead(self, number: int) -> gauntlet.OneTurnAhead:
        return gauntlet.OneTurnAhead(self.game, gauntlet.read_weights(self.network_file(number)))


def chunked_games(
    game: str, play: Callable[[int], Result], seeds: dict[int, list[int]], workers: Workers
) -> Iterator[tuple[int, list[Result], float]]:
    """Plays the games of some chunks; yields each complete chunk, and games per second so far."""
    todo = [(chunk, place) for chunk in seeds for place in range(len(seeds[chunk]))]
    results: dict[int, dict[int, Result]] = {chunk: {} for chunk in seeds}
    started = time.perf_counter()
    played = run_parallel(partial(_play_one, play, seeds), todo, info(game), workers)
    for done, ((chunk, place), result) in enumerate(played, start=1):
        if isinstance(result, WorkerDied):
            raise result
        results[chunk][place] = result
        if len(results[chunk]) == len(seeds[chunk]):
            found = results.pop(chunk)
            rate = done / max(time.perf_counter() - started, 1e-9)
            yield chunk, [found[number] for number in sorted(found)], rate


def _play_one(
    play: Callable[[int], Result], seeds: dict[int, list[int]], place: tuple[int, int]
) -> Result:
    chunk, number = place
    return play(seeds[chunk][number])


def save(file: Path, arrays: value_fit.Arrays) -> None:
    """Writes a file completely or not at all."""
    half = file.with_suffix(".half.npz")
    value_fit.numpy.savez(half, **arrays)
    half.replace(file)


def write(file: Path, text: str) -> None:
    """The same for text."""
    half = file.with_suffix(".half")
    half.write_text(text)
    half.replace(file)


def read(file: Path) -> value_fit.Arrays:
    """Reads what `save` has written."""
    with value_fit.numpy.load(file) as arrays:
        return dict(arrays)


def release(campaign: Campaign, number: int, out: Path, command: str, remark: str = "") -> None:
    """Writes the network of a round."""
    arrays = read(campaign.network_file(number))
    out.mkdir(parents=True, exist_ok=True)
    file = out / network.WEIGHTS_FILE
    if file.exists() and gauntlet.RELEASES_FOLDER.is_dir():
        before = len(list(gauntlet.RELEASES_FOLDER.glob(f"{campaign.game}-*.npz")))
        shutil.copyfile(file, gauntlet.RELEASES_FOLDER / f"{campaign.game}-{before + 1}.npz")
    save(
        file, {name: arrays[name].astype(value_fit.numpy.float16) for name in network.WEIGHT_ARRAYS}
    )
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
    halves = {name: arrays[name].astype(value_fit.numpy.float16) for name in policy.WEIGHT_ARRAYS}
    trust = value_fit.numpy.float32(campaign.config.policy_trust)
    save(file, {**halves, policy.NAMES_KEY: arrays[policy.NAMES_KEY], policy.TRUST_KEY: trust})
    origin = _origin(campaign, command) | {
        "games": games,
        "nodes": campaign.config.policy_nodes,
        "data": "games of search, see lab/training; target: shares of visits of first moves",
        "features": int(arrays["w1"].shape[0]),
        "moves": len(arrays[policy.NAMES_KEY]),
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
