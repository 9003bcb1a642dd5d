"""A bot lives on between its turns, for the length of a game and no longer."""

from __future__ import annotations

from typing import ClassVar

import pytest

import dvergar
from dvergar import bots
from dvergar.core.bot import Thought
from dvergar.core.game import State
from dvergar.web.bot_workers.question import Answer, Question
from dvergar.web.bot_workers.worker import Memory

GAME = dvergar.game("my_gold_mine", players=3, first_seat=0)


class Elephant:
    """Remembers every question, and says so in its thought."""

    limits: ClassVar[tuple[str, ...]] = ("nodes", "seconds")

    def __init__(self, seed: int, **limits: float) -> None:
        self.made_with = (seed, limits)
        self.asked = 0
        self.thought: Thought | None = None

    def choose(self, state: State) -> int:
        self.asked += 1
        self.thought = Thought(self.asked, 1.0, (7.4,) * len(state.scores()))
        return state.moves()[0]


@pytest.fixture(autouse=True)
def elephant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.GENERAL, "elephant", Elephant)


def at(*moves: str, seed: int = 7) -> State:
    """A position after some moves."""
    state = GAME.start(seed)
    for move in moves:
        state.play(GAME.move(move))
    return state


def ask(memory: Memory, *moves: str, table: str = "t", bot: str = "elephant") -> Answer:
    return memory.think(Question(table, bot, at(*moves), seed=1, played=moves))


ROUND = ("dig", "dig", "dig")


def test_a_bot_is_the_same_at_its_next_turn() -> None:
    memory = Memory(most=4)
    first = ask(memory)
    assert not first.remembered
    second = ask(memory, *ROUND)
    assert second.remembered
    assert second.thought is not None
    assert second.thought.nodes == 2


def test_each_seat_and_each_table_has_a_bot_of_its_own() -> None:
    memory = Memory(most=4)
    ask(memory)
    assert not ask(memory, "dig").remembered
    assert not ask(memory, table="another").remembered
    assert len(memory) == 3


def test_the_bot_that_was_asked_the_longest_ago_goes_first() -> None:
    memory = Memory(most=2)
    ask(memory, table="a")
    ask(memory, table="b")
    ask(memory, *ROUND, table="a")
    ask(memory, table="c")
    assert ("a", 0) in memory
    assert ("b", 0) not in memory
    assert len(memory) == 2


def test_a_bot_whose_move_was_taken_back_begins_anew() -> None:
    memory = Memory(most=4)
    ask(memory, *ROUND)
    assert not ask(memory).remembered, "back before its own move"
    ask(memory, *ROUND)
    other = ("draw exit", "dig", "dig", "dig", "dig", "dig")
    state = GAME.position(dwarfs=[3, 3, 3])
    question = Question("t", "elephant", state, seed=1, played=other)
    assert not memory.think(question).remembered, "further on, but in another game"


def test_what_others_take_back_leaves_a_bot_as_it_is() -> None:
    memory = Memory(most=4)
    ask(memory)
    ask(memory, *ROUND)
    played = (*ROUND, "dig")
    assert ask(memory, *played, "dig", "dig").remembered
    # Once more from where the others go on: the bot's own last move still stands.
    assert not ask(memory, *played, "dig", "dig").remembered
    assert ask(memory, *played, "dig", "dig", "dig", "dig", "dig").remembered


def test_a_bot_goes_with_its_table() -> None:
    memory = Memory(most=4)
    ask(memory)
    ask(memory, table="another")
    memory.forget("t")
    assert ("t", 0) not in memory
    assert ("another", 0) in memory


def test_another_bot_at_the_same_seat_does_not_inherit() -> None:
    memory = Memory(most=4)
    ask(memory)
    assert not ask(memory, *ROUND, bot="careful").remembered


def test_a_hint_is_advice_and_nothing_is_played() -> None:
    memory = Memory(most=4)
    question = Question("t", "elephant", at(), seed=1, hint=True)
    answer = memory.think(question)
    assert answer.moves == ()
    assert [turn.moves for turn in answer.advice] == [("dig",)]
    assert answer.advice[0].points[0] == 7.4
    assert question.state == at()


def test_who_gives_hints_remembers_too_whatever_was_made_of_them() -> None:
    memory = Memory(most=4)
    memory.think(Question("t", "elephant", at(), seed=1, hint=True))
    played: tuple[str, ...] = ("draw exit",)
    state = at(*played)
    while state.seat != 0:
        state.play(state.moves()[0])
        played += ("dig",)
    again = memory.think(Question("t", "elephant", state, seed=2, played=played, hint=True))
    assert again.remembered
    assert not ask(memory, *ROUND).remembered, "who plays is another"


def test_where_a_bot_expects_nothing_the_game_estimates() -> None:
    answer = Memory(4).think(Question("t", "careful", at(), seed=1, hint=True))
    assert answer.thought is None
    assert answer.advice[0].points


def test_a_bot_that_fails_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(most=4)
    ask(memory)
    with monkeypatch.context() as patch:
        patch.setattr(Elephant, "choose", lambda *_: 99)
        with pytest.raises(dvergar.IllegalMove):
            ask(memory, *ROUND)
    assert memory.thinking is None
    assert not ask(memory, *ROUND).remembered


def moves_of_a_game(memory_lost_at: int | None = None) -> list[str]:
    """A game of three greedy bots, as a server would let them play it."""
    memory, state = Memory(8), GAME.start(5)
    played: list[str] = []
    while not state.over:
        if len(played) == memory_lost_at:
            memory = Memory(8)
        question = Question("t", "greedy", state.copy(), len(played), tuple(played))
        for move in memory.think(question).moves:
            state.play(GAME.move(move))
            played.append(move)
    return played


def test_the_same_seeds_give_the_same_game() -> None:
    assert moves_of_a_game() == moves_of_a_game()


def test_a_game_goes_on_soundly_without_what_was_remembered() -> None:
    assert moves_of_a_game(memory_lost_at=4)[:4] == moves_of_a_game()[:4]
