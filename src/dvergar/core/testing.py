"""The conformance test every game must pass, ours and a stranger's, and small helpers for tests.

`check_game` plays random games through the public contract and checks what every part of Dvergar
relies on: moves offered can be played and others are refused without a trace; copies are
independent; text, pickle and record give the same future; imagined copies agree with all a seat can
see; every prompt has words.
"""

from __future__ import annotations

import json
import pickle
from array import array
from collections.abc import Callable
from typing import Any, Final, TypeVar

from dvergar.core.chance import Chance, derive
from dvergar.core.errors import IllegalMove
from dvergar.core.game import Game, State
from dvergar.core.info import GameInfo
from dvergar.core.languages import LANGUAGES
from dvergar.core.prompt import Blocked
from dvergar.core.record import Record
from dvergar.core.registry import make_game
from dvergar.core.sentences import log_sentences
from dvergar.core.words import PluginWords

AnyState = TypeVar("AnyState", bound=State)
MAX_MOVES: Final = 20_000
CLOSE_LOOK_EVERY: Final = 8
"""One position in this many is checked closely, and one in this many of those to the end."""

COPY_MOVES: Final = 24
"""So many moves copies are played on at the others."""


def play(state: AnyState, *names: str) -> AnyState:
    """Plays named moves one after the other.

    Args:
        state: the position, which changes.
        *names: the moves by name, such as `dig`.

    Returns:
        The same state.

    Raises:
        IllegalMove: a move is not possible; the moves before it have been played.

    >>> import dvergar
    >>> state = dvergar.game("my_gold_mine", players=3, first_seat=0).start(seed=7)
    >>> play(state, "dig", "dig").seat
    2
    """
    for name in names:
        state.play(state.game.move(name))
    return state


def play_out(state: State, seed: int, each: Callable[[State], None] | None = None) -> State:
    """Plays random moves to the end of a game, leaving out free moves.

    Args:
        state: the position, which changes.
        seed: determines the moves.
        each: called with the state after every move.

    Returns:
        The same state, now over.

    Raises:
        AssertionError: the game doesn't end.

    >>> import dvergar
    >>> play_out(dvergar.game("my_gold_mine", players=3).start(seed=7), seed=1).over
    True
    """
    if not _play_on(state, seed, MAX_MOVES, each).over:
        raise AssertionError(f"not over after {MAX_MOVES} moves")
    return state


def _play_on(
    state: AnyState, seed: int, most: int, each: Callable[[State], None] | None = None
) -> AnyState:
    """Plays random moves that aren't free, up to a maximum."""
    chance = Chance(seed)
    for _ in range(most):
        if state.over:
            break
        moves = state.moves(free=False)
        state.play(moves[chance.below(len(moves))])
        if each:
            each(state)
    return state


def count_sequences(state: State, depth: int, free: bool = False) -> int:
    """How many sequences of moves there are (perft): one number that a changed rule changes.

    Args:
        state: where the sequences begin; it stays as it is.
        depth: the length of a sequence; one that ends the game may be shorter.
        free: whether free moves count as well.

    Returns:
        The number of sequences.

    >>> import dvergar
    >>> count_sequences(dvergar.game("my_gold_mine", players=3).start(seed=7), depth=1)
    2
    """
    if depth == 0 or state.over:
        return 1
    moves = state.moves(free=free)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += count_sequences(after, depth - 1, free)
    return total


def check_game(game: Game, games: int = 5, seed: int = 0) -> None:
    """Plays random games and asserts everything the contract promises.

    Every position is asked for its moves and tells what happened; one in eight, and every one that
    asks or offers something new, is also put into words, copied and looked at from the seats.

    Args:
        game: the game with its options, as `dvergar.game` makes it.
        games: how many random games are played.
        seed: determines the deals and the moves.

    Raises:
        AssertionError: the game breaks the contract; the message says how.

    >>> import dvergar
    >>> check_game(dvergar.game("my_gold_mine", players=2), games=1)
    """
    _check_vocabulary(game)
    words = _Words(game)
    numbers = _Numbers(game)
    for number in range(games):
        deal = derive(seed, number)
        start = game.start(deal)
        assert start.text() == game.start(deal).text(), "the same seed deals the same game"
        _check_futures(game, start, deal, MAX_MOVES)
        _check_one_game(game, deal, Chance(derive(deal, 1)), words, numbers)
    _check_no_text_is_missing(game.info)


def _check_no_text_is_missing(info: GameInfo) -> None:
    """A server shows names where a game of another package lacks texts; its author wants none."""
    for lang in LANGUAGES:
        speak = info.words(lang)
        missing = speak.missing if isinstance(speak, PluginWords) else set()
        assert not missing, f"texts are missing in “{lang}”: {', '.join(sorted(missing))}"


