"""Helpers for the tests of facts: what a file says, changed number by number, and who reads it."""

from __future__ import annotations

import ast
import copy
import importlib.util
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dvergar.core import facts as core, registry
from dvergar.core.chance import Chance
from dvergar.core.facts import FactsError
from dvergar.core.game import Game
from dvergar.core.info import load
from dvergar.core.presentation import ViewContext

GAMES = Path(__file__).parents[2] / "src" / "dvergar" / "games"
Where = tuple[str | int, ...]


def numbers(tree: Any, where: Where = ()) -> Iterator[Where]:
    """Where every number of a table stands."""
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        if isinstance(value, dict | list):
            yield from numbers(value, (*where, key))
        elif isinstance(value, int):
            yield (*where, key)


def table_of(tree: Any, where: Where) -> Any:
    """The table in which a key stands."""
    for step in where[:-1]:
        tree = tree[step]
    return tree


def with_another(tree: dict[str, Any], where: Where, step: int = 1) -> dict[str, Any]:
    """A copy of what a file says, with another number in one place."""
    other = copy.deepcopy(tree)
    table = table_of(other, where)
    number = table[where[-1]]
    table[where[-1]] = not number if isinstance(number, bool) else number + step
    return other


def matters(tree: dict[str, Any], where: Where, read: Callable[[dict[str, Any]], Any]) -> bool:
    """Whether something else is made of a file with another number in one place.

    One more is tried, then one less; where both are refused, nothing else could stand there.
    """
    for step in (1, -1):
        try:
            return bool(read(with_another(tree, where, step)) != read(tree))
        except FactsError:
            continue
    return True


def put(tree: dict[str, Any], where: Where, said: Any) -> dict[str, Any]:
    """A copy of what a file says, with something else in one place; None: nothing."""
    other = copy.deepcopy(tree)
    table = table_of(other, where)
    if said is None:
        del table[where[-1]]
    else:
        table[where[-1]] = said
    return other


def of_another_kind_and_read(
    tree: dict[str, Any], read: Callable[[dict[str, Any]], Any]
) -> list[tuple[Where, Any]]:
    """Where something else than number, word, list or table could stand in a file unnoticed.

    An empty list is of another kind too: nothing would come of it.
    """
    others: list[Any] = ["x", 3.5, True, [], {"x": 1}]
    return [
        (where, other)
        for where in _places(tree)
        for other in others
        if (other == [] or type(other) is not type(table_of(tree, where)[where[-1]]))
        and _is_read(put(tree, where, other), read)
    ]


def _places(tree: Any, where: Where = ()) -> Iterator[Where]:
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield (*where, key)
        if isinstance(value, dict | list):
            yield from _places(value, (*where, key))


def _is_read(tree: dict[str, Any], read: Callable[[dict[str, Any]], Any]) -> bool:
    try:
        read(tree)
    except FactsError:
        return False
    return True


def numbers_said(said: Any) -> set[int]:
    """All numbers in what a file says, or in a text."""
    if isinstance(said, dict):
        return set().union(*(numbers_said(key) | numbers_said(one) for key, one in said.items()))
    if isinstance(said, list):
        return set().union(*map(numbers_said, said))
    return {abs(int(number)) for number in re.findall(r"\d+", str(said))}


@contextmanager
def watched(things: Iterable[object]) -> Iterator[set[tuple[str, str]]]:
    """Notes which fields of some things are looked at meanwhile, by class and name."""
    seen: set[tuple[str, str]] = set()
    kinds: dict[type, type] = {}
    listed = list(things)
    for thing in listed:
        kind = type(thing)
        if kind not in kinds:
            kinds[kind] = type(kind.__name__, (kind,), {"__getattribute__": _noting(kind, seen)})
        object.__setattr__(thing, "__class__", kinds[kind])
    try:
        yield seen
    finally:
        for thing in listed:
            object.__setattr__(thing, "__class__", type(thing).__bases__[0])


def _noting(kind: type, seen: set[tuple[str, str]]) -> Callable[[object, str], Any]:
    def noting(thing: object, name: str) -> Any:
        seen.add((kind.__name__, name))
        return object.__getattribute__(thing, name)

    return noting


def new_game(slug: str, **options: Any) -> Game:
    """A game made now from the facts, and for the caller alone.

    `dvergar.game` hands out the same game to everyone: it may have read its facts earlier, and a
    test that changes them would change the game for the tests after it.
    """
    info = registry.info(slug)
    made: Game = load(info.game)(info, info.check(options))
    return made


def play_and_look(game: Game, seed: int) -> None:
    """A random game, with everything asked for that people and programs are shown of it."""
    state, chance = game.start(seed), Chance(seed)
    names, speak = game.seat_names("en"), game.info.words("en")
    game_view = load(game.info.game_view)
    while not state.over:
        seat = state.seat
        prompt = state.prompt("en", names)
        game_view(ViewContext(state, state.view(seat), prompt, seat, [seat], True, names, speak))
        game.show(state, seat, "en", names)
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])
    state.scores()
    state.view(None)


def fields_of(things: Iterable[object]) -> set[tuple[str, str]]:
    """All fields of some things, by class and name."""
    return {(type(thing).__name__, name) for thing in things for name in vars(thing)}


def fresh(module: ModuleType) -> ModuleType:
    """A module read anew, beside the one that the game uses."""
    spec = importlib.util.find_spec(module.__name__)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def tables(module: ModuleType, file: str, tree: dict[str, Any]) -> dict[str, Any]:
    """The tables in which the rules would look things up if one file of a module said this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "read_tree", partial(_read_instead, file, tree, core.read_tree))
        made = vars(fresh(module))
    return {name: plain(one) for name, one in made.items() if name.isupper() and name[0] != "_"}


def _read_instead(
    file: str, tree: dict[str, Any], read: Callable[..., Any], package: str, name: str
) -> Any:
    return tree if name == file else read(package, name)


def plain(value: Any) -> Any:
    """A value by what is in it."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if type(value).__module__.startswith("dvergar."):
        slots = getattr(type(value), "__slots__", None) or vars(value)
        return {name: plain(getattr(value, name)) for name in slots}
    return value


def unread_constants(game: str) -> set[str]:
    """The constants of a game's facts that nothing uses, not even another of them."""
    given = {
        node.target.id
        for tree in _trees(GAMES / game / "facts")
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    used = {
        node.id if isinstance(node, ast.Name) else node.attr
        for tree in _trees(GAMES / game)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load)
    }
    assert given, "the facts give something"
    return given - used


def unread_fields(game: str) -> set[str]:
    """What the facts read into a field that nothing looks at."""
    given, used = set(), set()
    for tree in _trees(GAMES / game / "facts"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                given.add(node.attr)
    for tree in _trees(GAMES / game):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                used.add(node.attr)
    assert given, "the facts have fields"
    return given - used


def _trees(folder: Path) -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
