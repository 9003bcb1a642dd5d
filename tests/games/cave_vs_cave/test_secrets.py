"""What everybody may see and what nobody may know: views, imagined copies, the log."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from dvergar.core.languages import LANGUAGES
from dvergar.testing import play, rule
from tests.games.cave_vs_cave.printed import BURIED, DARK, GROUPS, LIGHT
from tests.games.cave_vs_cave.tables import PLENTY, cave, names, seat, table, told

VIEWERS = (None, 0, 1)


def seen_rooms(data: Any) -> set[str]:
    """The dark-grey rooms that some plain data names."""
    text = json.dumps(data)
    return {room for room in DARK if f'"{room}"' in text}


def public(state: Any) -> set[str]:
    """The dark-grey rooms that lie open."""
    view = state.view(None)
    owned = {cell["room"] for player in view["players"] for cell in player["cells"].values()}
    return {room for room in DARK if room in owned or room in view["display"]}


@rule("cave_vs_cave.aim.open", "cave_vs_cave.dig.hidden")
@pytest.mark.parametrize("players", [1, 2])
def test_positions_that_differ_only_in_what_is_hidden_look_the_same(players: int) -> None:
    said: dict[str, Any] = {"gone": ["shelf", "tunnel", "parlor"]} if players == 1 else {}
    first, second = (table(players=players, seed=seed, **said) for seed in (1, 2))
    assert first.text() != second.text()
    for viewer in VIEWERS[: players + 1]:
        assert first.view(viewer) == second.view(viewer)
    for lang in LANGUAGES:
        assert first.prompt(lang) == second.prompt(lang)
        show = [
            state.game.show(state, None, lang, ["A", "B"][:players]) for state in (first, second)
        ]
        assert show[0] == show[1]
    assert first.moves() == second.moves()
    assert first.observation(0) == second.observation(0)


@rule("cave_vs_cave.aim.open", "cave_vs_cave.dig.hidden")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(6))
def test_no_view_and_no_event_names_a_face_down_room(players: int, seed: int) -> None:
    state = cave(players).start(seed=seed)
    dice = random.Random(seed)
    while not state.over:
        known = public(state)
        for viewer in VIEWERS[: players + 1]:
            view = state.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert seen_rooms(view) == known
            hidden = [tile for tile in view["tiles"] if not tile["open"]]
            assert all(tile["tile"] is None for tile in hidden)
        assert seen_rooms([event.facts for event in state.events()]) <= known
        moves = state.moves()
        state.play(dice.choice(moves))


@rule("cave_vs_cave.aim.open")
def test_everybody_sees_the_same() -> None:
    state = table(seat(goods=PLENTY), seat({"r2c0": "shelf"}, dug=["r1c0"]))
    assert state.view(0) == state.view(1) == state.view(None)


@rule("cave_vs_cave.aim.open")
def test_changing_a_view_changes_nothing() -> None:
    state = table()
    before = state.text()
    view = state.view(0)
    view["display"].clear()
    view["players"][0]["goods"]["gold"] = 19
    view["players"][0]["cells"].clear()
    view["players"][0]["walls"].append("r0c0|r0c1")
    view["tiles"].clear()
    assert state.text() == before
    assert state.view(0) != view


# --- imagined copies


@rule("cave_vs_cave.dig.hidden")
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_copy_agrees_with_everything_seen(players: int, seed: int) -> None:
    state = cave(players).start(seed=seed)
    dice = random.Random(seed)
    step = 0
    while not state.over:
        if step % 5 == 0:
            before = state.text()
            for viewer in VIEWERS[: players + 1]:
                copy = state.imagine(viewer, step)
                for one in VIEWERS[: players + 1]:
                    assert copy.view(one) == state.view(one)
                assert copy.moves() == state.moves()
                assert (copy.seat, copy.reveals, copy.turn) == (
                    state.seat,
                    state.reveals,
                    state.turn,
                )
                assert copy.scores() == state.scores()
            assert state.text() == before
        state.play(dice.choice(state.moves()))
        step += 1


def dig(state: Any, cell: str, *before: str) -> str:
    """What a dig of this cell shows."""
    play(state, *before, "take excavation", f"dig {cell}")
    [fact] = told(state, "dig")
    return str(fact["room"])


@rule("cave_vs_cave.dig.hidden", "cave_vs_cave.setup.dark_rooms")
@pytest.mark.parametrize("players", [1, 2])
def test_imagined_copies_deal_all_face_down_rooms_anew(players: int) -> None:
    hidden = {0: {"r1c0": "dungeon"}}
    state = table(players=players, hidden=hidden)
    found = [dig(state.imagine(0, seed), "r1c0") for seed in range(300)]
    assert set(found) == set(DARK)
    assert found.count("dungeon") < 45  # one of eighteen


@rule("cave_vs_cave.dig.hidden")
def test_rooms_move_between_the_caves_in_imagination() -> None:
    # All of the orange rooms of seat 0 may lie in the other cave as well.
    mine = dict(zip(BURIED, DARK[:9], strict=True))
    state = table(hidden={0: mine})
    first = {dig(state.imagine(None, seed), "r1c0") for seed in range(200)}
    assert first & set(DARK[9:])
    second = {
        dig(state.imagine(1, seed), "r1c0", "take cultivation", "done") for seed in range(200)
    }
    assert second & set(DARK[:9])


@rule("cave_vs_cave.dig.hidden", "cave_vs_cave.solo.stack")
def test_the_stack_is_dealt_anew_together_with_the_cave() -> None:
    mine = dict(zip(BURIED, DARK[:9], strict=True))
    state = table(players=1, hidden={0: mine}, tile="undermining")
    shown = set()
    for seed in range(200):
        copy = play(state.imagine(0, seed), "take undermining", "dig r1c0")
        shown.add(told(copy, "reveal")[0]["room"])
    assert shown == set(DARK)


@rule("cave_vs_cave.aim.open", "cave_vs_cave.setup.hidden_tiles")
def test_unrevealed_tiles_are_dealt_anew_within_their_group() -> None:
    state = table(around=1, shown=["masonry"], taken=["cultivation", "housework", "undergrowth"])
    nexts = set()
    for seed in range(40):
        copy = state.imagine(0, seed)
        play(copy, "take masonry", "done")
        nexts.add(told(copy, "round")[0]["tile"])
    assert nexts == set(GROUPS["2"]) - {"masonry"}


@rule("cave_vs_cave.dig.hidden")
def test_what_is_known_stays_in_every_imagined_copy() -> None:
    display = list(DARK[:4])
    state = table(seat(dug=["r1c0", "r2c1"]), seat(dug=["r1c0", "r2c1"]), display=display)
    for seed in range(60):
        copy = state.imagine(0, seed)
        assert copy.view(None)["display"] == [*LIGHT, *display]
        assert dig(copy, "r4c0") not in display


@rule("cave_vs_cave.dig.hidden")
def test_the_last_face_down_room_is_known() -> None:
    mine = [cell for cell in BURIED if cell != "r0c0"]
    others = [room for room in DARK if room != "treasury"]
    state = table(seat(dug=mine), seat(dug=list(BURIED)), display=others)
    for seed in range(20):
        assert dig(state.imagine(1, seed), "r0c0") == "treasury"


@rule("cave_vs_cave.dig.hidden")
def test_the_same_imagination_twice_is_the_same_copy() -> None:
    state = cave().start(seed=4)
    assert state.imagine(0, 17).text() == state.imagine(0, 17).text()
    assert len({state.imagine(0, seed).text() for seed in range(20)}) == 20


@rule("cave_vs_cave.dig.hidden", "cave_vs_cave.round.reveal")
def test_only_what_is_turned_up_counts_as_a_reveal() -> None:
    state = table(seat(goods=PLENTY), taken=["cultivation", "undergrowth"], tile="masonry")
    counts = [state.reveals]
    for move in ("take masonry", "gain wood", "wall r0c0|r0c1", "use entrance wood"):
        play(state, move)
        counts.append(state.reveals)
    assert len(set(counts)) == 1
    play(state, "take excavation", "dig r1c0")
    assert state.reveals == counts[0] + 1
    play(state, "done")
    assert state.reveals == counts[0] + 2  # the tile of the new round
    assert "take masonry" in names(state)
