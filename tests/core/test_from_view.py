"""A program that sees a table from afar can make a position of it and think with our engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

import dvergar
from dvergar.core.chance import Chance
from dvergar.core.game import State
from dvergar.testing import play_out
from tests.tables import every_option, made

Table = tuple[str, dict[str, Any]]
OURS = [table for table in every_option() if table.values[0][0] != "stones"]


@pytest.mark.whole_games
@pytest.mark.parametrize("table", OURS)
def test_a_view_makes_a_position_that_looks_the_same_and_has_the_same_moves(table: Table) -> None:
    game = made(table)
    chance = Chance(3)
    state = game.start(3)
    while not state.over:
        moves = state.moves()
        state.play(moves[chance.below(len(moves))])
        if chance.below(4) and not state.over:
            continue
        for seat in (state.seat, (state.seat + 1) % game.players, None):
            view = state.view(seat)
            again = game.from_view(json.loads(json.dumps(view)), seat, chance.next())
            assert again.view(seat) == view
            assert again.moves() == state.moves()
            if seat is not None and game.slug != "my_gold_mine":
                assert again.key(seat) == state.key(seat)


@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_such_a_position_is_dealt_by_the_seed_and_can_be_played_to_its_end(slug: str) -> None:
    game = dvergar.game(slug)
    state = game.start(5)
    view = state.view(0)
    texts = [game.from_view(view, 0, seed).text() for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]
    assert play_out(game.from_view(view, 0, 9), seed=1).over


@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
@pytest.mark.parametrize("damage", ["round", "players", "seat"])
def test_what_is_no_view_is_refused_in_a_sentence(slug: str, damage: str) -> None:
    game = dvergar.game(slug)
    view = game.start(5).view(0)
    view[damage] = "nonsense"
    with pytest.raises(dvergar.PositionError, match="not a seat’s view"):
        game.from_view(view, 0, 1)
    with pytest.raises(dvergar.PositionError, match="not a seat’s view"):
        game.from_view({}, 0, 1)
    with pytest.raises(dvergar.PositionError, match="not a seat’s view"):
        game.from_view(
            dvergar.game("caverna" if slug != "caverna" else "my_gold_mine").start(1).view(0), 0, 1
        )


@pytest.mark.parametrize("slug", ["caverna", "cave_vs_cave", "my_gold_mine"])
def test_every_view_keeps_the_schema_of_its_game(slug: str) -> None:
    for players in (dvergar.game(slug).info.players[0], dvergar.game(slug).info.players[1]):
        game = dvergar.game(slug, players=players)
        schema = game.view_schema()
        kinds = TypeAdapter(game.presenter.view_type)

        def look(state: State, kinds: Any = kinds, schema: Any = schema) -> None:
            if state.turn % 5 == 0 or state.over:
                view = state.view(0)
                kinds.validate_python(view, strict=True)
                assert_fits(view, schema, schema)

        look(play_out(game.start(2), seed=2, each=look))


def assert_fits(value: Any, schema: dict[str, Any], whole: dict[str, Any]) -> None:
    """Every entry is one that the schema names, at every depth."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
    if isinstance(value, list):
        for one in value:
            assert_fits(one, schema.get("items", {}), whole)
    elif isinstance(value, dict) and "properties" in schema:
        assert set(value) == set(schema["properties"]) == set(schema["required"])
        for name, one in value.items():
            assert_fits(one, schema["properties"][name], whole)
    elif isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
        for one in value.values():
            assert_fits(one, schema["additionalProperties"], whole)


def test_gold_that_nobody_sees_is_made_up_of_the_cards_that_are_gone() -> None:
    game = dvergar.game("my_gold_mine", players=3, first_seat=0)
    state = game.start(7)
    for _ in range(6):
        state.play(game.move("dig") if game.move("dig") in state.moves() else state.moves()[0])
    seen = set()
    for seed in range(20):
        again = game.from_view(state.view(0), 0, seed)
        told = [player["gold"] for player in again.view(1)["players"]]
        assert again.view(0) == state.view(0)
        seen.add(told[1])
    assert len(seen) > 1
