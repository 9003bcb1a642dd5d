"""The numbers of the game: every key of the file is read, and one that nobody knows is refused."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from dvergar.core.facts import Facts, FactsError, read_tree
from dvergar.core.languages import LANGUAGES
from dvergar.core.plain_data import field_names
from dvergar.games.my_gold_mine.facts.material import MATERIAL, Material
from tests.games.reading import (
    fields_of,
    matters,
    new_game,
    numbers,
    of_another_kind_and_read,
    play_and_look,
    put,
    unread_constants,
    unread_fields,
    watched,
    with_another,
)

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
    return {name: getattr(thing, name) for name in field_names(thing)}


CHOSEN = ("exit_deck", "dvergar")  # the names of decks are free: they become values of the option


@pytest.mark.parametrize("path", [path for path in keys(TREE) if path != CHOSEN], ids=str)
def test_a_key_that_is_mistyped_is_refused_with_a_sentence(path: Path) -> None:
    wrong = f"{path[-1]}x"
    with pytest.raises(FactsError) as refused:
        material(changed(path, wrong))
    for lang in LANGUAGES:
        assert FILE in refused.value.text(lang)
        assert str(path[-1]) in refused.value.text(lang)


@pytest.mark.parametrize("path", [path for path in keys(TREE) if path != CHOSEN], ids=str)
def test_a_key_that_is_left_out_is_missed(path: Path) -> None:
    try:
        without = told(material(changed(path, None)))
    except FactsError:
        return
    assert without != told(MATERIAL)


def test_what_is_of_another_kind_is_refused_wherever_it_stands() -> None:
    assert of_another_kind_and_read(TREE, material) == []


@pytest.mark.parametrize("path", list(numbers(TREE)), ids=str)
def test_another_number_is_another_fact(path: Path) -> None:
    assert matters(TREE, path, lambda tree: told(material(tree)))


def test_nothing_is_read_in_vain() -> None:
    """Every fact that is read is looked at by something else."""
    assert unread_constants("my_gold_mine") == set()
    assert unread_fields("my_gold_mine") == set()


@pytest.mark.plain
def test_every_fact_is_looked_at_in_play() -> None:
    """Every field of every thing that is read, not only a name that something else has too."""
    facts = [MATERIAL, *MATERIAL.exit_decks.values()]
    wanted = fields_of(facts)
    for _ in range(2):  # also when games were made before
        with watched(facts) as seen:
            for players in (2, 3):
                play_and_look(new_game("my_gold_mine", players=players), seed=1)
        assert wanted - seen == set()


@pytest.mark.plain
@pytest.mark.parametrize("path", list(numbers(TREE)), ids=str)
def test_a_game_with_another_number_is_played_and_seen_like_any_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in (1, -1):
        try:
            other = material(with_another(TREE, path, step))
        except FactsError:
            continue
        for name, said in fields(other).items():
            monkeypatch.setattr(MATERIAL, name, said)
        game = new_game("my_gold_mine", players=3)
        play_and_look(game, seed=1)
        state = game.start(2)
        while not state.over:
            view = state.view(state.seat)
            assert game.from_view(view, state.seat, seed=3).view(state.seat) == view
            state.play(state.moves()[-1])


IMPOSSIBLE: list[tuple[Path, Any, str]] = [
    (("rounds",), 0, "at least 1"),
    (("prizes",), [3, 2, 0], "at least 1"),
    (("prizes",), [1, 2], "at most 1"),
    (("prize_rounds",), [1, 4], "at most 3"),
    (("prize_rounds",), [2, 2], "“2” twice"),
    (("bonus_gold",), 0, "at least 1"),
    (("two_player_variant", "dwarfs"), 4, "at most 3"),
    (("track", "wagon"), 8, "at most 7"),
    (("track", "dragon"), 16, "at most 15"),
    (("track", "dragon_stop"), 0, "at least 1"),
    (("extraction_deck", "red", "door"), -1, "at least 1"),
    (("extraction_deck", "blue", "door"), 1, "at most −1"),
    (("extraction_deck", "blue", "count"), 0, "at least 1"),
    (("extraction_deck", "dragon", "count"), 16, "at most 15"),
    (("extraction_deck", "dragon", "gold"), 1, "the key “gold” is unknown"),
    (("extraction_deck", "plain", "door"), 1, "the key “door” is unknown"),
    (("steps", "all"), 0, "at least 1"),
    (("steps", "swap"), 1, "the key “swap” is unknown"),
    (("exit_deck", "dvergar", 0, "actions"), [], "is empty"),
    (("exit_deck", "dvergar", 0, "actions"), ["small", "small"], "“small” twice"),
    (("exit_deck", "dvergar", 0, "actions"), ["double"], "only one entry may have “double”"),
    (("exit_deck", "dvergar", 0, "count"), -1, "at least 1"),
    (("exit_deck",), {}, "is empty"),
]


@pytest.mark.parametrize(("path", "said", "sentence"), IMPOSSIBLE, ids=str)
def test_what_cannot_be_is_refused_with_a_sentence(path: Path, said: Any, sentence: str) -> None:
    with pytest.raises(FactsError, match=sentence) as refused:
        material(put(TREE, path, said))
    assert FILE in refused.value.text("fr")


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
