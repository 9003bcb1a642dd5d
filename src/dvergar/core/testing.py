"""The conformance test every game must pass, ours and a stranger's, and small helpers for tests.

`check_game` plays random games through the public contract and checks what every part of Dvergar
relies on: moves offered can be played and others are refused without a trace; copies are
independent; text, pickle and record give the same future; imagined copies agree with all a seat can
see; every prompt has words.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from dvergar.core.chance import Chance, derive
from dvergar.core.errors import IllegalMove
from dvergar.core.game import Game, State
from dvergar.core.record import Record
from dvergar.core.words import LANGUAGES

AnyState = TypeVar("AnyState", bound=State)
MOST_MOVES = 20_000


def play(state: AnyState, *names: str) -> AnyState:
    """Plays named moves one after the other; the state itself comes back."""
    for name in names:
        state.play(state.game.move(name))
    return state


def play_out(state: State, seed: int, each: Callable[[State], None] | None = None) -> State:
    """Plays random real moves to the end, calling `each` after every one."""
    chance = Chance(seed)
    for _ in range(MOST_MOVES):
        if state.over:
            return state
        moves = state.moves(free=False)
        state.play(moves[chance.below(len(moves))])
        if each:
            each(state)
    raise AssertionError(f"not over after {MOST_MOVES} moves")


def count_sequences(state: State, depth: int) -> int:
    """How many sequences of real moves there are: one number that a changed rule changes."""
    if depth == 0 or state.over:
        return 1
    moves = state.moves(free=False)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += count_sequences(after, depth - 1)
    return total


def check_game(game: Game, games: int = 5, seed: int = 0) -> None:
    """Plays random games and asserts everything the contract promises."""
    _check_vocabulary(game)
    for number in range(games):
        deal = derive(seed, number)
        start = game.start(deal)
        assert start.text() == game.start(deal).text(), "the same seed deals the same game"
        _check_one_game(game, deal, Chance(derive(deal, 1)))


def _check_vocabulary(game: Game) -> None:
    names = [game.name(move) for move in range(game.move_count)]
    assert len(set(names)) == len(names), "move names are unique"
    for move, name in enumerate(names):
        assert game.move(name) == move, "a name gives its number back"
    for wrong in (-1, game.move_count):
        _refuses(lambda wrong=wrong: game.name(wrong))  # type: ignore[misc]
    _refuses(lambda: game.move("no such move"))


def _refuses(act: Callable[[], object]) -> None:
    try:
        act()
    except IllegalMove as error:
        assert all(error.text(lang) for lang in LANGUAGES)
    else:
        raise AssertionError("an impossible move was not refused")


def _check_one_game(game: Game, deal: int, chance: Chance) -> None:
    state = game.start(deal)
    record = Record.of(game, deal)
    length = len(state.observation(state.seat))
    reveals, turn = state.reveals, state.turn
    for _ in range(MOST_MOVES):
        if state.over:
            break
        moves = state.moves()
        _check_question(game, state, moves)
        if chance.below(8) == 0:
            _check_copies(game, state, chance)
            _check_views(game, state, length)
        move = moves[chance.below(len(moves))]
        before = state.copy()
        state.play(move)
        record.moves.append(game.name(move))
        assert before.text() != state.text(), "a move changes the position"
        assert state.reveals >= reveals and state.turn >= turn, "reveals and turns only grow"
        reveals, turn = state.reveals, state.turn
        _check_words(game, state)
    assert state.over, f"not over after {MOST_MOVES} moves"
    _check_end(game, state, record)


def _check_question(game: Game, state: State, moves: list[int]) -> None:
    assert moves, "a question has at least one answer"
    assert moves == sorted(set(moves)), "moves ascend"
    real = [move for move in moves if not game.is_free(move)]
    assert state.moves(free=False) == real, "free moves are the ones the game calls free"
    assert real, "there is always a move that is not free"
    assert 0 <= state.seat < game.players
    text = state.text()
    for move in range(game.move_count):
        if move not in moves:
            _refuses(lambda move=move: state.play(move))  # type: ignore[misc]
            break
    assert state.text() == text, "asking and refusing change nothing"


def _check_words(game: Game, state: State) -> None:
    for lang in LANGUAGES:
        prompt = state.prompt(lang)
        assert prompt.question, "a position has a question in words"
        assert [choice.move for choice in prompt.choices] == state.moves(), "choices are the moves"
        assert all(choice.label for choice in prompt.choices), "a choice has a label"
        assert all(blocked.reason for blocked in prompt.blocked), "what is blocked says why"
        for event in state.events():
            game.tell(event, lang, game.seat_names(lang))
        assert game.show(state, None, lang, game.seat_names(lang)), "a position can be shown"


def _check_copies(game: Game, state: State, chance: Chance) -> None:
    text = state.text()
    seed = chance.next()
    others = [state.copy(), game.read(text), pickle.loads(pickle.dumps(state))]
    for other in others:
        assert other == state and other.key() == state.key(), "a copy is equal"
    futures = {play_out(other, seed).text() for other in others}
    assert len(futures) == 1, "copy, text and pickle have the same future"
    assert state.text() == text, "what happens to a copy does not touch the original"


def _check_views(game: Game, state: State, length: int) -> None:
    for seat in [*range(game.players), None]:
        imagined = state.imagine(seat, 7)
        assert imagined.view(seat) == state.view(seat), "an imagined copy agrees with what is seen"
        assert imagined.moves() == state.moves() or seat != state.seat
        json.dumps(state.view(seat))
        if seat is not None:
            numbers = state.observation(seat)
            assert len(numbers) == length, "an observation has a fixed length"
            assert numbers == imagined.observation(seat), "an observation shows nothing hidden"


def _check_end(game: Game, state: State, record: Record) -> None:
    assert state.moves() == [], "no moves at the end"
    _refuses(lambda: state.play(0))
    scores, ranking = state.scores(), state.ranking()
    assert len(scores) == len(ranking) == game.players
    assert min(ranking) == 1, "somebody has won"
    record.finish(state)
    again: Any = Record.from_json(record.to_json())
    assert again.verify() == state, "the record replays to the same end"
