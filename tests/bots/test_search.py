"""Search: once a turn, the same by seed and nodes, and of nothing that its seat cannot know."""

from __future__ import annotations

from pathlib import Path

import pytest

import dvergar
from dvergar import bots
from dvergar.bots.judge import earlier_judge, judge_of
from dvergar.bots.network import read_network
from dvergar.bots.tree import worth
from dvergar.bots.turns import Breadth, turns
from dvergar.core.bot import ask, thought_of
from dvergar.core.chance import derive
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.registry import features

FEW = 150


def some_way_in(game: str, players: int, seed: int, moves: int) -> State:
    """A position that chance has led to."""
    state = dvergar.game(game, players=players).start(seed)
    bot = bots.make("random", seed)
    for number in range(moves):
        if state.over:
            break
        state.play(ask(bot, state, number))
    return state


@pytest.mark.parametrize("game", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_the_same_seed_and_nodes_give_the_same_moves(game: str) -> None:
    state = some_way_in(game, 2, 3, 6)
    lines: list[list[int]] = []
    for _ in range(2):
        bot = bots.make("search", seed=5, game=game, nodes=FEW)
        copy = state.copy()
        line: list[int] = []
        for number in range(4):
            line.append(ask(bot, copy, number))
            copy.play(line[-1])
        lines.append(line)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("game", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_two_deals_that_look_alike_get_the_same_move(game: str) -> None:
    state = some_way_in(game, 2, 8, 9)
    chosen = {
        bots.make("search", seed=1, game=game, nodes=FEW).choose(
            state.imagine(state.seat, deal).imagine(state.seat, 7)
        )
        for deal in range(3)
    }
    assert len(chosen) == 1


def test_it_answers_the_questions_of_a_turn_from_one_thought() -> None:
    state = dvergar.game("caverna", players=2, first_seat=0).start(2)
    bot = bots.make("search", seed=1, nodes=FEW)
    seat, turn = state.seat, state.turn
    asked = 0
    thoughts = set()
    while state.seat == seat and state.turn == turn:
        state.play(ask(bot, state, asked))
        thoughts.add(id(thought_of(bot)))
        asked += 1
    assert len(thoughts) == 1


def test_it_thinks_anew_when_something_else_came_up() -> None:
    state = dvergar.game("caverna", players=2, first_seat=0).start(2)
    bot = bots.make("search", seed=1, nodes=FEW)
    chosen = ask(bot, state, 0)
    other = next(move for move in state.moves(free=False) if move != chosen)
    before = thought_of(bot)
    state.play(other)
    assert ask(bot, state, 1) in state.moves()
    if len(state.moves()) > 1:
        assert thought_of(bot) is not before


def test_it_plays_on_when_its_memory_is_gone() -> None:
    state = some_way_in("caverna", 2, 4, 20)
    played = 0
    while not state.over and played < 12:
        bot = bots.make("search", seed=played, nodes=60)
        state.play(ask(bot, state, played))
        played += 1


def test_it_says_how_far_it_is_and_what_it_expects() -> None:
    state = dvergar.game("caverna", players=3).start(2)
    bot = bots.make("search", seed=1, nodes=FEW)
    assert thought_of(bot) is None
    ask(bot, state, 0)
    thought = thought_of(bot)
    assert thought is not None
    assert thought.nodes >= FEW
    assert thought.share == 1
    assert len(thought.points) == 3


@pytest.mark.parametrize(
    ("game", "players"),
    [("caverna", 1), ("caverna", 4), ("cave_vs_cave", 1), ("cave_vs_cave", 2), ("my_gold_mine", 3)],
)
def test_it_plays_with_any_number_of_players(game: str, players: int) -> None:
    state = some_way_in(game, players, 1, 5)
    thinkers = [bots.make("search", derive(1, seat), game, nodes=40) for seat in range(players)]
    for number in range(10):
        if not state.over:
            state.play(ask(thinkers[state.seat], state, number))


def test_turns_end_where_somebody_else_decides_and_the_best_comes_first() -> None:
    state = dvergar.game("caverna", players=2, first_seat=0).start(2)
    found = turns(state, judge_of("caverna"), Breadth(beginnings=5, lines=2, steps=6))
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    for one in found:
        after = state.copy()
        for move in one.moves:
            assert (after.seat, after.turn) == (state.seat, state.turn)
            after.play(move)
        assert after == one.state
        assert after.seat == 1


def test_free_moves_follow_each_other_only_in_one_order() -> None:
    game = dvergar.game("caverna", players=2, first_seat=0)
    state = game.position(seats=[{"goods": {"ruby": 3, "food": 2}}])
    for one in turns(state, judge_of("caverna"), Breadth(beginnings=40, lines=3, steps=8, free=9)):
        for before, move in zip(one.moves, one.moves[1:], strict=False):
            if game.is_free(before) and game.is_free(move):
                assert before <= move


@pytest.mark.parametrize(("game", "players"), [("caverna", 2), ("cave_vs_cave", 2), ("caverna", 1)])
def test_an_earlier_expert_plays_on_as_it_was(game: str, players: int) -> None:
    """Twice the same by its nodes, to the end of a turn, with the weights of its release."""
    state = some_way_in(game, players, 3, 6)
    made = [bots.make("expert-2026-11", seed=5, game=game, nodes=FEW) for _ in range(2)]
    for number in range(3):
        moves = {ask(bot, state, number) for bot in made}
        assert len(moves) == 1
        state.play(moves.pop())
    thought = thought_of(made[0])
    assert thought is not None
    assert thought.nodes > 0


def test_an_earlier_expert_judges_by_its_own_weights_and_features() -> None:
    state = some_way_in("caverna", 2, 3, 6)
    folder = Path(dvergar.__file__).parent / "games/caverna/bots/weights/expert-2026-11"
    net = read_network(folder / "value.npz")
    tell = features("caverna")
    assert tell is not None
    assert net.values(tell(state, 0)[: net.inputs]) == pytest.approx(
        earlier_judge("caverna", "expert-2026-11").values([state], 0)
    )


def test_an_earlier_expert_is_an_opponent_by_name_and_not_offered() -> None:
    assert "expert-2026-11" not in bots.names("caverna")
    with pytest.raises(UnknownBot):
        bots.make("expert-2026-10", 1, "caverna")


def test_envy_counts_what_the_best_opponent_gains() -> None:
    assert worth([10.0, 6.0, 8.0], 2, 0, 0.0) == 5.0
    assert worth([10.0, 6.0, 8.0], 2, 0, 0.5) == 3.0
    assert worth([10.0], 2, 0, 0.5) == 5.0
