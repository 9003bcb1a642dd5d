"""Asking is pure: it writes nothing, not even a change that is undone before anyone looks.

While a position is asked everything that can be asked of it, every object in it refuses to be
written to and every list refuses to be changed. So no answer is found by trying and restoring.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from dvergar.core.game import State
from dvergar.core.languages import LANGUAGES
from dvergar.games.caverna.rules.questions import QUESTIONS
from tests.tables import every_option, made

pytestmark = [pytest.mark.whole_games, pytest.mark.plain]

MUTATORS = (
    *("append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse"),
    *("__setitem__", "__delitem__", "__iadd__", "__imul__"),
)


REMEMBERED = {"stalls", "survey", "worth"}
"""Fields that only keep what was reckoned from the others, and are no part of the position."""


class Written(AssertionError):
    """Somebody wrote to a position that was only asked."""


def _refuse(*_: Any, **__: Any) -> Any:
    raise Written


Sealed = type("Sealed", (list,), dict.fromkeys(MUTATORS, _refuse))


def fields(thing: Any) -> list[str]:
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    return [name for name in [*slots, *getattr(thing, "__dict__", ())] if hasattr(thing, name)]


def seal(thing: Any, sealed: dict[int, Any]) -> Any:
    """The same thing with lists that cannot be changed; its objects are noted in `sealed`."""
    if isinstance(thing, list):
        return Sealed(seal(one, sealed) for one in thing)
    if not type(thing).__module__.startswith(("dvergar.games", "dvergar.core", "tests.toy")):
        return thing
    if id(thing) in sealed or type(thing).__name__ == "Variant" or hasattr(thing, "deal"):
        return thing
    sealed[id(thing)] = thing
    for name in fields(thing):
        if name in REMEMBERED:
            continue
        inner = getattr(thing, name)
        if isinstance(inner, list) or type(inner).__module__.startswith("dvergar"):
            put = seal(inner, sealed)
            if put is not inner:
                setattr(thing, name, put)
    return thing


@contextmanager
def sealing(state: State) -> Iterator[Any]:
    """A copy of a position that nobody can write to."""
    sealed: dict[int, Any] = {}
    copy = seal(state.copy(), sealed)

    def refuse_or_write(thing: Any, name: str, value: Any) -> None:
        if id(thing) in sealed and name not in REMEMBERED:
            raise Written(f"{type(thing).__name__}.{name}")
        object.__setattr__(thing, name, value)

    kinds = {type(thing) for thing in sealed.values()}
    with pytest.MonkeyPatch.context() as patch:
        for kind in kinds:
            patch.setattr(kind, "__setattr__", refuse_or_write, raising=False)
        yield copy


def ask_everything(state: Any) -> None:
    game = state.game
    state.moves()
    state.moves(free=False)
    for lang in LANGUAGES:
        state.prompt(lang)
    for seat in range(game.players):
        state.view(seat)
        state.key(seat)
        state.observation(seat)
        state.imagine(seat, 3)
    state.copy()
    state.text()
    state.scores()
    state.ranking()
    names = game.seat_names("en")
    game.show(state, None, "en", names)
    game.screen(state, None, "fr", names)
    if game.info.slug == "caverna" and not state.over:
        frame = state.stack[-1]
        QUESTIONS[frame.kind].moves(state, frame)


@pytest.mark.usefixtures("stones")
@pytest.mark.parametrize("table", every_option())
def test_asking_a_position_writes_nothing_to_it(table: tuple[str, dict[str, Any]]) -> None:
    dice = random.Random(5)
    state = made(table).start(seed=11)
    while True:
        if dice.random() < 0.06 or state.over:
            with sealing(state) as sealed:
                ask_everything(sealed)
        if state.over:
            return
        state.play(dice.choice(state.moves()))


def test_a_write_that_is_taken_back_would_be_noticed() -> None:
    state = made(("caverna", {"players": 2})).start(seed=1)
    with sealing(state) as sealed, pytest.raises(Written):
        sealed.seat = sealed.seat
    with sealing(state) as sealed, pytest.raises(Written):
        sealed.players[0].goods[0] += 0
