"""Tables of Cave vs Cave for browser tests: positions found by play, and players who click."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import dvergar
from dvergar.core.record import Record
from dvergar.games.cave_vs_cave.state.state import QUESTIONS
from dvergar.web.kernel.security.tokens import digest, new_token
from dvergar.web.kernel.tables.plan import Plan
from dvergar.web.kernel.tables.table import OPEN, Seat
from tests.browser.stage import MOVES, NAMES, VERSION, Scene, press, version
from tests.web.serving import Served

GAME = "cave_vs_cave"
FULL_CAVE = Path(__file__).parents[1] / "records" / "cave_vs_cave-full-cave.json"
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
    return seat_them(server, players, *find(players, wanted, **options), names, one_screen, options)


def from_record(server: Served, wanted: Wanted, names: Sequence[str] = NAMES) -> Scene:
    """A table at the first position that is as `wanted` of a game in which a cave is filled."""
    record = Record.load(FULL_CAVE)
    game = dvergar.game(GAME, **record.options)
    state, moves = game.start(record.seed), list[str]()
    for move in record.moves:
        if wanted(state):
            break
        moves.append(move)
        state.play(game.move(move))
    assert wanted(state), "no such position"
    return seat_them(server, 2, record.seed, moves, state.seat, names, False, dict(record.options))


def seat_them(
    server: Served,
    players: int,
    seed: int,
    moves: list[str],
    acting: int,
    names: Sequence[str],
    one_screen: bool,
    options: dict[str, Any],
) -> Scene:
    """A table on the server at which so much has been played."""
    tokens = [new_token()] * players if one_screen else [new_token() for _ in range(players)]
    seats = [Seat(OPEN, "") for _ in range(players)]
    inside = server.inside
    plan = Plan(GAME, {**options, "players": players}, seats, "Kettle and Pick")
    table = server.run(inside.tables.open(plan, digest(tokens[0]), seed))
    for seat, token in enumerate(tokens):
        table = server.run(inside.tables.sit(table, seat, names[seat], digest(token)))
    for move in moves:
        table = server.run(inside.tables.play(table, move))
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
        if state.over or QUESTIONS[state.question] != question:
            return False
        names = [state.game.name(move) for move in state.moves()]
        return all(any(name.startswith(word) for name in names) for word in more)

    return wanted


def at_the_end(state: Any) -> bool:
    return bool(state.over)


# What a guest sees and does.


def offered(page: Page) -> list[str]:
    """The moves that lie on the page as buttons."""
    found: list[str] = page.locator(MOVES).evaluate_all("all => all.map((one) => one.value)")
    return found


def assert_all_offered(page: Page, server: Served, scene: Scene) -> list[str]:
    """Every legal move is one button, with a name, and nothing else is."""
    state = server.run(server.inside.tables.get(scene.id)).state
    legal = [state.game.name(move) for move in state.moves()]
    found = offered(page)
    assert sorted(found) == sorted(legal)
    return found


def click(page: Page, move: str) -> None:
    """Makes a move by its button, and waits for what comes of it."""
    before = press_button(page, move)
    expect(page.locator(VERSION)).not_to_have_value(before)


def click_on(page: Page, move: str) -> None:
    """The same for long games, without waiting until the page stands still."""
    press(page.locator(f'{MOVES}[value="{move}"]').first, by_mouse=False)


def press_button(page: Page, move: str) -> str:
    """Presses the button of a move; gives back the version of the table before."""
    before = version(page)
    button = page.locator(f'{MOVES}[value="{move}"]').first
    if move.startswith("use junction_room") and not button.is_visible():  # it lies in a menu
        page.locator('.hit[popovertarget="menu-junction_room"]').click()
    button.click()
    return before


def choose(moves: Sequence[str], chance: random.Random, hurry: float = 0.0) -> str:
    """What somebody clicks who would rather build than end the turn, and seldom eats."""
    real = [move for move in moves if move != "done" and not move.startswith("eat ")]
    wishes = [move for move in real if move.startswith(("furnish ", "dig "))]
    if chance.random() < 0.03 or not real:
        return chance.choice(list(moves))
    if "done" in moves and chance.random() < hurry:
        return "done"
    return chance.choice(wishes or real)
