"""Teaches a network to value positions: rounds of games, fitting, and matches against a panel.

Everything lies in one folder: lessons in chunks, the network of each round, and what the matches
gave. Whoever stops a campaign loses the chunk that was being played, no more, and the next run goes
on from there; games and fits hang on the seed and on what came before, so a campaign comes out the
same however often it was stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from dvergar.bots.network import PARTS, Network, network, read_network
from dvergar.core.chance import derive
from dvergar.core.registry import info
from dvergar.lab.fitting import Arrays, Plan, fit, new_network, numpy
from dvergar.lab.panel import Match, play_match
from dvergar.lab.selfplay import Lessons, School

MATCHES: Final = "matches.json"
PANEL: Final = ("random", "greedy", "greedy:noise=4")
FIRST: Final = 3
EARLIER: Final = 6
"""So many earlier networks still play."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is taught, and how much of it in a round."""

    game: str
    folder: Path
    seed: int = 1
    games: int = 50
    """Games in a round; in the first one, which has no network to play by, FIRST times as many."""
    chunk: int = 25
    """Games that are kept together."""
    passes: float = 1.2
    """How often a fit goes through all lessons; each round fits anew, for more of it overfits."""
    window: int = 30
    """Rounds whose games are still learnt from; those of the first round always are."""
    match_games: int = 20
    """Games of a match against each of the panel; 0: none."""
    match_every: int = 10
    """Rounds from one match to the next."""
    plan: Plan = field(default_factory=Plan)
    on_step: Callable[..., object] = lambda _step, **_facts: None
    """Hears of every step by its name and some facts: `played`, `fitted`, `met`."""

    def run(self, rounds: int) -> Path:
        """Goes on until so many rounds are done; the file of the last network."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in range(rounds):
            self._play(number)
            if not self.network_file(number).exists():
                self._fit(number)
            self._judge(number)
        return self.network_file(rounds - 1)

    def network_file(self, number: int) -> Path:
        """Where the network of a round lies."""
        return self.folder / f"network-{number:04}.npz"

    def _chunk_file(self, number: int, chunk: int) -> Path:
        return self.folder / f"lessons-{number:04}-{chunk:03}.npz"

    def _games(self, number: int) -> int:
        return self.games if number else FIRST * self.games

    def _chunks(self, number: int) -> int:
        return -(-self._games(number) // self.chunk)

    def _play(self, number: int) -> None:
        """Plays the games of a round that are not there yet."""
        missing = [
            c for c in range(self._chunks(number)) if not self._chunk_file(number, c).exists()
        ]
        if not missing or self.network_file(number).exists():
            return
        school = School(self.game, self._networks(number))
        for chunk in missing:
            lessons = Lessons()
            for game in range(
                chunk * self.chunk, min(self._games(number), (chunk + 1) * self.chunk)
            ):
                lessons.add(school.play(derive(derive(self.seed, number), game)))
            targets = numpy.array(lessons.targets, dtype=numpy.float32)
            estimates = numpy.array(lessons.estimates, dtype=numpy.float32)
            rows = numpy.array(lessons.rows, dtype=numpy.float16).reshape(len(targets), -1)
            arrays = {"rows": rows, "targets": targets, "estimates": estimates}
            _save(self._chunk_file(number, chunk), arrays)
            self.on_step("played", round=number, games=self.chunk, positions=len(targets))

    def _networks(self, number: int) -> list[Network]:
        """The present network and some earlier ones, the present one last."""
        some = range(max(0, number - EARLIER), number)
        return [read_network(self.network_file(one)) for one in some]

    def _fit(self, number: int) -> None:
        rows, targets, estimates = self._lessons(number)
        seed = derive(self.seed, 1_000_000 + number)
        outer = new_network(rows, estimates, self.plan, seed)
        batches = 1 + int(self.passes * len(rows) / self.plan.batch)
        outer, off = fit(outer, rows, targets, batches, self.plan, seed)
        _save(self.network_file(number), outer)
        self.on_step("fitted", round=number, positions=len(rows), off=off)

    def _lessons(self, number: int) -> list[Any]:
        """The lessons that a round learns from: rows, targets, estimates."""
        first = max(1, number - self.window + 1)
        rounds = [0, *range(first, number + 1)]
        found = [
            _load(self._chunk_file(one, chunk))
            for one in rounds
            for chunk in range(self._chunks(one))
        ]
        parts = ("rows", "targets", "estimates")
        return [numpy.concatenate([one[part] for one in found]) for part in parts]

    def _judge(self, number: int) -> None:
        """Lets the network of a round play against the panel, unless it already has."""
        if not self.match_games or (number + 1) % self.match_every:
            return
        file = self.folder / MATCHES
        played: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        if str(number) in played:
            return
        net = read_network(self.network_file(number))
        found: list[Match] = []
        for name, rival in self._panel(number):
            seed = derive(self.seed, 2_000_000)
            found.append(play_match(self.game, net, name, rival, self.match_games, seed))
        played[str(number)] = [one.data() for one in found]
        _write(file, json.dumps(played, indent=1))
        for one in found:
            self.on_step("met", round=number, **one.data())

    def _panel(self, number: int) -> Sequence[tuple[str, Network | None]]:
        """Always the same rivals: bots, what was released, and the network of the last match."""
        rivals: list[tuple[str, Network | None]] = [(name, None) for name in PANEL]
        released = network(self.game)
        if released:
            rivals.append(("release", released))
        before = number - self.match_every
        if before >= 0:
            rivals.append((f"round {before}", read_network(self.network_file(before))))
        return rivals


def release(campaign: Campaign, number: int, out: Path, command: str, remark: str = "") -> None:
    """Writes the network of a round as it comes with the game, and beside it how it was made."""
    arrays = _load(campaign.network_file(number))
    out.mkdir(parents=True, exist_ok=True)
    _save(out / "value.npz", {name: arrays[name].astype(numpy.float16) for name in PARTS})
    origin = {
        "game": campaign.game,
        "rules_version": info(campaign.game).rules_version,
        "command": command,
        "seed": campaign.seed,
        "round": number,
        "games": (number + FIRST) * campaign.games,
        "data": "self-play of varied players, see lab/selfplay.py; target: the seat's final points",
        "features": int(arrays["w1"].shape[0]),
    }
    if remark:
        origin["remark"] = remark
    _write(out / "value.json", json.dumps(origin, indent=2) + "\n")


def _save(file: Path, arrays: Arrays) -> None:
    """Writes a file as a whole or not at all."""
    half = file.with_suffix(".half.npz")
    numpy.savez(half, **arrays)
    half.replace(file)


def _write(file: Path, text: str) -> None:
    half = file.with_suffix(".half")
    half.write_text(text)
    half.replace(file)


def _load(file: Path) -> Arrays:
    with numpy.load(file) as arrays:
        return dict(arrays)
