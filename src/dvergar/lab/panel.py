"""Matches by which networks are judged: never by how well they foretell, only by how they play.

The panel is always the same: chance, `greedy`, `greedy` with noise, what comes with the game, and
what came with it before. Whoever is judged has one seat, the rival all the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dvergar import bots
from dvergar.bots.judge import Judge
from dvergar.bots.network import Network, network, read_network
from dvergar.bots.search import Search
from dvergar.bots.turns import Breadth
from dvergar.core.bot import Bot
from dvergar.core.chance import derive
from dvergar.core.registry import info, make_game
from dvergar.lab.selfplay import Player, Turning, judge

BREADTH: Final = (8, 1, 16)
NAMED: Final = ("random", "greedy", "greedy:noise=4")
RELEASES: Final = Path("benchmarks/releases")
"""Networks that came with a game once, as `GAME-N.npz`."""

Maker = Callable[[int], Player]
"""A player by its seed."""


@dataclass(frozen=True, slots=True)
class Match:
    """How somebody did against one of the panel; a tie is half a win."""

    rival: str
    games: int
    won: float
    points: float
    rival_points: float

    def data(self) -> dict[str, Any]:
        """Everything, as plain data."""
        return {
            "rival": self.rival,
            "games": self.games,
            "won": self.won,
            "points": round(self.points, 2),
            "rival_points": round(self.rival_points, 2),
        }


class _Asked(Player):
    """A bot as a player of moves."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, state: Any) -> list[int]:
        return [self._bot.choose(state)]


def named(slug: str, name: str) -> Maker:
    """A bot by its name."""
    return lambda seed: _Asked(bots.make(name, seed, slug))


def one_turn_ahead(slug: str, net: Network) -> Maker:
    """Plays the turn that a network likes best."""
    return lambda seed: Turning(seed, judge(slug, [net]), Breadth(*BREADTH))


def searching(by: Callable[[], Judge], nodes: int) -> Maker:
    """`search` with a judge of one's own."""
    return lambda seed: _Asked(Search(seed, nodes=nodes, judge=by()))


def panel(slug: str) -> Iterator[tuple[str, Maker]]:
    """The rivals of every network of a game, by name."""
    for name in NAMED:
        yield name, named(slug, name)
    for file in sorted(RELEASES.glob(f"{slug}-*.npz")):
        yield f"release {file.stem}", one_turn_ahead(slug, read_network(file))
    released = network(slug)
    if released:
        yield "release", one_turn_ahead(slug, released)


def play_match(slug: str, mine: Maker, rival: str, theirs: Maker, games: int, seed: int) -> Match:
    """Plays with the usual number of players: one seat is mine, the others are the rival's."""
    players = max(2, info(slug).default_players)
    won = points = others = 0.0
    for number in range(games):
        deal = derive(seed, number)
        my_seat = number % players
        seats = [
            (mine if seat == my_seat else theirs)(derive(deal, seat)) for seat in range(players)
        ]
        scores, ranks = _play(slug, deal, seats)
        won += 1 / ranks.count(1) if ranks[my_seat] == 1 else 0
        points += scores[my_seat]
        others += (sum(scores) - scores[my_seat]) / (players - 1)
    return Match(rival, games, won, points / games, others / games)


def _play(slug: str, deal: int, seats: list[Player]) -> tuple[list[int], list[int]]:
    state = make_game(slug, {"players": len(seats)}).start(deal)
    asked = 0
    while not state.over:
        asked += 1
        seat = state.seat
        for move in seats[seat].choose(state.imagine(seat, derive(deal, 100 + asked))):
            state.play(move)
    return [score.total for score in state.scores()], state.ranking()