def _check_vocabulary(game: Game) -> None:
    names = [game.name(move) for move in range(game.move_count)]
    assert len(set(names)) == len(names), "move names are unique"
    for move, name in enumerate(names):
        assert game.move(name) == move, "a name gives its number back"
    for wrong in (-1, game.move_count):
        _refuses(lambda wrong=wrong: game.name(wrong))  # type: ignore[misc]
    _refuses(lambda: game.move("no such move"))


def _refuses(act: Callable[[], object]) -> IllegalMove:
    try:
        act()
    except IllegalMove as error:
        assert all(error.text(lang) for lang in LANGUAGES)
        return error
    raise AssertionError("an impossible move was not refused")


def _check_one_game(
    game: Game, deal: int, chance: Chance, words: _Words, numbers: _Numbers
) -> None:
    state = game.start(deal)
    record = Record.of(game, deal)
    reveals, turn = state.reveals, state.turn
    for _ in range(MAX_MOVES):
        moves = state.moves()
        closely = chance.below(CLOSE_LOOK_EVERY) == 0
        words.check(state, moves, closely or state.over)
        if state.over:
            break
        _check_question(game, state, moves)
        if closely:
            most = MAX_MOVES if chance.below(CLOSE_LOOK_EVERY) == 0 else COPY_MOVES
            _check_futures(game, state, chance.next(), most)
            other = chance.below(game.players)
            _check_views(state, other)
            numbers.check(state, moves, other)
        move = moves[chance.below(len(moves))]
        before = state.text()
        state.play(move)
        record.moves.append(game.name(move))
        assert before != state.text(), "a move changes the position"
        assert state.reveals >= reveals and state.turn >= turn, "reveals and turns only grow"
        reveals, turn = state.reveals, state.turn
    assert state.over, f"not over after {MAX_MOVES} moves"
    _check_end(state, record)


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


