"""The greedy bot: it plays every game that has an estimate, and leaves nothing lying about."""

from __future__ import annotations

from typing import Any

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import ask
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.info import GameInfo

pytestmark = [pytest.mark.whole_games, pytest.mark.fast_engine]


def play_out(state: State, seats: dict[int, str]) -> list[tuple[State, str]]:
    """Bots play to the end; every position with the move that was chosen in it."""
    players = {seat: bots.make(name, seed=seat) for seat, name in seats.items()}
    played: list[tuple[State, str]] = []
    while not state.over:
        move = ask(players[state.seat], state, len(played))
        played.append((state.copy(), state.game.name(move)))
        state.play(move)
    return played


@pytest.mark.parametrize("game", ["caverna", "cave_vs_cave"])
@pytest.mark.parametrize("seed", range(4))
def test_it_beats_chance(game: str, seed: int) -> None:
    state = dvergar.game(game, players=2).start(seed)
    mine = seed % 2
    play_out(state, {mine: "greedy", 1 - mine: "random"})
    assert state.ranking()[mine] < state.ranking()[1 - mine]


@pytest.mark.parametrize(("game", "points"), [("caverna", 45), ("cave_vs_cave", 40)])
def test_it_knows_how_to_be_alone(game: str, points: int) -> None:
    totals = []
    for seed in range(5):
        state = dvergar.game(game, players=1).start(seed)
        play_out(state, {0: "greedy"})
        totals.append(state.scores()[0].total)
    assert sum(totals) / len(totals) >= points, totals


def test_it_beats_chance_in_the_mine() -> None:
    won = 0
    for seed in range(20):
        state = dvergar.game("my_gold_mine", players=2).start(seed)
        play_out(state, {0: "greedy", 1: "random"})
        won += state.ranking()[0] == 1
    assert won >= 12


@pytest.mark.parametrize("players", [1, 3])
def test_nobody_starves_beside_a_full_larder(players: int) -> None:
    state = dvergar.game("caverna", players=players).start(5)
    played = play_out(state, dict.fromkeys(range(players), "greedy"))
    for before, move in played:
        if move == "beg":
            assert before.view(None)["players"][before.seat]["goods"]["food"] == 0
    assert all(player["begging"] <= 1 for player in state.view(None)["players"])


def last_dwarf(**seat: Any) -> State:
    """The last placement of a game of two."""
    game: Any = dvergar.game("caverna", players=2, first_seat=0)
    piles = {"ruby_mining": {"ruby": 5}, "logging": {"wood": 3}, "sustenance": {"food": 1}}
    away = {"dwarfs": ["away", "away"], "goods": {"food": 8}}
    mine = {"dwarfs": ["home", "away"], "goods": {"food": 8}, **seat}
    state: State = game.position(round=12, seats=[mine, away], piles=piles)
    return state


def test_free_points_are_taken_in_the_last_round() -> None:
    state = last_dwarf()
    assert ask(bots.make("greedy", seed=1), state, 1) == state.game.move("place ruby_mining")


def test_the_last_trades_are_made() -> None:
    rooms = {"r2c3": "beer_parlor"}
    state = last_dwarf(goods={"food": 8, "grain": 4}, board=rooms)
    moves = [move for _, move in play_out(state, {0: "greedy", 1: "greedy"})]
    assert moves.count("trade beer_parlor gold") == 2


def test_a_game_without_an_estimate_is_refused(stones: GameInfo) -> None:
    assert bots.names(stones.slug) == ["random"]
    with pytest.raises(UnknownBot, match="the bots here are: random"):
        bots.make("greedy", 1, stones.slug)
    state = dvergar.game(stones.slug).start(1)
    with pytest.raises(UnknownBot, match="provides no estimate"):
        bots.make("greedy", 1).choose(state)


def test_the_same_seed_plays_the_same() -> None:
    def moves(seed: int) -> list[str]:
        state = dvergar.game("cave_vs_cave", players=1).start(seed)
        return [move for _, move in play_out(state, {0: "greedy"})]

    assert moves(3) == moves(3)
