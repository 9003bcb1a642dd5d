"""Matches by which a network is judged: never by how well it foretells, only by how it plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dvergar import bots
from dvergar.bots.network import Network
from dvergar.bots.turns import Breadth
from dvergar.core.chance import derive
from dvergar.core.registry import info, make_game
from dvergar.lab.selfplay import Player, Turning, judge

BREADTH: Final = (8, 1, 16)


@dataclass(frozen=True, slots=True)
class Match:
    """How a network did against one of the panel; a tie is half a win."""

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
    """A bot by its name, as a player of moves."""

    def __init__(self, name: str, seed: int, game: str) -> None:
        self._bot = bots.make(name, seed, game)

    def choose(self, state: Any) -> list[int]:
        return [self._bot.choose(state)]


def play_match(
    slug: str, net: Network, rival: str, rival_net: Network | None, games: int, seed: int
) -> Match:
    """Plays with the usual number of players: one seat the network's, the others the rival's."""
    players = max(2, info(slug).default_players)
    won = points = others = 0.0
    for number in range(games):
        deal = derive(seed, number)
        mine = number % players
        seats: list[Player] = []
        for seat in range(players):
            if seat == mine:
                seats.append(_turning(slug, net))
            elif rival_net:
                seats.append(_turning(slug, rival_net))
            else:
                seats.append(_Asked(rival, derive(deal, seat), slug))
        scores, ranks = _play(slug, players, deal, seats)
        won += 1 / ranks.count(1) if ranks[mine] == 1 else 0
        points += scores[mine]
        others += (sum(scores) - scores[mine]) / (players - 1)
    return Match(rival, games, won, points / games, others / games)


def _turning(slug: str, net: Network) -> Player:
    return Turning(0, judge(slug, [net]), Breadth(*BREADTH), 0.0)


def _play(slug: str, players: int, deal: int, seats: list[Player]) -> tuple[list[int], list[int]]:
    state = make_game(slug, {"players": players}).start(deal)
    asked = 0
    while not state.over:
        asked += 1
        seat = state.seat
        for move in seats[seat].choose(state.imagine(seat, derive(deal, 100 + asked))):
            state.play(move)
    return [score.total for score in state.scores()], state.ranking()
