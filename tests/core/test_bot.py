"""Bots: they are shown an imagined copy, and what they answer is checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dvergar
from dvergar import bots
from dvergar.core import registry
from dvergar.core.bot import ask
from dvergar.core.errors import UnknownBot
from dvergar.core.game import State
from dvergar.core.info import GameInfo
from dvergar.core.record import Record
from dvergar.testing import play, play_out


class Spy:
    """Remembers what it was shown and answers the same move always."""

    def __init__(self, move: int = 0) -> None:
        self.move = move
        self.shown: list[State] = []

    def choose(self, state: State) -> int:
        self.shown.append(state)
        return self.move


def test_a_bot_is_shown_an_imagined_copy() -> None:
    state, spy = dvergar.game("my_gold_mine").start(1), Spy()
    text = state.text()
    for seed in (1, 1, 2):
        assert ask(spy, state, seed) == 0
    first, again, other = spy.shown
    assert first.text() != text, "the real decks are not shown"
    assert first.text() == again.text() != other.text()
    assert first.view(state.seat) == state.view(state.seat)
    play_out(first, 1)
    assert state.text() == text, "what the bot does to its copy is its own business"


@pytest.mark.parametrize("answer", [2, 11, -1, 99])
def test_an_impossible_answer_is_an_error(answer: int) -> None:
    state = dvergar.game("my_gold_mine").start(1)
    text = state.text()
    with pytest.raises(dvergar.IllegalMove) as refused:
        ask(Spy(answer), state, 1)
    assert refused.value.text("fr")
    assert state.text() == text


def test_the_random_bot_leaves_free_moves_aside(stones: GameInfo) -> None:
    state = play(dvergar.game(stones.slug).start(1), "pick")
    bot = bots.make("random", seed=1)
    chosen = {state.game.name(bot.choose(state)) for _ in range(200)}
    assert chosen == {"pick", "peek", "end turn"}


def test_a_bot_with_the_same_seed_plays_the_same() -> None:
    def game(seed: int) -> list[str]:
        state = dvergar.game("my_gold_mine").start(3)
        record, bot = Record.of(state.game, 3), bots.make("random", seed=seed)
        while not state.over:
            record.moves.append(state.game.name(ask(bot, state, 1)))
            state.play(state.game.move(record.moves[-1]))
        return record.moves

    assert game(1) == game(1) != game(2)


def test_bots_are_found_by_name(stones: GameInfo) -> None:
    own = ["careful", "bold", "timid", "cunning"]
    assert bots.names("my_gold_mine")[:8] == [*bots.LEVELS, *own]
    assert {"greedy", "random"} <= set(bots.names("my_gold_mine"))
    assert bots.names(stones.slug) == ["random"]
    assert type(bots.make("bold", 1)).__name__ == "Bold"
    assert type(bots.make("bold", 1, "my_gold_mine")).__name__ == "Bold"


@pytest.mark.parametrize(("name", "game"), [("clever", ""), ("clever", "my_gold_mine"), ("", "")])
def test_an_unknown_bot_is_refused(name: str, game: str) -> None:
    with pytest.raises(UnknownBot, match=r"the bots here are: easy, .*, careful, bold"):
        bots.make(name, 1, game)


def test_a_name_that_several_games_have_needs_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = replace(registry.info("my_gold_mine"), slug="twin")
    monkeypatch.setitem(registry.games(), "twin", twin)
    with pytest.raises(UnknownBot, match="say which game you mean"):
        bots.make("careful", 1)
    assert type(bots.make("careful", 1, "twin")).__name__ == "Careful"


def test_a_bot_of_another_game_is_refused(stones: GameInfo) -> None:
    with pytest.raises(UnknownBot, match="the bots here are: random"):
        bots.make("careful", 1, stones.slug)
