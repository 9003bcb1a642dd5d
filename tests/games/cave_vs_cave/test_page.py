"""What the page draws: every choice lies on it exactly once, and nothing hidden is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import dvergar
from dvergar.core.languages import LANGUAGES
from dvergar.core.presentation import ViewContext
from dvergar.games.cave_vs_cave.facts.rooms import ROOM_NAMES
from dvergar.games.cave_vs_cave.page.game_view import GameView, changes, game_view
from dvergar.games.cave_vs_cave.page.tiles import ENTRANCE, ROOM_PICTURES, face
from tests.golden.building import build

pytestmark = [pytest.mark.plain, pytest.mark.whole_games]

NAMES = ["Anna", "Balin"]


def context(state: Any, seat: int | None, lang: str = "en") -> ViewContext:
    """The table as one seat sees it, or a spectator."""
    names = NAMES[: state.game.players]
    mine = () if seat is None else (seat,)
    acts = not state.over and state.seat == seat
    words = state.game.info.words(lang)
    prompt = state.prompt(lang, names)
    return ViewContext(state, state.view(seat), prompt, seat, mine, acts, names, words)


def games() -> Iterator[Any]:
    """Every position of games in which much is built, alone and for two."""
    for players in (1, 2):
        game = dvergar.game("cave_vs_cave", players=players)
        for seed in range(3):
            state = game.start(seed)
            for move in build(game, seed).moves:
                yield state
                state.play(game.move(move))
            yield state


def drawn(one: GameView) -> list[str]:
    """The names of all moves that can be made on the page."""
    choices = [card.choice for card in one.cards] + [shown.choice for shown in one.display]
    for cave in one.caves:
        for place in [*cave.places, *([cave.extra] if cave.extra else [])]:
            choices += [one.choice for one in place.choices] + [way.choice for way in place.menu]
            choices += [use.choice for use in place.uses]
        choices += [seam.choice for seam in [*cave.seams, *cave.extra_seams]]
    choices += [button.choice for button in [*one.tray.buttons, *one.tray.meals]]
    choices.append(one.tray.done)
    return sorted(choice.name for choice in choices if choice)


def test_every_choice_lies_on_the_page_exactly_once() -> None:
    for state in games():
        seen = game_view(context(state, state.seat))
        legal = [] if state.over else [state.game.name(move) for move in state.moves()]
        assert drawn(seen) == sorted(legal)


def test_whoever_is_not_asked_has_nothing_to_press() -> None:
    for state in games():
        for seat in {None, *range(state.game.players)} - {state.seat}:
            assert drawn(game_view(context(state, seat))) == []


def test_every_reason_of_the_prompt_is_said_or_seen() -> None:
    for state in games():
        seen = context(state, state.seat)
        said = {reason.text for reason in game_view(seen).reasons}
        reasons = {one.reason for one in seen.prompt.blocked if not one.anchor.startswith("edge:")}
        assert state.over or said >= reasons


def test_one_s_own_cave_comes_first_and_on_one_screen_the_caves_stay() -> None:
    state = dvergar.game("cave_vs_cave", players=2).start(1)
    assert [cave.seat for cave in game_view(context(state, 1)).caves] == [1, 0]
    both = ViewContext(
        state,
        state.view(0),
        state.prompt("en", NAMES),
        0,
        (0, 1),
        True,
        NAMES,
        state.game.info.words("en"),
    )
    assert [cave.seat for cave in game_view(both).caves] == [0, 1]


def test_no_room_that_lies_face_down_is_drawn() -> None:
    for state in games():
        seen, view = game_view(context(state, state.seat)), state.view(None)
        open_rooms = {ENTRANCE, *view["display"]}
        for player in view["players"]:
            open_rooms |= {cell["room"] for cell in player["cells"].values()}
        drawn = {one.face.room for one in seen.display}
        for cave in seen.caves:
            drawn |= {place.face.room for place in cave.places if place.face}
        assert drawn <= open_rooms
        tiles = [tile["tile"] or "" for tile in view["tiles"]]
        assert [card.tile for card in seen.cards] == tiles


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("room", ROOM_NAMES)
def test_every_room_has_a_face(room: str, lang: str) -> None:
    tile = face(room, lang)
    assert tile.picture == ROOM_PICTURES[room]
    assert all(rows and all(rows) for _, rows in tile.effects)


def test_the_wall_symbol_shows_what_must_and_what_may_be_there() -> None:
    assert (face("tunnel", "en").needed, face("tunnel", "en").allowed) == ("ew", "")
    assert (face("warehouse", "en").needed, face("warehouse", "en").allowed) == ("n", "we")
    assert (face("state_room", "en").needed, face("state_room", "en").allowed) == ("nwe", "s")


def test_news_add_up_what_a_move_changed() -> None:
    game: Any = dvergar.game("cave_vs_cave", players=2, first_seat=0)
    state = game.position(round=1, seats=[{"goods": {"grain": 2, "food": 1}}])
    state.play(game.move("eat grain"))
    told = changes(state.events())
    assert (told.change(0, "grain"), told.change(0, "food"), told.change(1, "food")) == (-1, 1, 0)
