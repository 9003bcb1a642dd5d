"""Helpers for the tests of facts: what a file says, changed number by number, and who reads it."""

from __future__ import annotations

import ast
import copy
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dvergar.core import facts as core

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


def with_another(tree: dict[str, Any], where: Where) -> dict[str, Any]:
    """A copy of what a file says, with another number in one place."""
    other = copy.deepcopy(tree)
    table = table_of(other, where)
    number = table[where[-1]]
    table[where[-1]] = not number if isinstance(number, bool) else number + 1
    return other


def fresh(module: ModuleType) -> ModuleType:
    """A module read anew, beside the one that the game uses."""
    spec = importlib.util.find_spec(module.__name__)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def tables(module: ModuleType, tree: dict[str, Any]) -> dict[str, Any]:
    """The tables in which the rules would look things up if the file of a module said this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core, "read_tree", lambda *_: tree)
        made = vars(fresh(module))
    return {name: plain(one) for name, one in made.items() if name.isupper() and name[0] != "_"}


def plain(value: Any) -> Any:
    """A value by what is in it."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if type(value).__module__.startswith("dvergar."):
        return {name: plain(one) for name, one in vars(value).items()}
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
        node.id
        for tree in _trees(GAMES / game)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
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
