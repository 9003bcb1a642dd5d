"""Teaches the networks of a game: rounds of games, fitting, and matches against a panel.

Everything lies in one folder: lessons in chunks, the network of each round, the policy, and what
the matches gave. Whoever stops a campaign loses the chunk that was being played, no more, and the
next run goes on from there; games and fits hang on the seed and on what came before, so a campaign
comes out the same however often it was stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from dvergar.bots.network import Network, read_network
from dvergar.core.chance import derive
from dvergar.core.registry import info
from dvergar.lab.fitting import Arrays, fitted, numpy
from dvergar.lab.panel import Maker, one_turn_ahead, panel, play_match
from dvergar.lab.selfplay import Lessons, School
from dvergar.lab.teaching import Teaching, teaching_of

MATCHES: Final = "matches.json"
EARLIER: Final = 6
"""So many earlier networks still play."""

Rivals = Sequence[tuple[str, Maker]]


@dataclass(frozen=True)
class Campaign:
    """What is taught, how, and where it is kept."""

    game: str
    folder: Path
    seed: int = 1
    taught: Teaching | None = None
    """Instead of what the game's own file says."""
    on_step: Callable[..., object] = field(default=lambda _step, **_facts: None)
    """Hears of every step by its name and some facts: `played`, `fitted`, `met`."""

    @cached_property
    def teaching(self) -> Teaching:
        """How the game is taught."""
        return self.taught or teaching_of(info(self.game))

    def run(self, rounds: int) -> Path:
        """Goes on until so many rounds are done; the file of the last network."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for number in range(rounds):
            self._play(number)
            if not self.network_file(number).exists():
                self._fit(number)
            if self.teaching.match_games and (number + 1) % self.teaching.match_every == 0:
                net = read_network(self.network_file(number))
                mine = one_turn_ahead(self.game, net)
                self.judge(str(number), mine, self._rivals(number), round=number)
        return self.network_file(rounds - 1)

    def network_file(self, number: int) -> Path:
        """Where the network of a round lies."""
        return self.folder / f"network-{number:04}.npz"

    def games_until(self, number: int) -> int:
        """How many games have been played when a round is over."""
        return sum(self._games(one) for one in range(number + 1))

    def _chunk_file(self, number: int, chunk: int) -> Path:
        return self.folder / f"lessons-{number:04}-{chunk:03}.npz"

    def _games(self, number: int) -> int:
        return self.teaching.games if number else self.teaching.first_games

    def _chunks(self, number: int) -> int:
        return -(-self._games(number) // self.teaching.chunk)

    def _play(self, number: int) -> None:
        """Plays the games of a round that are not there yet."""
        missing = [
            c for c in range(self._chunks(number)) if not self._chunk_file(number, c).exists()
        ]
        if not missing or self.network_file(number).exists():
            return
        school = School(self.game, self._networks(number), self.teaching)
        size = self.teaching.chunk
        for chunk in missing:
            lessons = Lessons()
            games = range(chunk * size, min(self._games(number), (chunk + 1) * size))
            for game in games:
                lessons.add(school.play(derive(derive(self.seed, number), game)))
            targets = numpy.array(lessons.targets, dtype=numpy.float32)
            estimates = numpy.array(lessons.estimates, dtype=numpy.float32)
            rows = numpy.array(lessons.rows, dtype=numpy.float16).reshape(len(targets), -1)
            arrays = {"rows": rows, "targets": targets, "estimates": estimates}
            save(self._chunk_file(number, chunk), arrays)
            self.on_step("played", round=number, games=len(games), positions=len(targets))

    def _networks(self, number: int) -> list[Network]:
        """The present network and some earlier ones, the present one last."""
        some = range(max(0, number - EARLIER), number)
        return [read_network(self.network_file(one)) for one in some]

    def _fit(self, number: int) -> None:
        rows, targets, estimates = self._lessons(number)
        seed = derive(self.seed, 1_000_000 + number)
        teaching = self.teaching
        found, off = fitted(rows, targets, estimates, teaching.passes, teaching.fit, seed)
        save(self.network_file(number), found)
        self.on_step("fitted", round=number, positions=len(rows), off=off)

    def _lessons(self, number: int) -> list[Any]:
        """The lessons that a round learns from: rows, targets, estimates."""
        first = max(1, number - self.teaching.window + 1)
        rounds = [0, *range(first, number + 1)]
        found = [
            read(self._chunk_file(one, chunk))
            for one in rounds
            for chunk in range(self._chunks(one))
        ]
        parts = ("rows", "targets", "estimates")
        return [numpy.concatenate([one[part] for one in found]) for part in parts]

    def judge(
        self, what: str, mine: Maker, rivals: Rivals, step: str = "met", **facts: object
    ) -> None:
        """Lets somebody play against the panel, unless that has been done already.

        Each match is written when it is over, so that a stopped campaign goes on with the next one.
        """
        file = self.folder / MATCHES
        played: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        met = played.setdefault(what, [])
        known = {one["rival"] for one in met}
        for name, rival in rivals:
            if name in known:
                continue
            games, seed = self.teaching.match_games, derive(self.seed, 2_000_000)
            found = play_match(self.game, mine, name, rival, games, seed)
            met.append(found.data())
            write(file, json.dumps(played, indent=1))
            self.on_step(step, **facts, **found.data())

    def _rivals(self, number: int) -> Rivals:
        """The panel, and the network of the match before."""
        rivals = list(panel(self.game))
        before = number - self.teaching.match_every
        if before >= 0:
            net = read_network(self.network_file(before))
            rivals.append((f"round {before}", one_turn_ahead(self.game, net)))
        return rivals


def save(file: Path, arrays: Arrays) -> None:
    """Writes a file as a whole or not at all."""
    half = file.with_suffix(".half.npz")
    numpy.savez(half, **arrays)
    half.replace(file)


def write(file: Path, text: str) -> None:
    """The same for text."""
    half = file.with_suffix(".half")
    half.write_text(text)
    half.replace(file)


def read(file: Path) -> Arrays:
    """What `save` has written."""
    with numpy.load(file) as arrays:
        return dict(arrays)