class _Words:
    """Checks the words of positions: every kind of question, every move, and a sample besides."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.questions: set[frozenset[str]] = set()
        self.moves: set[int] = set()
        self.reasons: set[str] = set()

    def check(self, state: State, moves: list[int], closely: bool) -> None:
        """All events are told; the rest is put into words where something of it is new."""
        for lang in LANGUAGES:
            names = self.game.seat_names(lang)
            for event in state.events():
                self.game.tell(event, lang, names)
        if self._is_new(moves) or closely:
            for lang in LANGUAGES:
                _check_prompt(state, moves, lang)
                self._check_refusals(state, lang)
        if closely:
            for lang in LANGUAGES:
                shown = self.game.show(state, None, lang, self.game.seat_names(lang))
                assert shown, "a position can be shown"
                for sentence in log_sentences(
                    self.game, state.events(), lang, self.game.seat_names(lang)
                ):
                    assert sentence.html, "a sentence says something"

    def _check_refusals(self, state: State, lang: str) -> None:
        """Plays a blocked move for each reason that is new."""
        for blocked in state.prompt(lang).blocked:
            if blocked.reason not in self.reasons and blocked.moves:
                self.reasons.add(blocked.reason)
                check_refusal(state, blocked.moves[0], blocked, lang)

    def _is_new(self, moves: list[int]) -> bool:
        """Whether there is a move that was never offered, or kinds of moves never together."""
        kinds = frozenset(self.game.vocabulary.kinds[move] for move in moves)
        new = kinds not in self.questions or not self.moves.issuperset(moves)
        self.questions.add(kinds)
        self.moves.update(moves)
        return new


def _check_prompt(state: State, moves: list[int], lang: str) -> None:
    prompt = state.prompt(lang)
    assert prompt.question, "a position has a question in words"
    assert [choice.move for choice in prompt.choices] == moves, "choices are the moves"
    assert all(choice.label for choice in prompt.choices), "a choice has a label"
    assert all(blocked.reason for blocked in prompt.blocked), "what is blocked says why"


def check_refusal(state: State, move: int, blocked: Blocked, lang: str) -> None:
    """A blocked move is refused for the reason that the prompt gives, and changes nothing."""
    before = state.text()
    assert move not in state.moves(), f"{blocked.label} is blocked and offered"
    error = _refuses(lambda: state.play(move))
    assert error.reason == blocked.word, f"{blocked.label} is refused for the prompt's reason"
    assert error.rule == blocked.rule, f"{blocked.label} is refused by the prompt's rule"
    assert blocked.reason in error.text(lang), "the sentence of a refused move says why"
    assert state.text() == before, "a refused move changes nothing"


def _check_futures(game: Game, state: State, seed: int, most: int) -> None:
    text = state.text()
    others = [state.copy(), game.read(text), pickle.loads(pickle.dumps(state))]
    for other in others:
        assert other == state and other.key() == state.key(), "a copy is equal"
    futures = {_play_on(other, seed, most).text() for other in others}
    assert len(futures) == 1, "copy, text and pickle have the same future"
    assert state.text() == text, "what happens to a copy does not touch the original"


def _check_views(state: State, other: int) -> None:
    for seat in (state.seat, other, None):
        imagined = state.imagine(seat, 7)
        assert imagined.view(seat) == state.view(seat), "an imagined copy agrees with what is seen"
        assert imagined.moves() == state.moves() or seat != state.seat
        view = json.loads(json.dumps(state.view(seat)))
        if state.game.presenter.from_view is not None:
            again = state.game.from_view(view, seat, 7)
            assert again.view(seat) == state.view(seat), "a view makes a position that looks so"
            assert again.moves() == state.moves(), "a view makes a position with the same moves"
            assert again.text() == state.game.from_view(view, seat, 7).text()


class _Numbers:
    """Checks the observations of positions, if the game has any, and remembers them."""

    def __init__(self, game: Game) -> None:
        self.is_there = bool(game.info.observation)
        self.size = 0
        self.moves: dict[bytes, list[int]] = {}
        if self.is_there:
            names = game.layout.names()
            self.size = len(names)
            assert len(set(names)) == self.size, "the entries of an observation have their own name"

    def check(self, state: State, moves: list[int], other: int) -> None:
        """The numbers of the one who decides, and of another seat."""
        if not self.is_there:
            return
        for seat in (state.seat, other):
            numbers = state.observation(seat)
            assert len(numbers) == self.size, "an observation has as many numbers as its layout"
            assert min(numbers) >= 0 and max(numbers) <= 1, "its numbers lie between 0 and 1"
            imagined = state.imagine(seat, 7)
            assert numbers == imagined.observation(seat), "an observation shows nothing hidden"
            row = array("f", bytes(4 * self.size))
            state.observation(seat, row)
            assert row.tolist() == numbers, "a list and an array are filled alike"
            known = self.moves.setdefault(row.tobytes(), moves)
            assert known == moves, "where moves differ the observations do"


def _check_end(state: State, record: Record) -> None:
    assert state.moves() == [], "no moves at the end"
    _refuses(lambda: state.play(0))
    scores, ranking = state.scores(), state.ranking()
    assert len(scores) == len(ranking) == state.game.players
    assert min(ranking) == 1, "somebody has won"
    record.finish(state)
    again: Any = Record.from_json(record.to_json())
    assert again.verify() == state, "the record replays to the same end"


def check_guide(info: GameInfo) -> list[State]:
    """Plays a guided game to its end as it is written, and asserts that it works.

    The learner is asked for the moves of the guide, the others move in their own turns, every text
    is there in every language, and every cited rule is in the rule book.

    Args:
        info: the game's `INFO`.

    Returns:
        The position of every step.

    Raises:
        AssertionError: the guide can't be played as it is written.

    >>> from dvergar.core.registry import info
    >>> len(check_guide(info("my_gold_mine"))) > 10
    True
    """
    guide = info.guide()
    assert guide is not None, f"{info.slug} has no guide"
    game = make_game(info.slug, guide.options)
    rules = set(info.rulebook().ids())
    names = game.seat_names(LANGUAGES[0])
    state = game.start(guide.seed)
    shown = []
    assert len({step.id for step in guide.steps}) == len(guide.steps), "each step has its own id"
    assert not guide.steps[0].others, "the first step shows the deal"
    assert not guide.steps[-1].play, "the last step is to read"
    for kind, rule in guide.explain.items():
        of_kind = [move for move, word in enumerate(game.vocabulary.kinds) if word == kind]
        assert of_kind, f"[explain]: there are no moves of the kind {kind}"
        cited = {guide.rule_of(game.vocabulary, move)[0] for move in of_kind}
        assert cited & rules, f"[explain]: there is no rule {rule.rule} for {kind}"
    for step in guide.steps:
        for move in step.others:
            assert state.seat != guide.seat, f"{step.id}: {move} is the learner's to make"
            play(state, move)
        shown.append(state.copy())
        assert not step.rule or step.rule in rules, f"{step.id}: there is no rule {step.rule}"
        for lang in LANGUAGES:
            assert guide.say(step, lang, names), step.id
            assert not step.play or guide.why(step, lang, names), step.id
        if step.play:
            assert state.seat == guide.seat, f"{step.id}: it is not the learner's turn"
            asked = [choice.name for choice in state.prompt(LANGUAGES[0]).choices]
            assert step.play in asked, f"{step.id}: {step.play} is not among {asked}"
            assert len(asked) > 1, f"{step.id}: there is nothing to choose"
            play(state, step.play)
    assert not state.over, "one may play on from here"
    return shown
