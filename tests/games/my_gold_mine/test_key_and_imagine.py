"""Keys and imagined positions: what is equal has one key, and nobody imagines what he cannot know.

Nobody knows the order of a deck. Everything else lay open once: whoever keeps count knows what is
left in the decks and the gold in every pile, face down or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import dvergar
from dvergar.core.chance import Chance
from dvergar.testing import play, rule

SEEDS = range(4)


def mine(**options: Any) -> Any:
    """The game with these options, for three if nothing else is said."""
    return dvergar.game("my_gold_mine", **{"players": 3, **options})


def positions(seed: int, **options: Any) -> Iterator[Any]:
    """Every position of a random game."""
    state, chance = mine(**options).start(seed), Chance(seed)
    while not state.over:
        yield state
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])
    yield state


def with_other_words(state: Any) -> Any:
    """The same position with other random numbers to come."""
    return state.game.restore(state.data() | {"chance": Chance(99).words()})


# Imagined positions.


@rule("my_gold_mine.table.decks")
@pytest.mark.parametrize("open_gold", [False, True])
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.whole_games
def test_two_deals_that_look_alike_to_a_seat_are_imagined_alike(
    players: int, open_gold: bool
) -> None:
    for number, state in enumerate(positions(players, players=players, open_gold=open_gold)):
        if number % 5:
            continue
        deals = [state, *(state.imagine(None, seed) for seed in SEEDS)]
        for seat in (*range(players), None):
            imagined = [deal.imagine(seat, 7) for deal in deals]
            assert len({one.text() for one in imagined}) == 1
            assert len({str(one.events()) for one in imagined}) == 1


@rule("my_gold_mine.table.decks")
def test_cards_in_another_order_with_other_random_numbers_are_imagined_alike() -> None:
    first, second = (
        mine().position(
            piles=[["red"], [], []], extraction=["plain", below], exits=[top], seed=seed
        )
        for seed, below, top in ((1, "dragon", "all"), (2, "blue", "small"))
    )
    assert first.text() != second.text()
    for seat in (0, 1, 2, None):
        assert first.imagine(seat, 5).text() == second.imagine(seat, 5).text()
        assert first.imagine(seat, 5).text() != first.imagine(seat, 6).text()


@rule("my_gold_mine.table.decks")
def test_a_seed_does_not_tell_the_deal_it_was_asked_with() -> None:
    state = mine().start(3)
    played = [play(state.imagine(0, seed), "dig", "draw exit").text() for seed in range(30)]
    assert len(set(played)) > 25


@rule("my_gold_mine.table.piles")
@pytest.mark.parametrize("open_gold", [False, True])
def test_gold_that_lay_open_is_remembered(open_gold: bool) -> None:
    game = mine(open_gold=open_gold)
    state = game.position(piles=[["plain"], ["red", "bonus"], []], extraction=["plain"])
    seen = state.imagine(0, 4).view(1)["players"][1]
    assert (seen["cards"], seen["gold"]) == (2, 5)


# Keys.


@rule("my_gold_mine.table.decks")
@pytest.mark.parametrize("players", [2, 4])
def test_equal_positions_have_equal_keys_and_a_move_changes_them(players: int) -> None:
    seen = set()
    moves = 0
    for state in positions(11, players=players):
        moves += 1
        assert state.key() == state.copy().key() == state.game.read(state.text()).key()
        assert hash(state.key()) == hash(state.copy().key())
        seen.add(state.key())
    assert len(seen) == moves


@rule("my_gold_mine.table.decks")
def test_each_single_field_of_a_position_shows_in_its_key() -> None:
    state = play(mine().position(round=2, exits=["small swap"], nuggets=[3, 2, 1]), "draw exit")
    data = state.data()
    derived = {"seat"}  # follows from the dwarf whose turn it is
    for name in set(data) - derived:
        value = data[name]
        other = [*value, value[-1] if value else 0] if isinstance(value, list) else value + 1
        if name == "chance":
            other = Chance(5).words()
        if name == "results":
            other = [[1, 0, 3, 3]]
        assert state.game.restore(data | {name: other}).key() != state.key(), name


@rule("my_gold_mine.table.decks")
def test_what_a_seat_cannot_know_is_not_in_its_key() -> None:
    for number, state in enumerate(positions(5)):
        if number % 3:
            continue
        for seat in range(3):
            keys = {state.imagine(seat, seed).key(seat) for seed in SEEDS}
            assert keys == {state.key(seat)}
            assert with_other_words(state).key(seat) == state.key(seat)


@rule("my_gold_mine.table.open")
def test_what_everybody_sees_is_in_the_key_of_a_seat() -> None:
    game = mine()
    plain = game.position(extraction=["plain"])
    others = [
        game.position(extraction=["blue"]),
        game.position(extraction=["plain"], dwarfs=[4, 4, 5]),
        game.position(extraction=["plain"], piles=[["plain"], [], []]),
        game.position(extraction=["plain"], dragon=7),
        play(game.position(extraction=["plain"], exits=["small swap"]), "draw exit"),
    ]
    assert len({state.key(0) for state in [plain, *others]}) == 1 + len(others)


# Random words that will never be drawn again.


def futures(state: Any, most: int) -> Iterator[Any]:
    """Positions that can come, each once; no more than so many are looked at."""
    seen = {state.text()}
    waiting = [state]
    while waiting and most:
        most -= 1
        before = waiting.pop()
        for move in before.moves():
            after = before.copy()
            after.play(move)
            yield after
            if after.text() not in seen:
                seen.add(after.text())
                waiting.append(after)
    assert not waiting, "there are more of them"


def shuffles(state: Any) -> bool:
    """Whether the move that led here shuffled a deck."""
    return any(event.kind in ("reshuffle", "round") for event in state.events())


def last_round(**wanted: Any) -> Any:
    return mine(**wanted.pop("options", {})).position(
        round=3, nuggets=[3, 2, 1], short_deck=True, **wanted
    )


ONLY_ONE = {"dwarfs": ["burnt", "burnt", 2], "dragon": 7, "turn": 2}
TWO = {"dwarfs": ["burnt", 1, 1], "dragon": 7, "turn": 1}
FORGETFUL = {
    "alone, two steps, two cards": (ONLY_ONE, ["plain"], ["small", "small swap"]),
    "alone, a red door and three cards": (ONLY_ONE, ["red"], ["small", "double swap", "all"]),
    "two of them, a step each": (TWO, ["plain", "blue"], ["small", "double"]),
    "two of them, all together": (TWO, ["plain"], ["small all", "all", "small"]),
}
MINDFUL = {
    "alone, a card too few": (ONLY_ONE, ["plain"], ["small"]),
    "alone, a red door more": (ONLY_ONE, ["red"], ["small", "small swap"]),
    "alone, a bonus to keep": (ONLY_ONE, ["plain"], ["small", "double bonus"]),
    "alone, nobody to swap with": (ONLY_ONE, ["plain"], ["small", "swap"]),
    "two of them may swap": (TWO, ["plain"], ["small swap", "small swap"]),
}


def table(what: tuple[dict[str, Any], list[str], list[str]]) -> Any:
    who, extraction, exits = what
    return last_round(**who, extraction=extraction, exits=exits, short_exits=True)


@rule("my_gold_mine.exit.reshuffle")
@pytest.mark.parametrize("what", FORGETFUL.values(), ids=FORGETFUL.keys())
def test_where_no_shuffle_can_come_random_words_do_not_count(what: Any) -> None:
    state = table(what)
    assert with_other_words(state).key() == state.key()
    assert with_other_words(state) == state
    for after in futures(state, most=500):
        assert not shuffles(after)
        assert with_other_words(after).key() == after.key(), "nor ever again"


@rule("my_gold_mine.exit.reshuffle")
@pytest.mark.parametrize("what", MINDFUL.values(), ids=MINDFUL.keys())
def test_where_a_shuffle_can_come_random_words_count(what: Any) -> None:
    state = table(what)
    assert with_other_words(state).key() != state.key()
    assert any(shuffles(after) for after in first_shuffles(state))


def first_shuffles(state: Any) -> Iterator[Any]:
    """The futures of a position up to the first shuffle."""
    waiting = [state]
    while waiting:
        before = waiting.pop()
        for move in before.moves():
            after = before.copy()
            after.play(move)
            yield after
            if not shuffles(after):
                waiting.append(after)


@rule("my_gold_mine.next.setup")
def test_before_the_last_round_random_words_always_count() -> None:
    for state in positions(8):
        if state.round == 3:
            break
        assert with_other_words(state).key() != state.key()


@rule("my_gold_mine.exit.reshuffle")
@pytest.mark.parametrize("seed", range(12))
def test_once_random_words_have_gone_no_shuffle_ever_comes(seed: int) -> None:
    gone = False
    for state in positions(seed, players=2 + seed % 5):
        assert not (gone and shuffles(state))
        gone = with_other_words(state).key() == state.key()
    assert gone, "at the end they are no part of the position"


CARDS = ("small", "double", "all", "small swap", "double swap", "all swap", "small all")


def small_table(seed: int) -> Any:
    """A last round with few cards, so that all its futures can be looked at."""
    dice = Chance(seed)
    dwarfs: list[int | str] = [1 + dice.below(3) for _ in range(1 + dice.below(2))]
    gold = ("plain", "red", "blue")
    return last_round(
        options={"red_door_at_dragon": ("stay", "forbid", "burn")[dice.below(3)]},
        dwarfs=[*dwarfs, "burnt", "burnt"][:3],
        dragon=4 + dice.below(3),
        extraction=[gold[dice.below(3)] for _ in range(1 + dice.below(3))],
        exits=list(CARDS[dice.below(2) : 7 - dice.below(3)]),
        short_exits=True,
    )


@rule("my_gold_mine.exit.reshuffle")
def test_random_words_are_never_left_out_too_early() -> None:
    left_out = 0
    for seed in range(80):
        state = small_table(seed)
        if with_other_words(state).key() == state.key():
            left_out += 1
            assert not any(shuffles(after) for after in futures(state, most=5000)), seed
    assert 20 < left_out < 80
