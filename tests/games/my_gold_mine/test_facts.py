"""The numbers of the game: every key of the file is read, and one that nobody knows is refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from dvergar.core.facts import Facts, FactsError, read_tree
from dvergar.core.fields import names_of
from dvergar.games.my_gold_mine.facts.material import MATERIAL, Material
from tests.games.reading import numbers, unread_constants, unread_fields, with_another

FILE = "facts.toml"
TREE = read_tree("dvergar.games.my_gold_mine.facts", FILE)
Path = tuple[str | int, ...]


def material(tree: dict[str, Any]) -> Material:
    """What the game makes of a file that says this."""
    with Facts(tree, FILE) as facts:
        return Material(facts)


def keys(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Where every key of the file stands, those of tables within tables too."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in inner:
        if isinstance(tree, dict):
            yield (*path, key)
        if isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], dict)):
            yield from keys(value, (*path, key))


def changed(path: Path, key: str | None) -> dict[str, Any]:
    """The file with one key called otherwise, or left out."""
    tree = copy.deepcopy(TREE)
    table: Any = tree
    for step in path[:-1]:
        table = table[step]
    value = table.pop(path[-1])
    if key is not None:
        table[key] = value
    return tree


def told(one: Material) -> dict[str, Any]:
    """All numbers, decks included."""
    decks = {name: fields(deck) for name, deck in one.exit_decks.items()}
    return fields(one) | {"exit_decks": decks}


def fields(thing: object) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names_of(thing)}


CHOSEN = ("exit_deck", "dvergar")  # the names of decks are free: they become values of the option


@pytest.mark.parametrize("path", [path for path in keys(TREE) if path != CHOSEN], ids=str)
def test_a_key_that_is_mistyped_is_refused_with_a_sentence(path: Path) -> None:
    wrong = f"{path[-1]}x"
    with pytest.raises(FactsError) as refused:
        material(changed(path, wrong))
    for lang in ("en", "fr"):
        assert FILE in refused.value.text(lang)
        assert str(path[-1]) in refused.value.text(lang)


@pytest.mark.parametrize("path", [path for path in keys(TREE) if path != CHOSEN], ids=str)
def test_a_key_that_is_left_out_is_missed(path: Path) -> None:
    try:
        without = told(material(changed(path, None)))
    except FactsError:
        return
    assert without != told(MATERIAL)


@pytest.mark.parametrize("path", list(numbers(TREE)), ids=str)
def test_another_number_is_another_fact(path: Path) -> None:
    assert told(material(with_another(TREE, path))) != told(MATERIAL)


def test_nothing_is_read_in_vain() -> None:
    """Every fact that is read is looked at by something else."""
    assert unread_constants("my_gold_mine") == set()
    assert unread_fields("my_gold_mine") == set()


@pytest.mark.parametrize("wrong", ["smal", "jump", ""])
def test_an_exit_card_has_known_actions(wrong: str) -> None:
    tree = copy.deepcopy(TREE)
    tree["exit_deck"]["dvergar"][0]["actions"] = [wrong]
    with pytest.raises(FactsError, match="small, double, all, bonus, swap"):
        material(tree)


def test_a_deck_can_be_added_by_data_alone() -> None:
    tree = copy.deepcopy(TREE)
    tree["exit_deck"]["counted"] = [{"actions": ["swap", "bonus"], "count": 16}]
    deck = material(tree).exit_decks["counted"]
    assert deck.names == ["swap bonus", "swap"]
    assert deck.deck == [0] * 16
