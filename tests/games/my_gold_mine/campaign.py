"""Whole games of My Gold Mine under the eyes of the referee, one or as many as wanted."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import dvergar
from dvergar.core.game import State
from tests.games.my_gold_mine.referee import Referee, Told

Options = dict[str, Any]
Pick = Callable[[list[str]], str]

TABLES: list[Options] = [
    {"players": 2, "two_player_variant": True},
    {"players": 2, "two_player_variant": False},
    *({"players": players} for players in range(3, 7)),
]
VALUES: dict[str, list[Any]] = {
    "dragon_timing": ["after_move", "before_move"],
    "red_door_at_dragon": ["stay", "forbid", "burn"],
    "no_winner_starter": ["next_seat", "same_seat"],
    "final_tie_no_slot": ["shared", "round_two_slot"],
    "open_gold": [False, True],
}
COMBINATIONS = [dict(zip(VALUES, values, strict=True)) for values in product(*VALUES.values())]


def start(options: Options, seed: int) -> tuple[State, Referee]:
    """A new game and the referee at its table."""
    state = dvergar.game("my_gold_mine", **options).start(seed)
    referee = Referee(dict(state.game.options), state.view(None)["starter"], turned_up(state))
    assert told(state) == referee.told
    compare(state, referee)
    return state, referee


def told(state: State) -> list[Told]:
    """What the last move caused."""
    return [(event.kind, event.seat, dict(event.facts)) for event in state.events()]


def turned_up(state: State) -> Iterator[str]:
    """The cards that everybody saw in the last move."""
    return (str(facts["card"]) for kind, _, facts in told(state) if kind in ("draw", "reveal"))


def play_and_compare(state: State, referee: Referee, move: str) -> None:
    """Plays one move on both sides and compares all there is."""
    state.play(state.game.move(move))
    assert told(state) == referee.play(move, turned_up(state))
    if referee.over:
        referee.look(state.view(None)["extraction"]["top"])
    compare(state, referee)


def compare(state: State, referee: Referee) -> None:
    """Compares what is offered, seen and counted with what the referee knows."""
    referee.check()
    names = [state.game.name(move) for move in state.moves()]
    assert len(names) == len(set(names))
    assert set(names) == referee.offered()
    assert state.moves(free=False) == state.moves()
    assert (state.over, state.seat) == (referee.over, referee.acting.seat)
    assert (state.turn, state.reveals) == (referee.turns, referee.reveals)
    seats = range(referee.seats)
    for viewer in (None, referee.reveals % referee.seats):  # so that all of them have their turn
        assert state.view(viewer) == referee.view(viewer)
    assert [dict(score.lines) for score in state.scores()] == [referee.score(one) for one in seats]
    assert [score.total for score in state.scores()] == [referee.total(one) for one in seats]
    assert state.ranking() == referee.ranking()


def refereed_game(options: Options, seed: int, pick: Pick) -> set[str]:
    """Plays a whole game under the eyes of the referee; the kinds of things that happened."""
    state, referee = start(options, seed)
    met, moves = set(), list[str]()
    while not state.over:
        moves.append(pick(sorted(referee.offered())))
        try:
            play_and_compare(state, referee, moves[-1])
        except AssertionError as error:
            error.add_note(f"{options}, seed {seed}, moves {moves}")
            raise
        met |= {kind for kind, _, _ in referee.told}
    assert len(referee.results) == 3
    for seat in range(referee.seats):
        assert state.view(seat) == referee.view(seat)
    return met


def by_chance(seed: int) -> Pick:
    """Picks at random: now careful, now bold."""
    dice = random.Random(seed)
    boldness = dice.choice([0.3, 0.5, 0.7, 0.9])

    def pick(offered: list[str]) -> str:
        if offered == ["dig", "draw exit"]:
            return offered[dice.random() > boldness]
        return dice.choice(offered)

    return pick


def by_numbers(numbers: list[int]) -> Pick:
    """Picks by numbers that repeat for ever."""
    turn = iter(range(1_000_000))
    return lambda offered: offered[numbers[next(turn) % len(numbers)] % len(offered)]


def campaign(games: int, first: int = 0) -> int:
    """Plays random games over all player counts and options; how many were played."""
    for seed in range(first, first + games):
        dice = random.Random(seed)
        table = dice.choice(TABLES)
        first_seat = dice.choice(["random", *range(table["players"])])
        options = {**table, **dice.choice(COMBINATIONS), "first_seat": first_seat}
        refereed_game(options, seed, by_chance(seed))
    return games
