"""Tables of Cave vs Cave for browser tests: positions found by play, and players who click."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

import dvergar
from dvergar.web.seats import digest, new_token
from dvergar.web.table import OPEN, Seat
from dvergar.web.tables import Plan
from tests.browser.stage import MOVES, NAMES, VERSION, Scene, version
from tests.web.serving import Served

GAME = "cave_vs_cave"
Wanted = Callable[[Any], bool]


def set_up(
    server: Served,
    players: int,
    wanted: Wanted,
    names: Sequence[str] = NAMES,
    one_screen: bool = False,
    **options: Any,
) -> Scene:
    """A table at the first position of seeded games that is as `wanted`."""
    seed, moves, acting = find(players, wanted, **options)
    tokens = [new_token()] * players if one_screen else [new_token() for _ in range(players)]
    seats = [Seat(OPEN, "") for _ in range(players)]
    house = server.house
    plan = Plan(GAME, {"players": players, **options}, seats, "Kettle and Pick")
    table = server.run(house.tables.open(plan, digest(tokens[0]), seed))
    for seat, token in enumerate(tokens):
        server.run(house.tables.sit(table, seat, names[seat], digest(token)))
    for move in moves:
        server.run(house.tables.play(table, move))
    return Scene(table.id, tokens, acting, len(moves))


def find(players: int, wanted: Wanted, **options: Any) -> tuple[int, list[str], int]:
    """Seed, moves and acting seat of a position that is as `wanted`."""
    game = dvergar.game(GAME, players=players, **options)
    for seed in range(1, 3000):
        chance = random.Random(seed)
        state = game.start(seed)
        moves: list[str] = []
        while not wanted(state) and not state.over:
            move = busy_move(state, chance)
            moves.append(game.name(move))
            state.play(move)
        if wanted(state):
            return seed, moves, state.seat
    raise AssertionError("no such position")


def busy_move(state: Any, chance: random.Random) -> int:
    """A move of somebody who would rather build than end the turn, and eats only now and then."""
    game = state.game
    offered = state.moves()
    real = [move for move in offered if not game.is_free(move) and game.name(move) != "done"]
    furnishing = [move for move in real if game.name(move).startswith("furnish ")]
    if chance.random() < 0.04 or not real:
        return int(chance.choice(offered))
    return int(chance.choice(furnishing or real))


def asks(question: str, *more: str) -> Wanted:
    """A position that asks this question, with moves that begin with each of these words."""

    def wanted(state: Any) -> bool:
        if state.over or state.view(None)["ask"] != question:
            return False
        names = [state.game.name(move) for move in state.moves()]
        return all(any(name.startswith(word) for name in names) for word in more)

    return wanted


def at_the_end(state: Any) -> bool:
    return bool(state.over)


def click(page: Page, move: str) -> None:
    """Makes a move by its button, and waits for what comes of it."""
    before = version(page)
    page.locator(f'{MOVES}[value="{move}"]').first.click()
    expect(page.locator(VERSION)).not_to_have_value(before)
